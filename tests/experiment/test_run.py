"""A run that meets failures, limits, interruptions and runs of the same name."""

from __future__ import annotations

import asyncio
import logging
import signal
import subprocess
import sys
import threading
import time
import warnings
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel

from ragas import RunConfig
from ragas.backends import InMemoryBackend, LocalCSVBackend, LocalJSONLBackend
from ragas.backends.registry import as_backend
from ragas.dataset import Dataset
from ragas.exceptions import DuplicateExperimentError, InputError, RunInUseError
from ragas.experiment import Experiment, FailedRow, experiment
from ragas.experiment import run as run_module
from ragas.llms.judge import Judge
from ragas.metrics.collections import AspectCritic

ROWS = [{"id": index, "question": f"q{index}"} for index in range(6)]
ONCE = RunConfig(max_retries=1)


class Scored(BaseModel):
    id: int
    score: float


class Flaky:
    """Fails for some rows and counts what it was asked."""

    def __init__(self, *wrong: int) -> None:
        self.wrong = set(wrong)
        self.asked: list[int] = []

    async def __call__(self, row: dict[str, Any], version: str = "1") -> dict[str, Any]:
        self.asked.append(row["id"])
        if row["id"] in self.wrong:
            raise ValueError(f"no answer to {row['question']}")
        return {"id": row["id"], "answer": f"a{row['id']}", "version": version}


def quiet(function: Any, *args: Any, model: Any = None, **kwargs: Any) -> Experiment:
    return experiment(model)(function).run(*args, show_progress=False, **kwargs)


# -- failures -----------------------------------------------------------------------------------------------------


def test_failed_rows_are_kept_with_their_error() -> None:
    """They stand in their places with what went in and why nothing came out; a warning counts them."""
    with pytest.warns(
        UserWarning, match="2 of 6 rows of experiment 'x' failed.*row 1: ValueError: no answer to q1"
    ):
        made = quiet(Flaky(1, 4), ROWS, "x")
    assert [row["id"] for row in made] == list(range(6))
    assert made[1] == {"id": 1, "question": "q1", "_error": "ValueError: no answer to q1"}
    assert [(one.row, one.inputs["id"], one.error) for one in made.failures()] == [
        (1, 1, "ValueError: no answer to q1"),
        (4, 4, "ValueError: no answer to q4"),
    ]
    assert [row["id"] for row in made.succeeded()] == [0, 2, 3, 5]
    assert str(made) == "Experiment(name=x, len=6, failed=2)"
    assert made.to_pandas()["_error"].notna().sum() == 2


@pytest.mark.parametrize("backend", ["local/csv", "local/jsonl", "local/parquet", "inmemory"])
def test_failed_rows_of_a_model(backend: str, tmp_path: Path) -> None:
    """A failed row is no instance of the model; it says so when it is taken for one, and survives saving and loading."""
    where = as_backend(backend, **({} if backend == "inmemory" else {"root_dir": tmp_path}))

    async def score(row: dict[str, Any]) -> Scored:
        return Scored(id=row["id"], score=1 / row["id"])

    with pytest.warns(UserWarning, match="1 of 6 rows"):
        made = quiet(score, ROWS, "x", where, model=Scored)
    for found in (made, Experiment.load("x", where, Scored)):
        assert found[0] == FailedRow({"id": 0, "question": "q0"}, "ZeroDivisionError: division by zero")
        with pytest.raises(
            AttributeError, match=r"this row failed and has no 'score': ZeroDivisionError.*succeeded"
        ):
            _ = found[0].score
        assert [row.score for row in found.succeeded()] == [1, 1 / 2, 1 / 3, 1 / 4, 1 / 5]
        assert len(found.failures()) == 1
    assert Experiment.load("x", where)[0]["_error"] == "ZeroDivisionError: division by zero"
    assert "_row" not in Experiment.load("x", where)[1]


def test_an_experiment_can_be_evaluated() -> None:
    """Its rows are samples; a failed one has no response, so it is counted as failed and not left out."""
    from ragas import evaluate
    from ragas.metrics.collections import ExactMatch

    def answer(row: dict[str, Any]) -> dict[str, Any]:
        if row["reference"] == "Bob":
            raise ValueError
        return {**row, "response": "Ada"}

    with pytest.warns(UserWarning, match="1 of 2 rows"):
        made = quiet(answer, [{"reference": "Ada"}, {"reference": "Bob"}], "x")
    with pytest.warns(UserWarning, match="exact_match: 1 of 2 failed"):
        result: Any = evaluate(made, [ExactMatch()], show_progress=False)
    assert result.cell(0, "exact_match").value == 1.0
    assert result.cell(1, "exact_match").status == "failed"


def test_the_old_answer_of_a_failed_row_is_not_scored() -> None:
    """A dataset may hold an answer already: where the application fails, that is what went in, and no score of it."""
    from ragas import evaluate
    from ragas.metrics.collections import ExactMatch

    def fails(row: dict[str, Any]) -> dict[str, Any]:
        raise ValueError("the server is down")

    rows = [{"reference": "Ada", "response": "Ada"}, {"reference": "Bob", "response": "Bob"}]
    with pytest.warns(UserWarning, match="2 of 2 rows"):
        made = quiet(fails, rows, "x")
    with pytest.warns(UserWarning, match="exact_match: 2 of 2 failed"):
        result: Any = evaluate(made, [ExactMatch()], show_progress=False)
    cell = result.cell(0, "exact_match")
    assert (cell.status, cell.cause) == ("failed", "The application failed: ValueError: the server is down")


