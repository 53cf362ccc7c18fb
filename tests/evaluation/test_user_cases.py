"""Situations that users of evaluation libraries have reported, tried on ours.

Each is named after what it is about; the numbers are worked out by hand. C05, C08 to C10 and C25 are in
`test_user_cases_values.py`, C11, C12, C20 and C24 in `test_user_cases_judges.py`.
"""

from __future__ import annotations

import asyncio
import json
import math
import threading
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ragas import EvaluationDataset, EvaluationResult, SingleTurnSample, aevaluate
from ragas.exceptions import InputError
from ragas.legacy import metrics as old
from ragas.metrics import BaseMetric, MetricResult, numeric_metric
from ragas.metrics.collections import (
    AnswerRelevancy,
    ContextPrecision,
    ContextPrecisionWithReference,
    ContextRecall,
    Faithfulness,
    IDBasedContextPrecision,
    IDBasedContextRecall,
)
from ragas.testing import HashEmbeddings, ScriptedJudge
from tests.evaluation.runs import run
from tests.replies import questions, statements, useful, verdicts

# -- C01: failed rows must not raise the average ------------------------------------------------------------------

FERRY = "The ferry to Isla Verde leaves at 07:40"


def ferry_rows(failing: int) -> list[dict[str, Any]]:
    """Four rows, of which the last ones are about a ship nobody can be asked about."""
    texts = [FERRY] * (4 - failing) + [f"The Nautilus leaves at {hour}:00" for hour in range(failing)]
    return [{"user_input": "When?", "response": text, "retrieved_contexts": [text]} for text in texts]


def unreachable(prompt: str, model: type[Any]) -> Any:
    """Yes to everything, except that the line breaks down at the Nautilus."""
    if "Nautilus" in prompt:
        raise ConnectionError("connection reset")
    return statements(FERRY) if model.__name__ == "Statements" else verdicts(True)


def test_c01_failed_rows_stand_outside_the_mean() -> None:
    """Two of four rows fail: the mean is over two, says so, and a policy counts failures as zero."""
    with pytest.warns(
        UserWarning, match=r"faithfulness: 2 of 4 failed, first cause \(row \d+\): connection reset"
    ):
        result = run(ferry_rows(2), [Faithfulness(llm=ScriptedJudge(unreachable))])
    assert result["faithfulness"] == pytest.approx([1.0, 1.0, math.nan, math.nan], nan_ok=True)
    total = result.aggregate()["faithfulness"]
    assert (total.mean, total.n_scored, total.n_failed, total.n_total) == (1.0, 2, 2, 4)
    assert "2 of 4 scored, 2 failed" in repr(result)
    assert result.aggregate(failures_as_zero=True)["faithfulness"].mean == 0.5
    assert [(one.row, one.cell.error) for one in result.failures()] == [
        (2, "ConnectionError"),
        (3, "ConnectionError"),
    ]


def test_c01_when_all_fail_there_is_no_mean() -> None:
    """No row scored: the mean is NaN and the counts say 0 of 4, never 0.0."""
    with pytest.warns(UserWarning, match="4 of 4 failed"):
        result = run(ferry_rows(4), [Faithfulness(llm=ScriptedJudge(unreachable))])
    total = result.aggregate()["faithfulness"]
    assert math.isnan(total.mean)
    assert "0 of 4 scored" in repr(result)


# -- C02: the judge returns fewer verdicts than statements --------------------------------------------------------

PUMP = ["It is quiet.", "It weighs 90 kg.", "It costs 4000.", "It has a warranty.", "It uses propane."]
PUMP_ROW = {
    "user_input": "Is the pump good?",
    "response": " ".join(PUMP),
    "reference": " ".join(PUMP[:4]),
    "retrieved_contexts": ["The pump is quiet and has a warranty."],
}


@pytest.mark.parametrize(
    ("metric", "count", "flags", "value"),
    [
        (Faithfulness, 5, [True, False, False, True, False], 0.4),
        (ContextRecall, 4, [True, True, False, False], 0.5),
    ],
)
def test_c02_missing_verdicts_are_asked_for(metric: Any, count: int, flags: list[bool], value: float) -> None:
    """One verdict of five or two of four come back: just the others are asked for, and all of them count."""
    came = count - 4 or 2
    judge = ScriptedJudge([statements(*PUMP[:count]), verdicts(*flags[:came]), verdicts(*flags[came:])])
    result = run([PUMP_ROW], [metric(llm=judge)])
    assert result.scores == [{metric().name: value}]
    again = judge.calls[-1].prompt.rsplit("Reply:", 1)[-1]
    assert all((text in again) is (place >= came) for place, text in enumerate(PUMP[:count]))


