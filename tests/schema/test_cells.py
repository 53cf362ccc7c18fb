"""Cells and their sums: a failure is never a zero and never leaves a mean without its count."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ragas.exceptions import InputError
from ragas.schema import Cell, MetricInfo
from ragas.schema.cells import aggregate
from ragas.stats.intervals import wilson
from tests.schema.rows_of_cells import FAITHFULNESS, NOISE, TONE, cell, failed


@pytest.mark.parametrize("value", [None, math.nan])
def test_scored_needs_a_value(value: Any) -> None:
    """A cell cannot be scored without a value."""
    with pytest.raises(InputError, match="a scored cell needs a value"):
        Cell(value, "scored")


@pytest.mark.parametrize(
    "value", [math.inf, -math.inf, 10**400, [1.0, math.nan], np.array([math.inf])], ids=str
)
def test_scored_needs_finite_numbers(value: Any) -> None:
    """A number that no mean can be taken of, and no file can hold, is no score, in a list neither."""
    with pytest.raises(InputError, match="a scored cell needs finite numbers"):
        Cell(value, "scored")


def test_mean_of_huge_numbers() -> None:
    """The mean of numbers whose sum is too large is still their mean."""
    assert aggregate(TONE, [cell(1e308), cell(1e308)]).mean == pytest.approx(1e308)


def test_unscored_has_no_value() -> None:
    """A cell that is not scored has no value; as a score it is NaN."""
    unscored = Cell(0.0, "failed", cause="refused")
    assert unscored.value is None
    assert isinstance(unscored.score, float)
    assert math.isnan(unscored.score)


def test_unknown_status() -> None:
    """There are four statuses and no other."""
    with pytest.raises(
        InputError, match="'ok'; its status is one of scored, not_applicable, failed, skipped"
    ):
        Cell(1.0, "ok")  # type: ignore[arg-type]


def test_numbers_of_numpy_become_plain() -> None:
    """A number or array of numpy is kept as Python's own."""
    assert type(Cell(np.float32(0.5), "scored").value) is float  # type: ignore[arg-type]
    assert Cell(np.array([1, 2]), "scored").value == [1, 2]  # type: ignore[arg-type]


def test_mean_with_its_counts() -> None:
    """The mean is over what was scored and says what was not; failures count as zero on request."""
    cells = [cell(1.0), cell(1.0), failed(), failed()]
    total = aggregate(FAITHFULNESS, cells)
    assert (total.mean, total.n_total, total.n_scored, total.n_failed) == (1.0, 4, 2, 2)
    assert str(total) == "1.0000 (2 of 4 scored, 2 failed)"
    assert aggregate(FAITHFULNESS, cells, failures_as_zero=True).mean == 0.5


def test_nothing_scored() -> None:
    """With nothing scored the mean is NaN, never 0, and the count says so."""
    total = aggregate(FAITHFULNESS, [failed()] * 4)
    assert math.isnan(total.mean)
    assert str(total) == "nan (0 of 4 scored, 4 failed)"
    assert str(aggregate(FAITHFULNESS, [])) == "nan (0 of 0 scored)"


def test_not_applicable_is_no_failure() -> None:
    """What is not applicable or skipped stays out of the mean, also when failures count as zero."""
    cells = [cell(1.0), Cell(None, "not_applicable"), Cell(None, "skipped"), failed()]
    assert str(aggregate(FAITHFULNESS, cells)) == "1.0000 (1 of 4 scored, 1 failed, 1 n/a, 1 skipped)"
    assert aggregate(FAITHFULNESS, cells, failures_as_zero=True).mean == 0.5


def test_failures_never_flatter() -> None:
    """Where lower is better, a failure counts as the highest score: zero would be praise."""
    assert aggregate(NOISE, [cell(0.0), failed()], failures_as_zero=True).mean == 0.5


def test_words_are_counted() -> None:
    """Scores that are words have no mean; each word is counted."""
    total = aggregate(TONE, [cell("fail"), cell("pass"), cell("pass"), failed()])
    assert math.isnan(total.mean)
    assert total.words == {"pass": 2, "fail": 1}
    assert str(total) == "pass 2, fail 1 (3 of 4 scored, 1 failed)"


@pytest.mark.parametrize(
    ("allowed", "kept", "bounds"),
    [
        ((0.0, 1.0), (0.0, 1.0), (0.0, 1.0)),
        ([1, 5], (1, 5), (1, 5)),
        (range(1, 6), (1, 5), (1, 5)),
        (["pass", "fail"], ("pass", "fail"), None),
        (3, None, None),
        ([0, None], (0, None), None),
        (None, None, None),
    ],
)
def test_allowed_values(allowed: Any, kept: Any, bounds: Any) -> None:
    """Whatever a metric gives as its allowed values, range and words can be told apart."""
    info = MetricInfo("m", allowed)
    assert (info.allowed_values, info.bounds) == (kept, bounds)


def test_the_mean_has_an_interval() -> None:
    """The mean comes with a 95 % interval inside the range; without a level, and without scores, with none."""
    total = aggregate(FAITHFULNESS, [cell(1.0), cell(0.5), cell(0.9), failed()])
    assert total.interval is not None
    assert 0 < total.interval.low < total.mean < total.interval.high < 1
    assert total.between == f"{total.interval.low:.3f} to {total.interval.high:.3f}"
    assert aggregate(FAITHFULNESS, [cell(1.0), cell(0.5)], level=None).interval is None
    assert aggregate(FAITHFULNESS, [failed()]).interval is None
    assert aggregate(FAITHFULNESS, [failed()]).between == ""


def test_two_words_have_the_interval_of_the_first() -> None:
    """pass and fail have Wilson's interval for the share of pass; three words have none."""
    total = aggregate(TONE, [cell("fail"), cell("pass"), cell("pass"), failed()])
    assert total.interval == wilson(2, 3)
    assert total.between.startswith("pass 0.2")
    assert aggregate(MetricInfo("grade", ("a", "b", "c")), [cell("a")]).interval is None


def test_clusters_with_failures_as_zero() -> None:
    """A failure that counts is in its cluster too."""
    cells, labels = [cell(1.0), failed(), cell(0.9), failed()], ["x", "x", "y", "y"]
    clustered = aggregate(FAITHFULNESS, cells, failures_as_zero=True, clusters=labels)
    alone = aggregate(FAITHFULNESS, cells, failures_as_zero=True)
    assert clustered.mean == alone.mean
    assert clustered.interval != alone.interval


def test_numbers_of_any_kind_become_floats() -> None:
    """Fractions and decimals, in lists too, as JSON and a mean need them; what is not finite is refused."""
    assert repr(Cell(Decimal("0.5"), "scored").value) == "0.5"  # type: ignore[arg-type]
    assert repr(Cell([Fraction(1, 2), "a", 1], "scored").value) == "[0.5, 'a', 1]"
    for value in (Decimal("nan"), Decimal("snan"), Decimal("inf"), Fraction(10**400)):
        with pytest.raises(InputError, match="a scored cell needs"):
            Cell(value, "scored")  # type: ignore[arg-type]