def test_rows_that_were_not_run_are_skipped_in_an_evaluation() -> None:
    """Of a run that was broken off the rest is neither a failure nor a score."""
    from ragas import evaluate
    from ragas.metrics.collections import ExactMatch

    row = {"reference": "Ada", "response": "Ada"}
    stored = Experiment("x", "inmemory", data=[row, {**row, "_error": "not run yet"}])
    result: Any = evaluate(stored, [ExactMatch()], show_progress=False)
    assert [result.cell(n, "exact_match").status for n in (0, 1)] == ["scored", "skipped"]


def test_an_experiment_without_any_answer_says_why() -> None:
    """Where the application failed on every row, the missing column is told as that."""
    from ragas import evaluate
    from ragas.metrics.collections import ExactMatch

    stored = Experiment("x", "inmemory", data=[{"reference": "Ada", "_error": "ValueError"}])
    with pytest.raises(
        InputError, match="The application failed on rows of this dataset, and no row has response"
    ):
        evaluate(stored, [ExactMatch()], show_progress=False)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "the function returned None"),
        (0.5, "returned a float; return a dict or a model"),
        ({"id": 1}, "column 'score' Field required"),
    ],
)
def test_what_is_no_result_is_a_failure(value: Any, said: str) -> None:
    """Nothing, a bare value, or a dict that does not fit the model: the row says so."""
    with pytest.warns(UserWarning, match="1 of 1 rows"):
        made = quiet(lambda row: value, ROWS[:1], model=Scored)
    assert said in made[0].error


def test_dicts_become_the_model() -> None:
    """A dict that fits is made into it, and models without a model become dicts."""
    assert quiet(lambda row: {"id": "1", "score": 1}, ROWS[:1], model=Scored)[0] == Scored(id=1, score=1.0)
    assert quiet(lambda row: Scored(id=1, score=1), ROWS[:1])[0] == {"id": 1, "score": 1.0}


def test_a_column_called_error_is_the_users_own() -> None:
    """Functions that keep their errors in a column of their own have succeeded."""
    made = quiet(lambda row: {"error": "timeout" if row["id"] else None}, ROWS[:2])
    assert list(made) == [{"error": None}, {"error": "timeout"}]
    assert made.failures() == []


def test_an_empty_error_is_none() -> None:
    """A function, or a CSV file in which all is text, may say that there was no error."""

    def answer(row: dict[str, Any]) -> dict[str, Any]:
        return {"answer": "yes", "_error": "" if row["id"] else None}

    made = quiet(answer, ROWS[:2], "x")
    assert (made.failures(), len(made.succeeded())) == ([], 2)
    assert "_error" not in Experiment.load("x", made.backend)[1]
    assert len(quiet(answer, ROWS[:2], "x", made.backend, resume=True)) == 2


@pytest.mark.parametrize("column", ["_row", "_code", "_arguments"])
def test_columns_of_the_run_are_not_the_users(column: str) -> None:
    """A dataset that has one is refused before a row runs, a function that returns one at the first; none is lost."""
    backend, flaky = InMemoryBackend(), Flaky()
    with pytest.raises(InputError, match=f"row 1: the column '{column}' has a name .* Rename it"):
        quiet(flaky, [ROWS[0], {**ROWS[1], column: "mine"}], "x", backend)
    assert (flaky.asked, backend.list_experiments()) == ([], [])
    with pytest.raises(InputError, match=f"returned for row 0: the column '{column}' has a name"):
        quiet(lambda row: {**row, column: "mine"}, ROWS, "x", backend, run_config=RunConfig(max_workers=1))
    assert Experiment.load("x", backend).not_run() == list(range(6))
    with pytest.raises(InputError, match=f"row 0 of 'y': the column '{column}' has a name"):
        Experiment("y", backend, data=[{column: "mine"}])


def test_raise_exceptions_ends_the_run_and_keeps_what_was_done() -> None:
    """The first error comes out; what was done is stored and can be gone on with."""
    backend = InMemoryBackend()
    flaky = Flaky(3)
    with pytest.raises(ValueError, match="no answer to q3"):
        quiet(flaky, ROWS, "x", backend, raise_exceptions=True, run_config=RunConfig(max_workers=1))
    assert flaky.asked == [0, 1, 2, 3]
    stored = backend.load_experiment("x")
    assert [row.get("_error") for row in stored][2:] == [
        None,
        "ValueError: no answer to q3",
        *["not run yet"] * 2,
    ]
    flaky.wrong.clear()
    made = quiet(flaky, ROWS, "x", backend, resume=True)
    assert flaky.asked[4:] == [3, 4, 5]
    assert [row["id"] for row in made] == list(range(6))


# -- limits and retries -------------------------------------------------------------------------------------------


def test_no_more_rows_at_once_than_workers() -> None:
    """`max_workers` of the call, else of the decorator, caps the rows under way."""
    under_way = peak = 0

    async def counts(row: dict[str, Any]) -> dict[str, Any]:
        nonlocal under_way, peak
        under_way += 1
        peak = max(peak, under_way)
        await asyncio.sleep(0.01)
        under_way -= 1
        return row

    quiet(counts, ROWS, run_config=RunConfig(max_workers=2))
    assert peak == 2
    peak = 0
    experiment(run_config=RunConfig(max_workers=3))(counts).run(ROWS, show_progress=False)
    assert peak == 3