@pytest.mark.parametrize(("metric", "count", "came"), [(Faithfulness, 5, 1), (ContextRecall, 4, 2)])
def test_c02_verdicts_that_stay_missing_fail_the_cell(metric: Any, count: int, came: int) -> None:
    """Verdicts that are missing twice fail the cell with the count; it is never 1.0."""
    judge = ScriptedJudge([statements(*PUMP[:count]), verdicts(*[True] * came), {"verdicts": []}])
    with pytest.warns(UserWarning, match=f"{came} of {count} verdicts"):
        result = run([PUMP_ROW], [metric(llm=judge)])
    cell = result.cell(0, metric().name)
    assert (cell.status, cell.value) == ("failed", None)
    assert f"{came} of {count} verdicts" in str(cell.cause)
    assert math.isnan(result.to_pandas()[metric().name][0])


# -- C03: a refusal has nothing to check --------------------------------------------------------------------------

REFUSAL = {
    "user_input": "Which gate does bus 14 use?",
    "response": "Sorry, the documents don't tell me that.",
    "retrieved_contexts": ["Bus 9 uses gate B."],
}


GATE = {
    "user_input": "Which gate does bus 9 use?",
    "response": "Gate B.",
    "retrieved_contexts": ["Bus 9 uses gate B."],
}


def test_c03_a_refusal_is_not_applicable(
    recwarn: pytest.WarningsRecorder, caplog: pytest.LogCaptureFixture
) -> None:
    """No statements is a status of its own: outside the mean, counted, neither failure, warning nor log entry."""

    def answer(prompt: str, model: type[Any]) -> Any:
        if model.__name__ == "StatementVerdicts":
            return verdicts(True)
        return statements(*(() if REFUSAL["response"] in prompt else ("Bus 9 uses gate B.",)))

    judge = ScriptedJudge(answer)
    result = run([REFUSAL, GATE], [Faithfulness(llm=judge)])
    cell = result.cell(0, "faithfulness")
    assert cell.status == "not_applicable"
    assert "no statement" in str(cell.cause)
    total = result.aggregate()["faithfulness"]
    assert (total.mean, total.n_scored, total.n_not_applicable, total.n_failed) == (1.0, 1, 1, 0)
    assert "1 n/a" in repr(result)
    assert len([call for call in judge.calls if REFUSAL["response"] in call.prompt]) == 1
    assert not recwarn.list
    assert not caplog.records


def test_c03_a_refusal_can_have_a_score() -> None:
    """An option turns it into a constant; answer relevancy is 0.0 when every question is noncommittal."""
    judge = ScriptedJudge(
        {
            "Statements": statements(),
            "Questions": questions("Which gate?", "Where?", "What?", noncommittal=[True] * 3),
        }
    )
    result = run(
        [REFUSAL],
        [Faithfulness(no_statements=0.0), AnswerRelevancy()],
        llm=judge,
        embeddings=HashEmbeddings(),
    )
    assert result.scores == [{"faithfulness": 0.0, "answer_relevancy": 0.0}]


# -- C04: no context at all ---------------------------------------------------------------------------------------

MUSEUM = {
    "user_input": "When is the museum open?",
    "reference": "The museum opens at ten and closes at six.",
    "response": "It opens at ten.",
}


@pytest.mark.parametrize("family", ["collections", "legacy"])
@pytest.mark.parametrize("contexts", [[], [""], ["   "]])
def test_c04_no_context_is_zero(contexts: list[str], family: str) -> None:
    """Recall, precision and faithfulness are 0.0 without asking the judge, and the row says why."""
    judge = ScriptedJudge()
    kinds: Any = (
        (Faithfulness, ContextRecall, ContextPrecision)
        if family == "collections"
        else (old.Faithfulness, old.ContextRecall, old.ContextPrecision)
    )
    metrics = [kind() for kind in kinds]
    result = run([MUSEUM | {"retrieved_contexts": contexts}], metrics, llm=judge)
    assert result.scores == [{"faithfulness": 0.0, "context_recall": 0.0, "context_precision": 0.0}]
    assert all("no retrieved context" in str(cell.reason) for cell in result.cells[0].values())
    assert judge.calls == []


