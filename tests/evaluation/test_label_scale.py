"""What labels say of a metric's scores: read as training reads them, with a good one, and never guessed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ragas.evaluation.alignment import align
from ragas.evaluation.label_scale import read_as, scale_of
from ragas.exceptions import InputError
from ragas.metrics import DiscreteMetric, NumericMetric
from ragas.optimizers.labels import read_label
from ragas.schema.cells import MetricInfo
from tests.evaluation.labelled import data, people, scored

NUMBERS = MetricInfo("m", (0.0, 1.0))


@pytest.mark.parametrize(
    ("labels", "info", "positive", "kind", "good"),
    [
        ([True, False], NUMBERS, None, "binary", True),
        ([1, 0, 1], NUMBERS, None, "binary", True),
        (["Yes", "no"], NUMBERS, None, "binary", True),
        (["yes", "pass", "no"], NUMBERS, None, "binary", True),
        (["no", "no"], NUMBERS, None, "binary", True),
        (["up", "down"], NUMBERS, "down", "binary", "down"),
        ([1, 0], NUMBERS, "0", "binary", 0.0),
        ([1, 5, 3], NUMBERS, None, "graded", None),
        ([1, 3], MetricInfo("rubric", (1, 2, 3)), None, "graded", None),  # type: ignore[arg-type]  # as some are
        (["low", "high"], MetricInfo("risk", ("low", "high")), None, "binary", "low"),
        (["LOW ", "high"], MetricInfo("risk", ("low", "high")), "High", "binary", "high"),
        (["a", "b", "c"], MetricInfo("kind", ("a", "b", "c")), None, "words", None),
    ],
)
def test_kinds_of_labels(
    labels: list[Any], info: MetricInfo, positive: str | None, kind: str, good: Any
) -> None:
    """Two kinds with a good one, grades, or words, told from the labels and the metric."""
    found = scale_of(read_as(people(data(len(labels)), labels), info, positive), info, positive)
    assert (found.kind, found.positive) == (kind, good)


@pytest.mark.parametrize(
    ("labels", "info", "positive", "said"),
    [
        (["up", "down"], NUMBERS, "upp", "'upp' is not one of two"),
        (["hallucinated", "fine"], NUMBERS, None, "say which of them is the good one with --positive"),
        ([1, 0], replace(NUMBERS, higher_is_better=False), None, "less is better: say whether 1 or 0"),
        ([1, "warm"], NUMBERS, None, "words and numbers together"),
    ],
)
def test_what_is_not_told_is_asked_for(
    labels: list[Any], info: MetricInfo, positive: str | None, said: str
) -> None:
    """No label is taken as the good one where nothing says that it is."""
    with pytest.raises(InputError, match=said):
        scale_of(read_as(people(data(2), labels), info, positive), info, positive)


ALLOWED: list[tuple[Any, list[Any], list[Any] | None]] = [
    (["pass", "fail"], ["yes", "no"], ["pass", "fail"]),
    (["fail", "pass"], [1, 0], ["pass", "fail"]),
    (["pass", "fail"], ["Pass.", " FAIL"], ["pass", "fail"]),
    (["pass", "fail"], [True, False], ["pass", "fail"]),
    (["pass", "fail", "unsure"], ["true", "Unsure"], ["pass", "unsure"]),
    (["yes", "no"], ["1", "0"], ["yes", "no"]),
    (["1", "0"], [True, False], ["1", "0"]),
    (["no issue", "yes"], ["No  issue", "YES"], ["no issue", "yes"]),
    ([1, 2, 3], ["2", 3.0], [2.0, 3.0]),
    ((0, 1), ["yes", "fail"], [1.0, 0.0]),
    ((0, 1), [1, 0], [1.0, 0.0]),
    (["no issue", "yes"], ["no", "no"], None),
    (["no issue", "yes"], ["fail", "fail"], None),
    (["no issue", "yes"], ["good", "good"], None),
    (["hallucinated", "clean"], [1, 1], None),
    (["hallucinated", "clean"], [0, 0], None),
    (["hallucinated", "clean"], ["yes", "yes"], None),
    (["hallucinated", "clean"], ["no", "no"], None),
    (["not good", "good", "bad"], ["wrong", "wrong"], None),
    (["good", "correct", "bad"], ["yes", "yes"], None),
    (["pass", "fail"], ["2", "2"], None),
    (["Yes", "yes"], ["YES", "YES"], None),
    ([1, 2, 3], [7, 7], None),
    ((0, 1), ["maybe", "maybe"], None),
]


@pytest.mark.parametrize(("allowed", "labels", "values"), ALLOWED)
def test_aligning_and_training_read_labels_alike(
    allowed: Any, labels: list[Any], values: list[Any] | None
) -> None:
    """What one takes as a value the other takes as the same one: a perfect judge agrees in full; the rest both refuse."""
    info = MetricInfo("m", tuple(allowed))
    metric: Any = (
        NumericMetric("m", allowed, "{response}")
        if isinstance(allowed, tuple)
        else DiscreteMetric("m", allowed_values=allowed, prompt="{response}")
    )
    if values is None:
        with pytest.raises(InputError) as trained:
            read_label(labels[0], metric, "Row 0, column 'ana'")
        with pytest.raises(InputError) as aligned:
            align(scored([allowed[0]] * 2, info), people(data(2), labels), "m")
        if isinstance(allowed, list) and not isinstance(labels[0], (int, float)) and labels[0] != "2":
            assert str(aligned.value).startswith(str(trained.value))
        return
    assert [read_label(one, metric, "here") for one in labels] == values
    times = 10
    found = align(scored(values * times, info), people(data(2 * times), labels * times), "m")
    assert found.figures["kappa"].value == 1.0


def test_a_refused_label_is_told_with_all_that_helps() -> None:
    """Row, column, label and what is allowed; of two words also the way to say which label is good."""
    info = MetricInfo("issue", ("no issue", "yes"))
    with pytest.raises(InputError) as refused:
        align(scored(["yes", "no issue"], info), people(data(2), ["yes", "yes"], ["yes", "no"]), "issue")
    assert str(refused.value) == (
        "Row 1, column 'ben': 'no' is no value of 'issue'; allowed is one of 'no issue', 'yes'. Or say which label is "
        "the good one with --positive (positive=)."
    )


@pytest.mark.parametrize(
    ("words", "labels", "positive"),
    [
        (("hallucinated", "clean"), ["hallucinated", "Clean"], "clean"),
        (("hallucinated", "clean"), ["hallucinated", "clean"], "hallucinated"),
        (("no issue", "yes"), ["no", "yes"], "yes"),
        (("warm", "cold"), [1, 0], "1"),
        (("pass", "fail"), ["up", "down"], "up"),
    ],
)
def test_the_good_label_is_set_against_the_word_it_names(
    words: tuple[str, str], labels: list[Any], positive: str
) -> None:
    """With `positive` a perfect judge agrees in full, whichever word comes first; a label in other words is the first."""
    info = MetricInfo("m", words)
    found = align(scored([*words] * 10, info), people(data(20), labels * 10), "m", positive=positive)
    assert found.figures["kappa"].value == 1.0


def test_the_good_label_against_words_that_do_not_tell() -> None:
    """Where the first word says bad, a label in other words is not taken for it."""
    info = MetricInfo("m", ("hallucinated", "clean"))
    with pytest.raises(InputError, match="'hallucinated' and 'clean' the label 'up' stands for is not clear"):
        align(scored(["clean", "clean"], info), people(data(2), ["up", "down"]), "m", positive="up")


def test_disagreements_show_labels_as_people_wrote_them() -> None:
    """A yes stays a yes, though it was compared as a pass."""
    info = MetricInfo("m", ("pass", "fail"))
    (row,) = align(scored(["fail", "fail"], info), people(data(2), ["yes", "no"]), "m").disagreements
    assert (row.human, row.score) == ("yes", "fail")


def test_yes_is_the_good_end_where_less_is_better() -> None:
    """For aligning and training alike; a number is the score itself, so aligning asks what is meant."""
    info = replace(NUMBERS, higher_is_better=False)
    metric = NumericMetric("m", (0, 1), "{response}")
    metric.higher_is_better = False  # type: ignore[misc]  # as a subclass sets it
    assert [read_label(one, metric, "here") for one in ("yes", "no", 1)] == [0.0, 1.0, 1.0]
    for labels, positive in (["yes", "no"], None), ([0, 1], "0"):
        found = align(scored([0.0, 1.0] * 10, info), people(data(20), labels * 10), "m", positive=positive)
        assert found.figures["kappa"].value == 1.0
