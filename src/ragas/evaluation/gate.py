"""Whether a run is good enough to go ahead: each condition is met, missed, or cannot be told yet."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Any, Literal

from ragas.evaluation.certificate import Certificate, uncertified
from ragas.evaluation.gate_limits import Limits, check_shares, drops_of, limits_of, settings_told
from ragas.evaluation.gate_scores import Column, Pair, Row, columns, lowest, most_changed
from ragas.exceptions import ConfigurationError
from ragas.metrics.wording import counted
from ragas.schema.cells import MetricInfo
from ragas.schema.pairing import Pairs, cluster_labels, pair_rows
from ragas.schema.result import EvaluationResult
from ragas.stats.decisions import Decision, against, drop
from ragas.stats.intervals import Interval

Outcome = Literal["meets", "misses", "unclear", "not measured"]

SEVERITY: tuple[Outcome, ...] = ("misses", "not measured", "unclear", "meets")
"""From worst to best: what a gate comes to is the worst of its checks."""

IN_WORDS: dict[Outcome, str] = {
    "meets": "meets",
    "misses": "misses",
    "unclear": "not enough samples to tell",
    "not measured": "could not be measured",
}
FAILED_AT_MOST = 0.05
"""The share of cells that may stay without a score before a metric counts as not measured."""
CERTIFIED = "a certified judge"
"""The condition that a certificate is required for."""
ROUNDING = 1e-9
"""A mean of 0.8 is sometimes 0.7999999999999999, and meets 0.8 nevertheless."""


@dataclass(frozen=True)
class Check:
    """One condition and what came of it.

    `figure` is the mean (of one of two words the share of the first), or the mean difference to the baseline, on
    `n` of `total` samples; `interval` is where it is likely to be on all such samples. `needed` is how many
    samples like these would settle an unclear case, None if no number anybody would draw does. `rows` are the
    samples that speak most against the condition, unless it is met. Of a drop, `only_before` and `only_after` count the
    samples that only the baseline or only the run has; `total` includes them. `certified` is whether a certificate speaks for
    the judge of these scores, None where none was asked for or no judge scores.
    """

    metric: str
    condition: str
    outcome: Outcome
    figure: float | None = None
    interval: Interval | None = None
    n: int = 0
    total: int = 0
    needed: int | None = None
    note: str = ""
    rows: tuple[Row, ...] = ()
    is_difference: bool = False
    certified: bool | None = None
    only_before: int | None = None
    only_after: int | None = None

    @property
    def is_uncertified(self) -> bool:
        """Whether its scores come from a judge that no certificate speaks for, though one was asked for."""
        return self.certified is False and self.condition != CERTIFIED

    @property
    def figure_text(self) -> str:
        """The figure to three decimals, a difference with its sign; empty without one."""
        return "" if self.figure is None else f"{self.figure:{'+' if self.is_difference else ''}.3f}"

    @property
    def between(self) -> str:
        """The interval: "0.721 to 0.913"; empty without one."""
        if self.interval is None:
            return ""
        sign = "+" if self.is_difference else ""
        return f"{self.interval.low:{sign}.3f} to {self.interval.high:{sign}.3f}"

    def __str__(self) -> str:
        said = f"{self.metric} {IN_WORDS[self.outcome]}: {self.condition}"
        if self.figure is not None:
            what = "the difference" if self.is_difference else "it"
            between = f" ({self.between})" if self.between else ""
            said += f"; {what} is {self.figure_text}{between} on {self.n:,} of {self.total:,} samples"
        return f"{said}; {self.note}" if self.note else said

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
            "total": self.total,
            "needed": self.needed,
            "only_before": self.only_before,
            "only_after": self.only_after,
            "note": self.note,
            "certified": self.certified,
            "rows": [row._asdict() for row in self.rows],
        }


@dataclass(frozen=True)
class Gate:
    """All checks of a run. `differences` is what was not the same in the baseline, where that was allowed."""

    checks: list[Check]
    differences: list[str]
    confidence: float | None = 0.95

    @property
    def outcome(self) -> Outcome:
        """The worst of the checks."""
        return min((check.outcome for check in self.checks), key=SEVERITY.index)

    def __str__(self) -> str:
        return "\n".join(map(str, self.checks))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "outcome": self.outcome,
            "confidence": self.confidence,
            "checks": [check.to_dict() for check in self.checks],
            "differences": self.differences,
        }


def gate(
    result: EvaluationResult,
    *,
    minimum: Limits | None = None,
    maximum: Limits | None = None,
    baseline: EvaluationResult | None = None,
    max_drop: Limits | None = None,
    confidence: float | None = 0.95,
    by: str | None = None,
    on: str | None = None,
    max_failed: float = FAILED_AT_MOST,
    allow_different: bool = False,
    certificates: Sequence[Certificate] | None = None,
) -> Gate:
    """Check the means of a result.

    A mean meets a condition when its whole interval does, and misses it when none of the interval meets it;
    between the two there are too few samples to tell. With `confidence=None` the mean alone decides.

    Args:
        minimum: for each metric the lowest mean that will do; of scores that are one of two words, the lowest share
            of the first. One number is for every metric.
        maximum: for each metric the highest.
        baseline: an earlier result of the same samples.
        max_drop: how much worse than the baseline a metric may be on the same samples; a number is for every metric
            both have. Where lower is better, worse is higher.
        confidence: how sure the intervals are.
        by: a column whose equal values mark samples that were drawn together.
        on: the column that tells which rows of both are the same, see `compare`.
        max_failed: the share of a metric's cells that may have failed or been skipped; with more, it was not
            measured. Against a baseline, the rows that only one of both has count among them.
        allow_different: compare with a baseline that was made with other settings.
        certificates: what `read_certificate` read. Given, even if there are none, each metric that a judge scores
            must have one that fits, of those with conditions, or of all where there are no others.

    Raises:
        ConfigurationError: no condition is given or one cannot be met or missed, a metric is not in the result, or
            the baseline was made otherwise.
        InputError: no row has a value in `by`, or nothing tells which rows of both are the same.
    """
    infos = {info.name: info for info in result.metrics}
    check_shares(confidence, max_failed)
    if (baseline is None) is not (max_drop is None):
        raise ConfigurationError("A baseline and the drop from it that is allowed go together: give both.")
    limits = [(infos[name], value, True) for name, value in limits_of(minimum, infos, "minimum").items()]
    limits += [(infos[name], value, False) for name, value in limits_of(maximum, infos, "maximum").items()]
    drops = {} if baseline is None or max_drop is None else drops_of(max_drop, infos, baseline)
    if not limits and not drops and certificates is None:
        raise ConfigurationError("No condition is given, so there is nothing to check. Give a minimum, say.")
    told = [] if baseline is None else settings_told(baseline, infos, drops, allow_different)
    clusters = None if by is None else cluster_labels(result.dataset, by)
    names = {info.name for info, *_ in limits} | drops.keys()
    judged = [] if certificates is None else [info for info in infos.values() if info.judge]
    judged = [info for info in judged if info.name in names or not names]
    names |= {info.name for info in judged}
    if not names:
        raise ConfigurationError("No judge scores a metric of this run, so there is none to be certified.")
    after = columns(result, [infos[name] for name in infos if name in names])

    checks = [
        _limit(after[info.name], value, above, clusters, confidence, max_failed)
        for info, value, above in limits
    ]
    if baseline is not None and drops:
        before = columns(baseline, [infos[name] for name in drops])
        pairs = pair_rows(baseline.dataset, result.dataset, on)
        checks += [
            _drop(before[name], after[name], most, pairs, clusters, confidence, max_failed)
            for name, most in drops.items()
        ]
    return Gate(_certified(checks, judged, certificates or (), after), told, confidence)


def _certified(
    checks: Sequence[Check],
    judged: Sequence[MetricInfo],
    certificates: Sequence[Certificate],
    after: dict[str, Column],
) -> list[Check]:
    """The checks, marked where no certificate speaks for the judge, and a check of that for each judged metric."""
    lacking = uncertified(judged, certificates)
    known = {info.name: info.name not in lacking for info in judged}
    worth = {info.name: one.worth for info in judged for one in certificates if not one.misfits(info)}
    marked = [
        replace(
            check,
            certified=known[check.metric],
            note=check.note
            if known[check.metric]
            else "; ".join(filter(None, [check.note, "its judge is not certified"])),
        )
        if check.metric in known
        else check
        for check in checks
    ]
    return marked + [
        Check(
            name,
            CERTIFIED,
            "meets" if is_certified else "misses",
            n=after[name].n,
            total=len(after[name].numbers),
            note=lacking.get(name) or worth[name],
            certified=is_certified,
        )
        for name, is_certified in known.items()
    ]


def _limit(
    column: Column,
    value: float,
    above: bool,
    clusters: Sequence[Hashable] | None,
    confidence: float | None,
    max_failed: float,
) -> Check:
    info = column.info
    of = f"share of {info.two_words[0]!r}" if info.two_words else "mean"
    condition = f"{of} at {'least' if above else 'most'} {value:g}"
    if problem := column.problem(max_failed):
        return Check(
            info.name, condition, "not measured", n=column.n, total=len(column.numbers), note=problem
        )
    scored = [(row, number) for row, number in enumerate(column.numbers) if number is not None]
    numbers = [number for _, number in scored]
    decision = (
        _by_mean(fsum(numbers) / len(numbers), value, above)
        if confidence is None
        else against(
            numbers,
            value - ROUNDING if above else value + ROUNDING,
            bounds=column.bounds,
            clusters=None if clusters is None else [clusters[row] for row, _ in scored],
            level=confidence,
            higher_is_better=above,
        )
    )
    return _decided(
        info.name,
        condition,
        decision,
        numbers,
        total=len(column.numbers),
        notes=[column.gaps],
        rows=lowest(column, value, above) if decision.outcome != "meets" else (),
    )


def _drop(
    before: Column,
    after: Column,
    most: float,
    pairs: Pairs,
    clusters: Sequence[Hashable] | None,
    confidence: float | None,
    max_failed: float,
) -> Check:
    info, alone = after.info, (len(pairs.only_a), len(pairs.only_b))
    total = len(after.numbers) + len(pairs.only_a)
    better = info.higher_is_better
    named = (("drop", "gain") if better else ("rise", "fall"))[most < 0]
    condition = f"{named} at {'least' if most < 0 else 'most'} {abs(most):g}"
    told = [_one_sided(*alone), pairs.remark]
    both = [
        Pair(a, b, old, new)
        for a, b in pairs.rows
        if (old := before.numbers[a]) is not None and (new := after.numbers[b]) is not None
    ]
    of_before = before.problem(max_failed, alone[1])
    problem = after.problem(max_failed, alone[0]) or (of_before and f"in the baseline, {of_before}")
    if problem := problem or ("" if both else "no sample was scored in both"):
        unmeasured = Check(info.name, condition, "not measured", n=len(both), total=total)
        return _paired(unmeasured, alone, [problem, *told])
    changes = [pair.change for pair in both]
    decision = (
        _by_mean(fsum(changes) / len(both), -most if better else most, better)
        if confidence is None
        else drop(
            [pair.old for pair in both],
            [pair.new for pair in both],
            most + ROUNDING,
            bounds=after.bounds,
            clusters=None if clusters is None else [clusters[pair.after] for pair in both],
            level=confidence,
            higher_is_better=better,
        )
    )
    check = _decided(
        info.name,
        condition,
        decision,
        changes,
        total=total,
        notes=[after.gaps, before.gaps and f"in the baseline, {before.gaps}"],
        rows=most_changed(before, after, both) if decision.outcome != "meets" else (),
        is_difference=True,
    )
    return _paired(check, alone, [check.note, *told])


def _paired(check: Check, alone: tuple[int, int], notes: Sequence[str]) -> Check:
    """The check of a drop with what is to be known of how rows were paired."""
    return replace(check, only_before=alone[0], only_after=alone[1], note="; ".join(filter(None, notes)))


def _one_sided(before: int, after: int) -> str:
    """How many rows only one of run and baseline has; empty if none."""
    sides = ((before, "only in the baseline"), (after, "only in the run"))
    counts = [f"{counted(count, 'row')} {where}" for count, where in sides if count]
    return ", ".join(counts)


def _by_mean(mean: float, limit: float, above: bool) -> Decision:
    met = mean >= limit - ROUNDING if above else mean <= limit + ROUNDING
    return Decision("meets" if met else "misses", None)


def _decided(
    metric: str,
    condition: str,
    decision: Decision,
    numbers: Sequence[float],
    *,
    total: int,
    notes: Sequence[str],
    rows: tuple[Row, ...],
    is_difference: bool = False,
) -> Check:
    said = [note for note in notes if note]
    if decision.outcome == "unclear":
        said.insert(0, _unclear(decision))
    return Check(
        metric,
        condition,
        decision.outcome,
        figure=fsum(numbers) / len(numbers),
        interval=decision.interval,
        n=len(numbers),
        total=total,
        needed=decision.needed,
        note="; ".join(said),
        rows=rows,
        is_difference=is_difference,
    )


def _unclear(decision: Decision) -> str:
    if decision.needed:
        digits = max(0, len(str(decision.needed)) - 2)
        about = -(-decision.needed // 10**digits) * 10**digits
        return f"about {about:,} samples like these would settle it"
    if decision.interval is None:
        return "there are too few samples for an interval"
    return "it lies so close to the limit that more samples will hardly settle it"