def test_c04_a_missing_column_is_an_error() -> None:
    """`None` is not "nothing was retrieved": it is an error with column and row."""
    judge = ScriptedJudge(lambda prompt, model: statements())
    rows = [MUSEUM | {"retrieved_contexts": ["c"]}, MUSEUM | {"retrieved_contexts": None}]
    with pytest.warns(UserWarning, match="row 1"):
        result = run(rows, [Faithfulness()], llm=judge)
    assert "retrieved_contexts" in str(result.cell(1, "faithfulness").cause)
    with pytest.raises(InputError, match="retrieved_contexts"):
        run(rows[1:], [Faithfulness()], llm=judge)
    with pytest.raises(InputError, match="retrieved_contexts"):
        Faithfulness(llm=judge).score(user_input="q", response="r", retrieved_contexts=None)


# -- C06: context precision, exact values -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flags", "value"),
    [
        ([1, 1, 1], 1.0),
        ([1, 0, 1], (1 + 2 / 3) / 2),
        ([0, 1], 0.5),
        ([0, 0, 1], 1 / 3),
        ([0, 0, 0], 0.0),
        ([1], 1.0),
    ],
)
def test_c06_context_precision_is_exact(flags: list[int], value: float) -> None:
    """Exactly 1.0 and 0.0 at the ends; nothing is divided by zero."""
    chunks = [f"Tram fare {number}" for number in range(len(flags))]
    row = {"user_input": "What does it cost?", "reference": "Two euros.", "retrieved_contexts": chunks}
    for kind in (ContextPrecision, old.ContextPrecision):
        judge = ScriptedJudge([useful(*map(bool, flags))])
        assert run([row], [kind(llm=judge)])["context_precision"] == [value]


def test_c06_that_one_context_gives_0_or_1_is_said() -> None:
    """The docstring, from which the page of the docs is made, says so."""
    doc = " ".join(str(ContextPrecisionWithReference.__doc__).split())
    assert "A single chunk can only give 0 or 1" in doc


# -- C07: answer relevancy, a minority flag and a blank question --------------------------------------------------


@pytest.mark.parametrize("family", ["collections", "legacy"])
@pytest.mark.parametrize(
    ("first", "flags", "second", "value"),
    [
        (["a", "b", "c"], [False, True, False], [], 0.8),
        (["a", "b", "c"], [True, True, True], [], 0.0),
        (["a", "", "c"], [False, False, False], [" "], 0.8),
        (["a", "", "c"], [False, False, False], ["b"], 0.8),
    ],
)
def test_c07_answer_relevancy(
    family: str, first: list[str], flags: list[bool], second: list[str], value: float
) -> None:
    """Zero only if all are flagged; a blank question is asked again or left out, and never embedded."""
    cosines = {"a": 0.9, "b": 0.8, "c": 0.7}
    vectors = {name: [cos, math.sqrt(1 - cos * cos)] for name, cos in cosines.items()}
    embedder = HashEmbeddings({"asked": [1.0, 0.0], **vectors})
    judge = ScriptedJudge([questions(*first, noncommittal=flags), questions(*second)])
    kind: Any = AnswerRelevancy if family == "collections" else old.AnswerRelevancy
    metric = kind(llm=judge, embeddings=embedder)
    result = run([{"user_input": "asked", "response": "r"}], [metric])
    assert result["answer_relevancy"] == [pytest.approx(value)]
    assert all(text.strip() for request in embedder.calls for text in request)


# -- C16: running loops and threads -------------------------------------------------------------------------------

LENGTHS = [{"response": "x" * size} for size in range(1, 6)]


class Length(BaseMetric):
    """A metric that waits a moment on the loop it runs on."""

    async def ascore(self, response: str) -> MetricResult:
        await asyncio.sleep(0.001)
        return MetricResult(float(len(response)))


def lengths() -> list[Any]:
    return run(LENGTHS, [Length(name="length")])["length"]


EXPECTED = [1.0, 2.0, 3.0, 4.0, 5.0]


def test_c16_evaluate_inside_a_running_loop() -> None:
    """A sync call inside a coroutine works, on asyncio as it is."""

    async def inside() -> list[Any]:
        return lengths()

    assert asyncio.run(inside()) == EXPECTED


def test_c16_evaluate_under_uvloop() -> None:
    """A loop of uvloop's needs no patch, for the sync and the async door."""
    uvloop = pytest.importorskip("uvloop")

    async def inside() -> tuple[Any, Any]:
        awaited = await aevaluate(LENGTHS, [Length(name="length")], show_progress=False)
        return lengths(), awaited["length"]  # type: ignore[index]

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(inside()) == (EXPECTED, EXPECTED)


def test_c16_evaluate_from_eight_threads() -> None:
    """Eight threads at once all get their own right values."""
    found: list[list[Any]] = []

    def work() -> None:
        found.append(lengths())

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert found == [EXPECTED] * 8


