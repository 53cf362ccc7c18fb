"""Whether a run is good enough to go ahead: each condition is met, missed, or cannot be told yet."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ragas.exceptions import ConfigurationError, InputError
from ragas.schema.cells import Cell, MetricInfo
from ragas.schema.comparison import differences
from ragas.schema.pairing import cluster_labels, pair_rows
from ragas.schema.result import EvaluationResult
from ragas.stats.decisions import Decision, against, drop
from ragas.stats.intervals import Interval

Outcome = Literal["meets", "misses", "unclear", "not measured"]

SEVERITY: tuple[Outcome, ...] = ("misses", "not measured", "unclear", "meets")
"""From worst to best: what a gate comes to is the worst of its checks."""

FAILED_AT_MOST = 0.05
"""The share of cells that may fail before a metric counts as not measured."""


@dataclass(frozen=True)
class Check:
    """One condition and what came of it.

    `figure` is the mean, or the mean difference to the baseline; `interval` its interval. `needed` is how many
    samples like these would settle an unclear case, None if no number anybody would draw does.
    """

    metric: str
    condition: str
    outcome: Outcome
    figure: float | None = None
    interval: Interval | None = None
    n: int = 0
    needed: int | None = None
    note: str = ""

    def __str__(self) -> str:
        parts = [f"{self.metric}: {self.outcome}, {self.condition}"]
        if self.figure is not None:
            between = f" ({self.interval.low:.3f} to {self.interval.high:.3f})" if self.interval else ""
            parts.append(f"it is {self.figure:.3f}{between} on {self.n} samples")
        if self.note:
            parts.append(self.note)
        return "; ".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "metric": self.metric,
            "condition": self.condition,
            "outcome": self.outcome,
            "figure": self.figure,
            "low": self.interval.low if self.interval else None,
            "high": self.interval.high if self.interval else None,
            "n": self.n,
            "needed": self.needed,
            "note": self.note,
        }


@dataclass(frozen=True)
class Gate:
    """All checks of a run. `differences` is what was not the same in the baseline, where that was allowed."""

    checks: list[Check]
    differences: list[str]

    @property
    def outcome(self) -> Outcome:
        """The worst of the checks."""
        return min((check.outcome for check in self.checks), key=SEVERITY.index)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "outcome": self.outcome,
            "checks": [check.to_dict() for check in self.checks],
            "differences": self.differences,
        }


def gate(
    result: EvaluationResult,
    *,
    minimum: Mapping[str, float] | None = None,
    maximum: Mapping[str, float] | None = None,
    baseline: EvaluationResult | None = None,
    max_drop: Mapping[str, float] | float | None = None,
    confidence: float | None = 0.95,
    by: str | None = None,
    on: str | None = None,
    max_failed: float = FAILED_AT_MOST,
    allow_different: bool = False,
) -> Gate:
    """Check the means of a result.

    A mean meets a condition when its whole interval does, and misses it when none of the interval meets it;
    between the two there are too few samples to tell. With `confidence=None` the mean alone decides.

    Args:
        minimum: for each metric the lowest mean that will do; of scores that are one of two words, the lowest share
            of the first.
        maximum: for each metric the highest.
        baseline: an earlier result of the same samples.
        max_drop: how much worse than the baseline a metric may be on the same samples; a number is for every metric
            both have. Where lower is better, worse is higher.
        by: a column whose equal values mark samples that were drawn together.
        on: the column that tells which rows of both are the same, see `compare`.
        max_failed: the share of cells of a metric that may fail; with more, it was not measured.
        allow_different: compare with a baseline that was made with other settings.

    Raises:
        ConfigurationError: no condition is given, a metric is not in the result, or the baseline was made otherwise.
    """
    limits = [(name, value, True) for name, value in (minimum or {}).items()]
    limits += [(name, value, False) for name, value in (maximum or {}).items()]
    if (baseline is None) is not (max_drop is None):
        raise ConfigurationError("A baseline and the drop from it that is allowed go together: give both.")
    if not limits and baseline is None:
        raise ConfigurationError("No condition is given, so there is nothing to check. Give a minimum, say.")
    infos = {info.name: info for info in result.metrics}
    clusters = None if by is None else cluster_labels(result.dataset, by)
    scores = _Scores(result, max_failed)
    checks = [
        _limit(_known(infos, name), value, above, scores, clusters, confidence)
        for name, value, above in limits
    ]
    told: list[str] = []
    if baseline is not None and max_drop is not None:
        drops = _drops(max_drop, infos, baseline)
        before = {info.name: info for info in baseline.metrics}
        told = [str(one) for name in drops for one in differences(before[name], infos[name])]
        if told and not allow_different:
            raise ConfigurationError(
                "The baseline was not made in the same way, so a change may come from that:\n"
                + "\n".join(f"- {one}" for one in told)
                + "\nTo compare nevertheless, say --allow-different (in Python, allow_different=True)."
            )
        pairs = list(pair_rows(baseline.dataset, result.dataset, on).rows)
        earlier = _Scores(baseline, max_failed)
        checks += [
            _drop(infos[name], most, earlier, scores, pairs, clusters, confidence)
            for name, most in drops.items()
        ]
    return Gate(checks, told)


class _Scores:
    """The scores of a result as numbers, by metric; read once each."""

    def __init__(self, result: EvaluationResult, max_failed: float) -> None:
        self._result = result
        self._max_failed = max_failed

    def of(self, info: MetricInfo) -> tuple[list[float | None], str]:
        """A number or None for each row, and why the metric cannot be judged by them, if it cannot."""
        cells = [row[info.name] for row in self._result.cells]
        failed = [cell for cell in cells if cell.status == "failed"]
        values = [_number(cell, info) for cell in cells]
        if len(failed) > self._max_failed * len(cells):
            cause = f"; the first cause: {failed[0].cause}" if failed[0].cause else ""
            return values, f"{len(failed)} of {len(cells)} cells failed{cause}"
        if not any(value is not None for value in values):
            if any(isinstance(cell.value, str) for cell in cells):
                return values, "its scores are words, of which there are more than two"
            return values, "no cell was scored"
        return values, ""


def _number(cell: Cell, info: MetricInfo) -> float | None:
    if isinstance(cell.value, str):
        return None if info.two_words is None else float(cell.value == info.two_words[0])
    return cell.number


def _limit(
    info: MetricInfo,
    value: float,
    above: bool,
    scores: _Scores,
    clusters: Sequence[Hashable] | None,
    confidence: float | None,
) -> Check:
    of = f"share of {info.two_words[0]}" if info.two_words else "mean"
    condition = f"{of} {'at least' if above else 'at most'} {value:g}"
    values, problem = scores.of(info)
    if problem:
        return Check(info.name, condition, "not measured", note=problem)
    rows = [row for row, number in enumerate(values) if number is not None]
    numbers = [number for number in values if number is not None]
    mean = sum(numbers) / len(numbers)
    if confidence is None:
        met = mean >= value if above else mean <= value
        return Check(info.name, condition, "meets" if met else "misses", mean, n=len(numbers))
    decision = against(
        numbers,
        value,
        bounds=(0.0, 1.0) if info.two_words else info.bounds,
        clusters=None if clusters is None else [clusters[row] for row in rows],
        level=confidence,
        higher_is_better=above,
    )
    return _decided(info.name, condition, decision, mean, len(numbers))


def _drop(
    info: MetricInfo,
    most: float,
    before: _Scores,
    after: _Scores,
    pairs: Sequence[tuple[int, int]],
    clusters: Sequence[Hashable] | None,
    confidence: float | None,
) -> Check:
    condition = f"at most {most:g} {'below' if info.higher_is_better else 'above'} the baseline"
    first, problem_before = before.of(info)
    second, problem = after.of(info)
    if problem or problem_before:
        return Check(
            info.name, condition, "not measured", note=problem or f"in the baseline, {problem_before}"
        )
    both = [(a, b) for a, b in pairs if first[a] is not None and second[b] is not None]
    if not both:
        return Check(info.name, condition, "not measured", note="no sample was scored in both")
    old = [value for a, _ in both if (value := first[a]) is not None]
    new = [value for _, b in both if (value := second[b]) is not None]
    change = (sum(new) - sum(old)) / len(both)
    if confidence is None:
        met = (change if info.higher_is_better else -change) >= -most
        return Check(info.name, condition, "meets" if met else "misses", change, n=len(both))
    decision = drop(
        old,
        new,
        most,
        bounds=(0.0, 1.0) if info.two_words else info.bounds,
        clusters=None if clusters is None else [clusters[b] for _, b in both],
        level=confidence,
        higher_is_better=info.higher_is_better,
    )
    return _decided(info.name, condition, decision, change, len(both))


def _decided(metric: str, condition: str, decision: Decision, figure: float, n: int) -> Check:
    note = ""
    if decision.outcome == "unclear":
        note = (
            f"about {decision.needed:,} samples like these would settle it"
            if decision.needed
            else "it lies so close that more samples will hardly settle it"
        )
    return Check(metric, condition, decision.outcome, figure, decision.interval, n, decision.needed, note)


def _known(infos: Mapping[str, MetricInfo], name: str) -> MetricInfo:
    """The metric of that name.

    Raises:
        ConfigurationError: the result has none.
    """
    if name not in infos:
        raise ConfigurationError(f"The run has no metric {name!r}; it has {', '.join(infos)}.")
    return infos[name]


def _drops(
    max_drop: Mapping[str, float] | float, infos: Mapping[str, MetricInfo], baseline: EvaluationResult
) -> dict[str, float]:
    if not isinstance(max_drop, Mapping):
        common = [name for name in infos if name in baseline.metric_names]
        if not common:
            raise ConfigurationError(
                f"The run and its baseline have no metric in common: {', '.join(infos)} and "
                f"{', '.join(baseline.metric_names)}."
            )
        return dict.fromkeys(common, float(max_drop))
    for name in max_drop:
        _known(infos, name)
        if name not in baseline.metric_names:
            raise ConfigurationError(
                f"The baseline has no metric {name!r}; it has {', '.join(baseline.metric_names)}."
            )
    return dict(max_drop)


def worst_rows(result: EvaluationResult, metric: str, n: int = 3) -> Iterator[str]:
    """The lowest rows of a metric in words: row, score, question, reason."""
    for row, _, cell in result.worst(metric, n):
        sample = result.dataset[row]
        asked = sample.user_input if isinstance(sample.user_input, str) else ""
        yield f"row {row}  {cell.number:.3f}  {(asked or '')[:80]}\n    {cell.reason or 'no reason given'}"


def read_conditions(given: Sequence[str], option: str) -> dict[str, float]:
    """Conditions of the form metric=number.

    Raises:
        InputError: one has another form.
    """
    found: dict[str, float] = {}
    for one in given:
        name, mark, number = one.rpartition("=")
        try:
            found[name.strip()] = float(number)
        except ValueError:
            mark = ""
        if not mark or not name.strip() or found.get(name.strip()) != found.get(name.strip()):
            raise InputError(f"{option} {one!r} is not of the form faithfulness=0.85.")
    return found
