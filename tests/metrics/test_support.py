"""The share of supported statements, by verdicts or by probabilities."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.llms.judge import Judge, Prompt, Reply, Step, Verdict
from ragas.metrics.collections import AnswerCorrectness, ContextRecall, FactualCorrectness, Faithfulness
from ragas.metrics.support import weight

CONTEXTS = ["c"]


class Graded(Judge):
    """A judge that gives each statement a probability of support."""

    steps: frozenset[Step] = frozenset({"split", "verify"})

    def __init__(self, *probabilities: float) -> None:
        self.probabilities = probabilities

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        raise AssertionError("not asked by prompt")

    async def split(self, text: str, question: str = "") -> list[str]:
        return [f"statement {number}" for number in range(len(self.probabilities))]

    async def verify(self, statements: Sequence[str], contexts: Sequence[str]) -> list[Verdict]:
        return [Verdict(p > 0.5, f"P(yes) = {p:.2f}", confidence=p) for p in self.probabilities]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_probabilities_count_as_they_are(probabilities: list[float]) -> None:
    """A judge that gives probabilities is averaged over them, in faithfulness and recall alike, within [0, 1]."""
    inputs = {"user_input": "q", "retrieved_contexts": CONTEXTS}
    judge = Graded(*probabilities)
    faithfulness = asyncio.run(Faithfulness(llm=judge).ascore(response="r", **inputs)).value
    recall = asyncio.run(ContextRecall(llm=judge).ascore(reference="r", **inputs)).value
    assert faithfulness == recall == pytest.approx(sum(probabilities) / len(probabilities))
    assert 0.0 <= faithfulness <= 1.0


@pytest.mark.parametrize("supported", [True, False])
def test_a_verdict_without_probability_counts_whole(supported: bool) -> None:
    """Yes is 1, no is 0; a probability goes before both."""
    assert weight(Verdict(supported)) == float(supported)
    assert weight(Verdict(supported, confidence=0.25)) == 0.25


def test_the_evidence_holds_the_probability() -> None:
    """Each statement carries the probability it was counted with."""
    result = Faithfulness(llm=Graded(0.75, 0.25)).score(
        user_input="q", response="r", retrieved_contexts=CONTEXTS
    )
    assert [row["confidence"] for row in result.traces["output"]["statements"]] == [0.75, 0.25]
    assert "1 of 2 statements" in str(result.reason)


@pytest.mark.parametrize(
    ("mode", "sides"), [("precision", ["Precision"]), ("recall", ["Recall"]), ("f1", ["Precision", "Recall"])]
)
def test_that_confidence_counts_is_said_once(mode: Any, sides: list[str]) -> None:
    """Factual correctness has two sides and one remark about both, which calls neither side the score."""
    metric = FactualCorrectness(llm=Graded(0.75, 0.25), mode=mode)
    reason = str(asyncio.run(metric.ascore(response="a", reference="b")).reason)
    assert reason.count("confidence") == 1
    assert reason.endswith("Each claim counts with the judge's confidence.")
    assert "The score" not in reason
    assert [side for side in ("Precision", "Recall") if f"{side} 0.50: " in reason] == sides


def test_answer_correctness_counts_with_confidence() -> None:
    """Each side is the mean confidence of its statements, over its own statements."""
    metric = AnswerCorrectness(llm=Graded(0.75, 0.5), weights=(1, 0))
    result = asyncio.run(metric.ascore(user_input="q", response="a", reference="b"))
    assert result.value == pytest.approx(0.625)
    assert result.traces is not None
    output = result.traces["output"]
    assert (output["TP"], output["FP"], output["FN"]) == (1.25, 0.75, 0.75)
