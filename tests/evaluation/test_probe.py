"""probe(): a metric is credited with the faults it notices, and with no others."""

from __future__ import annotations

from typing import Any

import pytest

from ragas import EvaluationDataset
from ragas.evaluation.probe import Catch, ProbeReport, probe
from ragas.exceptions import ConfigurationError
from ragas.metrics import BaseMetric, MetricResult
from ragas.metrics.collections import ContextPrecision, ExactMatch, Faithfulness, ToolCallAccuracy


class Numbers(BaseMetric):
    """The share of numbers of the answer that the contexts hold."""

    name = "numbers"

    async def ascore(self, response: str, retrieved_contexts: list[str]) -> MetricResult:
        words = [word.strip(".,") for word in response.split()]
        said = [word for word in words if word.isdigit()]
        if not said:
            return MetricResult.not_applicable("no number")
        return MetricResult(sum(one in " ".join(retrieved_contexts) for one in said) / len(said))


class Tone(BaseMetric):
    """One of two words: polite if there is a courtesy."""

    name = "tone"

    async def ascore(self, response: str) -> MetricResult:
        return MetricResult("plain" if "hope" not in response else "polite")


def samples(n: int = 6) -> EvaluationDataset:
    return EvaluationDataset.from_list(
        [
            {
                "user_input": "When was it opened?",
                "response": f"The bridge was opened in {1900 + row}. It is green.",
                "retrieved_contexts": [
                    f"The bridge was opened in {1900 + row}.",
                    "It is green.",
                    "The ferry sails.",
                ],
                "reference": "It was opened.",
            }
            for row in range(n)
        ]
    )


def found(report: ProbeReport, metric: str, mutator: str) -> Catch:
    return next(one for one in report.catches if (one.metric, one.mutator) == (metric, mutator))


def run(dataset: EvaluationDataset, metrics: list[Any], **options: Any) -> ProbeReport:
    return probe(dataset, metrics, show_progress=False, **options)


def test_a_metric_of_numbers_catches_numbers() -> None:
    """It notices each changed number and no negation; a courtesy is no false alarm."""
    report = run(samples(), [Numbers()])
    number, negation = found(report, "numbers", "flip_number"), found(report, "numbers", "negate_sentence")
    assert number.caught is not None
    assert (number.caught.value, number.caught.n, number.drop) == (1.0, 6, 1.0)
    assert negation.caught is not None
    assert negation.caught.value == 0.0
    courtesy = found(report, "numbers", "add_courtesy")
    assert courtesy.harmless
    assert courtesy.caught is not None
    assert courtesy.caught.value == 0.0
    assert number.mutants[0].did.startswith("1900 became ")
    assert found(report, "numbers", "swap_entity").why == "no good sample has one"
    assert not any(one.mutator == "rename_tool" for one in report.catches), (
        "there are no tools in single questions"
    )


def test_where_no_sample_is_good_that_is_the_reason() -> None:
    """Not that the samples have nothing to spoil."""
    report = run(samples(), [Numbers()], good_from=1.1)
    assert found(report, "numbers", "flip_number").why == "no sample is good"


def test_several_metrics_and_what_they_do_not_read() -> None:
    """Each is tried with what it reads; the judge is passed on."""
    report = run(samples(2), [Faithfulness(), ContextPrecision(), Numbers()], llm="local")
    assert found(report, "context_precision", "flip_number").why == "does not read response"
    assert found(report, "context_precision", "bury_context").caught is not None
    assert found(report, "faithfulness", "invent_sentence").caught is not None
    assert report.good["numbers"] == (2, 2)
    assert report.to_dict()["judges"] == {
        "faithfulness": "local",
        "context_precision": "local",
        "numbers": None,
    }


def test_words_are_caught_when_they_change_and_low_scores_are_left_alone() -> None:
    """Of words the first is the good one; a sample that scores low cannot be spoiled."""
    tone = Tone(allowed_values=["plain", "polite"])
    report = run(samples(2), [tone, ExactMatch()])
    courtesy = found(report, "tone", "add_courtesy")
    assert courtesy.caught is not None
    assert (courtesy.caught.value, courtesy.drop) == (1.0, None)
    assert report.good == {"tone": (2, 2), "exact_match": (0, 2)}
    assert found(report, "exact_match", "flip_number").caught is None


def test_tool_calls_of_conversations() -> None:
    """A call less, another tool and another value are noticed by tool call accuracy."""
    talk = {
        "user_input": [
            {"content": "Book a table for four.", "type": "human"},
            {"content": "", "type": "ai", "tool_calls": [{"name": "book", "args": {"seats": 4}}]},
            {"content": "booked", "type": "tool"},
        ],
        "reference_tool_calls": [{"name": "book", "args": {"seats": 4}}],
    }
    report = run(EvaluationDataset.from_list([talk, talk]), [ToolCallAccuracy()])
    caught = {one.mutator: one.caught.value for one in report.catches if one.caught}
    assert {name: caught[name] for name in ("remove_tool_call", "alter_tool_argument", "rename_tool")} == {
        "remove_tool_call": 1.0,
        "alter_tool_argument": 1.0,
        "rename_tool": 1.0,
    }
    assert "flip_number" not in caught


def test_the_same_seed_spoils_the_same_way_and_the_margin_is_checked() -> None:
    """A drawn part of the samples, and mutants, are those of the seed."""
    first, again, other = (run(samples(9), [Numbers()], most=4, seed=seed).to_dict() for seed in (1, 1, 2))
    assert first == again != other
    assert next(one for one in first["catches"] if one["mutator"] == "flip_number")["caught"]["n"] == 4
    with pytest.raises(ConfigurationError, match="margin is a part of the range"):
        run(samples(), [Numbers()], margin=0)