ASKED = 0.05
"""Seconds the server asks to wait."""


class Busy(Exception):
    def __init__(self) -> None:
        super().__init__("slow down")
        self.response = SimpleNamespace(status_code=429, headers={"Retry-After": str(ASKED)})


class Limited(Judge):
    """Refuses the first attempts at each row and counts the calls in flight."""

    name = "limited"

    def __init__(self, refusals: int = 2) -> None:
        self.refusals = refusals
        self.under_way = self.peak = self.early = self.calls = 0
        self.refused: dict[str, list[float]] = {}
        self._lock = threading.Lock()

    async def answer(self, question: str) -> str:
        with self._lock:
            self.calls += 1
            self.under_way += 1
            self.peak = max(self.peak, self.under_way)
        try:
            await asyncio.sleep(0.01)
            times = self.refused.setdefault(question, [])
            if times and time.monotonic() - times[-1] < ASKED:
                self.early += 1
            if len(times) < self.refusals:
                times.append(time.monotonic())
                raise Busy
            return "yes"
        finally:
            with self._lock:
                self.under_way -= 1

    async def agenerate(self, prompt: Any, response_model: Any) -> Any:
        await self.answer(str(prompt))
        return response_model.model_validate({"verdict": "row 3" not in str(prompt), "reason": "so"})


TWENTY = [{"user_input": f"row {n}.", "response": "yes"} for n in range(20)]
FOUR = RunConfig(max_workers=4)


@pytest.mark.parametrize("inside", ["a metric", "the application"])
def test_c14_a_cap_and_refusals(inside: str) -> None:
    """Twenty rows, two refusals each, be it of a metric's judge or of the application's own model: all are done in
    order, four at once, every wait kept, and the retries reported."""
    judge = Limited()
    critic = AspectCritic(name="kind", definition="Is it kind?", llm=judge)

    async def one(row: dict[str, Any]) -> dict[str, Any]:
        if inside == "a metric":
            return {"n": row["user_input"], "kind": (await critic.ascore(**row)).value}
        return {"n": row["user_input"], "said": await judge.answer(row["user_input"])}

    made = quiet(one, TWENTY, run_config=FOUR)
    assert [row["n"] for row in made] == [row["user_input"] for row in TWENTY]
    assert made.failures() == []
    assert (judge.peak <= 4, judge.early) == (True, 0)
    assert made.run is not None
    assert made.run["retries"] == 40
    if inside == "a metric":
        assert [row["kind"] for row in made] == [float(n != 3) for n in range(20)]
        assert made.usage is not None
        assert made.usage["judge_calls"] == 20


def test_plain_functions_keep_the_limits_too() -> None:
    """Functions that are not async score in threads, under the same cap, with the same waits."""
    judge = Limited()
    critic = AspectCritic(name="kind", definition="Is it kind?", llm=judge)

    def one(row: dict[str, Any]) -> dict[str, Any]:
        return {"kind": critic.score(**row).value}

    made = quiet(one, TWENTY[:8], run_config=FOUR)
    assert [row["kind"] for row in made] == [float(n != 3) for n in range(8)]
    assert (judge.peak <= 4, judge.early) == (True, 0)
    assert made.run is not None
    assert made.run["retries"] == 16


def test_calls_that_were_tried_again_are_not_tried_over() -> None:
    """A judge call that failed for good inside a row fails the row: attempts do not multiply."""
    judge = Limited(refusals=100)
    critic = AspectCritic(name="kind", definition="Is it kind?", llm=judge)

    async def one(row: dict[str, Any]) -> dict[str, Any]:
        return {"kind": (await critic.ascore(**row)).value}

    with pytest.warns(UserWarning, match="2 of 2 rows"):
        quiet(one, TWENTY[:2], run_config=RunConfig(max_retries=3, max_wait=0.01))
    assert judge.calls == 2 * 3


def test_exhausted_retries_and_a_second_run_for_the_missing() -> None:
    """Rows refused for good are listed; going on with the run asks for these only."""
    judge, backend = Limited(refusals=1), InMemoryBackend()

    async def one(row: dict[str, Any]) -> dict[str, Any]:
        return {
            "said": await judge.answer(row["user_input"]) if row["user_input"] < "row 12" else "none needed"
        }

    with pytest.warns(UserWarning, match="4 of 20 rows"):
        first = quiet(one, TWENTY, "x", backend, run_config=ONCE)
    assert [failure.error for failure in first.failures()] == ["Busy: slow down"] * 4
    again = quiet(one, TWENTY, "x", backend, run_config=ONCE, resume=True)
    assert again.failures() == []
    assert again.run is not None
    assert again.run["rows_run"] == 4


def test_an_error_of_the_code_is_not_tried_again() -> None:
    """A second attempt at a mistake costs money and ends the same way."""
    flaky = Flaky(2)
    with pytest.warns(UserWarning, match="1 of 6 rows"):
        quiet(flaky, ROWS)
    assert sorted(flaky.asked) == list(range(6))


