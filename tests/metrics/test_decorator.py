"""Metrics made of functions."""

from __future__ import annotations

import asyncio
import functools
import pickle
import threading
import time
from decimal import Decimal
from fractions import Fraction
from typing import Any, Optional

import pytest

from ragas import EvaluationResult, RunConfig, SingleTurnSample, aevaluate, evaluate
from ragas.metrics.decorator import create_metric_decorator
from ragas.metrics.discrete import discrete_metric
from ragas.metrics.numeric import numeric_metric
from ragas.metrics.ranking import ranking_metric
from ragas.metrics.result import MetricResult
from ragas.testing import ScriptedJudge


@discrete_metric(name="short", allowed_values=["yes", "no"])
def is_short(response: str, *, limit: int = 3) -> str:
    """Whether a response is short."""
    return "yes" if len(response) <= limit else "no"


def test_arguments_reach_the_function() -> None:
    """C25 (d): `limit=7` counts."""
    assert is_short.score(response="sixsix").value == "no"
    assert is_short.score(response="sixsix", limit=7).value == "yes"


def test_an_unknown_argument_is_an_error() -> None:
    """C25 (d): a typo is not dropped; the message names it and what there is."""
    with pytest.raises(TypeError, match=r"short takes response, limit: 'limits' is not one"):
        is_short.score(response="x", limits=7)


def test_arguments_go_by_name() -> None:
    """Positional ones are refused with the way to write it."""
    with pytest.raises(TypeError, match=r"short\.score\(response=\.\.\., limit=\.\.\.\)"):
        is_short.score("x")


def test_missing_and_ill_typed_arguments_are_named() -> None:
    """All of them at once."""
    with pytest.raises(TypeError, match=r"'response' is missing; 'limit'.*'many'"):
        is_short.score(limit="many")


def test_values_are_converted_by_annotation() -> None:
    """Numbers in text become numbers, as tables of text need it."""
    assert is_short.score(response="sixsix", limit="7").value == "yes"


def test_any_further_arguments_where_the_function_takes_them() -> None:
    """`**kwargs` and names with a leading underscore arrive."""

    @numeric_metric(allowed_values=(0, 100))
    def total(_base: int, **more: int) -> int:
        return _base + sum(more.values())

    assert total.score(_base=1, a=2, b=3).value == 6


def test_pydantic_arguments_stay_what_they_are() -> None:
    """A sample arrives as the very sample."""
    sample = SingleTurnSample(user_input="q", response="r")
    seen: list[Any] = []

    @discrete_metric()
    def looks(sample: SingleTurnSample, several: list[SingleTurnSample]) -> str:
        seen.extend([sample, *several])
        return "pass"

    assert looks.score(sample=sample, several=[sample]).value == "pass"
    assert all(one is sample for one in seen)


def test_what_may_be_none_may_be_left_out() -> None:
    """An optional parameter without a default is None."""

    @discrete_metric()
    def knows(response: str, reference: Optional[str]) -> str:  # noqa: UP045  people write it so
        return "pass" if reference is None else "fail"

    assert knows.score(response="r").value == "pass"
    assert knows.optional_columns == ["reference"]


def test_a_value_out_of_range_has_no_value_and_says_why() -> None:
    """The reason names the metric, the value and what is allowed."""

    @numeric_metric(name="share")
    def share() -> float:
        return 1.5

    result = share.score()
    assert result.value is None
    assert result.reason == "share: 1.5 is out of range; expected a number from 0.0 to 1.0"


def test_exceptions_are_raised() -> None:
    """What the function raises is the cause, not a silent None."""

    @ranking_metric()
    def broken() -> list[str]:
        raise LookupError("no such list")

    with pytest.raises(LookupError, match="no such list"):
        broken.score()


def test_results_with_reason_pass_through() -> None:
    """A MetricResult stays one, and one that does not apply is not checked."""

    @discrete_metric()
    def careful(response: str) -> MetricResult:
        if not response:
            return MetricResult.not_applicable("nothing said")
        return MetricResult("pass", "because", {"output": {"n": 1}})

    assert careful.score(response="x").reason == "because"
    assert careful.score(response="").status == "not_applicable"


def test_async_functions_and_running_loops() -> None:
    """Async functions are awaited, and `score` works while a loop runs."""

    @discrete_metric()
    async def later(response: str) -> str:
        await asyncio.sleep(0)
        return "pass"

    async def inside() -> Any:
        return later.score(response="x").value

    assert later.score(response="x").value == "pass"
    assert asyncio.run(inside()) == "pass"
    assert [one.value for one in later.batch_score([{"response": "a"}, {"response": "b"}])] == ["pass"] * 2


def test_calling_it_calls_the_function() -> None:
    """The bare value, positional arguments allowed."""
    assert is_short("ab") == "yes"
    assert is_short.__name__ == "is_short"
    assert is_short.__doc__ == "Whether a response is short."
    assert repr(is_short) == "short(response, limit) -> DiscreteMetric[['yes', 'no']]"


