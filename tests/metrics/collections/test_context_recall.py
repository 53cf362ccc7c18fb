"""Context recall: how much of the reference was retrieved? By a judge, by text, by id."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.metrics.collections import (
    ContextRecall,
    IDBasedContextRecall,
    NonLLMContextPrecisionWithReference,
    NonLLMContextRecall,
)
from ragas.testing import ScriptedJudge
from tests.replies import statements, verdicts

ROW: dict[str, Any] = {
    "user_input": "When is the museum open?",
    "retrieved_contexts": ["The museum opens at ten."],
    "reference": "It opens at ten and closes at six.",
}


@given(st.lists(st.booleans(), min_size=1, max_size=8))
def test_the_score_is_the_share_of_reference_statements(flags: list[bool]) -> None:
    """Reference statements the contexts support over all of them."""
    judge = ScriptedJudge([statements(*(f"s{index}" for index in range(len(flags)))), verdicts(*flags)])
    assert ContextRecall(llm=judge).score(**ROW).value == sum(flags) / len(flags)
    assert ROW["reference"] in judge.calls[0].prompt
    assert len(judge.calls) == 2


def test_a_reference_without_statements_is_not_applicable() -> None:
    """Where the reference states nothing there is nothing to find."""
    assert ContextRecall(llm=ScriptedJudge([statements()])).score(**ROW).status == "not_applicable"


@pytest.mark.parametrize("contexts", [[], [""], ["   "]])
def test_no_context_is_zero_without_a_call(contexts: list[str]) -> None:
    """Nothing retrieved holds nothing of the reference."""
    judge = ScriptedJudge()
    result = ContextRecall(llm=judge).score(**ROW | {"retrieved_contexts": contexts})
    assert (result.value, result.reason) == (0.0, "There is no retrieved context.")
    assert judge.calls == []


def test_by_text_at_the_threshold() -> None:
    """A similarity equal to the threshold counts, as in precision; identical texts are exactly 1.0."""
    metric = NonLLMContextRecall()
    assert metric.score(retrieved_contexts=["abcd"], reference_contexts=["abxy"]).value == 1.0
    assert metric.score(retrieved_contexts=["a b", "c"], reference_contexts=["c", "a b"]).value == 1.0


def test_by_text_names_what_is_missing() -> None:
    """The reason quotes the reference contexts that were not retrieved."""
    result = NonLLMContextRecall().score(
        retrieved_contexts=["Platform 2 is closed."],
        reference_contexts=["Platform 2 is closed", "Trains leave from platform 5."],
    )
    assert result.value == 0.5
    assert result.reason == '1 of 2 reference contexts retrieved. Missing: "Trains leave from platform 5".'


def test_by_text_with_empty_sides() -> None:
    """Nothing retrieved is 0.0, no reference contexts not applicable."""
    assert NonLLMContextRecall().score(retrieved_contexts=[], reference_contexts=["a"]).value == 0.0
    nothing = NonLLMContextRecall().score(retrieved_contexts=["a"], reference_contexts=[])
    assert nothing.status == "not_applicable"


ids = st.lists(st.integers(0, 9), max_size=8)


@given(ids, ids)
def test_by_id_counts_distinct_ids(retrieved: list[int], reference: list[int]) -> None:
    """Distinct reference ids that were retrieved over distinct reference ids; order and repeats do not matter."""
    score = asyncio.run(
        IDBasedContextRecall().ascore(
            retrieved_context_ids=[str(one) for one in retrieved], reference_context_ids=reference
        )
    )
    if reference:
        assert score.value == len(set(retrieved) & set(reference)) / len(set(reference))
        assert score.traces["output"]["missing"] == [
            str(one) for one in dict.fromkeys(reference) if one not in retrieved
        ]
    else:
        assert score.status == "not_applicable"


@pytest.mark.parametrize("metric", [NonLLMContextRecall, NonLLMContextPrecisionWithReference])
@pytest.mark.parametrize("threshold", [2, -0.1, None, "0.5"])
def test_a_threshold_no_similarity_reaches_is_refused(metric: Any, threshold: Any) -> None:
    """When the metric is made, not as a column of zeros or ones."""
    with pytest.raises(ValueError, match="a number from 0 to 1, not"):
        metric(threshold=threshold)