def test_a_row_that_hangs_is_given_up() -> None:
    """After five times the timeout the row has failed and the run ends with the others."""

    async def hangs(row: dict[str, Any]) -> dict[str, Any]:
        if row["id"] == 2:
            await asyncio.Event().wait()
        return row

    with pytest.warns(UserWarning, match="RowTimeoutError: no result within 0.1 s"):
        made = quiet(hangs, ROWS, run_config=RunConfig(timeout=0.02))
    assert [failure.row for failure in made.failures()] == [2]


# -- runs of the same name ----------------------------------------------------------------------------------------


def test_a_run_of_the_same_name_is_refused_before_it_begins() -> None:
    """What was kept stays, and no row runs; the message says what one can do."""
    backend, flaky = InMemoryBackend(), Flaky()
    quiet(flaky, ROWS, "x", backend)
    with pytest.raises(DuplicateExperimentError, match=r"another name.*resume=True.*overwrite=True"):
        quiet(flaky, ROWS[:2], "x", backend)
    assert len(flaky.asked) == 6
    assert len(backend.load_experiment("x")) == 6
    assert len(quiet(flaky, ROWS[:2], "x", backend, overwrite=True)) == 2
    assert len(backend.load_experiment("x")) == 2


def test_going_on_with_a_finished_run_runs_nothing() -> None:
    """A script that always says resume=True pays once."""
    backend, flaky = InMemoryBackend(), Flaky()
    first = quiet(flaky, ROWS, "x", backend, resume=True)
    again = quiet(flaky, ROWS, "x", backend, resume=True)
    assert len(flaky.asked) == 6
    assert list(first) == list(again)


@pytest.mark.parametrize("backend", ["local/csv", "local/jsonl", "local/parquet", "inmemory"])
@pytest.mark.parametrize("model", [None, Scored])
def test_going_on_gives_the_rows_of_one_run(backend: str, model: Any, tmp_path: Path) -> None:
    """Rows from before and rows from now are alike, in order, and the stored table has the function's columns only."""
    where = as_backend(backend, **({} if backend == "inmemory" else {"root_dir": tmp_path}))
    wrong = {1, 4}

    def score(row: dict[str, Any]) -> dict[str, Any]:
        if row["id"] in wrong:
            raise ValueError
        return {"id": row["id"], "score": row["id"] / 2}

    with pytest.warns(UserWarning, match="2 of 6 rows"):
        quiet(score, ROWS, "x", where, model=model)
    wrong.clear()
    made = quiet(score, ROWS, "x", where, model=model, resume=True)
    expected = [{"id": index, "score": index / 2} for index in range(6)]
    assert made.to_list() == where.load_experiment("x") == expected


def test_rows_are_known_by_what_is_in_them() -> None:
    """A dataset in another order, or with more rows, goes on where the run ended."""
    backend, flaky = InMemoryBackend(), Flaky(1)
    with pytest.warns(UserWarning, match="1 of 6 rows"):
        quiet(flaky, ROWS, "x", backend)
    flaky.wrong.clear()
    more = [*reversed(ROWS), {"id": 6, "question": "q6"}, ROWS[0]]
    made = quiet(flaky, more, "x", backend, resume=True)
    assert sorted(flaky.asked[6:]) == [0, 1, 6]
    assert [row["id"] for row in made] == [5, 4, 3, 2, 1, 0, 6, 0]


def test_results_of_other_rows_are_never_dropped_or_mixed() -> None:
    """Rows that are gone from the dataset, and rows run with other arguments, are refused by name of the run."""
    backend, flaky = InMemoryBackend(), Flaky(1)
    with pytest.warns(UserWarning, match="1 of 6 rows"):
        quiet(flaky, ROWS, "x", backend)
    with pytest.raises(InputError, match="3 rows of the stored experiment 'x' are not rows of this dataset"):
        quiet(flaky, ROWS[:3], "x", backend, resume=True)
    with pytest.raises(InputError, match=r"experiment 'x' was run with other arguments: version differs"):
        quiet(flaky, ROWS, "x", backend, resume=True, version="2")
    flaky.wrong.clear()
    quiet(flaky, ROWS, "x", backend, resume=True)
    with pytest.raises(InputError, match="finished with 6 rows, the dataset has 3"):
        quiet(flaky, ROWS[:3], "x", backend, resume=True)
    others = [{"id": index + 50, "question": "other"} for index in range(6)]
    with pytest.raises(InputError, match=r"row 0 of the stored experiment 'x' .*\['id'\] differ"):
        quiet(flaky, others, "x", backend, resume=True)


class Named(Judge):
    def __init__(self, name: str) -> None:
        self.name = name

    async def agenerate(self, prompt: Any, response_model: Any) -> Any:
        raise NotImplementedError


