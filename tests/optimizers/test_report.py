"""A report says no more than its numbers: better, worse or no difference that can be told, and why prompts are kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ragas.optimizers import Agreement, OptimizationReport, SampleAnnotation
from ragas.optimizers.labelled import Labelled
from ragas.optimizers.report import difference
from ragas.stats.intervals import Interval, wilson


def report(before: int, after: int, n: int, p: float, **more: Any) -> OptimizationReport:
    """A report of `n` held-out samples; the loss is the share of wrong ones."""
    one, other = (Agreement(k, n, 1 - k / n, 0, wilson(k, n)) for k in (before, after))
    settings: dict[str, Any] = {
        "train_before": 0.5,
        "train_after": 0.1,
        "instructions": {"prompt": "new"},
        "different": n,
    }
    return OptimizationReport(
        "m",
        "Search",
        one,
        other,
        (after - before) / n,
        Interval(-0.25, 0.75),
        p,
        within=0.0,
        n_train=40,
        scored=2,
        **{**settings, **more},
    )


@pytest.mark.parametrize(
    ("made", "verdict", "kept", "why"),
    [
        (
            report(4, 18, 18, 0.002),
            "better",
            True,
            "fell on the training samples (0.5 -> 0.1) and on the held-out",
        ),
        (report(2, 3, 3, 1.0), "undecided", True, "may be chance: label more samples to be sure"),
        (report(3, 2, 3, 1.0), "undecided", False, "but not on the held-out ones (0 -> 0.333)"),
        (report(3, 3, 3, 1.0), "undecided", False, "but not on the held-out ones (0 -> 0)"),
        (
            report(18, 4, 18, 0.002),
            "worse",
            False,
            "agreement is worse on the held-out samples (18 -> 4 of 18, p = 0.002)",
        ),
        (report(15, 12, 20, 0.25), "undecided", False, "but not on the held-out ones (0.25 -> 0.4)"),
        (report(4, 18, 18, 0.002, train_after=0.5), "better", False, "did not fall on the training samples"),
        (report(4, 4, 18, 1.0, instructions={}), "same", False, "nothing better was found"),
    ],
)
def test_words_follow_the_statistics(made: OptimizationReport, verdict: str, kept: bool, why: str) -> None:
    """A verdict needs p below 0.05; kept is what lowers the loss on both sides; the reason says which it was."""
    assert (made.verdict, made.kept) == (verdict, kept)
    assert why in made.why
    assert made.why in str(made)


@pytest.mark.parametrize(
    ("after", "p", "kept", "why"),
    [
        (
            15,
            1.0,
            True,
            "the loss fell on the training samples (0.5 -> 0.1) and on the held-out ones (0.25 -> 0.1)",
        ),
        (
            14,
            1.0,
            False,
            "agreement fell on the held-out samples (15 -> 14 of 20, p = 1), though the loss fell",
        ),
        (
            12,
            0.25,
            False,
            "agreement fell on the held-out samples (15 -> 12 of 20, p = 0.25), though the loss fell",
        ),
        (5, 0.002, False, "agreement is worse on the held-out samples (15 -> 5 of 20, p = 0.002)"),
    ],
)
def test_prompts_that_agree_less_are_not_kept_for_a_lower_loss(
    after: int, p: float, kept: bool, why: str
) -> None:
    """Not even where it may be chance; the reason says on how many samples agreement fell."""
    made = report(15, after, 20, p)
    made = replace(made, after=replace(made.after, loss=0.1))
    assert made.kept is kept
    assert made.why.startswith(why)


def test_all_figures_are_printed() -> None:
    """n, both agreements, the difference with its interval, and p; equal samples are counted once beside n."""
    text = str(report(2, 3, 6, 1.0, different=4))
    assert text.startswith(
        "m, Search: no difference that can be told on 6 held-out samples (4 different), kept"
    )
    assert "2 of 6 (33%" in text
    assert "3 of 6 (50%" in text
    assert "+17 points (95 % between -25 and +75), p = 1" in text


def samples(*keys: str) -> list[Labelled]:
    return [Labelled({}, 1.0, SampleAnnotation(metric_input={}), key) for key in keys]


def test_equal_samples_count_as_one_observation() -> None:
    """Six copies of one sample that changed prove nothing; six different ones do."""
    values: list[Any] = [0.0] * 6
    *_, copies, different = difference(samples(*"aaaaab"), values, [1.0] * 6, 0.0)
    assert (copies, different) == (0.5, 2)
    *_, p, different = difference(samples(*"abcdef"), values, [1.0] * 6, 0.0)
    assert (p, different) == (2 / 64, 6)


def test_a_few_samples_that_change_alike_leave_room() -> None:
    """The interval of three changes out of three is not a point."""
    _, interval, p, _ = difference(samples(*"abc"), [0.0] * 3, [1.0] * 3, 0.0)
    assert p == 0.25
    assert interval.low < 0.2
    assert interval.high == 1.0
