"""evaluate() and aevaluate(): every argument, every door, honest cells."""

from __future__ import annotations

import asyncio
import json
import math
import time
from pathlib import Path
from typing import Any

import pytest

from ragas import EvaluationDataset, EvaluationResult, RunConfig, aevaluate, evaluate
from ragas.engine.executor import Executor
from ragas.evaluation import RAGAS_EVALUATION_CHAIN_NAME
from ragas.exceptions import ConfigurationError, InputError
from ragas.metrics import BaseMetric, MetricResult
from ragas.metrics.collections import (
    AnswerRelevancy,
    ContextPrecision,
    ContextRecall,
    ExactMatch,
    Faithfulness,
    IDBasedContextRecall,
    NoiseSensitivity,
    NonLLMContextRecall,
)
from ragas.testing import HashEmbeddings, ScriptedJudge
from tests.replies import questions, statements, useful, verdicts

ROW: dict[str, Any] = {
    "user_input": "When does the ferry leave?",
    "response": "At 07:40.",
    "reference": "At 07:40.",
    "retrieved_contexts": ["The ferry leaves at 07:40."],
}
TEXT = {"retrieved_contexts": ["abcd"], "reference_contexts": ["abcd"]}


class Length(BaseMetric):
    """A metric of the user's that reads a column of the user's."""

    async def ascore(self, response: str, weight: float = 1.0) -> MetricResult:
        return MetricResult(weight * len(response))


class Fails(BaseMetric):
    async def ascore(self, response: str) -> MetricResult:
        raise RuntimeError(f"no luck with {response}")


class NoNumber(BaseMetric):
    async def ascore(self, response: str) -> Any:
        return math.nan


def run(dataset: Any, metrics: Any = None, **arguments: Any) -> EvaluationResult:
    result = evaluate(dataset, metrics, show_progress=False, **arguments)
    assert isinstance(result, EvaluationResult)
    return result


def agreeable() -> ScriptedJudge:
    """A judge that finds one statement in every text, and says yes to everything."""

    def answer(prompt: str, model: type[Any]) -> Any:
        return {
            "Statements": statements("The ferry leaves at 07:40."),
            "StatementVerdicts": verdicts(True),
            "ChunkVerdicts": useful(True),
            "Questions": questions(*[ROW["user_input"]] * 3),
        }[model.__name__]

    return ScriptedJudge(answer)


def test_without_metrics_the_four_usual_ones_run() -> None:
    """A run that names no metric gives the four default ones, exactly 1.0 where all is right."""
    result = run([ROW], llm=agreeable(), embeddings=HashEmbeddings())
    assert result.scores == [
        {"answer_relevancy": 1.0, "context_precision": 1.0, "faithfulness": 1.0, "context_recall": 1.0}
    ]
    assert {info.judge for info in result.metrics} == {"scripted"}


def test_rows_stay_in_order() -> None:
    """However long each takes, scores stand in the order of the rows."""

    class Slower(BaseMetric):
        async def ascore(self, response: str) -> MetricResult:
            await asyncio.sleep(0.02 if response == "0" else 0)
            return MetricResult(float(response))

    rows = [{"response": str(number)} for number in range(20)]
    assert run(rows, [Slower(name="slower")])["slower"] == [float(number) for number in range(20)]


def test_all_kinds_of_datasets(tmp_path: Path) -> None:
    """A dataset, a list of dicts, a data frame, a Hugging Face dataset and a file give the same."""
    import datasets
    import pandas

    rows = [{"response": "four"}, {"response": "three"}]
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    kinds: list[Any] = [
        rows,
        EvaluationDataset.from_list(rows),
        pandas.DataFrame(rows),
        datasets.Dataset.from_list(rows),
        file,
        str(file),
    ]
    for kind in kinds:
        assert run(kind, [Length(name="length")])["length"] == [4.0, 5.0]


def test_column_map_renames() -> None:
    """`column_map` names the user's column for ours; a column that is not there is an error."""
    rows = [{"answer_text": "four"}]
    assert run(rows, [Length(name="length")], column_map={"response": "answer_text"})["length"] == [4.0]
    with pytest.raises(InputError, match=r"does not have: \['nope'\].*answer_text"):
        run(rows, [Length()], column_map={"response": "nope"})


def test_columns_of_the_users_reach_metrics_that_name_them() -> None:
    """An extra column is an input like any other."""
    with pytest.warns(UserWarning, match="weight"):
        dataset = EvaluationDataset.from_list([{"response": "four", "weight": 2}, {"response": "four"}])
    assert run(dataset, [Length(name="length")])["length"] == [8.0, 4.0]