@pytest.mark.parametrize("finished", [True, False])
@pytest.mark.parametrize("backend", ["local/csv", "local/jsonl", "local/parquet", "inmemory"])
def test_rows_of_two_models_are_never_in_one_run(backend: str, finished: bool, tmp_path: Path) -> None:
    """A judge is an argument like any other: going on with another one is refused, also where all rows are done."""
    where = as_backend(backend, **({} if backend == "inmemory" else {"root_dir": tmp_path}))
    wrong = set() if finished else {1}

    def ask(row: dict[str, Any], llm: Any = None, api_key: str = "") -> dict[str, Any]:
        if row["id"] in wrong:
            raise ValueError
        return {"id": row["id"], "llm": llm.name}

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="1 of 6 rows")
        quiet(ask, ROWS, "x", where, llm=Named("small"), api_key="old")
    wrong.clear()
    for other in ({"llm": Named("large")}, {}):
        with pytest.raises(InputError, match="experiment 'x' was run with other arguments: llm differs"):
            quiet(ask, ROWS, "x", where, resume=True, **other)
    made = quiet(ask, ROWS, "x", where, resume=True, llm=Named("small"), api_key="new")
    assert [row["llm"] for row in made] == ["small"] * 6
    loaded = Experiment.load("x", where)
    assert list(loaded[0]) == ["id", "llm"]
    loaded.save()  # and one that was saved again is known as well
    assert len(quiet(ask, ROWS, "x", where, resume=True, llm=Named("small"))) == 6


def answering(row: dict[str, Any], model: str = "small", wrong: int = -1) -> dict[str, Any]:
    if row["id"] == wrong:
        raise ValueError
    return {"id": row["id"], "model": model}


class Asking:
    def __init__(self, model: str, wrong: int = -1) -> None:
        self.model, self.wrong = model, wrong

    def ask(self, row: dict[str, Any]) -> dict[str, Any]:
        return answering(row, self.model, self.wrong)


@pytest.mark.parametrize(
    ("made", "name"),
    [
        (lambda model: partial(answering, model=model), "model"),
        (lambda model: Asking(model).ask, "self.model"),
        (lambda model: lambda row: answering(row, model), "model"),
    ],
)
def test_two_configurations_of_a_function_are_never_in_one_run(made: Any, name: str) -> None:
    """However a function is given its settings, going on with others is refused."""
    backend = InMemoryBackend()
    quiet(made("a"), ROWS, "x", backend)
    with pytest.raises(InputError, match=f"was run with other arguments: {name} differs"):
        quiet(made("b"), ROWS, "x", backend, resume=True)
    assert [row["model"] for row in quiet(made("a"), ROWS, "x", backend, resume=True)] == ["a"] * 6


def test_the_code_of_helpers_is_code_of_the_function() -> None:
    """Mended code goes on with a word about the rows that were run before, wherever it was mended."""
    backend = InMemoryBackend()

    def application(fails: bool) -> Any:
        def broken(row: dict[str, Any]) -> dict[str, Any]:
            return {"id": row["id"], "answer": 1 / row["id"]}

        def mended(row: dict[str, Any]) -> dict[str, Any]:
            return {"id": row["id"], "answer": 0}

        answer = broken if fails else mended

        def ask(row: dict[str, Any]) -> dict[str, Any]:
            return answer(row)

        return ask

    with pytest.warns(UserWarning, match=r"1 of 6 rows.*division by zero\. resume=True"):
        quiet(application(True), ROWS, "x", backend)
    with pytest.warns(UserWarning, match="code of the function has changed since 5 of the rows"):
        made = quiet(application(False), ROWS, "x", backend, resume=True)
    assert made.failures() == []


def test_the_progress_of_a_resumed_run_says_what_was_there(capsys: pytest.CaptureFixture[str]) -> None:
    """The count is that of the rows that are run now; the others are named beside it."""
    backend, flaky = InMemoryBackend(), Flaky(1)
    with pytest.warns(UserWarning, match="1 of 6 rows"):
        quiet(flaky, ROWS, "x", backend)
    flaky.wrong.clear()
    experiment()(flaky).run(ROWS, "x", backend, resume=True)
    assert capsys.readouterr().err == "Running experiment (5 of 6 rows were there): 1/1\n"


@pytest.mark.parametrize("backend", ["local/csv", "local/jsonl", "local/parquet", "inmemory"])
def test_a_finished_run_is_one_of_the_same_values_in_every_column(backend: str, tmp_path: Path) -> None:
    """Values are the same after any backend; a single other one in a single row refuses, though the ids are equal."""
    where = as_backend(backend, **({} if backend == "inmemory" else {"root_dir": tmp_path}))
    values = [None, "", "007", ["a", None], float("nan"), True, "1.0", 3]
    rows = [{"id": index, "context": value} for index, value in enumerate(values)]

    def answer(row: dict[str, Any]) -> dict[str, Any]:
        return {**row, "answer": "yes"}

    quiet(answer, rows, "x", where)
    assert len(quiet(answer, rows, "x", where, resume=True)) == len(rows)
    changed = [*rows[:-1], {**rows[-1], "context": 4}]
    with pytest.raises(InputError, match=r"row 7 of the stored experiment 'x' .*\['context'\] differ"):
        quiet(answer, changed, "x", where, resume=True)


ALL = ["local/csv", "local/jsonl", "local/parquet", "inmemory", "sql"]


def kept_in(name: str, folder: Path) -> Any:
    places: dict[str, Any] = {"inmemory": {}, "sql": {"url": f"sqlite:///{folder}/rows.db"}}
    return as_backend(name, **places.get(name, {"root_dir": folder}))


