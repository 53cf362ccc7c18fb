"""Rows of an evaluation as traces of Opik."""

from __future__ import annotations

from typing import Any

import pytest

from ragas import RunConfig, evaluate
from ragas.callbacks import new_group
from ragas.exceptions import MissingDependencyError
from ragas.integrations.opik import OpikTracer, _feedback
from ragas.metrics import DiscreteMetric, discrete_metric, numeric_metric
from ragas.metrics.collections import ExactMatch
from ragas.testing import ScriptedJudge


class Client:
    """Opik's client, as far as it is used: a trace is what it was made of."""

    def __init__(self) -> None:
        self.flushed = False

    def trace(self, **fields: Any) -> dict[str, Any]:
        return fields

    def flush(self) -> None:
        self.flushed = True


@discrete_metric(name="tone", allowed_values=["kind", "curt"])
def tone(response: str) -> str:
    """A word."""
    return "kind"


@numeric_metric(name="broken", allowed_values=(0.0, 1.0))
def broken(response: str) -> float:
    """Fails."""
    raise ValueError("no scale")


def test_an_evaluation_inside_a_larger_chain_gives_the_same_traces() -> None:
    """Given with a group, the rows are the rows of the evaluation, and questions to the judge are no rows."""
    tracer = OpikTracer(client=Client())
    run, group = new_group("nightly", {}, [tracer])
    judge = ScriptedJudge([{"reason": "r", "value": "yes"}])
    polite = DiscreteMetric(name="polite", prompt="Polite? {response}", allowed_values=["yes", "no"])
    evaluate([{"response": "a"}], [polite], llm=judge, callbacks=group, show_progress=False)
    run.on_chain_end({})
    (trace,) = tracer.created_traces()
    assert (trace["name"], trace["metadata"]["row_index"]) == ("row 0", 0)
    assert "type" not in trace["metadata"]
    assert [one["category_name"] for one in trace["feedback_scores"]] == ["yes"]


def test_every_row_is_a_trace_with_its_scores() -> None:
    """The evaluation itself makes none; numbers and words are feedback, a failure is told and is no score."""
    client = Client()
    tracer = OpikTracer(tags=["nightly"], metadata={"branch": "main"}, project_name="museum", client=client)
    rows = [{"user_input": f"q{n}", "response": "a", "reference": "ab"[n]} for n in range(2)]
    with pytest.warns(UserWarning, match="no scale"):
        evaluate(
            rows,
            [ExactMatch(), tone, broken],
            callbacks=[tracer],
            run_config=RunConfig(max_workers=1),
            show_progress=False,
        )
    tracer.flush()
    traces = tracer.created_traces()
    assert client.flushed
    kind = {"name": "tone", "value": 1.0, "category_name": "kind"}
    assert [sorted(trace["feedback_scores"], key=lambda one: one["name"]) for trace in traces] == [
        [{"name": "exact_match", "value": value}, kind] for value in (1.0, 0.0)
    ]
    first = traces[0]
    assert (first["name"], first["tags"], first["project_name"]) == ("row 0", ["nightly"], "museum")
    assert first["input"]["user_input"] == "q0"
    assert first["metadata"]["branch"] == "main"
    assert "no scale" in first["metadata"]["broken failed"]
    assert first["start_time"] <= first["end_time"]
    assert first["output"]


def test_not_a_number_is_no_score() -> None:
    """A first-generation metric that gives NaN leaves no feedback."""
    assert _feedback("old", float("nan")) is None
    assert _feedback("old", ["a"]) is None


def test_without_opik_it_says_what_to_install() -> None:
    """Only where no client is given."""
    with pytest.raises(MissingDependencyError, match="'opik'"):
        OpikTracer()
