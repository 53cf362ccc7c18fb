"""First-generation names still import, say once what replaces them, and lead to the same code."""

from __future__ import annotations

import subprocess
import sys
import warnings

import pytest

import ragas.metrics
from ragas.metrics import collections

REPLACED_BY = {
    "AgentGoalAccuracyWithReference": "AgentGoalAccuracyWithReference",
    "AgentGoalAccuracyWithoutReference": "AgentGoalAccuracyWithoutReference",
    "AnswerAccuracy": "AnswerAccuracy",
    "AnswerCorrectness": "AnswerCorrectness",
    "AnswerRelevancy": "AnswerRelevancy",
    "AnswerSimilarity": "SemanticSimilarity",
    "AspectCritic": "AspectCritic",
    "BleuScore": "BleuScore",
    "ChrfScore": "CHRFScore",
    "ContextEntityRecall": "ContextEntityRecall",
    "ContextPrecision": "ContextPrecision",
    "ContextRecall": "ContextRecall",
    "ContextRelevance": "ContextRelevance",
    "ContextUtilization": "ContextUtilization",
    "DataCompyScore": "DataCompyScore",
    "DistanceMeasure": "DistanceMeasure",
    "ExactMatch": "ExactMatch",
    "FactualCorrectness": "FactualCorrectness",
    "Faithfulness": "Faithfulness",
    "FaithfulnesswithHHEM": "FaithfulnessWithHHEM",
    "IDBasedContextPrecision": "IDBasedContextPrecision",
    "IDBasedContextRecall": "IDBasedContextRecall",
    "InstanceRubrics": "InstanceSpecificRubrics",
    "LLMContextPrecisionWithReference": "ContextPrecisionWithReference",
    "LLMContextPrecisionWithoutReference": "ContextPrecisionWithoutReference",
    "LLMContextRecall": "ContextRecall",
    "LLMSQLEquivalence": "SQLSemanticEquivalence",
    "MultiModalFaithfulness": "MultiModalFaithfulness",
    "MultiModalRelevance": "MultiModalRelevance",
    "NoiseSensitivity": "NoiseSensitivity",
    "NonLLMContextPrecisionWithReference": "NonLLMContextPrecisionWithReference",
    "NonLLMContextRecall": "NonLLMContextRecall",
    "NonLLMStringSimilarity": "NonLLMStringSimilarity",
    "ResponseGroundedness": "ResponseGroundedness",
    "ResponseRelevancy": "AnswerRelevancy",
    "RougeScore": "RougeScore",
    "RubricsScore": "DomainSpecificRubrics",
    "SemanticSimilarity": "SemanticSimilarity",
    "SimpleCriteriaScore": "SimpleCriteriaScore",
    "StringPresence": "StringPresence",
    "SummarizationScore": "SummaryScore",
    "ToolCallAccuracy": "ToolCallAccuracy",
    "ToolCallF1": "ToolCallF1",
    "TopicAdherenceScore": "TopicAdherence",
    "answer_correctness": "AnswerCorrectness()",
    "answer_relevancy": "AnswerRelevancy()",
    "answer_similarity": "SemanticSimilarity()",
    "context_entity_recall": "ContextEntityRecall()",
    "context_precision": "ContextPrecision()",
    "context_recall": "ContextRecall()",
    "faithfulness": "Faithfulness()",
    "multimodal_faithness": "MultiModalFaithfulness()",
    "multimodal_relevance": "MultiModalRelevance()",
    "summarization_score": "SummaryScore()",
}
SINGLETONS = {name for name, replacement in REPLACED_BY.items() if replacement.endswith("()")}
COLUMNS = {
    "multimodal_faithness": "faithful_rate",
    "multimodal_relevance": "relevance_rate",
    "summarization_score": "summary_score",
}
"""Ready-made metrics whose column is not called as they are."""


@pytest.mark.parametrize(("name", "replacement"), REPLACED_BY.items())
def test_an_old_name_warns_and_works(name: str, replacement: str) -> None:
    """Each access warns with a replacement that exists, in the caller's line."""
    with pytest.warns(DeprecationWarning, match=rf"ragas\.metrics\.{name} .* Use ") as caught:
        found = getattr(ragas.metrics, name)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    importable = replacement.removesuffix("()")
    assert f"from ragas.metrics.collections import {importable}`" in str(caught[0].message)
    assert getattr(collections, importable, None) is not None
    assert found is not None


def test_all_old_names_are_here() -> None:
    """Each of the 54 names of the first generation works, ten of them ready-made."""
    assert len(REPLACED_BY) == 54
    assert len(SINGLETONS) == 10


def test_a_from_import_warns_once() -> None:
    """`from ragas.metrics import X` gives one warning, although Python looks the name up twice."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        from ragas.metrics import Faithfulness, faithfulness  # noqa: F401
    assert [str(one.message).split()[0] for one in caught] == [
        "ragas.metrics.Faithfulness",
        "ragas.metrics.faithfulness",
    ]


def test_singletons_are_instances_with_their_names() -> None:
    """The ready-made metrics are instances called as they are imported."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for name in SINGLETONS:
            assert getattr(ragas.metrics, name).name == COLUMNS.get(name, name)


def test_old_names_are_not_listed() -> None:
    """Old names are neither in `__all__` nor in `dir()`; unknown ones are an AttributeError."""
    assert not set(REPLACED_BY) & set(ragas.metrics.__all__)
    assert dir(ragas.metrics) == sorted(ragas.metrics.__all__)
    with pytest.raises(AttributeError, match=r"'ragas\.metrics' has no attribute 'Fathfulness'"):
        _ = ragas.metrics.Fathfulness
    for name in ragas.metrics.__all__:
        assert getattr(ragas.metrics, name) is not None


def test_the_new_names_do_not_warn() -> None:
    """Importing the classes to use is silent, in a process of its own."""
    code = (
        "from ragas.metrics.collections import *; from ragas.metrics import BaseMetric, MetricResult, Metric"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
