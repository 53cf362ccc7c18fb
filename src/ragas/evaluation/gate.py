"""Whether a run is good enough to go ahead: each condition is met, missed, or cannot be told yet."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from math import fsum
from typing import Any

from ragas.evaluation.certificate import Certificate, fitting, standing, uncertified
from ragas.evaluation.gate_checks import CERTIFIED, Check, Gate
from ragas.evaluation.gate_limits import Limits, check_shares, drops_of, limits_of, settings_told
from ragas.evaluation.gate_scores import Column, OneSided, Pair, Row, columns, lowest, most_changed
from ragas.exceptions import ConfigurationError
from ragas.metrics.wording import counted
from ragas.schema.cells import MetricInfo
from ragas.schema.metric_comparison import is_same_run
from ragas.schema.overview import cautions_among
from ragas.schema.pairing import Pairs, cluster_labels, pair_rows
from ragas.schema.result import EvaluationResult
from ragas.stats.decisions import Decision, against, drop
from ragas.stats.paired import changes

FAILED_AT_MOST = 0.05
"""The share of cells that may stay without a score before a metric counts as not measured."""
ROUNDING = 1e-9
"""A mean of 0.8 is sometimes 0.7999999999999999, and meets 0.8 nevertheless."""


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
            measured. Against a baseline, the rows that only one of both has, or that are not applicable in only one
            of both, count among them.
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
        pairs, same = pair_rows(baseline.dataset, result.dataset, on), is_same_run(baseline, result)
        checks += [
            _drop(before[name], after[name], most, pairs, clusters, confidence, max_failed, same)
            for name, most in drops.items()
        ]
    cautions = cautions_among([infos[name] for name in infos if name in names])
    return Gate(_certified(checks, judged, certificates or (), after), told, confidence, cautions)


def _certified(
    checks: Sequence[Check],
    judged: Sequence[MetricInfo],
    certificates: Sequence[Certificate],
    after: dict[str, Column],
) -> list[Check]:
    """The checks, marked where no certificate speaks for the judge, and a check of that for each judged metric."""
    lacking = uncertified(judged, certificates)
    known = {info.name: info.name not in lacking for info in judged}
    best = {info.name: next(iter(fitting(info, certificates)), None) for info in judged}
    worth = {info.name: standing(info, certificates) for info in judged}
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
            is_bare=(one := best[name]) is not None and not one.required,
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
    counts: dict[str, Any] = {"total": len(column.numbers), "not_applicable": len(column.inapplicable)}
    if problem := column.problem(max_failed):
        return Check(info.name, condition, "not measured", n=column.n, note=problem, **counts)
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
    check = _decided(
        info.name,
        condition,
        decision,
        numbers,
        notes=[column.gaps],
        rows=lowest(column, value, above) if decision.outcome != "meets" else (),
    )
    return replace(check, **counts)


def _drop(
    before: Column,
    after: Column,
    most: float,
    pairs: Pairs,
    clusters: Sequence[Hashable] | None,
    confidence: float | None,
    max_failed: float,
    same: bool,
) -> Check:
    info, better = after.info, after.info.higher_is_better
    named = (("drop", "gain") if better else ("rise", "fall"))[most < 0]
    condition = f"{named} at {'least' if most < 0 else 'most'} {abs(most):g}"
    both = [
        Pair(a, b, old, new)
        for a, b in pairs.rows
        if (old := before.numbers[a]) is not None and (new := after.numbers[b]) is not None
    ]
    not_before = {b for a, b in pairs.rows if a in before.inapplicable}
    not_after = {b for _, b in pairs.rows if b in after.inapplicable}
    lost = sum(before.numbers[a] is not None for a, b in pairs.rows if b in not_after)
    gained = sum(after.numbers[b] is not None for b in not_before)
    nowhere = len(not_before & not_after)
    known: dict[str, Any] = {
        "total": len(after.numbers) + len(pairs.only_a),
        "not_applicable": len(after.inapplicable),
        "only_before": len(pairs.only_a),
        "only_after": len(pairs.only_b),
        "lost": lost,
        "gained": gained,
    }
    told = [_one_sided(known), pairs.remark]
    of_before = before.problem(max_failed, OneSided(len(pairs.only_b), gained, nowhere))
    problem = after.problem(max_failed, OneSided(len(pairs.only_a), lost, nowhere))
    problem = problem or (of_before and f"in the baseline, {of_before}")
    if problem := problem or ("" if both else "no sample was scored in both"):
        note = "; ".join(filter(None, [problem, *told]))
        return Check(info.name, condition, "not measured", n=len(both), note=note, **known)
    differences = changes([pair.old for pair in both], [pair.new for pair in both], after.bounds)
    decision = (
        _by_mean(fsum(differences) / len(both), -most if better else most, better)
        if confidence is None
        else drop(
            [pair.old for pair in both],
            [pair.new for pair in both],
            most + ROUNDING,
            bounds=after.bounds,
            clusters=None if clusters is None else [clusters[pair.after] for pair in both],
            level=confidence,
            higher_is_better=better,
            same=same,
        )
    )
    check = _decided(
        info.name,
        condition,
        decision,
        differences,
        notes=[
            after.unmeasured,
            before.unmeasured and f"in the baseline, {before.unmeasured}",
            *told,
        ],
        rows=most_changed(before, after, both) if decision.outcome != "meets" else (),
        is_difference=True,
    )
    return replace(check, **known)


def _one_sided(known: Mapping[str, int]) -> str:
    """How many rows only one of run and baseline has or scored; empty if none."""
    said = {
        "only_before": "only in the baseline",
        "only_after": "only in the run",
        "lost": "scored in the baseline and not applicable now",
        "gained": "not applicable in the baseline and scored now",
    }
    return ", ".join(f"{counted(known[name], 'row')} {what}" for name, what in said.items() if known[name])


def _by_mean(mean: float, limit: float, above: bool) -> Decision:
    met = mean >= limit - ROUNDING if above else mean <= limit + ROUNDING
    return Decision("meets" if met else "misses", None)


def _decided(
    metric: str,
    condition: str,
    decision: Decision,
    numbers: Sequence[float],
    *,
    notes: Sequence[str],
    rows: tuple[Row, ...],
    is_difference: bool = False,
) -> Check:
    said = [note for note in notes if note]
    if decision.outcome == "unclear":
        unchanged = is_difference and not any(numbers)
        said.insert(0, _unclear(decision, unchanged))
    return Check(
        metric,
        condition,
        decision.outcome,
        figure=fsum(numbers) / len(numbers),
        interval=decision.interval,
        n=len(numbers),
        needed=decision.needed,
        note="; ".join(said),
        rows=rows,
        is_difference=is_difference,
    )


def _unclear(decision: Decision, unchanged: bool) -> str:
    if unchanged and decision.needed:
        return f"no sample changed; about {decision.needed:,} of them would show that none does, or compare means only"
    if decision.needed:
        digits = max(0, len(str(decision.needed)) - 2)
        about = -(-decision.needed // 10**digits) * 10**digits
        return f"about {about:,} samples like these would settle it"
    if decision.interval is None:
        return "there are too few samples for an interval"
    if unchanged:
        return "no sample changed, but no number of them shows that none ever does: allow a small drop"
    return "it lies so close to the limit that more samples will hardly settle it"