@pytest.mark.parametrize("backend", ALL)
def test_a_finished_run_is_one_of_these_rows_though_it_kept_none_of_them(
    backend: str, tmp_path: Path
) -> None:
    """What the rows were made from is known after the end, in any backend, and nobody sees it in the table."""
    where = kept_in(backend, tmp_path)

    def answer(row: dict[str, Any]) -> dict[str, Any]:
        return {"answer": row["question"] * 2}

    quiet(answer, ROWS, "x", where)
    assert list(where.load_experiment("x")[0]) == ["answer"]
    assert where.list_experiments() == ["x"]
    assert len(quiet(answer, ROWS, "x", where, resume=True)) == 6
    others = [*ROWS[:2], *({"id": 8, "question": f"another {n}"} for n in range(4))]
    with pytest.raises(
        InputError, match=r"row 2 of the stored experiment 'x' is not one of row 2 .* made from"
    ):
        quiet(answer, others, "x", where, resume=True)
    assert len(quiet(answer, others, "x", where, overwrite=True)) == 6
    assert len(quiet(answer, others, "x", where, resume=True)) == 6


@pytest.mark.parametrize("backend", ALL)
def test_a_finished_run_of_other_code_is_read_back_with_a_word(backend: str, tmp_path: Path) -> None:
    """The results are those of before: whoever has changed the function since is told."""
    where = kept_in(backend, tmp_path)
    quiet(lambda row: {**row, "answer": 1}, ROWS, "x", where)
    with pytest.warns(UserWarning, match="code of the function has changed since 6 of the rows"):
        made = quiet(lambda row: {**row, "answer": 2}, ROWS, "x", where, resume=True)
    assert [row["answer"] for row in made] == [1] * 6


@pytest.mark.parametrize("backend", ALL)
def test_a_run_that_changes_its_columns_is_read_back(backend: str, tmp_path: Path) -> None:
    """The rows that went in are known, so what came out may have other values in the same columns."""
    where = kept_in(backend, tmp_path)

    def clean(row: dict[str, Any]) -> dict[str, Any]:
        return {**row, "question": row["question"].upper()}

    quiet(clean, ROWS, "x", where)
    assert quiet(clean, ROWS, "x", where, resume=True)[0]["question"] == "Q0"


def test_a_dataset_that_was_saved_in_between_is_the_same(tmp_path: Path) -> None:
    """A column that a row lacks comes back as None; a row all of whose values were kept is known by them."""
    rows = [{"id": 0, "note": "n"}, {"id": 1}]
    dataset = Dataset("d", "local/csv", data=rows, root_dir=tmp_path)
    dataset.save()
    quiet(lambda row: {**row, "answer": 1}, dataset, "x")
    loaded = Dataset.load("d", "local/csv", root_dir=tmp_path)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="the code of the function")
        assert len(quiet(lambda row: {**row, "answer": 2}, loaded, "x", resume=True)) == 2


def test_a_table_that_was_edited_is_known_by_its_columns(tmp_path: Path) -> None:
    """What was kept is of other rows then; without it, and with a damaged file, the columns that both have decide."""
    backend = LocalJSONLBackend(tmp_path)
    flaky = Flaky()
    quiet(flaky, ROWS, "x", backend)
    backend.save_experiment("x", [{**row, "label": "good"} for row in backend.load_experiment("x")])
    assert quiet(flaky, ROWS, "x", backend, resume=True)[0]["label"] == "good"
    others = [{"id": n + 9, "question": f"q{n}"} for n in range(6)]
    with pytest.raises(InputError, match=r"\['id'\] differ\. Of this run only what it kept"):
        quiet(flaky, others, "x", backend, resume=True)
    quiet(flaky, ROWS, "x", backend, overwrite=True)
    (tmp_path / "experiments" / ".x.jsonl.origin").write_text("{")
    assert len(quiet(flaky, ROWS, "x", backend, resume=True)) == 6


def test_what_cannot_be_kept_beside_the_rows_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A backend that fails there has saved the results all the same; going on then looks at the columns."""

    def full(*_: Any) -> None:
        raise OSError("disk full")

    backend, flaky = InMemoryBackend(), Flaky()
    monkeypatch.setattr(backend, "save_origin", full)
    assert len(quiet(flaky, ROWS, "x", backend)) == 6
    assert len(quiet(flaky, ROWS, "x", backend, resume=True)) == 6


@pytest.mark.parametrize("backend", ALL)
def test_a_none_that_was_returned_stays(backend: str, tmp_path: Path) -> None:
    """Only what a backend of columns filled in for lack of a value is taken out when a run goes on."""
    where = kept_in(backend, tmp_path)
    wrong = {5}

    def redact(row: dict[str, Any]) -> dict[str, Any]:
        if row["id"] in wrong:
            raise ValueError
        return {"id": row["id"], "question": None if row["id"] % 2 else "shown"}

    with pytest.warns(UserWarning, match="1 of 6 rows"):
        quiet(redact, ROWS, "x", where)
    wrong.clear()
    made = quiet(redact, ROWS, "x", where, resume=True)
    expected = [{"id": n, "question": None if n % 2 else "shown"} for n in range(6)]
    assert made.to_list() == where.load_experiment("x") == expected
    assert quiet(redact, ROWS, "x", where, resume=True).to_list() == expected


# -- interruptions ------------------------------------------------------------------------------------------------


def test_a_cancelled_run_keeps_what_was_done(tmp_path: Path) -> None:
    """Ctrl-C or a cancelled task: finished rows are stored, the others are marked, and the run can go on."""
    backend = LocalCSVBackend(tmp_path)

    async def slow(row: dict[str, Any]) -> dict[str, Any]:
        if row["id"] > 2:
            await asyncio.sleep(60)
        return {"id": row["id"]}

    async def interrupted() -> None:
        task = asyncio.ensure_future(experiment()(slow).arun(ROWS, "x", backend, show_progress=False))
        await asyncio.sleep(0.2)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()

    asyncio.run(interrupted())
    loaded = Experiment.load("x", backend)
    assert [row["id"] for row in loaded.succeeded()] == [0, 1, 2]
    assert (loaded.not_run(), loaded.failures()) == ([3, 4, 5], [])
    assert str(loaded) == "Experiment(name=x, len=6, not run=3)"
    assert [row["id"] for row in quiet(Flaky(), ROWS[:3], "y", backend)] == [0, 1, 2]


INTERRUPTED = """
import asyncio, sys
from ragas.experiment import experiment
@experiment(backend="local/csv")
async def slow(row):
    if row["id"] > 2:
        print("waiting", flush=True)
        await asyncio.sleep(60)
    return {"id": row["id"]}