@pytest.mark.parametrize(
    ("dataset", "message"),
    [
        (None, "dataset is None"),
        ([], "empty"),
        (5, "dataset is int"),
        ([{"user_input": "q"}], "lacks columns"),
    ],
)
def test_what_cannot_be_evaluated_is_told(dataset: Any, message: str) -> None:
    """Wrong datasets are refused before anything is asked, with what to do."""
    judge = ScriptedJudge()
    with pytest.raises(InputError, match=message):
        run(dataset, [Faithfulness(llm=judge)])
    assert judge.calls == []


def test_lacking_columns_name_metric_and_columns() -> None:
    """The error lists what each metric lacks and what there is."""
    with pytest.raises(
        InputError, match=r"faithfulness needs response, retrieved_contexts.* It has: user_input.*column_map"
    ):
        run([{"user_input": "q"}], [Faithfulness(llm=ScriptedJudge())])


def test_a_row_that_lacks_a_column_fails_alone() -> None:
    """Where one row has no value, that cell fails and names row and column; the others are scored."""
    rows = [ROW, {**ROW, "retrieved_contexts": None}]
    with pytest.warns(UserWarning, match="faithfulness: 1 of 2 failed"):
        result = run(rows, [Faithfulness()], llm=agreeable())
    assert result["faithfulness"][0] == 1.0
    cell = result.cell(1, "faithfulness")
    assert cell.status == "failed"
    assert str(cell.cause).startswith("row 1: faithfulness needs 'retrieved_contexts'")
    assert cell.error == "InputError"


@pytest.mark.parametrize(
    ("metrics", "error", "message"),
    [
        ("faithfulness", TypeError, "must be a list of metrics, not str"),
        (Length(), TypeError, "must be a list of metrics"),
        ([Length], TypeError, "Length is a class"),
        ([5], TypeError, "5 is not a metric"),
        ([], ConfigurationError, "metrics is empty"),
        ([Length(name="a"), Length(name="a")], ConfigurationError, "would fill the column 'a'"),
    ],
)
def test_what_is_no_metric_is_told(metrics: Any, error: type[Exception], message: str) -> None:
    """Wrong metrics are refused before anything is asked."""
    with pytest.raises(error, match=message):
        run([{"response": "r"}], metrics)


def test_metrics_of_one_name_get_telling_ones() -> None:
    """Metrics that differ in a setting get columns that name it."""
    metrics = [NonLLMContextRecall(threshold=0.5), NonLLMContextRecall(threshold=0.9)]
    result = run([TEXT], metrics)
    assert result.metric_names == [
        "non_llm_context_recall(threshold=0.5)",
        "non_llm_context_recall(threshold=0.9)",
    ]
    modes = [NoiseSensitivity(llm=agreeable(), mode=mode) for mode in ("relevant", "irrelevant")]
    assert run([ROW], modes).metric_names == [
        "noise_sensitivity(mode=relevant)",
        "noise_sensitivity(mode=irrelevant)",
    ]


def test_a_failure_is_a_cell_with_its_cause() -> None:
    """A metric that raises fails its cell and no other; the cause is kept and counted in one warning."""
    with pytest.warns(UserWarning, match=r"fails: 1 of 1 failed, first cause \(row \d+\): no luck with four"):
        result = run([{"response": "four"}], [Fails(name="fails"), Length(name="length")])
    cell = result.cell(0, "fails")
    assert (cell.status, cell.cause, cell.error) == ("failed", "no luck with four", "RuntimeError")
    assert math.isnan(result["fails"][0])  # type: ignore[arg-type]
    assert result["length"] == [4.0]


def test_raise_exceptions_raises_the_failure() -> None:
    """On request the first failure comes out as it is; an empty text is still no failure."""
    with pytest.raises(RuntimeError, match="no luck with four"):
        run([{"response": "four"}], [Fails(), Length(name="length")], raise_exceptions=True)
    result = run([{"response": ""}, {"response": "four"}], [Length(name="length")], raise_exceptions=True)
    assert result.cell(0, "length").status == "not_applicable"


def test_a_raised_failure_ends_the_work_beside_it() -> None:
    """When a run ends with an exception, the other metrics of the row are not scored on behind its back."""
    ended: list[str] = []

    class Slow(BaseMetric):
        async def ascore(self, response: str) -> MetricResult:
            try:
                await asyncio.sleep(30)
            finally:
                ended.append(response)
            return MetricResult(1.0)

    async def raising() -> None:
        with pytest.raises(RuntimeError, match="no luck"):
            await aevaluate(
                [{"response": "four"}], [Slow(), Fails(name="f")], raise_exceptions=True, show_progress=False
            )
        await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(raising(), 10))
    assert ended == ["four"]