def test_c16_five_requests_at_once_leave_the_loop_responsive() -> None:
    """Five awaited runs on one loop whose scores take a while, and a 50 ms ticker that never waits for half a second."""

    class Slow(Length):
        async def ascore(self, response: str) -> MetricResult:
            await asyncio.sleep(0.4)
            return await super().ascore(response)

    async def serve() -> tuple[list[Any], list[float]]:
        ticks = [time.monotonic()]

        async def ticker() -> None:
            while True:
                await asyncio.sleep(0.05)
                ticks.append(time.monotonic())

        beside = asyncio.create_task(ticker())
        requests = (aevaluate(LENGTHS, [Slow(name="length")], show_progress=False) for _ in range(5))
        results = await asyncio.gather(*requests)
        beside.cancel()
        return [one["length"] for one in results], [*ticks, time.monotonic()]  # type: ignore[index]

    found, ticks = asyncio.run(serve())
    assert found == [EXPECTED] * 5
    assert len(ticks) > 3, "the ticker ran while the scores were made"
    assert max(after - before for before, after in pairwise(ticks)) < 0.5


# -- C18: old columns, old and new metrics together ---------------------------------------------------------------


@numeric_metric(name="polite")
def polite(response: str) -> float:
    """Whether a response says please."""
    return float("please" in response)


PLATFORM = {
    "question": "Is platform 2 open?",
    "answer": "No, it is closed, please use 3.",
    "contexts": ["Platform 2 is closed."],
    "ground_truth": "It is closed.",
}
PLATFORM_TODAY = {
    "user_input": PLATFORM["question"],
    "response": PLATFORM["answer"],
    "retrieved_contexts": PLATFORM["contexts"],
    "reference": PLATFORM["ground_truth"],
}


def agreeable() -> ScriptedJudge:
    return ScriptedJudge(
        {"Statements": statements("Platform 2 is closed."), "StatementVerdicts": verdicts(True)}
    )


@pytest.mark.parametrize(
    "row",
    [
        PLATFORM,
        PLATFORM_TODAY,
        {key: value for key, value in PLATFORM.items() if key != "ground_truth"}
        | {"ground_truths": [PLATFORM["ground_truth"]]},
    ],
    ids=["old columns", "columns of today", "ground_truths"],
)
def test_c18_old_and_new_columns_and_metrics_together(row: dict[str, Any]) -> None:
    """Columns of every generation and metrics of every kind give the same values in one run."""
    dataset = EvaluationDataset.from_list([row])
    result = run(dataset, [old.faithfulness, ContextRecall(), polite], llm=agreeable())
    assert result.scores == [{"faithfulness": 1.0, "context_recall": 1.0, "polite": 1.0}]


def test_c18_a_string_where_a_list_belongs_is_told() -> None:
    """A bare string of contexts is an error with row and column, never split into letters."""
    with pytest.raises(InputError, match=r"row 1.*'contexts'.*Platform 2 is closed"):
        run([PLATFORM, PLATFORM | {"contexts": "Platform 2 is closed."}], [old.faithfulness], llm=agreeable())


def test_c18_an_unknown_column_is_told_with_what_is_needed() -> None:
    """The error lists what there is, and which metric needs what; nobody is asked."""
    judge = ScriptedJudge()
    row = {"frage": "Is platform 2 open?", "answer": "No."}
    with (
        pytest.warns(UserWarning, match="unknown column: 'frage'"),
        pytest.raises(InputError, match="lacks columns") as caught,
    ):
        run([row], [old.faithfulness, ContextRecall(), polite], llm=judge)
    message = str(caught.value)
    assert "faithfulness needs user_input, retrieved_contexts" in message
    assert "context_recall needs user_input, retrieved_contexts, reference" in message
    assert "It has: response, frage" in message
    assert judge.calls == []


# -- C19: reasons beside the scores -------------------------------------------------------------------------------

KILN = ["The kiln reaches 1 280 °C", "It cools in four hours"]
KILN_ROW = {
    "user_input": "How hot?",
    "response": ". ".join(KILN),
    "retrieved_contexts": ["It reaches 1 280 °C."],
}
KILN_VERDICTS = {
    "verdicts": [
        {"number": 1, "reason": "stated in line 2", "supported": True},
        {"number": 2, "reason": "time not mentioned", "supported": False},
    ]
}