def test_a_judge_is_lent_to_a_function_that_names_one() -> None:
    """`llm` may be passed; it is no column."""

    @discrete_metric()
    def asks(response: str, llm: Any) -> str:
        from ragas.prompt.grading import AspectVerdict

        return "pass" if llm.generate(response, AspectVerdict).verdict else "fail"

    judge = ScriptedJudge([{"reason": "r", "verdict": True}])
    assert asks.required_columns == ["response"]
    assert asks.needs_judge
    assert not is_short.needs_judge
    assert asks.score(response="x", llm=judge).value == "pass"


def test_they_pickle_by_name_as_functions_do() -> None:
    """A metric of a module is found again under its name."""
    from ragas.metrics.decorator import CustomMetric

    assert isinstance(is_short, CustomMetric)
    assert pickle.loads(pickle.dumps(is_short)) is is_short


@pytest.mark.parametrize("make", [discrete_metric, numeric_metric, ranking_metric])
def test_they_are_made_with_parentheses(make: Any) -> None:
    """Without them Python says that it takes no positional argument."""
    with pytest.raises(TypeError):
        make(lambda: 1)


def test_the_factory_makes_metrics_of_either_kind() -> None:
    """Without a validator the allowed values decide."""
    rate = create_metric_decorator()(name="rate", allowed_values=(0, 5))(lambda: 7)
    assert rate.score().value is None


def test_the_signature_tells_functions_apart() -> None:
    """Another body is another metric, though the name is the same."""

    def made(limit: int) -> Any:
        if limit:

            def check(response: str) -> str:
                return "pass" if len(response) < 5 else "fail"
        else:

            def check(response: str) -> str:
                return "pass"

        return discrete_metric()(check)

    assert made(0).signature_hash() == made(0).signature_hash() != made(1).signature_hash()


def test_the_signature_holds_what_the_function_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Constants of the module, closures, defaults and functions it calls: each by its name, numbers as they are."""

    def made(limit: int, given: int = 1) -> Any:
        @numeric_metric(name="length", allowed_values=(0, 9))
        def length(response: str, *, least: int = given) -> float:
            return scaled(response) + limit + least

        return length

    signature = made(3).signature()
    assert {key: signature[key] for key in ("uses limit", "uses least")} == {"uses limit": 3, "uses least": 1}
    assert made(3).signature() == signature
    assert made(4).signature() == signature | {"uses limit": 4}
    assert made(3, given=2).signature() == signature | {"uses least": 2}
    monkeypatch.setitem(globals(), "SCALE", 2)
    changed = made(3).signature()
    assert {key for key in changed if changed[key] != signature[key]} == {"uses scaled"}


SCALE = 1


class Rated:
    """Is called, and has a method that can be a metric."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def __call__(self, response: str, *, least: int = 0) -> float:
        return float(least <= len(response) < self.limit)

    async def later(self, response: str) -> float:
        return self(response)


def limited(response: str, limit: int) -> float:
    return float(len(response) < limit)


@pytest.mark.parametrize(
    ("made", "called", "shown"),
    [
        (Rated, "Rated", "uses self.limit"),
        (lambda limit: Rated(limit).later, "later", "uses self.limit"),
        (lambda limit: functools.partial(limited, limit=limit), "limited", "uses callable"),
    ],
)
def test_whatever_can_be_called_makes_a_metric(made: Any, called: str, shown: str) -> None:
    """Objects, their methods and `partial`: with types, and with their settings in the signature."""
    decorate = create_metric_decorator()(allowed_values=(0, 1))
    metric, other = decorate(made(5)), decorate(made(3))
    assert metric.name == called
    assert metric.required_columns == ["response"]
    assert (metric.score(response="four").value, other.score(response="four").value) == (1.0, 0.0)
    with pytest.raises(TypeError, match="'response'"):
        metric.score(response=4)
    changed = {key for key, value in metric.signature().items() if other.signature()[key] != value}
    assert changed == {shown}
    assert metric.signature() == decorate(made(5)).signature()


def test_a_metric_of_an_object_can_be_pickled() -> None:
    """It has no name to be found by, so it is written with what it is made of."""
    metric = numeric_metric(name="rated", allowed_values=(0, 1))(Rated(5))
    assert pickle.loads(pickle.dumps(metric)).score(response="four").value == 1.0


def scaled(text: str) -> int:
    return len(text) * SCALE


def test_two_metrics_of_a_maker_stand_side_by_side() -> None:
    """Their columns are told apart by what they close over."""

    def made(limit: int) -> Any:
        return discrete_metric(name="short")(lambda response: "pass" if len(response) < limit else "fail")

    result = evaluate([{"response": "four"}], [made(3), made(9)], show_progress=False)
    assert result.scores == [{"short(uses limit=3)": "fail", "short(uses limit=9)": "pass"}]


