"""Two results of the same samples side by side: what changed, and whether it may be chance."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from ragas.exceptions import ConfigurationError
from ragas.schema.cells import MetricInfo
from ragas.schema.metric_comparison import MetricComparison, columns, compared_metric, looked_at_together
from ragas.schema.overview import cautions_among
from ragas.schema.pairing import cluster_labels, pair_rows
from ragas.schema.saved import plain

if TYPE_CHECKING:
    from ragas.schema.result import EvaluationResult

NOTHING = "–"


class Difference(NamedTuple):
    """A part of a metric's signature that is not the same on both sides."""

    metric: str
    part: str
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.metric}, {self.part}: {self.before!r} before, {self.after!r} after"


@dataclass(frozen=True)
class Comparison:
    """What `compare` found: a `MetricComparison` for each metric that both results have.

    `differences` are the parts of signatures that are not the same on both sides: while there are any, a change of
    scores may be theirs. `paired_by` says how rows were paired.
    """

    metrics: list[MetricComparison]
    differences: list[Difference]
    paired_by: str
    only_a: list[str]
    only_b: list[str]
    """Metrics that only one of the results has."""
    level: float = 0.95
    sharing: str = ""
    """A remark on rows that have the same key as another one; empty if there are none."""

    def __getitem__(self, metric: str) -> MetricComparison:
        for one in self.metrics:
            if one.metric == metric:
                return one
        raise KeyError(
            f"no metric {metric!r} in both; there are {', '.join(one.metric for one in self.metrics)}"
        )

    def summary(self) -> str:
        """A table of the metrics before and after, then whatever else must be known to read it."""
        table = [_headings(self.level), *map(_figures, self.metrics)]
        widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]
        lines += [f"Caution, {names}: {caution}" for caution, names in self.cautions.items()]
        return "\n".join([*lines, *self.remarks()])

    @property
    def cautions(self) -> dict[str, str]:
        """What must be said beside the scores of a judge, with the metrics it concerns."""
        return cautions_among([one.info for one in self.metrics])

    def remarks(self) -> Iterator[str]:
        """How rows were paired, what was left out, and what else is different."""
        yield f"rows paired by {self.paired_by}"
        if self.sharing:
            yield self.sharing
        for one in self.metrics:
            if one.left_out:
                yield f"{one.metric}, rows left out: {one.left_out}"
            if one.too_few and one.n_changed:
                yield f"{one.metric}: {one.too_few}"
        for names, side in ((self.only_a, "before"), (self.only_b, "after")):
            if names:
                yield f"only {side}: {', '.join(names)}"
        for one_part in self.differences:
            yield f"not the same, {one_part}"

    __str__ = summary

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in _headings(self.level))
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in _figures(one)) + "</tr>"
            for one in self.metrics
        )
        cautions = [f"Caution, {names}: {caution}" for caution, names in self.cautions.items()]
        remarks = "".join(f"<li>{escape(remark)}</li>" for remark in [*cautions, *self.remarks()])
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><ul>{remarks}</ul>"


def compare(
    a: EvaluationResult,
    b: EvaluationResult,
    *,
    allow_different: bool = False,
    on: str | None = None,
    by: str | None = None,
    level: float = 0.95,
) -> Comparison:
    """Compare b (after) with a (before), row by row, on every metric that both have.

    Rows are paired by the column `on`; without it by `id`, or by user_input with reference, or by position. Rows
    with the same value in the column `by` count as drawn together. With `allow_different` metrics whose signatures
    are not the same are compared too; the differences stand in every output.

    Raises:
        ConfigurationError: they have no metric in common, a metric was not made in the same way on both sides, or the
            level is none.
        InputError: nothing tells which rows are the same.
    """
    if not 0 < level < 1:
        raise ConfigurationError(f"level is between 0 and 1, such as 0.95, not {level!r}.")
    of_a = {info.name: info for info in a.metrics}
    common = [info for info in b.metrics if info.name in of_a]
    if not common:
        raise ConfigurationError(
            f"the results have no metric in common: {', '.join(a.metric_names)} before, "
            f"{', '.join(b.metric_names)} after."
        )
    different = [one for info in common for one in differences(of_a[info.name], info)]
    if different and not allow_different:
        raise ConfigurationError(
            "the results were not made in the same way, so a change may come from that:\n"
            + "\n".join(f"- {one}" for one in different)
            + "\nTo compare them nevertheless, say allow_different=True."
        )
    pairs = pair_rows(a.dataset, b.dataset, on)
    clusters = None if by is None else cluster_labels(b.dataset, by)
    before, after = columns(a, common), columns(b, common)
    found = [
        compared_metric(info, before[info.name], after[info.name], pairs, clusters, level, (a, b))
        for info in common
    ]
    names = [info.name for info in common]
    return Comparison(
        metrics=looked_at_together(found),
        differences=different,
        paired_by=pairs.paired_by,
        only_a=[name for name in a.metric_names if name not in names],
        only_b=[name for name in b.metric_names if name not in names],
        level=level,
        sharing=pairs.remark,
    )


def differences(before: MetricInfo, after: MetricInfo) -> list[Difference]:
    """The parts of two signatures of a metric that are not the same."""
    first, second = _signature(before), _signature(after)
    return [
        Difference(after.name, part, first.get(part), second.get(part))
        for part in dict.fromkeys([*first, *second])
        if first.get(part) != second.get(part)
    ]


def _signature(info: MetricInfo) -> dict[str, Any]:
    """What the scores of a metric depend on, as it is in a file, whether it was read from one or not."""
    parts: Mapping[str, Any] = {
        **info.signature,
        "judge": info.judge,
        "embeddings": info.embeddings,
        "allowed_values": info.allowed_values,
        "higher_is_better": info.higher_is_better,
    }
    normal: dict[str, Any] = json.loads(json.dumps(plain(parts)))
    return normal


def _headings(level: float) -> tuple[str, ...]:
    return (
        "metric",
        "before",
        "after",
        "difference",
        f"{level * 100:g} %",
        "p (Holm)",
        "changed",
        "detectable",
    )


def _figures(one: MetricComparison) -> tuple[str, ...]:
    changed = f"{one.n_changed} of {one.n_paired}"
    if one.paired is None:
        return (one.metric, *[NOTHING] * 5, changed, NOTHING)
    found, word = one.paired, f"{one.share_of} " if one.share_of else ""
    between = (
        f"{found.interval.low:+.4f} to {found.interval.high:+.4f}" if found.interval is not None else NOTHING
    )
    return (
        one.metric,
        f"{word}{found.mean_a:.4f}",
        f"{word}{found.mean_b:.4f}",
        f"{found.difference:+.4f}",
        between,
        p_text(one.p_holm),
        changed,
        NOTHING if found.detectable is None else f"{found.detectable:.4f}",
    )


def p_text(p: float | None) -> str:
    """A p value to three decimals."""
    if p is None or math.isnan(p):
        return NOTHING
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
