"""What a run will take, in figures: calls, tokens, money, time; apart from how they were found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from ragas.schema.overview import dollars

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

UNKNOWN = "unknown"
APART = "each metric alone"
TOGETHER = "in one run"


@dataclass(frozen=True)
class Figures:
    """What some calls take.

    `cached_calls` are at hand in the cache and cost nothing. `cost` is in US dollars, None where no price is known;
    `cost_range` has the least and the most it should be. `unpriced_calls` counts the calls it does not cover.
    `seconds` is None where nobody can tell.
    """

    judge_calls: int = 0
    embedding_calls: int = 0
    cached_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = 0.0
    cost_range: tuple[float, float] | None = (0.0, 0.0)
    unpriced_calls: int = 0
    seconds: float | None = 0.0

    @property
    def calls(self) -> int:
        """Calls of judge and embeddings together."""
        return self.judge_calls + self.embedding_calls

    @property
    def minutes(self) -> float | None:
        """How long it takes."""
        return None if self.seconds is None else self.seconds / 60

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self) | {"calls": self.calls, "minutes": self.minutes}


@dataclass(frozen=True)
class MetricPlan:
    """What one metric takes when it runs alone; `figures` is None where nobody can tell, and `note` says why."""

    name: str
    figures: Figures | None
    judge: str | None = None
    embeddings: str | None = None
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "judge": self.judge,
            "embeddings": self.embeddings,
            "note": self.note,
            **(self.figures.to_dict() if self.figures else {"calls": None}),
        }


@dataclass(frozen=True)
class Plan:
    """What a run will take, before anything is sent.

    `metrics` is what each metric takes alone, `total` what they take in one run, where they share what they both ask;
    None if nobody can tell of any metric. While some are `unknown`, it is without them: the run takes at least as
    much. `rows` is the number of rows of the run, `planned` how many of them were looked at.
    """

    metrics: Sequence[MetricPlan]
    total: Figures | None
    rows: int
    planned: int
    notes: Sequence[str] = field(default_factory=tuple)

    @property
    def calls(self) -> int | None:
        """Calls in one run; None if they are unknown."""
        return self.total.calls if self.total else None

    @property
    def calls_apart(self) -> int | None:
        """Calls if each metric ran alone; None if they are unknown."""
        return sum(one.figures.calls for one in self.metrics if one.figures) if self.total else None

    @property
    def shared_calls(self) -> int:
        """Calls that metrics save by running together."""
        return max(0, (self.calls_apart or 0) - (self.calls or 0))

    @property
    def input_tokens(self) -> int | None:
        """Tokens sent in one run; None if they are unknown."""
        return self.total.input_tokens if self.total else None

    @property
    def output_tokens(self) -> int | None:
        """Tokens received in one run; None if they are unknown."""
        return self.total.output_tokens if self.total else None

    @property
    def cost(self) -> float | None:
        """The price of one run in US dollars; None where no price is known."""
        return self.total.cost if self.total else None

    @property
    def minutes(self) -> float | None:
        """How long one run takes; None if it is unknown."""
        return self.total.minutes if self.total else None

    @property
    def unknown(self) -> list[str]:
        """The metrics that could not be planned."""
        return [one.name for one in self.metrics if one.figures is None]

    @property
    def at_least(self) -> bool:
        """Whether the run takes more than the total says, since what some metrics take is unknown."""
        return bool(self.unknown)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "rows": self.rows,
            "planned_rows": self.planned,
            "metrics": {one.name: one.to_dict() for one in self.metrics},
            "total": self.total.to_dict() if self.total else {"calls": None},
            "at_least": self.at_least,
            "calls_apart": self.calls_apart,
            "shared_calls": self.shared_calls,
            "unknown": self.unknown,
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        return "\n".join([*self._table(), *self._remarks()])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        head, *lines = self._table()
        if len(head) > options.max_width:
            yield from (Text(line) for line in self._in_words())
        else:
            yield Text(head, style="bold")
            yield from (Text(line, style="bold" if line.startswith(TOGETHER) else "") for line in lines)
        for remark in self._remarks():
            for line in Text(remark, style="dim").wrap(console, options.max_width):
                line.rstrip()
                yield line

    def _table(self) -> list[str]:
        rows = [["metric", "calls", "tokens in", "tokens out", "price", "time"]]
        rows += [[one.name, *_shown(one.figures)] for one in self.metrics]
        if self.shared_calls:
            rows.append([f"{APART}{self._more}", f"{self.calls_apart:,}", *self._apart()])
        rows.append([f"{TOGETHER}{self._more}", *_shown(self.total)])
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        return [
            "  ".join(
                [row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])],
            ).rstrip()
            for row in rows
        ]

    @property
    def _more(self) -> str:
        """What stands behind the name of a sum that lacks something."""
        return ", at least" if self.at_least and self.total else ""

    def _apart(self) -> list[str]:
        known = [one.figures for one in self.metrics if one.figures]
        costs = [one.cost for one in known]
        seconds = [one.seconds for one in known]
        return [
            f"{sum(one.input_tokens for one in known):,}",
            f"{sum(one.output_tokens for one in known):,}",
            _price(
                sum(cost for cost in costs if cost is not None) if any(_there(costs)) else None,
                sum(one.unpriced_calls for one in known),
            ),
            duration(sum(one for one in seconds if one is not None) if all(_there(seconds)) else None),
        ]

    def _in_words(self) -> Iterator[str]:
        together = (f"{TOGETHER}{self._more}", self.total)
        for name, figures in [*((one.name, one.figures) for one in self.metrics), together]:
            calls, read, written, price, time = _shown(figures)
            yield name
            yield f"  {calls} calls, {read} tokens in, {written} out, {price}, {time}"

    def _lacks_prices(self, total: Figures) -> bool:
        return self.at_least or bool(total.unpriced_calls)

    def _remarks(self) -> Iterator[str]:
        total = self.total
        if self.shared_calls and self.calls_apart:
            yield f"Sharing saves {self.shared_calls:,} of {self.calls_apart:,} calls ({self.shared_calls / self.calls_apart:.0%})."
        if total and total.cost and total.cost_range:
            low, high = map(money, total.cost_range)
            yield f"Price {'of what is known ' if self._lacks_prices(total) else ''}between {low} and {high}."
        if total and total.unpriced_calls and total.cost:
            yield f"{total.unpriced_calls:,} calls have no known price and are not in it."
        if total and total.cached_calls:
            yield f"{total.cached_calls:,} more calls are answered from the cache."
        for one in self.metrics:
            if one.note:
                yield f"{one.name}: {one.note}"
        yield from self.notes


def _there(values: Sequence[float | None]) -> list[bool]:
    return [value is not None for value in values]


def _shown(figures: Figures | None) -> list[str]:
    if figures is None:
        return [UNKNOWN] * 5
    return [
        f"{figures.calls:,}",
        f"{figures.input_tokens:,}",
        f"{figures.output_tokens:,}",
        _price(figures.cost, figures.unpriced_calls),
        duration(figures.seconds),
    ]


def _price(amount: float | None, unpriced_calls: int) -> str:
    """The price of calls of which so many have none that is known."""
    if not unpriced_calls:
        return money(amount)
    return f"at least {money(amount)}" if amount else UNKNOWN


def money(amount: float | None) -> str:
    """US dollars with as many digits as say something."""
    if amount is None:
        return UNKNOWN
    if amount == 0:
        return "$0"
    return f"${amount:,.2f}" if amount >= 1 else dollars(amount)


def duration(seconds: float | None) -> str:
    """Seconds or minutes, about."""
    if seconds is None:
        return UNKNOWN
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:,.1f} min"
