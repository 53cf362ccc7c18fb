"""Labels of people are read as values of the metric where that is unambiguous, and refused with all that helps elsewhere."""

from __future__ import annotations

import math
from typing import Any

import pandas
import pytest

from ragas.exceptions import InputError
from ragas.legacy.metrics_custom import AspectCritic as OldAspectCritic
from ragas.metrics import DiscreteMetric, NumericMetric
from ragas.metrics.collections import AspectCritic
from ragas.optimizers.labels import is_blank, read_label

CRITIC = AspectCritic(name="m", definition="Good?")
OLD = OldAspectCritic("m", "Good?")


def words(*allowed: Any) -> DiscreteMetric:
    return DiscreteMetric("m", allowed_values=list(allowed), prompt="{response}")


@pytest.mark.parametrize(
    ("metric", "label", "value"),
    [
        (CRITIC, "yes", 1.0),
        (CRITIC, " No", 0.0),
        (CRITIC, "pass", 1.0),
        (CRITIC, "false", 0.0),
        (CRITIC, True, 1.0),
        (CRITIC, "0.5", 0.5),
        (OLD, "fail", 0.0),
        (OLD, "1", 1.0),
        (words("pass", "fail"), "yes", "pass"),
        (words("pass", "fail"), "Fail.", "fail"),
        (words("pass", "fail"), False, "fail"),
        (words("pass", "fail"), 1.0, "pass"),
        (words("fail", "pass"), "0", "fail"),
        (words("no issue", "yes"), "No  issue", "no issue"),
        (words("pass", "fail", "unsure"), "true", "pass"),
        (words("1", "0"), 1.0, "1"),
        (words(1, 2, 3), "2", 2.0),
        (NumericMetric("m", range(1, 6), "{response}"), "4", 4.0),
        (NumericMetric("m", (0, 100), "{response}"), "62.5", 62.5),
    ],
)
def test_what_is_unambiguous_is_read(metric: Any, label: Any, value: Any) -> None:
    """Words and numbers become the metric's own values."""
    read = read_label(label, metric, "here")
    assert (type(read), read) == (type(value), value)


@pytest.mark.parametrize(
    ("metric", "label", "allowed"),
    [
        (CRITIC, "maybe", "a number from 0.0 to 1.0"),
        (CRITIC, "3", "a number from 0.0 to 1.0"),
        (CRITIC, math.inf, "a number from 0.0 to 1.0"),
        (OLD, "polite", "a number from 0.0 to 1.0"),
        (words("polite", "rude"), "yes", "one of 'polite', 'rude'"),
        (words("grounded", "made up"), "no", "one of 'grounded', 'made up'"),
        (words("no issue", "yes"), "fail", "one of 'no issue', 'yes'"),
        (words("hallucinated", "clean"), 0, "one of 'hallucinated', 'clean'"),
        (words("good", "correct", "bad"), "yes", "one of 'good', 'correct', 'bad'"),
        (words("pass", "fail"), "2", "one of 'pass', 'fail'"),
        (NumericMetric("m", range(1, 6), "{response}"), "yes", "a whole number from 1 to 5"),
        (NumericMetric("m", range(1, 6), "{response}"), 2.5, "a whole number from 1 to 5"),
        (NumericMetric("m", (0, 100), "{response}"), ["a"], "a number from 0 to 100"),
    ],
)
def test_what_is_not_is_refused(metric: Any, label: Any, allowed: str) -> None:
    """The message has the place, the label and the values there are."""
    with pytest.raises(InputError) as refused:
        read_label(label, metric, "Row 7, column 'm'")
    assert str(refused.value) == f"Row 7, column 'm': {label!r} is no value of 'm'; allowed is {allowed}."


def test_a_metric_that_does_not_say_takes_labels_as_they_are() -> None:
    """Numbers in text are numbers all the same."""

    class Unknown:
        name = "m"

    assert read_label("2", Unknown(), "here") == 2.0
    assert read_label("yes", Unknown(), "here") == "yes"


@pytest.mark.parametrize(
    ("value", "blank"),
    [(None, True), (math.nan, True), (" ", True), (pandas.NA, True), (0, False), ("no", False)],
)
def test_blank_cells_are_no_labels(value: Any, blank: bool) -> None:
    """None, NaN and blank text; 0 is a label."""
    assert is_blank(value) is blank