@pytest.mark.parametrize("kind", [Faithfulness, old.Faithfulness], ids=["collections", "legacy"])
def test_c19_reasons_and_verdicts_come_with_the_score(kind: Any, tmp_path: Path) -> None:
    """Statements, verdicts and reasons stand in the result, in the table, and in the file read back."""
    result = run([KILN_ROW], [kind(llm=ScriptedJudge([statements(*KILN), KILN_VERDICTS]))])
    for one in (result, EvaluationResult.load(result.save(tmp_path))):
        assert one["faithfulness"] == [0.5]
        cell = one.cell(0, "faithfulness")
        assert "time not mentioned" in str(cell.reason)
        assert cell.traces is not None
        rows = cell.traces["output"]["statements"]
        assert [row["statement"] for row in rows] == KILN
        assert [row["supported"] for row in rows] == [True, False]
        assert [row["reason"] for row in rows] == ["stated in line 2", "time not mentioned"]
        assert "time not mentioned" in one.explain(0, "faithfulness")
        frame = one.to_pandas(statuses=True)
        assert frame["faithfulness"].tolist() == [0.5]
        assert "It cools in four hours" in frame["faithfulness_reason"][0]


def test_c19_the_result_of_one_score_is_a_number_too() -> None:
    """A single score carries its reason and still works as a number."""
    metric = Faithfulness(llm=ScriptedJudge([statements(*KILN), KILN_VERDICTS]))
    result = metric.score(**KILN_ROW)
    assert float(result) == result.value == 0.5
    assert result.reason


# -- the worked sample: one page that can be checked by hand ------------------------------------------------------

LEAVE = json.loads((Path(__file__).parents[2] / "examples" / "leave_policy.json").read_text(encoding="utf-8"))
SAMPLE = SingleTurnSample(**{key: value for key, value in LEAVE["sample"].items() if key != "id"})


def leave_judge(order: list[bool]) -> ScriptedJudge:
    """The judge of the worked sample, with its quotes."""
    sides = {key: LEAVE["judge"][f"{key}_statements"] for key in ("response", "reference")}

    def answer(prompt: str, model: type[Any]) -> Any:
        data = prompt.rsplit("Reply:", 1)[-1]
        if model.__name__ == "ChunkVerdicts":
            return useful(*order)
        if model.__name__ == "Statements":
            side = "response" if LEAVE["sample"]["response"] in data else "reference"
            return statements(*(one["statement"] for one in sides[side]))
        side = "response" if sides["response"][0]["statement"] in data else "reference"
        return {
            "verdicts": [
                {
                    "number": number,
                    "reason": one["reason"],
                    "supported": one["supported"],
                    "quote": one["quote"] or "",
                    "chunks": [] if one["chunk"] is None else [one["chunk"] + 1],
                }
                for number, one in enumerate(sides[side], 1)
            ]
        }

    return ScriptedJudge(answer)


@pytest.mark.parametrize("family", ["collections", "legacy"])
@pytest.mark.parametrize("case", LEAVE["context_precision_by_order"], ids=lambda case: str(case["useful"]))
def test_worked_sample_in_both_apis(family: str, case: dict[str, Any]) -> None:
    """Faithfulness and recall 2/3, precision by the order of the useful chunks, the same in both APIs."""
    judge = leave_judge(case["useful"])
    kinds: Any = (
        (Faithfulness, ContextRecall, ContextPrecision)
        if family == "collections"
        else (old.Faithfulness, old.LLMContextRecall, old.ContextPrecision)
    )
    made = [kind(llm=judge) for kind in kinds]
    expected = LEAVE["expected"] | {"context_precision": case["expected"]}
    result = run(EvaluationDataset([SAMPLE]), made)
    for metric in made:
        assert result[metric.name] == [pytest.approx(expected[metric.name], abs=1e-12)]
        if family == "legacy":
            alone = metric.single_turn_score(SAMPLE)
        else:
            alone = metric.score(**{name: getattr(SAMPLE, name) for name in metric.required_columns}).value
        assert alone == result[metric.name][0]
    if case["expected"] in (0.0, 1.0):
        assert result["context_precision"] == [case["expected"]]


def test_worked_sample_by_ids_and_quotes() -> None:
    """By ids precision 0.5 and recall 2/3; every quote of the worked sample stands where it says."""
    metrics = [IDBasedContextPrecision(), IDBasedContextRecall(), Faithfulness(llm=leave_judge([]))]
    result = run(EvaluationDataset([SAMPLE]), metrics)
    for name in ("id_based_context_precision", "id_based_context_recall", "faithfulness"):
        assert result[name] == [pytest.approx(LEAVE["expected"][name], abs=1e-12)]
    traces = result.cell(0, "faithfulness").traces
    assert traces is not None
    for row, wanted in zip(
        traces["output"]["statements"], LEAVE["judge"]["response_statements"], strict=True
    ):
        assert row.get("chunk") == wanted["chunk"]
        assert row.get("quote") == wanted["quote"]
