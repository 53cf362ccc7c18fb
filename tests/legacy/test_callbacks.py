"""ragas.callbacks: chains that nest, a tracer of them, and what it reads row by row."""

from __future__ import annotations

import asyncio
import json
import warnings
from typing import Any
from uuid import uuid4

import pytest

from ragas import SingleTurnSample, evaluate
from ragas.callbacks import (
    ChainRun,
    ChainRunEncoder,
    ChainType,
    MetricTrace,
    RagasTracer,
    new_group,
    parse_run_traces,
)
from ragas.metrics.collections import ExactMatch, Faithfulness
from ragas.testing import ScriptedJudge
from tests.replies import statements, verdicts

ROW: dict[str, Any] = {
    "user_input": "When does it open?",
    "response": "At ten.",
    "reference": "At ten.",
    "retrieved_contexts": ["It opens at ten."],
}


def scored(rows: int, replies: list[Any], callbacks: Any) -> None:
    """Score rows, one after the other, with a metric that asks a judge and one that does not."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of failed cells
        evaluate(
            [ROW] * rows,
            [ExactMatch(), Faithfulness()],
            llm=ScriptedJudge(replies),
            callbacks=callbacks,
            show_progress=False,
        )


def test_a_tracer_keeps_run_rows_metrics_and_questions() -> None:
    """Given to evaluate, it holds the whole tree; each chain's type is in its metadata."""
    tracer = RagasTracer()
    scored(1, [statements("It opens at ten."), verdicts(True)], [tracer])
    kinds = [(one.name, one.metadata["type"]) for one in tracer.traces.values()]
    assert kinds == [
        ("ragas evaluation", ChainType.EVALUATION),
        ("row 0", ChainType.ROW),
        ("exact_match", ChainType.METRIC),
        ("faithfulness", ChainType.METRIC),
        ("statements", ChainType.RAGAS_PROMPT),
        ("statement_verdicts", ChainType.RAGAS_PROMPT),
    ]
    run, row, *_ = tracer.traces.values()
    assert (run.parent_run_id, run.children) == (None, [row.run_id])
    assert row.outputs == {"exact_match": 1.0, "faithfulness": 1.0}


def test_traces_are_read_row_by_row() -> None:
    """For each row its metrics, with what was asked and answered; it is shown as its scores."""
    tracer = RagasTracer()
    scored(1, [statements("It opens at ten."), verdicts(True)], [tracer])
    (trace,) = parse_run_traces(tracer.traces)
    assert trace["exact_match"] == {}
    assert trace["faithfulness"]["statements"]["output"].statements == ["It opens at ten."]
    assert "At ten." in trace["faithfulness"]["statements"]["input"]
    assert trace.scores == {"exact_match": 1.0, "faithfulness": 1.0}
    assert repr(trace) == str(trace) == repr(trace.scores)


def test_traces_can_be_written_as_json() -> None:
    """All chains come as one JSON list, the replies of judges and the types of chains included."""
    tracer = RagasTracer()
    scored(1, [statements("It opens at ten."), verdicts(True)], [tracer])
    told = json.loads(tracer.to_jsons())
    assert [one["metadata"]["type"] for one in told][:3] == ["evaluation", "row", "metric"]
    assert {"output": [{"statements": ["It opens at ten."]}]} in [one["outputs"] for one in told]
    some = uuid4()
    assert json.dumps([some, ChainType.ROW], cls=ChainRunEncoder) == json.dumps([str(some), "row"])
    with pytest.raises(TypeError, match="not JSON serializable"):
        json.dumps(object(), cls=ChainRunEncoder)


def test_an_evaluation_can_belong_to_a_chain_of_ones_own() -> None:
    """A group given as callbacks is the parent of the run, and the traces are read from there."""
    tracer = RagasTracer()
    nightly, group = new_group("nightly", {"day": 1}, [tracer], tags=["a"], metadata={"b": 2})
    scored(2, [], group)
    nightly.on_chain_end({"runs": 1})
    mine = tracer.traces[str(nightly.run_id)]
    assert (mine.inputs, mine.metadata, mine.outputs) == ({"day": 1}, {"b": 2}, {"runs": 1})
    rows = parse_run_traces(tracer.traces, nightly.run_id)
    assert [row.scores["exact_match"] for row in rows] == [1.0, 1.0]
    assert "AssertionError" in rows[0]["faithfulness"]["statements"]["error"]


def test_what_went_wrong_is_kept() -> None:
    """A chain that ended with an error has it as its output."""
    tracer = RagasTracer()
    run, _ = new_group("one", {}, [tracer])
    run.on_chain_error(ValueError("no luck"))
    assert tracer.traces[str(run.run_id)].outputs == {"error": "ValueError: no luck"}


