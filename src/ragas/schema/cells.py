"""One cell of a result (sample x metric), what is known of its metric, and what a column of cells comes to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from ragas.exceptions import InputError
from ragas.schema.complaints import shown

Status = Literal["scored", "not_applicable", "failed", "skipped"]
STATUSES: tuple[Status, ...] = get_args(Status)
Value = float | str | list[Any]


@dataclass(frozen=True, slots=True)
class Cell:
    """What a metric says about one sample, or why it says nothing.

    `status` is "scored" (then there is a `value`), "not_applicable" (there was nothing to score), "failed" (it
    should have been scored and was not) or "skipped" (this judge cannot). `cause` says why a cell is not scored,
    `reason` why a value is what it is. `traces` is the evidence, under "input" and "output". `error` is the name
    of the exception of a failure. Anything but a scored cell has the value None.

    Raises:
        InputError: an unknown status, or a scored cell without a value or with a number that is not finite.
    """

    value: Value | None
    status: Status
    cause: str | None = None
    reason: str | None = None
    traces: dict[str, Any] | None = None
    seconds: float | None = None
    usage: dict[str, Any] | None = None
    error: str | None = None

    def __post_init__(self) -> None:
        if self.status not in STATUSES:
            raise InputError(f"a cell cannot be {self.status!r}; its status is one of {', '.join(STATUSES)}")
        tolist = getattr(self.value, "tolist", None)
        if tolist is not None:  # numpy's numbers and arrays, which JSON does not know
            object.__setattr__(self, "value", tolist())
        if self.status == "scored":
            if self.value is None or self.value != self.value:
                raise InputError(
                    f"a scored cell needs a value, not {self.value!r}; else it is failed or not_applicable"
                )
            if not _finite(self.value):
                raise InputError(
                    f"a scored cell needs finite numbers, not {shown(self.value)}; else it is failed or not_applicable"
                )
        elif self.value is not None:
            object.__setattr__(self, "value", None)

    @property
    def score(self) -> Value:
        """The value, NaN where there is none."""
        return math.nan if self.value is None else self.value

    @property
    def number(self) -> float | None:
        """The value as a number, if it is one."""
        return float(self.value) if isinstance(self.value, (int, float)) else None


def _finite(value: Any) -> bool:
    """Whether a mean can be taken of every number in `value`, and JSON has it."""
    if isinstance(value, (list, tuple)):
        return all(map(_finite, value))
    try:
        return not isinstance(value, (int, float)) or math.isfinite(value)
    except OverflowError:  # an integer beyond the largest float
        return False


@dataclass(frozen=True, slots=True)
class MetricInfo:
    """What must be known of a metric to read its scores.

    `allowed_values` is the range (lowest, highest) or the words a score can be. `judge` and `embeddings` name the
    models that were asked, `caution` is what must be said wherever a number of this judge is shown, and
    `signature` holds what the scores depend on: settings, prompts, models, version.
    """

    name: str
    allowed_values: tuple[float, float] | tuple[str, ...] | None = None
    higher_is_better: bool = True
    judge: str | None = None
    caution: str | None = None
    embeddings: str | None = None
    signature: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        values: Any = self.allowed_values
        if isinstance(values, range):
            values = (values[0], values[-1]) if values else None
        object.__setattr__(
            self, "allowed_values", tuple(values) if isinstance(values, (list, tuple)) else None
        )

    @property
    def bounds(self) -> tuple[float, float] | None:
        """Lowest and highest score, for a metric that gives numbers."""
        values = self.allowed_values or ()
        numbers = [value for value in values if isinstance(value, (int, float))]
        return (numbers[0], numbers[1]) if len(numbers) == len(values) == 2 else None

    @property
    def judged_by(self) -> str | None:
        """The judge with its caution, as it stands beside a score."""
        if self.judge and self.caution:
            return f"{self.judge} ({self.caution})"
        return self.judge or self.caution


@dataclass(frozen=True, slots=True)
class Aggregate:
    """What the cells of one metric come to. `mean` is over scored cells, NaN if there is none.

    `words` counts how often each word was given, for metrics whose scores are words.
    """

    metric: str
    mean: float
    n_total: int
    n_scored: int
    n_failed: int
    n_not_applicable: int
    n_skipped: int
    words: Mapping[str, int] = field(default_factory=dict)

    @property
    def counts(self) -> str:
        """How many cells stand behind the mean: "46 of 50 scored, 3 failed, 1 n/a"."""
        others = ((self.n_failed, "failed"), (self.n_not_applicable, "n/a"), (self.n_skipped, "skipped"))
        return ", ".join(
            [
                f"{self.n_scored} of {self.n_total} scored",
                *(f"{count} {word}" for count, word in others if count),
            ]
        )

    @property
    def figure(self) -> str:
        """The mean to four decimals, or the count of each word."""
        if self.words and math.isnan(self.mean):
            return ", ".join(f"{word} {count}" for word, count in self.words.items())
        return f"{self.mean:.4f}"

    def __str__(self) -> str:
        return self.figure if self.n_scored == self.n_total > 0 else f"{self.figure} ({self.counts})"


def aggregate(metric: MetricInfo, cells: Iterable[Cell], *, failures_as_zero: bool = False) -> Aggregate:
    """The mean of a metric's cells with its counts.

    With `failures_as_zero` a failed cell counts as 0, or as the highest possible score where lower is better.
    """
    cells = list(cells)
    statuses = Counter(cell.status for cell in cells)
    numbers = [number for cell in cells if (number := cell.number) is not None]
    words = Counter(cell.value for cell in cells if isinstance(cell.value, str))
    if failures_as_zero and not words:
        worst = 0.0 if metric.higher_is_better else (metric.bounds or (0.0, 1.0))[1]
        numbers += [worst] * statuses["failed"]
    return Aggregate(
        metric=metric.name,
        mean=_mean(numbers),
        n_total=len(cells),
        n_scored=statuses["scored"],
        n_failed=statuses["failed"],
        n_not_applicable=statuses["not_applicable"],
        n_skipped=statuses["skipped"],
        words=dict(words.most_common()),
    )


def _mean(numbers: Collection[float]) -> float:
    if not numbers:
        return math.nan
    try:
        return math.fsum(numbers) / len(numbers)
    except OverflowError:  # the sum of huge numbers; their mean may well be a number
        return math.fsum(number / len(numbers) for number in numbers)