def test_they_fit_the_protocols() -> None:
    """For code that annotates what it takes."""
    from ragas.metrics.decorator import BaseMetricProtocol, NumericMetricProtocol

    assert isinstance(is_short, BaseMetricProtocol)
    assert not isinstance(len, NumericMetricProtocol)


def test_functions_that_wait_do_not_hold_up_a_run() -> None:
    """A function that is not async runs in threads, at most `max_workers` at once, and the loop stays free."""
    under_way: list[int] = []
    threads: set[threading.Thread] = set()

    @numeric_metric(name="slow", allowed_values=(0, 1))
    def slow(response: str) -> float:
        under_way.append(1)
        threads.add(threading.current_thread())
        most = len(under_way)
        time.sleep(0.05)
        under_way.pop()
        return 1.0 if most <= 8 else 0.0

    async def beside() -> tuple[Any, int]:
        ticks = 0

        async def ticker() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.001)

        ticking = asyncio.create_task(ticker())
        rows = [{"response": str(number)} for number in range(32)]
        result = await aevaluate(rows, [slow], run_config=RunConfig(max_workers=8), show_progress=False)
        ticking.cancel()
        return result, ticks

    result, ticks = asyncio.run(beside())
    assert result["slow"] == [1.0] * 32
    assert ticks > 5
    assert len(threads) > 1


def test_a_quick_function_stays_where_it_is() -> None:
    """Threads would take longer than the function; the first calls tell that it is quick."""
    threads: list[threading.Thread] = []

    @numeric_metric(name="quick", allowed_values=(0, 1))
    def quick(response: str) -> float:
        threads.append(threading.current_thread())
        return 1.0

    evaluate([{"response": str(number)} for number in range(300)], [quick], show_progress=False)
    assert threads.count(threads[-1]) > 100


def test_scoring_directly_takes_no_thread() -> None:
    """Outside of a run a function is simply called."""

    @numeric_metric(name="here", allowed_values=(0, 1))
    def here(response: str) -> float:
        return float(threading.current_thread() is thread)

    async def score() -> float:
        return float(await here.ascore(response="r"))

    thread = threading.current_thread()
    assert asyncio.run(score()) == 1.0


@pytest.mark.filterwarnings("ignore:Some cells")
def test_a_cancelled_error_of_a_function_is_its_own() -> None:
    """A function that raises CancelledError has one failed cell that says so, and there is no talk of a judge."""

    @numeric_metric(name="sync", allowed_values=(0, 1))
    def sync(response: str) -> float:
        if response == "1":
            raise asyncio.CancelledError
        return 1.0

    @numeric_metric(name="async", allowed_values=(0, 1))
    async def not_sync(response: str) -> float:
        if response == "1":
            raise asyncio.CancelledError
        return 1.0

    result = evaluate(
        [{"response": str(number)} for number in range(3)], [sync, not_sync], show_progress=False
    )
    assert isinstance(result, EvaluationResult)
    for name in ("sync", "async"):
        assert [row[name].value for row in result.cells] == [1.0, None, 1.0]
        assert result.cells[1][name].cause == f"{name}: something the function waited for was cancelled."


@pytest.mark.filterwarnings("ignore:Some cells")
def test_numbers_of_any_kind_are_numbers_and_texts_are_not() -> None:
    """Fractions and decimals become floats; of a text it is said that it is one."""

    @numeric_metric(name="m", allowed_values=(0, 1))
    def made(response: str) -> Any:
        return {"f": Fraction(1, 2), "d": Decimal("0.5"), "t": "0.5"}[response]

    result = evaluate([{"response": one} for one in "fdt"], [made], show_progress=False)
    assert isinstance(result, EvaluationResult)
    assert [row["m"].value for row in result.cells] == [0.5, 0.5, None]
    assert type(result.cells[1]["m"].value) is float
    assert result.cells[2]["m"].cause == "m: '0.5' is a text, not a number; expected a number from 0 to 1"
    assert round(made.score(response="d"), 1) == Decimal("0.5")


@pytest.mark.filterwarnings("ignore:Some cells")
def test_a_reason_that_cannot_be_made_costs_one_cell() -> None:
    """Reasons and evidence made late may fail, and then that cell has."""

    @numeric_metric(name="m", allowed_values=(0, 1))
    def late(response: str) -> Any:
        made = {"r": {"reason": lambda: 1 / 0}, "t": {"traces": lambda: "x"}}
        return MetricResult(0.5, **made.get(response, {}))  # type: ignore[arg-type]  # what is wrong is tried

    result = evaluate([{"response": one} for one in "rta"], [late], show_progress=False)
    assert isinstance(result, EvaluationResult)
    assert [row["m"].error for row in result.cells] == ["ZeroDivisionError", "TypeError", None]
    assert result.cells[2]["m"].value == 0.5
