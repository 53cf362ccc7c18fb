"""What labels of people say of a metric's scores: its own values, verdicts of good and bad, or grades."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ragas.evaluation.labels import HumanLabels, LabelValue, read_value
from ragas.exceptions import InputError
from ragas.metrics.validators import get_validator_for_allowed_values
from ragas.schema.cells import MetricInfo
from ragas.schema.label_words import meant, refusal, sense, written

Kind = Literal["binary", "graded", "words"]


@dataclass(frozen=True)
class Scale:
    """What kind of labels there are: two kinds of which one is good, grades, or words."""

    kind: Kind
    positive: LabelValue | None = None

    def number(self, value: LabelValue) -> float:
        """A label as a number: 1 for the good one of two, or the grade."""
        return float(value == self.positive) if self.kind == "binary" else float(value)


def read_as(labels: HumanLabels, info: MetricInfo, positive: str | None = None) -> HumanLabels:
    """The labels as values of a metric: of one that gives words those words, of another true and false for good and bad.

    With `positive` two labels need not be the metric's words, so only those that name one become that one.

    Raises:
        InputError: a label is none of the metric's words and does not clearly stand for one; names row, column, label and
            what is allowed.
    """
    allowed = None if info.bounds else info.allowed_values
    if not allowed:
        return labels if positive is not None else _as_verdicts(labels)
    reader = written if positive is not None else meant
    values = [[None if one is None else reader(one, allowed) for one in of] for of in labels.values]
    for who, (found, given) in enumerate(zip(values, labels.values, strict=True)):
        for row, one in enumerate(given):
            if one is not None and found[row] is None:
                if positive is None:
                    raise InputError(_refused(labels, who, row, info, allowed))
                found[row] = one
    return replace(labels, values=[list(map(_plain, of)) for of in values], as_written=labels.values)


def _as_verdicts(labels: HumanLabels) -> HumanLabels:
    """Words as true and false, if every label says good or bad."""
    given = [one for of in labels.values for one in of if one is not None]
    says = [_says(one) for one in given]
    if not any(isinstance(one, str) for one in given) or None in says:
        return labels
    values = [[None if one is None else _says(one) for one in of] for of in labels.values]
    return replace(labels, values=[[*of] for of in values], as_written=labels.values)


def _says(label: LabelValue) -> bool | None:
    return label == 1.0 if label in (0.0, 1.0) else sense(label)


def _plain(value: Any) -> Any:
    """Whole numbers as floats, as scores are."""
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _refused(labels: HumanLabels, who: int, row: int, info: MetricInfo, allowed: Sequence[Any]) -> str:
    own = who and labels.annotators[0] == labels.column  # a second annotator's own column
    column = labels.annotators[who] if own else labels.column
    expected = get_validator_for_allowed_values(list(allowed)).expected(allowed)
    said = refusal(f"Row {row}, column {column!r}", labels.values[who][row], info.name, expected)
    more = " Or say which label is the good one with --positive (positive=)." if info.two_words else ""
    return said + more


def scale_of(labels: HumanLabels, info: MetricInfo, positive: str | None = None) -> Scale:
    """What kind of labels there are, and which of two is the good one. `labels` are what `read_as` gives.

    Raises:
        InputError: `positive` is no label, nothing tells which of two labels is good, or the labels are a mixture.
    """
    distinct = list(dict.fromkeys(one for of in labels.values for one in of if one is not None))
    if positive is not None:
        wanted = read_value(positive, "--positive", 0)
        named = written(wanted, distinct) if isinstance(wanted, str) else wanted
        if named not in distinct or len(distinct) > 2:
            raise InputError(f"The labels are {_shown(distinct)}: {positive!r} is not one of two.")
        return Scale("binary", named)
    numbers = [one for one in distinct if not isinstance(one, (str, bool))]
    if all(isinstance(one, bool) or one in (0.0, 1.0) for one in distinct):
        if numbers and not info.higher_is_better:
            raise InputError(
                f"The labels are {_shown(distinct)}, and of {info.name} less is better: say whether 1 or 0 is the good "
                "one with --positive (positive=)."
            )
        return Scale("binary", True)  # 1.0 == True
    if all(isinstance(one, (bool, float)) for one in distinct):
        return Scale("graded")
    words = [one for one in distinct if isinstance(one, str)]
    if len(words) < len(distinct):
        raise InputError(f"The labels are {_shown(distinct)}: words and numbers together cannot be compared.")
    if info.two_words and set(words) <= set(info.two_words):
        return Scale("binary", info.two_words[0])
    if len(words) <= 2 and (info.bounds or info.two_words):
        raise InputError(
            f"The labels are {_shown(distinct)}: say which of them is the good one with --positive (positive=)."
        )
    return Scale("words")


def good_word(scale: Scale, info: MetricInfo) -> str:
    """Which of a metric's two words is the good one: the one named as such, else the first, which is the one hoped for.

    Raises:
        InputError: the first says bad or the second says good, so that labels in other words do not tell.
    """
    first, second = info.two_words or ("", "")
    if scale.positive in (first, second):
        return str(scale.positive)
    if sense(first) is False or sense(second) is True:
        raise InputError(
            f"Which of {first!r} and {second!r} the label {scale.positive!r} stands for is not clear: label with these words."
        )
    return first


def _shown(distinct: Sequence[LabelValue]) -> str:
    return ", ".join(map(repr, distinct[:6])) + (" …" if len(distinct) > 6 else "")