def test_nan_is_no_score() -> None:
    """A metric that gives NaN has failed: only one that says so has nothing to score. The warning names the caller."""
    with pytest.warns(UserWarning, match=r"none: 1 of 1 failed, first cause \(row \d+\): .*nan") as caught:
        result = evaluate([{"response": "r"}], [NoNumber(name="none")], show_progress=False)
    cell = result.cell(0, "none")
    assert (cell.status, cell.value) == ("failed", None)
    assert caught[0].filename == __file__


def test_models_given_once_reach_every_metric() -> None:
    """`llm` and `embeddings` serve all metrics without their own, and leave the metrics as they were."""
    own, shared = agreeable(), agreeable()
    metrics = [Faithfulness(llm=own), ContextRecall(), AnswerRelevancy()]
    run([ROW], metrics, llm=shared, embeddings=HashEmbeddings())
    assert len(own.calls) == 2
    assert len(shared.calls) == 3
    assert metrics[1].llm is None


def test_a_function_is_a_judge() -> None:
    """A function from prompt to text judges too, and usage is counted, tokens unknown."""

    def judge(prompt: str) -> str:
        if "Ferry" in prompt.rsplit("<text", 1)[-1] and "<statements" not in prompt:
            return json.dumps(statements("The ferry leaves at 07:40."))
        return json.dumps(statements("a") if "<statements" not in prompt else verdicts(True))

    result = run([ROW], [Faithfulness()], llm=judge)
    assert result["faithfulness"] == [1.0]
    assert result.usage is not None
    assert (result.usage["calls"], result.usage["input_tokens"]) == (2, None)
    assert result.usage["by_metric"]["faithfulness"]["calls"] == 2


def test_the_same_question_is_asked_once_in_a_run() -> None:
    """Equal rows and metrics that share a step ask the judge once."""
    asked: list[str] = []

    def judge(prompt: str) -> str:
        asked.append(prompt)
        return json.dumps(verdicts(True) if "<statements" in prompt else statements("a"))

    run([ROW, ROW, ROW], [Faithfulness()], llm=judge)
    assert len(asked) == 2


def test_replies_are_kept_in_a_cache(tmp_path: Path) -> None:
    """With `cache` a second run asks nobody; without it, it asks again."""
    asked: list[str] = []

    def function(prompt: str) -> str:
        asked.append(prompt)
        return json.dumps(verdicts(True) if "<statements" in prompt else statements("a"))

    from ragas.llms.adapt import as_judge

    judge = as_judge(function)
    for _ in range(2):
        assert run([ROW], [Faithfulness()], llm=judge, cache=tmp_path / "cache")["faithfulness"] == [1.0]
    assert len(asked) == 2
    run([ROW], [Faithfulness()], llm=judge)
    assert len(asked) == 4


def test_an_executor_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    """`return_executor` gives the work unstarted; its results are the scores, row after row, as quiet as asked."""
    rows = [{"response": "four"}, {"response": "three"}]
    executor = evaluate(
        rows, [Length(name="length"), Fails(name="fails")], return_executor=True, show_progress=False
    )
    assert isinstance(executor, Executor)
    first, failed, second, _ = executor.results()
    assert (first, second) == (4.0, 5.0)
    assert math.isnan(failed)
    assert "Evaluating" not in capsys.readouterr().err


def test_old_arguments_are_accepted() -> None:
    """Arguments that are no longer needed change nothing."""
    result = run(
        [{"response": "four"}],
        [Length(name="length")],
        experiment_name="mine",
        token_usage_parser=lambda reply: None,
        batch_size=1,
        allow_nest_asyncio=False,
        run_config=RunConfig(timeout=5, max_workers=2),
    )
    assert result["length"] == [4.0]
    assert result.run is not None
    assert result.run["name"] == "mine"


def test_a_bar_of_the_callers_moves_too() -> None:
    """`_pbar` is moved once a cell."""

    class Bar:
        moved = 0

        def update(self, steps: int) -> None:
            self.moved += steps

    bar = Bar()
    run([{"response": "a"}, {"response": "b"}], [Length()], _pbar=bar)
    assert bar.moved == 2


def test_no_more_rows_at_once_than_workers() -> None:
    """`max_workers` bounds how many rows are under way."""
    under_way = most = 0

    class Counts(BaseMetric):
        async def ascore(self, response: str) -> MetricResult:
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0.001)
            under_way -= 1
            return MetricResult(1.0)

    run([{"response": str(n)} for n in range(30)], [Counts()], run_config=RunConfig(max_workers=3))
    assert most == 3


