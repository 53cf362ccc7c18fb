"""Faithfulness by classifier: a judge splits, the classifier verifies."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.metrics.collections.faithfulness_with_hhem import FaithfulnessWithHHEM
from ragas.testing import ScriptedJudge
from tests.replies import statements

ROW: dict[str, Any] = {
    "user_input": "When does the ferry leave?",
    "response": "At 07:40, and it is free.",
    "retrieved_contexts": ["Nothing here.", "The ferry leaves at 07:40."],
}


class Table:
    """A classifier with a probability for each statement; remembers the premises."""

    def __init__(self, **probabilities: float) -> None:
        self.probabilities = probabilities
        self.premises: set[str] = set()
        self.batches = 0

    def predict(self, pairs: list[tuple[str, str]]) -> list[float]:
        self.batches += 1
        self.premises |= {premise for premise, _ in pairs}
        return [self.probabilities[statement] for _, statement in pairs]


def test_the_judge_splits_and_the_classifier_verifies() -> None:
    """One judge call; the share of statements at or above the threshold, with their probabilities."""
    judge = ScriptedJudge([statements("a", "b", "c")])
    table = Table(a=0.9, b=0.5, c=0.1)
    result = FaithfulnessWithHHEM(llm=judge, classifier=table, batch_size=2).score(**ROW)
    assert result.value == 2 / 3
    assert len(judge.calls) == 1
    assert table.batches == 2
    assert table.premises == {"Nothing here.\nThe ferry leaves at 07:40."}
    rows = result.traces["output"]["statements"]
    assert [(row["statement"], row["supported"], row["confidence"]) for row in rows] == [
        ("a", True, 0.9),
        ("b", True, 0.5),
        ("c", False, 0.1),
    ]
    assert result.reason == (
        '2 of 3 statements supported by the retrieved contexts. Not supported: "c". Probability of support 0.10.'
    )


def test_no_statements_does_not_apply() -> None:
    """A refusal has nothing to check."""
    result = FaithfulnessWithHHEM(llm=ScriptedJudge([statements()]), classifier=Table()).score(**ROW)
    assert result.status == "not_applicable"


def test_no_context_loads_nothing() -> None:
    """Without a context neither judge nor classifier is asked."""
    result = FaithfulnessWithHHEM(llm=ScriptedJudge()).score(**ROW | {"retrieved_contexts": [""]})
    assert result.value == 0.0


@pytest.mark.parametrize("settings", [{"batch_size": 0}, {"threshold": -0.1}])
def test_settings_are_checked(settings: dict[str, Any]) -> None:
    """A wrong setting shows when the metric is made."""
    with pytest.raises(ValueError, match=next(iter(settings))):
        FaithfulnessWithHHEM(**settings)


def test_the_signature_is_the_same_in_every_process() -> None:
    """A classifier is told by its name or its class, not by where it lies in memory."""

    class Stub:
        def predict(self, pairs: list[tuple[str, str]]) -> list[float]:
            return [1.0 for _ in pairs]

    one, other = (FaithfulnessWithHHEM(classifier=Stub()) for _ in range(2))
    assert one.signature_hash() == other.signature_hash()
    assert one.signature_hash() != FaithfulnessWithHHEM().signature_hash()
    assert FaithfulnessWithHHEM().signature()["classifier"] == "vectara/hallucination_evaluation_model"
