"""Tests of a budget for models of which nobody knows the price."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.embeddings.adapt import as_embedder
from ragas.exceptions import ConfigurationError
from ragas.llms.model_judge import ModelJudge
from ragas.testing import HashEmbeddings
from ragas.testset import TestsetGenerator
from ragas.testset.synthesizers import SingleHopSpecificQuerySynthesizer
from tests.testset.scripted import TOPICS, CountedJudge, scripted
from tests.testset.test_generator_plan import Scripted

DOCUMENTS = list(TOPICS.values())


def test_a_budget_for_a_judge_without_a_price_is_refused_before_the_first_call(tmp_path: Any) -> None:
    """The error names the model and what to do; nothing is asked and no folder is left. Without a budget it runs."""
    judge = CountedJudge()
    generator = TestsetGenerator(judge, HashEmbeddings())
    with pytest.raises(
        ConfigurationError, match=r"'counted' is unknown.* nothing was sent.* Leave the budget out"
    ):
        generator.generate_with_documents(DOCUMENTS, 4, budget=1.0, run=tmp_path / "run")
    assert not judge.calls
    assert not (tmp_path / "run").exists()
    assert len(generator.generate_with_documents(DOCUMENTS, 4, show_progress=False)) == 4


def test_every_model_of_the_run_is_looked_at() -> None:
    """Verifier, a synthesizer's own judge, the judge of the transforms and the embeddings need a price as well."""
    judge, other = scripted(), CountedJudge()
    embeddings = as_embedder(lambda text: [1.0, 0.0])
    shares = [(SingleHopSpecificQuerySynthesizer(llm=other), 1.0)]
    for generator, settings in (
        (TestsetGenerator(judge, HashEmbeddings(), verifier=other), {}),
        (TestsetGenerator(judge, HashEmbeddings()), {"query_distribution": shares}),
        (TestsetGenerator(judge, HashEmbeddings()), {"transforms_llm": other}),
        (TestsetGenerator(judge, embeddings), {}),
    ):
        with pytest.raises(ConfigurationError, match="The price of"):
            generator.generate_with_documents(DOCUMENTS, 4, budget=1.0, **settings)
    assert not judge.calls
    assert not other.calls


def test_a_spent_budget_is_told_in_the_words_of_a_test_set() -> None:
    """The report says that nothing more is asked or written; it speaks of no cells, which a test set has not."""
    testset = TestsetGenerator(ModelJudge(Scripted(0)), "local").generate_with_documents(
        DOCUMENTS, 4, budget=0.000001, show_progress=False
    )
    assert testset.report is not None
    assert testset.report.shortfall.startswith("0 of 4 questions were made. The budget")
    assert "no more is asked or written. Resume the run with a larger one." in testset.report.notes[-1]
    assert "cell" not in testset.report.notes[-1]
