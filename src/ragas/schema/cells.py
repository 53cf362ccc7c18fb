"""One cell of a result (sample x metric), what is known of its metric, and what a column of cells comes to."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import repeat
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, get_args

from ragas.exceptions import InputError
from ragas.schema.complaints import shown

if TYPE_CHECKING:
    from ragas.stats.intervals import Interval

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
        if not isinstance(self.value, (float, int, str)):  # those are as JSON has them
            object.__setattr__(self, "value", _number(self.value))
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


def _number(value: Any) -> Any:
    """Fractions, decimals and other numbers as floats, in lists too; what is none as it is."""
    if isinstance(value, (list, tuple)):
        made = [one if isinstance(one, (float, int, str)) else _number(one) for one in value]
        return made if isinstance(value, list) else tuple(made)
    if not isinstance(value, (Real, Decimal)):
        return value
    try:
        return float(value)
    except OverflowError:  # beyond the largest float
        return math.inf
    except ValueError:  # the decimal "sNaN"
        return math.nan


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
    def two_words(self) -> tuple[str, str] | None:
        """The two words a score can be, the first of which is the one hoped for, as in "pass" and "fail"."""
        values = self.allowed_values or ()
        words = [value for value in values if isinstance(value, str)]
        return (words[0], words[1]) if len(words) == len(values) == 2 else None

    @property
    def judged_by(self) -> str | None:
        """The judge with its caution, as it stands beside a score."""
        if self.judge and self.caution:
            return f"{self.judge} ({self.caution})"
        return self.judge or self.caution


@dataclass(frozen=True, slots=True)
class Aggregate:
    """What the cells of one metric come to. `mean` is over scored cells, NaN if there is none.

    `interval` is where the mean is likely to be on all such samples, None if too little was scored to say. `words`
    counts how often each word was given, for metrics whose scores are words; of two allowed words the interval is
    that of the share of the first.
    """

    metric: str
    mean: float
    n_total: int
    n_scored: int
    n_failed: int
    n_not_applicable: int
    n_skipped: int
    words: Mapping[str, int] = field(default_factory=dict)
    interval: Interval | None = None
    interval_of: str | None = None
    """The word whose share the interval is of, if it is not of the mean."""

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
    def between(self) -> str:
        """The interval: "0.721 to 0.913", of words "pass 0.420 to 0.881"; empty without one."""
        if self.interval is None:
            return ""
        of = f"{self.interval_of} " if self.interval_of else ""
        return f"{of}{self.interval.low:.3f} to {self.interval.high:.3f}"

    @property
    def figure(self) -> str:
        """The mean to four decimals, or the count of each word."""
        if self.words and math.isnan(self.mean):
            return ", ".join(f"{word} {count}" for word, count in self.words.items())
        return f"{self.mean:.4f}"

    def __str__(self) -> str:
        return self.figure if self.n_scored == self.n_total > 0 else f"{self.figure} ({self.counts})"


def aggregate(
    metric: MetricInfo,
    cells: Iterable[Cell],
    *,
    failures_as_zero: bool = False,
    clusters: Iterable[Hashable] | None = None,
    level: float | None = 0.95,
) -> Aggregate:
    """The mean of a metric's cells with its counts and its interval; with the level None without interval.

    With `failures_as_zero` a failed cell counts as 0, or as the highest possible score where lower is better.
    Cells of the same cluster, which cannot be None, count as drawn together.
    """
    tally = Tally(metric)
    for cell, cluster in zip(cells, repeat(None) if clusters is None else clusters, strict=False):
        tally.add(cell, cluster)
    return tally.aggregate(failures_as_zero=failures_as_zero, clustered=clusters is not None, level=level)


class Tally:
    """What is kept of a metric's cells while they are read one by one: a number each, and counts."""

    def __init__(self, metric: MetricInfo) -> None:
        self.metric = metric
        self.first = metric.two_words[0] if metric.two_words else None
        self.statuses: Counter[str] = Counter()
        self.words: Counter[str] = Counter()
        self.numbers, self.first_words = array("d"), array("d")
        self.clusters: tuple[list[Hashable], list[Hashable], list[Hashable]] = ([], [], [])
        """Of the numbers, of the words and of the failures."""

    def add(self, cell: Cell, cluster: Hashable = None) -> None:
        """Count a cell; with a cluster if cells have one."""
        value, status = cell.value, cell.status
        self.statuses[status] += 1
        if isinstance(value, str):
            kind = 1
            self.words[value] += 1
            self.first_words.append(value == self.first)
        elif isinstance(value, (int, float)):
            kind = 0
            self.numbers.append(value)
        elif status == "failed":
            kind = 2
        else:
            return
        if cluster is not None:
            self.clusters[kind].append(cluster)

    def aggregate(self, *, failures_as_zero: bool, clustered: bool, level: float | None) -> Aggregate:
        """What the cells come to."""
        numbers, clusters = self.numbers[:], self.clusters[0]
        if failures_as_zero and not self.words:
            worst = 0.0 if self.metric.higher_is_better else (self.metric.bounds or (0.0, 1.0))[1]
            numbers.extend([worst] * self.statuses["failed"])
            clusters = clusters + self.clusters[2]
        share = not numbers and self.first is not None
        return Aggregate(
            metric=self.metric.name,
            mean=_mean(numbers),
            n_total=self.statuses.total(),
            n_scored=self.statuses["scored"],
            n_failed=self.statuses["failed"],
            n_not_applicable=self.statuses["not_applicable"],
            n_skipped=self.statuses["skipped"],
            words=dict(self.words.most_common()),
            interval=_interval(
                self.first_words if share else numbers,
                (0.0, 1.0) if share else self.metric.bounds,
                (self.clusters[1] if share else clusters) if clustered else None,
                level,
            ),
            interval_of=self.first if share and self.words else None,
        )


def _interval(
    values: Sequence[float],
    bounds: tuple[float, float] | None,
    clusters: Sequence[Hashable] | None,
    level: float | None,
) -> Interval | None:
    if level is None:
        return None
    from ragas.stats.intervals import mean_interval

    return mean_interval(values, bounds=bounds, clusters=clusters, level=level)


def _mean(numbers: Collection[float]) -> float:
    if not numbers:
        return math.nan
    try:
        return math.fsum(numbers) / len(numbers)
    except OverflowError:  # the sum of huge numbers; their mean may well be a number
        return math.fsum(number / len(numbers) for number in numbers)