slow.run([{"id": n} for n in range(4)], "x", show_progress=False)
"""


def test_ctrl_c_keeps_what_was_done(tmp_path: Path) -> None:
    """A script that is interrupted ends soon, with the finished rows stored."""
    script = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert script.stdout is not None
    assert script.stdout.readline() == "waiting\n"
    time.sleep(0.2)
    script.send_signal(signal.SIGINT)
    _, said = script.communicate(timeout=30)
    assert "KeyboardInterrupt" in said
    loaded = Experiment.load("x", "local/csv", root_dir=tmp_path)
    assert [row["id"] for row in loaded.succeeded()] == [0, 1, 2]
    assert (loaded.not_run(), loaded.failures()) == ([3], [])


def test_a_run_is_saved_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that dies loses no more than the last seconds: what was done is stored while the run goes on."""
    monkeypatch.setattr(run_module, "SAVE_EVERY", 0.0)
    backend = InMemoryBackend()
    seen = []

    async def looks(row: dict[str, Any]) -> dict[str, Any]:
        stored = backend.load_experiment("x")
        seen.append(sum(line.get("_error") is None for line in stored))
        await asyncio.sleep(0.02)
        return row

    quiet(looks, ROWS, "x", backend, run_config=RunConfig(max_workers=1))
    assert seen[0] == 0
    assert seen[-1] >= 3


KILLED = """
import sys, time
from ragas import RunConfig
from ragas.backends.registry import as_backend
from ragas.experiment import experiment
name, where = sys.argv[1:]
backend = as_backend(f"sqlite:///{where}/rows.db") if name == "sql" else as_backend(name, root_dir=where)
@experiment(backend=backend, run_config=RunConfig(max_workers=1))
async def slow(row):
    if row["id"] == 4:
        print("waiting", flush=True)
        time.sleep(60)
    return {"id": row["id"], "answer": "yes"}
slow.run([{"id": n, "question": f"q{n}"} for n in range(6)], "x", show_progress=False)
"""


