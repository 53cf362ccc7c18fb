"""Intervals for figures that have no formula of their own."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ragas.stats.agreement import kappa
from ragas.stats.jackknife import jackknife


def test_of_a_mean_it_is_students_interval() -> None:
    """Where there is a formula, the jackknife gives the same: for the mean of 20 values."""
    values = [float(n % 7) for n in range(20)]

    def mean(rows: Sequence[int]) -> float:
        return sum(values[row] for row in rows) / len(rows)

    found = jackknife(mean, 20, bounds=(0.0, 10.0))
    assert found is not None
    error = (sum((one - mean(range(20))) ** 2 for one in values) / 19 / 20) ** 0.5
    assert abs(found.half_width - 2.093 * error) < 1e-3
    assert found == jackknife(mean, 20, bounds=(0.0, 10.0)), "the same every time"


def test_it_holds_the_true_kappa_about_as_often_as_it_says() -> None:
    """Of 200 draws of 60 rows from raters whose true kappa is 0.6, the interval holds it in at least 90 %."""
    chance, held = Random(1), 0
    for _ in range(200):
        first = [chance.random() < 0.5 for _ in range(60)]
        second = [one if chance.random() < 0.8 else not one for one in first]

        def figure(rows: Sequence[int], first: list[bool] = first, second: list[bool] = second) -> float:
            return kappa([first[row] for row in rows], [second[row] for row in rows])

        found = jackknife(figure, 60)
        held += found is not None and found.low <= 0.6 <= found.high
    assert held >= 180


def test_where_nothing_can_be_said() -> None:
    """Few rows, a figure that is no number, and one that no row moves have no interval rather than a narrow one."""
    assert jackknife(lambda rows: 0.5, 4) is None
    assert jackknife(lambda rows: float("nan"), 20) is None
    assert jackknife(lambda rows: 1.0, 20) is None
