"""@experiment: a function of one row, run over a dataset."""

from __future__ import annotations

import asyncio
import functools
import threading
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import ragas.experiment
from ragas import EvaluationDataset, RunConfig
from ragas.backends import InMemoryBackend, LocalCSVBackend
from ragas.dataset import Dataset
from ragas.exceptions import ConfigurationError, InputError
from ragas.experiment import Experiment, ExperimentProtocol, ExperimentWrapper, experiment

ROWS = [{"id": index, "question": f"q{index}"} for index in range(6)]


class Scored(BaseModel):
    id: int
    score: float


@experiment(Scored)
async def scored(row: dict[str, Any], factor: float = 1.0) -> Scored:
    """Score a row."""
    await asyncio.sleep(0.01 * (6 - row["id"]))
    return Scored(id=row["id"], score=row["id"] * factor)


def dataset(backend: Any = None) -> Dataset:
    return Dataset("q", backend or InMemoryBackend(), data=ROWS)


def test_a_run_keeps_the_order_and_is_saved() -> None:
    """Results stand in the order of the rows, however long each takes, and are kept where the dataset is."""
    data = dataset()
    made = asyncio.run(scored.arun(data, "first", show_progress=False))
    assert isinstance(made, Experiment)
    assert [row.id for row in made] == list(range(6))
    assert made.backend is data.backend
    assert data.backend.load_experiment("first") == [row.model_dump() for row in made]
    assert list(Experiment.load("first", data.backend, Scored)) == list(made)
    assert made.run is not None
    assert (made.run["rows_run"], made.run["retries"]) == (6, 0)


def test_the_function_can_be_called_on_one_row() -> None:
    """The wrapper is awaited with a row, and keeps the function's name and words."""
    assert asyncio.run(scored({"id": 0}, factor=2.0)).id == 0
    assert scored.__name__ == "scored"
    assert scored.__doc__ == "Score a row."
    assert isinstance(scored, ExperimentWrapper)
    assert isinstance(scored, ExperimentProtocol)
    assert scored.experiment_model is Scored
    assert repr(scored) == "<experiment 'scored'>"


def test_arguments_go_to_the_function() -> None:
    """Further positional and keyword arguments reach the function with every row."""
    made = asyncio.run(scored.arun(dataset(), "a", None, 2.0, show_progress=False))
    again = scored.run(dataset(), "b", factor=3.0, show_progress=False)
    assert [row.score for row in made] == [0, 2, 4, 6, 8, 10]
    assert again[1].score == 3.0


def test_settings_and_parameters_of_one_name() -> None:
    """A parameter of the function called like a setting gets what is given under that name."""

    @experiment()
    def takes(row: dict[str, Any], resume: str = "cv", overwrite: bool = False) -> dict[str, Any]:
        return {"resume": resume, "overwrite": overwrite}

    made: Any = takes.run(dataset()[:1], "x", resume="cv.pdf", overwrite=True, show_progress=False)  # type: ignore[arg-type]
    assert made[0] == {"resume": "cv.pdf", "overwrite": True}
    assert takes.run(dataset()[:1], "y", show_progress=False)[0] == {"resume": "cv", "overwrite": False}


def test_arguments_that_the_function_does_not_take_are_refused_before_the_first_row() -> None:
    """A misspelled, missing or surplus argument costs no row; the message says what was meant."""
    ran = []

    @experiment()
    def ask(row: dict[str, Any], model: str = "small") -> dict[str, Any]:
        ran.append(row)
        return row

    @experiment()
    def named(row: dict[str, Any], name: str) -> dict[str, Any]:
        return row

    wrong: list[dict[str, Any]] = [{"modle": "large"}, {"row": {}}]
    for arguments in wrong:
        with pytest.raises(TypeError, match=r"ask\(row, model\) .* No row was run"):
            ask.run(dataset(), "x", show_progress=False, **arguments)
    with pytest.raises(InputError, match="Did you mean 'model'"):
        ask.run(dataset(), "x", show_progress=False, modle="large")
    with pytest.raises(TypeError, match="name= is an argument of the run"):
        named.run(dataset(), name="x", show_progress=False)
    assert ran == []


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_no_name_of_an_argument_is_taken(kind: str) -> None:
    """Arguments called like something inside reach the function."""

    def sync(row: Any, fn: int, self: int, function: int, args: int, callable: int) -> dict[str, Any]:
        return {"sum": fn + self + function + args + callable}

    async def asynchronous(row: Any, fn: int, self: int, function: int, args: int, callable: int) -> Any:
        return sync(row, fn, self, function, args, callable)

    given = {"fn": 1, "self": 2, "function": 3, "args": 4, "callable": 5}
    made: Any = experiment()(sync if kind == "sync" else asynchronous)
    assert made.run(dataset()[:1], "x", show_progress=False, **given)[0] == {"sum": 15}
    assert asyncio.run(made({}, **given)) == {"sum": 15}


def test_calling_it_with_a_dataset_names_the_method_for_that() -> None:
    """A whole dataset in place of a row is refused with the call that was meant."""
    with pytest.raises(TypeError, match=r"a Dataset holds many.*await scored.arun\(dataset\)"):
        asyncio.run(scored(dataset()))


def test_names() -> None:
    """Without a name a run gets one that is easy to say; the prefix goes before either."""

    @experiment(name_prefix="nightly")
    def plain(row: dict[str, Any]) -> dict[str, Any]:
        return row

    data = dataset()
    assert plain.run(data, "one", show_progress=False).name == "nightly-one"
    names = {plain.run(data, show_progress=False).name for _ in range(3)}
    assert len(names) == 3
    assert all(name.startswith("nightly-") and "_" in name for name in names)
    assert sorted(names | {"nightly-one"}) == data.backend.list_experiments()