class Handler:
    """A LangChain-style handler that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Any]] = []

    def on_chain_start(self, serialized: Any, inputs: Any, **facts: Any) -> None:
        self.told.append(("start", facts["name"]))

    def on_chain_end(self, outputs: Any, **facts: Any) -> None:
        self.told.append(("end", outputs))

    def on_chain_error(self, error: BaseException, **facts: Any) -> None:
        self.told.append(("error", str(error)))


class Faulty:
    def on_chain_start(self, *args: Any, **facts: Any) -> None:
        raise RuntimeError("the observer fell asleep")


def test_callbacks_are_told_of_run_row_and_metric() -> None:
    """Handlers hear of the run, each row and each metric, errors included."""
    handler = Handler()
    with pytest.warns(UserWarning, match="failed"):
        run([{"response": "four"}], [Length(name="length"), Fails(name="fails")], callbacks=[handler])
    assert [name for event, name in handler.told if event == "start"] == [
        RAGAS_EVALUATION_CHAIN_NAME,
        "row 0",
        "length",
        "fails",
    ]
    assert ("error", "no luck with four") in handler.told
    assert ("end", {"output": 4.0}) in handler.told
    assert handler.told[-1] == ("end", {"rows": 1})


def test_a_faulty_callback_does_not_cost_the_run(caplog: pytest.LogCaptureFixture) -> None:
    """A handler that raises is reported and the scores are there."""
    assert run([{"response": "four"}], [Length(name="length")], callbacks=[Faulty()])["length"] == [4.0]
    assert "on_chain_start" in caplog.text


def test_a_judge_that_was_not_named_is_told(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When no `llm` is given the log says who judges, with its caution."""
    judge = agreeable()
    judge.caution = "it only agrees"
    monkeypatch.setattr("ragas.llms.factory.llm_factory", lambda name: judge)
    result = run([ROW], [ContextPrecision()])
    assert "the judge is scripted" in caplog.text
    assert "it only agrees" in caplog.text
    assert result["context_precision"] == [1.0]


def test_metrics_without_a_judge_need_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run of metrics that ask nobody builds no judge."""
    monkeypatch.setattr("ragas.llms.factory.llm_factory", lambda name: pytest.fail("a judge was built"))
    rows = [{"retrieved_context_ids": ["a"], "reference_context_ids": ["a"]}]
    assert run(rows, [IDBasedContextRecall()])["id_based_context_recall"] == [1.0]


def test_conversations_need_metrics_for_them() -> None:
    """A metric for single questions on conversations is refused with a clear error."""
    rows = [{"user_input": [{"content": "hi", "type": "human"}]}]
    with pytest.raises(InputError, match=r"lacks columns|other kind"):
        run(rows, [Faithfulness(llm=ScriptedJudge())])


def test_aevaluate_leaves_the_loop_free() -> None:
    """`await aevaluate` runs beside other work."""

    ticks = 0

    class Waits(BaseMetric):
        async def ascore(self, response: str) -> MetricResult:
            began, deadline = ticks, time.monotonic() + 30
            while ticks < began + 4 and time.monotonic() < deadline:  # noqa: ASYNC110  it is the loop that is tried
                await asyncio.sleep(0.001)
            return MetricResult(float(ticks >= began + 4))

    async def both() -> Any:
        async def ticker() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.001)

        beside = asyncio.create_task(ticker())
        result = await aevaluate([{"response": "r"}], [Waits(name="waits")], show_progress=False)
        beside.cancel()
        return result

    assert asyncio.run(both())["waits"] == [1.0]


def test_a_result_knows_what_it_depends_on() -> None:
    """Each metric of a result carries its signature: settings, prompts, judge and version."""
    (info,) = run([ROW], [Faithfulness()], llm=agreeable()).metrics
    assert info.signature["metric"] == "Faithfulness"
    assert info.signature["judge"] == "scripted"
    assert info.signature["version"]
    assert info.signature["no_statements"] is None


def test_in_ci_is_accepted_and_said_to_do_nothing() -> None:
    """Old calls run, and their authors learn what to use."""
    with pytest.warns(UserWarning, match="repeats="):
        result = evaluate(
            [{"response": "a", "reference": "a"}], [ExactMatch()], in_ci=True, show_progress=False
        )
    assert result["exact_match"] == [1.0]


def test_an_unknown_column_is_warned_of_where_evaluate_was_called() -> None:
    """The warning points at the caller's line, not into the package."""
    rows = [{"response": "a", "reference": "a", "respnse": "b"}]
    with pytest.warns(UserWarning, match="did you mean 'response'") as caught:
        evaluate(rows, [ExactMatch()], show_progress=False)
    assert [one.filename for one in caught] == [__file__]