def test_a_question_asked_again_stands_beside_the_first() -> None:
    """Nothing is overwritten: the second has a number, and of several answers all are there."""
    tracer = RagasTracer()
    _, group = new_group("run", {}, [tracer])
    for index in (1, 0):  # the second row starts first
        _, row = new_group(f"row {index}", {}, group, metadata={"row_index": index})
        metric, questions = new_group("m", {}, row)
        for answers in (["yes"], ["no", "perhaps"], []):
            asked, _ = new_group("verdict", {"data": len(answers)}, questions)
            asked.on_chain_end({"output": answers})
        metric.on_chain_end({"output": index})
    first, second = parse_run_traces(tracer.traces)
    assert first["m"] == {
        "verdict": {"input": 1, "output": "yes"},
        "verdict 2": {"input": 2, "output": "no", "outputs": ["no", "perhaps"]},
        "verdict 3": {"input": 0, "output": {}},
    }
    assert (first.scores, second.scores) == ({"m": 0}, {"m": 1})


def test_one_evaluation_is_read_at_a_time() -> None:
    """No evaluation is an IndexError; several are a ValueError that names them."""
    with pytest.raises(IndexError, match="no evaluation"):
        parse_run_traces({})
    tracer = RagasTracer()
    for name in ("monday", "tuesday"):
        new_group(name, {}, [tracer])
    with pytest.raises(ValueError, match="'monday', 'tuesday'"):
        parse_run_traces(tracer.traces)


def test_chains_that_nobody_opened_are_passed_by() -> None:
    """The end of an unknown chain changes nothing; values without a name get one."""
    tracer = RagasTracer()
    tracer.on_chain_end({}, run_id=uuid4())
    tracer.on_chain_error(ValueError(), run_id=uuid4())
    assert tracer.traces == {}
    some = uuid4()
    tracer.on_chain_start({"name": "step"}, "text", run_id=some, parent_run_id=uuid4())
    tracer.on_chain_end("reply", run_id=some)
    kept = tracer.traces[str(some)]
    assert (kept.name, kept.inputs, kept.outputs) == ("step", {"input": "text"}, {"output": "reply"})
    assert repr(tracer) == "RagasTracer(1 chains)"
    assert ChainRun(run_id="1", parent_run_id=None, name="n", inputs={}, metadata={}).children == []
    assert MetricTrace({"a": {}}).scores == {}


def test_a_first_generation_metric_tells_of_itself() -> None:
    """Scoring one sample with handlers is a chain with its questions, also inside a group, and its error is told."""
    from ragas.legacy import metrics

    tracer = RagasTracer()
    run, group = new_group("mine", {}, [tracer])
    sample = SingleTurnSample(**ROW)
    judge = ScriptedJudge([statements("It opens at ten."), verdicts(True)])
    metric = metrics.Faithfulness(llm=judge)
    assert asyncio.run(metric.single_turn_ascore(sample, group)) == 1.0
    told = [(one.name, one.outputs) for one in tracer.traces.values()]
    assert [name for name, _ in told] == ["mine", "faithfulness", "statements", "statement_verdicts"]
    assert told[1][1] == {"output": 1.0}
    assert list(tracer.traces.values())[1].parent_run_id == str(run.run_id)
    with pytest.raises(AssertionError, match="used up"):
        metric.single_turn_score(sample, [tracer])
    assert "used up" in list(tracer.traces.values())[-1].outputs["error"]


def test_langchain_takes_tracers_and_groups() -> None:
    """A tracer hears of LangChain's chains, inside a group as its parts; a manager of LangChain's can be given, too."""
    runnables = pytest.importorskip("langchain_core.runnables")
    managers = pytest.importorskip("langchain_core.callbacks")
    step = runnables.RunnableLambda(lambda number: number + 1).with_config(run_name="step")
    tracer = RagasTracer()
    run, group = new_group("outer", {}, [tracer])
    assert step.invoke(1, config={"callbacks": group}) == 2
    inner = [one for one in tracer.traces.values() if one.name == "step"]
    assert [(one.parent_run_id, one.outputs) for one in inner] == [(str(run.run_id), {"output": 2})]
    step.invoke(2, config={"callbacks": [tracer]})
    assert len(tracer.traces) == 3

    class Handler(managers.BaseCallbackHandler):  # type: ignore[name-defined, misc]  # loaded above
        def __init__(self) -> None:
            self.told: list[Any] = []

        def on_chain_start(self, serialized: Any, inputs: Any, **facts: Any) -> None:
            self.told.append((facts["name"], inputs, facts["tags"]))

    handler = Handler()
    new_group("mine", {"a": 1}, managers.CallbackManager([handler]), tags=["b"])
    assert handler.told == [("mine", {"a": 1}, ["b"])]
