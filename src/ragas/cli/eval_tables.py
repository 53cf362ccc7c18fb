"""Tables of an experiment's results: means beside those of a baseline, and counts of words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from ragas.cli.printing import show
from ragas.exceptions import InputError
from ragas.stats.intervals import Interval, mean_interval
from ragas.stats.paired import Paired, paired

EQUAL = 0.01
"""A difference below this counts as none."""

Values = Mapping[str, Sequence[Any]]


def separate_metrics_by_type(values: Values) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
    """The columns of numbers, and those of words. A column without any value counts as numbers.

    Raises:
        InputError: a column has both.
    """
    numbers: dict[str, list[Any]] = {}
    words: dict[str, list[Any]] = {}
    for metric, column in values.items():
        kinds = {isinstance(value, str) for value in column if not _is_missing(value)}
        if len(kinds) > 1:
            raise InputError(f"The column {metric!r} holds numbers and words.")
        (words if True in kinds else numbers)[metric] = list(column)
    return numbers, words


def calculate_aggregated_metrics(values: Values) -> dict[str, Any]:
    """The mean of each column of numbers, None where there is none; the counts of each column of words."""
    numbers, words = separate_metrics_by_type(values)
    means = {metric: _mean(column) for metric, column in numbers.items()}
    return means | {metric: dict(_counts(column)) for metric, column in words.items()}


def create_numerical_metrics_table(current: Values, baseline: Values | None = None) -> Table:
    """Means with their 95 % intervals; with a baseline its means, the differences with theirs, and what is let pass.

    Where a row has no value, each mean has beside it of how many rows it is, and how many have none.
    """
    table = _table("Numerical metrics")
    headings = ["Current", "95 % interval"]
    if baseline is not None:
        headings = ["Current", "Baseline", "Delta", "95 % interval", "Gate"]
    gaps = any(missing(column) for column in current.values())
    if gaps:
        headings += ["Scored", "Missing"]
    table.add_column("Metric", overflow="fold")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True, min_width=len(heading))
    for metric, column in current.items():
        line = [metric, _number(_mean(column))]
        if baseline is None:
            line.append(_interval(_interval_of(column)))
        else:
            line += _compared(column, baseline.get(metric, ()))
        if gaps:
            line += [f"{len(column) - missing(column)} of {len(column)}", str(missing(column))]
        table.add_row(*line)
    return table


def create_categorical_metrics_table(current: Values, baseline: Values | None = None) -> Table:
    """How often each word came, and how many rows have none; with a baseline also how often it came there."""
    table = _table("Categorical metrics")
    table.add_column("Metric", overflow="fold")
    table.add_column("Word", overflow="fold")
    for heading in ["Current"] + (["Baseline", "Delta"] if baseline is not None else []):
        table.add_column(heading, justify="right", no_wrap=True, min_width=len(heading))
    for metric, column in current.items():
        now = _counts(column)
        then = _counts(baseline.get(metric, ())) if baseline is not None else Counter()
        for place, word in enumerate(sorted(now | then, key=lambda word: (-now[word], word))):
            line = [metric if place == 0 else "", word, str(now[word])]
            if baseline is not None:
                line += [str(then[word]), f"{now[word] - then[word]:+d}"]
            table.add_row(*line)
        if none := missing(column):
            table.add_row("" if now | then else metric, Text("missing", style="dim"), str(none))
    return table


def display_metrics_tables(current: Values, baseline: Values | None = None) -> None:
    """Print both tables, each if there is something in it."""
    numbers, words = separate_metrics_by_type(current)
    if numbers:
        show(create_numerical_metrics_table(numbers, baseline))
    if words:
        show(*([Text("")] if numbers else []), create_categorical_metrics_table(words, baseline))
    for note in gap_notes(current, baseline or {}):
        show(Text(note, style="yellow"))


def missing(column: Sequence[Any]) -> int:
    """How many rows have no value in a column."""
    return sum(map(_is_missing, column))


def gap_notes(current: Values, baseline: Values) -> list[str]:
    """A line for each metric whose mean leaves rows out, here or in the baseline, where that makes a difference."""
    notes = []
    for metric in current:
        column, then = current[metric], baseline.get(metric, ())
        told = [
            f"{missing(values)} of {len(values)} rows {where}"
            for values, where in ((column, "of this run"), (then, "of the baseline"))
            if missing(values)
        ]
        if told:
            apart = (
                ", so Delta compares means of different rows" if then and _gaps(column) != _gaps(then) else ""
            )
            notes.append(f"{metric}: no value in {' and '.join(told)}{apart}.")
    return notes


def passes(delta: float) -> bool:
    """Whether a mean has risen, or changed by less than `EQUAL`."""
    return delta > 0 or abs(delta) < EQUAL


def figures(current: Values, baseline: Values | None = None) -> dict[str, Any]:
    """What the tables show as plain values."""
    numbers, words = separate_metrics_by_type(current)
    found: dict[str, Any] = {}
    for metric, column in numbers.items():
        interval = _interval_of(column)
        one: dict[str, Any] = {
            "mean": _mean(column),
            "low": interval and interval.low,
            "high": interval and interval.high,
            "scored": len(_present(column)),
            "missing": missing(column),
        }
        if baseline is not None:
            then, pairs = _mean(baseline.get(metric, ())), pair(column, baseline.get(metric, ()))
            delta = _delta(one["mean"], then)
            one |= {
                "baseline": then,
                "delta": delta,
                "p": pairs and pairs.p,
                "passes": None if delta is None else passes(delta),
                "baseline_missing": missing(baseline.get(metric, ())),
            }
        found[metric] = one
    for metric, column in words.items():
        found[metric] = {"counts": dict(_counts(column)), "missing": missing(column)}
        if baseline is not None:
            found[metric]["baseline"] = dict(_counts(baseline.get(metric, ())))
    return found


def pair(current: Sequence[Any], baseline: Sequence[Any]) -> Paired | None:
    """Both columns row by row, where both have a number; None where they are not equally long or have none."""
    if len(current) != len(baseline):
        return None
    both = [
        (then, now)
        for then, now in zip(baseline, current, strict=True)
        if _is_number(then) and _is_number(now)
    ]
    if not both:
        return None
    before, after = [float(then) for then, _ in both], [float(now) for _, now in both]
    return paired(before, after, bounds=_bounds([*before, *after]))


def _compared(current: Sequence[Any], baseline: Sequence[Any]) -> list[str]:
    now, then = _mean(current), _mean(baseline)
    delta = _delta(now, then)
    if delta is None:
        return [_number(then), "", "", ""]
    pairs = pair(current, baseline)
    interval = _interval(pairs.interval, "+.3f") if pairs else ""
    return [_number(then), f"{delta:+.3f}", interval, "pass" if passes(delta) else "fail"]


def _delta(now: float | None, then: float | None) -> float | None:
    return None if now is None or then is None else now - then


def _present(column: Sequence[Any]) -> list[float]:
    return [float(value) for value in column if _is_number(value)]


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and not math.isfinite(value))


def _gaps(column: Sequence[Any]) -> list[int]:
    return [row for row, value in enumerate(column) if _is_missing(value)]


def _mean(column: Sequence[Any]) -> float | None:
    values = _present(column)
    return sum(values) / len(values) if values else None


def _interval_of(column: Sequence[Any]) -> Interval | None:
    values = _present(column)
    return mean_interval(values, bounds=_bounds(values))


def _bounds(values: Sequence[float]) -> tuple[float, float] | None:
    """0 and 1 for shares; a column does not say what else its bounds may be."""
    return (0.0, 1.0) if all(0 <= value <= 1 for value in values) else None


def _counts(column: Sequence[Any]) -> Counter[str]:
    return Counter(value for value in column if isinstance(value, str))


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"


def _interval(interval: Interval | None, form: str = ".3f") -> str:
    return f"{interval.low:{form}} to {interval.high:{form}}" if interval else ""


def _table(title: str) -> Table:
    return Table(title=title, box=None, title_justify="left", padding=(0, 2, 0, 0))
