"""Context precision: are the useful chunks on top? By a judge, by text, by id."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.metrics import BaseMetric, MetricResult
from ragas.metrics.collections import (
    ContextPrecision,
    ContextPrecisionWithoutReference,
    ContextPrecisionWithReference,
    ContextUtilization,
    DistanceMeasure,
    IDBasedContextPrecision,
    NonLLMContextPrecisionWithReference,
)
from ragas.metrics.scoring import average_precision
from ragas.testing import ScriptedJudge
from tests.replies import useful

JUDGED = {
    ContextPrecisionWithReference: "reference",
    ContextPrecision: "reference",
    ContextPrecisionWithoutReference: "response",
    ContextUtilization: "response",
}


def inputs(column: str, chunks: list[str]) -> dict[str, Any]:
    return {
        "user_input": "What does the tram cost?",
        column: "Two euros, ANSWER.",
        "retrieved_contexts": chunks,
    }


@pytest.mark.parametrize(("metric_class", "column"), JUDGED.items())
def test_every_form_judges_against_its_own_column(metric_class: Any, column: str) -> None:
    """With reference the chunks should lead to the reference, without it to the response; one call for all."""
    judge = ScriptedJudge([useful(True, False, True)])
    metric = metric_class(llm=judge)
    assert column in metric.required_columns
    result = metric.score(**inputs(column, ["a", "b", "c"]))
    assert result.value == pytest.approx(5 / 6)
    assert result.reason == "2 of 3 chunks useful, at rank 1, 3."
    assert [one["useful"] for one in result.traces["output"]["chunks"]] == [True, False, True]
    assert len(judge.calls) == 1
    assert "ANSWER" in judge.calls[0].prompt


@given(st.lists(st.booleans(), min_size=1, max_size=8), st.integers(1, 4))
def test_the_calls_do_not_change_the_score(flags: list[bool], size: int) -> None:
    """Judged together or a few at a time, the value is the average precision of the verdicts."""
    chunks = [f"chunk {index}" for index in range(len(flags))]
    parts = [useful(*flags[start : start + size]) for start in range(0, len(flags), size)]
    together = ContextPrecision(llm=ScriptedJudge([useful(*flags)]))
    apart = ContextPrecision(llm=ScriptedJudge(parts), chunks_per_call=size)
    for metric in (together, apart):
        assert metric.score(**inputs("reference", chunks)).value == average_precision(flags)


@pytest.mark.parametrize("chunks", [[], [""], ["  ", "\n"]])
def test_no_context_is_zero_without_a_call(chunks: list[str]) -> None:
    """Where nothing was retrieved nothing useful is on top."""
    judge = ScriptedJudge()
    result = ContextPrecision(llm=judge).score(**inputs("reference", chunks))
    assert (result.value, result.reason) == (0.0, "There is no retrieved context.")
    assert judge.calls == []


def test_by_text_at_the_threshold() -> None:
    """A similarity equal to the threshold counts; identical texts in order are exactly 1.0."""
    metric = NonLLMContextPrecisionWithReference()
    assert metric.score(retrieved_contexts=["abcd"], reference_contexts=["abxy"]).value == 1.0
    texts = ["one text", "another text"]
    assert metric.score(retrieved_contexts=texts, reference_contexts=texts[::-1]).value == 1.0


def test_by_text_with_another_measure() -> None:
    """The measure is an enum member, its name, or a metric of two texts."""

    class SameLength(BaseMetric):
        async def ascore(self, reference: str, response: str) -> MetricResult:
            return MetricResult(float(len(reference) == len(response)))

    texts = {"retrieved_contexts": ["abc", "wxyz"], "reference_contexts": ["1234"]}
    for measure in (DistanceMeasure.HAMMING, "hamming"):
        assert NonLLMContextPrecisionWithReference(distance_measure=measure).score(**texts).value == 0.0
    assert NonLLMContextPrecisionWithReference(distance_measure=SameLength()).score(**texts).value == 0.5


def test_by_text_with_empty_sides() -> None:
    """Nothing retrieved is 0.0, no reference contexts not applicable."""
    metric = NonLLMContextPrecisionWithReference()
    assert metric.score(retrieved_contexts=[], reference_contexts=["a"]).value == 0.0
    assert metric.score(retrieved_contexts=["a"], reference_contexts=[]).status == "not_applicable"


ids = st.lists(st.integers(0, 9), max_size=8)


@given(ids, ids)
def test_by_id_counts_distinct_ids(retrieved: list[int], reference: list[int]) -> None:
    """Distinct retrieved ids that are reference ids over distinct retrieved ids, compared as text."""
    score = asyncio.run(
        IDBasedContextPrecision().ascore(
            retrieved_context_ids=retrieved, reference_context_ids=[str(one) for one in reference]
        )
    )
    if retrieved:
        assert score.value == len(set(retrieved) & set(reference)) / len(set(retrieved))
    else:
        assert score.status == "not_applicable"