def test_where_a_run_is_kept(tmp_path: Path) -> None:
    """The backend of the call goes before the decorator's, and that before the dataset's; a list has memory."""
    first, second, third = InMemoryBackend(), InMemoryBackend(), InMemoryBackend()

    @experiment(backend=second)
    def plain(row: dict[str, Any]) -> dict[str, Any]:
        return row

    plain.run(dataset(first), "x", show_progress=False)
    plain.run(dataset(first), "y", third, show_progress=False)
    assert (first.list_experiments(), second.list_experiments(), third.list_experiments()) == (
        [],
        ["x"],
        ["y"],
    )
    made = experiment()(plain.func).run(ROWS, "z", show_progress=False)
    assert isinstance(made.backend, InMemoryBackend)
    plain.run(ROWS, "w", f"sqlite:///{tmp_path}/r.db", show_progress=False)
    assert Experiment.load("w", f"sqlite:///{tmp_path}/r.db")[0] == ROWS[0]


def test_a_named_local_backend_uses_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`backend="local/csv"` is enough."""
    monkeypatch.chdir(tmp_path)

    @experiment(backend="local/csv")
    def plain(row: dict[str, Any]) -> dict[str, Any]:
        return row

    plain.run(ROWS, "x", show_progress=False)
    assert LocalCSVBackend(tmp_path).load_experiment("x") == ROWS


def test_with_and_without_parentheses() -> None:
    """`@experiment` alone makes the same of a function as `@experiment()`."""

    @experiment
    def bare(row: dict[str, Any]) -> dict[str, Any]:
        return {"id": row["id"]}

    assert isinstance(bare, ExperimentWrapper)
    assert bare.run(ROWS, show_progress=False)[5] == {"id": 5}
    with pytest.raises(TypeError, match="a pydantic model belongs here"):
        experiment(dict)  # type: ignore[arg-type]


def test_the_package_is_the_decorator_too() -> None:
    """`ragas.experiment(...)` decorates, also after the package of that name has been imported."""
    made = ragas.experiment(Scored, name_prefix="p")(scored.func)  # type: ignore[operator]
    assert isinstance(made, ExperimentWrapper)
    assert made.name_prefix == "p"


def test_plain_functions_run_side_by_side() -> None:
    """A function that is not async runs in threads: blocking rows do not wait for each other."""
    all_here = threading.Barrier(4, timeout=20)

    @experiment()
    def blocking(row: dict[str, Any]) -> dict[str, Any]:
        all_here.wait()
        return row

    made = blocking.run(ROWS[:4], show_progress=False, run_config=RunConfig(max_workers=4))
    assert list(made) == ROWS[:4]


def test_every_kind_of_callable() -> None:
    """Partials, objects with an async call, and functions that return something to await."""

    class Callable:
        async def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
            return {"id": row["id"]}

    async def inner(row: dict[str, Any], add: int) -> dict[str, Any]:
        return {"id": row["id"] + add}

    for function, expected in (
        (Callable(), 1),
        (functools.partial(inner, add=1), 2),
        (lambda row: inner(row, 2), 3),
    ):
        assert experiment()(function).run(ROWS, show_progress=False)[1] == {"id": expected}


def test_inside_a_running_loop() -> None:
    """`run` works where a loop is running, as in a notebook."""

    async def notebook() -> Experiment:
        return scored.run(dataset(), show_progress=False)

    assert len(asyncio.run(notebook())) == 6


def test_other_datasets() -> None:
    """Samples, models and data frames are rows; a text, a dict or a number are none."""
    import pandas as pd

    @experiment()
    def seen(row: Any) -> dict[str, Any]:
        return {"type": type(row).__name__}

    samples = EvaluationDataset.from_list([{"user_input": "Who?"}])
    assert seen.run(samples, show_progress=False)[0] == {"type": "SingleTurnSample"}
    assert seen.run([Scored(id=1, score=1)], show_progress=False)[0] == {"type": "Scored"}
    assert seen.run(pd.DataFrame(ROWS), show_progress=False)[0] == {"type": "dict"}
    for wrong in ("questions", {"a": 1}, 7):
        with pytest.raises(TypeError, match="a dataset or a list of rows"):
            seen.run(wrong, show_progress=False)


def test_the_dataset_stays_as_it_was() -> None:
    """A function that adds to the row it got adds to a copy."""

    @experiment()
    def adds(row: dict[str, Any]) -> dict[str, Any]:
        row["response"] = "x"
        return row

    data = dataset()
    assert adds.run(data, show_progress=False)[0]["response"] == "x"
    assert list(data) == ROWS


def test_no_rows_give_an_empty_experiment() -> None:
    """It is kept all the same."""
    data = Dataset("q", "inmemory")
    assert len(scored.run(data, "none", show_progress=False)) == 0
    assert data.backend.list_experiments() == ["none"]


def test_resume_and_overwrite_exclude_each_other() -> None:
    """Asking for both is refused before anything runs."""
    with pytest.raises(ConfigurationError, match="ask for one of them"):
        scored.run(dataset(), "x", resume=True, overwrite=True)


def test_a_name_that_is_no_name_is_refused_before_anything_runs(tmp_path: Path) -> None:
    """No row runs for a run that could not be kept."""
    ran = []

    @experiment()
    def counts(row: dict[str, Any]) -> dict[str, Any]:
        ran.append(row)
        return row

    with pytest.raises(InputError, match="no name for a table"):
        counts.run(dataset(LocalCSVBackend(tmp_path)), "../x", show_progress=False)
    assert ran == []
