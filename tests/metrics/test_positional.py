"""Settings by position: the order in which code of Ragas 0.4.3 gives them, all else by name."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from ragas.metrics import BaseMetric, MetricResult, collections
from ragas.metrics.collections import ExactMatch, Faithfulness, RougeScore, ToolCallAccuracy
from ragas.testing import HashEmbeddings, ScriptedJudge

JUDGE = ScriptedJudge([])
EMBEDDINGS = HashEmbeddings()
RUBRIC = {"score1_description": "bad", "score2_description": "good"}
LLM_AND_NAME = {"llm": JUDGE, "name": "n"}
WITH_RETRIES = LLM_AND_NAME | {"max_retries": 2}
ORDERS: dict[str, dict[str, Any]] = {
    "AgentGoalAccuracyWithReference": LLM_AND_NAME,
    "AgentGoalAccuracyWithoutReference": LLM_AND_NAME,
    "AnswerAccuracy": WITH_RETRIES,
    "AnswerCorrectness": {
        "llm": JUDGE,
        "embeddings": EMBEDDINGS,
        "name": "n",
        "weights": (0.5, 0.5),
        "beta": 2.0,
    },
    "AnswerRelevancy": {"llm": JUDGE, "embeddings": EMBEDDINGS, "name": "n", "strictness": 2},
    "BleuScore": {"name": "n", "kwargs": {"lowercase": True}},
    "CHRFScore": {"name": "n", "kwargs": {"beta": 1}},
    "ContextEntityRecall": LLM_AND_NAME,
    "ContextPrecision": {"llm": JUDGE},
    "ContextPrecisionWithReference": LLM_AND_NAME,
    "ContextPrecisionWithoutReference": LLM_AND_NAME,
    "ContextRecall": LLM_AND_NAME,
    "ContextRelevance": WITH_RETRIES,
    "DataCompyScore": {"mode": "columns", "metric": "precision", "name": "n"},
    "DomainSpecificRubrics": {"llm": JUDGE, "rubrics": RUBRIC, "with_reference": True, "name": "n"},
    "ExactMatch": {"name": "n"},
    "FactualCorrectness": {
        "llm": JUDGE,
        "mode": "recall",
        "beta": 2.0,
        "atomicity": "high",
        "coverage": "high",
        "name": "n",
    },
    "Faithfulness": LLM_AND_NAME,
    "InstanceSpecificRubrics": LLM_AND_NAME,
    "MultiModalFaithfulness": LLM_AND_NAME,
    "MultiModalRelevance": LLM_AND_NAME,
    "NoiseSensitivity": LLM_AND_NAME | {"mode": "irrelevant"},
    "NonLLMStringSimilarity": {"name": "n", "distance_measure": collections.DistanceMeasure.JARO},
    "QuotedSpansAlignment": {"name": "n", "casefold": False, "min_span_words": 5},
    "ResponseGroundedness": WITH_RETRIES,
    "RougeScore": {"name": "n", "rouge_type": "rouge1", "mode": "recall"},
    "RubricsScoreWithReference": {"llm": JUDGE, "rubrics": RUBRIC, "name": "n"},
    "RubricsScoreWithoutReference": {"llm": JUDGE, "rubrics": RUBRIC, "name": "n"},
    "SQLSemanticEquivalence": LLM_AND_NAME,
    "SemanticSimilarity": {"embeddings": EMBEDDINGS, "name": "n", "threshold": 0.5},
    "StringPresence": {"name": "n"},
    "SummaryScore": LLM_AND_NAME | {"length_penalty": False, "coeff": 0.3},
    "ToolCallAccuracy": {"strict_order": False, "name": "n"},
    "ToolCallF1": {"name": "n"},
    "TopicAdherence": {"llm": JUDGE, "mode": "recall", "name": "n"},
}


@pytest.mark.parametrize("metric", ORDERS)
def test_settings_are_taken_in_the_order_of_0_4_3(metric: str) -> None:
    """A metric takes its settings by position as 0.4.3 does, and says so in its signature."""
    cls, wanted = getattr(collections, metric), ORDERS[metric]
    made = cls(*wanted.values())
    assert {name: getattr(made, name) for name in wanted} == wanted
    shown = [
        name
        for name, one in inspect.signature(cls).parameters.items()
        if one.kind is one.POSITIONAL_OR_KEYWORD
    ]
    assert shown == list(wanted)


def test_names_still_work_and_copies_are_made() -> None:
    """What is given by name may stand in any order, beside what is given by position."""
    metric = RougeScore("r", mode="recall")
    assert (metric.name, metric.rouge_type, metric.mode) == ("r", "rougeL", "recall")
    assert replace(metric, name="other").mode == "recall"
    assert ToolCallAccuracy(name="t", strict_order=False).name == "t"


def test_what_cannot_be_placed_is_refused() -> None:
    """A value too many and a setting given twice are refused, with the name of what is wrong."""
    with pytest.raises(TypeError, match=r"ExactMatch takes name by position, and 2 values were given"):
        ExactMatch("n", (0.0, 1.0))
    with pytest.raises(TypeError, match=r"Faithfulness was given 'llm' both by position and by name"):
        Faithfulness(JUDGE, llm=JUDGE)
    with pytest.raises(TypeError, match="no_such_setting"):
        Faithfulness(JUDGE, no_such_setting=1)


def test_a_subclass_passes_its_settings_on_by_position() -> None:
    """A metric of one's own that is no dataclass calls its parent's constructor by position."""

    class Strict(Faithfulness):
        def __init__(self, llm: Any, name: str = "strict") -> None:
            super().__init__(llm, name)

    assert Strict(JUDGE).name == "strict"

    class Doubled(BaseMetric):
        def __init__(self, name: str = "doubled") -> None:
            super().__init__(name, (0.0, 2.0))

        async def ascore(self, response: str) -> MetricResult:
            return MetricResult(2.0)

    assert (Doubled().name, Doubled().allowed_values) == ("doubled", (0.0, 2.0))
    assert Doubled().score(response="x").value == 2.0

    @dataclass(eq=False, repr=False)
    class Lenient(RougeScore):
        name: str = field(default="lenient", kw_only=True)

    assert Lenient(rouge_type="rouge1").name == "lenient"