@pytest.mark.parametrize("name", ["local/csv", "local/jsonl", "local/parquet", "sql"])
def test_a_run_is_held_and_a_killed_one_loses_no_finished_row(name: str, tmp_path: Path) -> None:
    """While one process runs it, another is refused; once that is killed, only the rows it had not finished are run."""
    where = {"url": f"sqlite:///{tmp_path}/rows.db"} if name == "sql" else {"root_dir": tmp_path}
    backend = as_backend(name, **where)
    script = subprocess.Popen(
        [sys.executable, "-c", KILLED, name, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert script.stdout is not None
    assert script.stdout.readline() == "waiting\n"
    flaky = Flaky()
    for way in ("resume", "overwrite"):
        with pytest.raises(RunInUseError, match=r"'x' in .* is being run by another process"):
            quiet(flaky, ROWS, "x", backend, resume=way == "resume", overwrite=way == "overwrite")
    with pytest.raises(DuplicateExperimentError):
        quiet(flaky, ROWS, "x", backend)
    script.kill()
    script.communicate()
    assert flaky.asked == []
    assert backend.list_experiments() == ["x"]
    with pytest.warns(UserWarning, match="code of the function has changed since 4 of the rows"):
        finished = quiet(flaky, ROWS, "x", backend, resume=True)
    assert flaky.asked == [4, 5]
    assert [row["answer"] for row in finished] == ["yes"] * 4 + ["a4", "a5"]
    assert [path.name for path in tmp_path.rglob("*") if path.name.endswith(".running")] == []


@pytest.mark.parametrize("name", ["local/csv", "local/jsonl", "local/parquet"])
def test_a_finished_run_leaves_no_notes(name: str, tmp_path: Path) -> None:
    """A process killed between its last save and the end leaves notes; going on with it takes them away."""
    backend = as_backend(name, root_dir=tmp_path)
    quiet(Flaky(), ROWS, "x", backend)
    (stored,) = (tmp_path / "experiments").glob("x.*")
    notes = stored.with_name(f".{stored.name}.running")
    notes.write_text('\n[5, "a key", {"id": 5, "answer": "a5", "version": "1"}]\n')
    flaky = Flaky()
    finished = quiet(flaky, ROWS, "x", backend, resume=True)
    assert flaky.asked == []
    assert [row["answer"] for row in finished] == [f"a{n}" for n in range(6)]
    assert not notes.exists()


def test_a_note_about_another_row_is_not_taken(tmp_path: Path) -> None:
    """What was noted of rows that have since been replaced is run again, not mixed in."""
    backend = LocalJSONLBackend(tmp_path)
    with pytest.warns(UserWarning, match="1 of 6"):
        quiet(Flaky(1), ROWS, "x", backend)
    notes = tmp_path / "experiments" / ".x.jsonl.running"
    notes.write_text('\n[1, "of another row", {"id": 1, "answer": "stale", "version": "1"}]\n')
    flaky = Flaky()
    finished = quiet(flaky, ROWS, "x", backend, resume=True)
    assert flaky.asked == [1]
    assert finished[1]["answer"] == "a1"
    assert not notes.exists()


def test_a_run_that_has_grown_is_stored_before_it_goes_on(tmp_path: Path) -> None:
    """Notes of single rows are about the stored order, so that order is stored before the first of them."""
    backend = LocalJSONLBackend(tmp_path)
    with pytest.warns(UserWarning, match="1 of 2"):
        quiet(Flaky(1), ROWS[:2], "x", backend)
    stored: list[list[Any]] = []

    def looks(row: dict[str, Any]) -> dict[str, Any]:
        stored.append([line["id"] for line in backend.load_experiment("x")])
        return row

    with pytest.warns(UserWarning, match="code of the function has changed since 1 of the rows"):
        quiet(looks, ROWS[::-1], "x", backend, resume=True)
    assert stored[0] == [5, 4, 3, 2, 1, 0]


def test_two_tasks_never_run_the_same_rows() -> None:
    """Two calls in one process are kept apart like two processes, with any backend object they share."""
    backend, flaky = InMemoryBackend(), Flaky()
    quiet(flaky, ROWS[:1], "x", backend)

    async def slow(row: dict[str, Any]) -> dict[str, Any]:
        await asyncio.sleep(0.1)
        return await flaky(row)

    async def both() -> list[Any]:
        runs = [
            experiment()(slow).arun(ROWS, "x", backend, overwrite=True, show_progress=False) for _ in range(2)
        ]
        return await asyncio.gather(*runs, return_exceptions=True)

    first, second = asyncio.run(both())
    assert len(first) == 6
    assert isinstance(second, RunInUseError)
    assert sorted(flaky.asked) == [0, 0, 1, 2, 3, 4, 5]


def test_a_row_that_cannot_be_kept_is_refused_before_any_runs() -> None:
    """A number of more digits than Python writes: the message names row and column."""
    flaky = Flaky()
    with pytest.raises(InputError, match="row 1, column 'big': a whole number of about 5,000 digits"):
        quiet(flaky, [ROWS[0], {"id": 1, "big": 10**5000}], "x")
    assert flaky.asked == []


class Broken(InMemoryBackend):
    """Takes no more saves after the first."""

    def save_table(self, *arguments: Any, new: bool) -> None:
        if not new:
            raise OSError("disk full")
        super().save_table(*arguments, new=new)


def test_a_backend_that_fails_costs_no_results() -> None:
    """The rows come back with a warning; they can be saved elsewhere."""
    with pytest.warns(UserWarning, match="'x' could not be saved: OSError: disk full"):
        made = quiet(Flaky(), ROWS, "x", Broken())
    assert len(made.succeeded()) == 6


def test_a_finished_run_is_read_back_without_writing() -> None:
    """From a folder or a database that can only be read, too."""
    backend = InMemoryBackend()
    quiet(Flaky(), ROWS, "x", backend)
    backend.save_experiment = lambda *arguments: pytest.fail("written")  # type: ignore[method-assign]
    assert len(quiet(Flaky(), ROWS, "x", backend, resume=True)) == 6


def test_the_error_of_a_row_is_logged_with_its_trace(caplog: pytest.LogCaptureFixture) -> None:
    """Who debugs a function finds where it failed."""
    with caplog.at_level(logging.DEBUG, "ragas.experiment"), pytest.warns(UserWarning, match="1 of 6"):
        quiet(Flaky(2), ROWS, "x")
    assert "row 2 of 'x' failed" in caplog.text
    assert "no answer to q2" in caplog.text


def test_results_of_metrics_are_stored_as_their_values(tmp_path: Path) -> None:
    """A metric's result in a row is itself in memory and its value on disk."""
    from ragas.metrics import MetricResult

    backend = LocalJSONLBackend(tmp_path)
    made = quiet(lambda row: {"score": MetricResult(0.5, "half")}, ROWS[:1], "x", backend)
    assert made[0]["score"].reason == "half"
    assert backend.load_experiment("x") == [{"score": 0.5}]


def test_a_dataset_of_a_file_backend_keeps_its_runs_beside_it(tmp_path: Path) -> None:
    """`root/datasets/q.csv` and `root/experiments/x.csv`."""
    data = Dataset("q", "local/csv", data=ROWS, root_dir=tmp_path)
    data.save()
    quiet(Flaky(), Dataset.load("q", "local/csv", root_dir=tmp_path), "x")
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.csv")) == [
        "datasets/q.csv",
        "experiments/x.csv",
    ]
