"""Two results of the same samples side by side: what changed, and whether it may be chance."""

from __future__ import annotations

import json
import math
from array import array
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from ragas.exceptions import ConfigurationError
from ragas.schema.cells import Cell, MetricInfo
from ragas.schema.pairing import Pairs, cluster_labels, pair_rows
from ragas.schema.saved import plain

if TYPE_CHECKING:
    from ragas.schema.result import EvaluationResult
    from ragas.stats.intervals import Interval
    from ragas.stats.paired import Paired

NOTHING = "–"


class Difference(NamedTuple):
    """A part of a metric's signature that is not the same on both sides."""

    metric: str
    part: str
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.metric}, {self.part}: {self.before!r} before, {self.after!r} after"


class ChangedRow(NamedTuple):
    """A row whose score changed. `row` is its place in the newer result, `row_before` in the older one.

    `change` is how much higher the new score is; None where scores are words.
    """

    row: int
    row_before: int
    before: Cell
    after: Cell
    change: float | None


@dataclass(frozen=True)
class MetricComparison:
    """One metric before and after, on the rows that both results scored.

    `paired` compares means; of scores that are one of two words it compares the share of the first word, of other
    words there is nothing to subtract and it is None, as it is where no pair was scored. `p_holm` is its p when all
    metrics are looked at together. `n_changed` counts the pairs whose score is not the same.
    """

    metric: str
    info: MetricInfo
    paired: Paired | None
    p_holm: float | None
    n_paired: int
    n_only_a: int
    n_only_b: int
    n_unscored: int
    n_changed: int
    share_of: str | None = None
    """The word whose share is compared, if it is not the mean."""
    _changes: Sequence[tuple[float, int, int]] = field(default=(), repr=False)
    _results: tuple[EvaluationResult, EvaluationResult] | None = field(default=None, repr=False)

    @property
    def changed_share(self) -> Interval | None:
        """The interval of the share of rows that change; None without pairs."""
        from ragas.stats.intervals import wilson

        return wilson(self.n_changed, self.n_paired) if self.n_paired else None

    def changed(self, n: int = 5) -> list[ChangedRow]:
        """The `n` rows that changed most, worse ones before better ones of the same size."""
        if self._results is None:
            return []
        before, after = self._results
        numbers = self.share_of is None and self.paired is not None
        return [
            ChangedRow(
                row,
                row_before,
                before.cells[row_before][self.metric],
                after.cells[row][self.metric],
                change if numbers else None,
            )
            for change, row_before, row in self._changes[:n]
        ]


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
        return "\n".join([*lines, *self.remarks()])

    def remarks(self) -> Iterator[str]:
        """How rows were paired, what was left out, and what else is different."""
        yield f"rows paired by {self.paired_by}"
        if self.sharing:
            yield self.sharing
        for one in self.metrics:
            left_out = [
                f"{count} {what}"
                for count, what in (
                    (one.n_unscored, "not scored on both sides"),
                    (one.n_only_a, "only before"),
                    (one.n_only_b, "only after"),
                )
                if count
            ]
            if left_out:
                yield f"{one.metric}, rows left out: {', '.join(left_out)}"
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
        remarks = "".join(f"<li>{escape(remark)}</li>" for remark in self.remarks())
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
    before, after = _columns(a, common), _columns(b, common)
    found = [
        _compared(info, before[info.name], after[info.name], pairs, clusters, level, (a, b))
        for info in common
    ]
    from ragas.stats.paired import holm

    tested = [one for one in found if one.paired is not None]
    adjusted = dict(
        zip((one.metric for one in tested), holm([one.paired.p for one in tested if one.paired]), strict=True)
    )
    names = [info.name for info in common]
    return Comparison(
        metrics=[_with_p(one, adjusted.get(one.metric)) for one in found],
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


def _columns(result: EvaluationResult, metrics: Sequence[MetricInfo]) -> dict[str, list[float | str | None]]:
    """For each metric its scores, None where there is none that can be compared; cells are read once, in order."""
    columns: dict[str, list[float | str | None]] = {info.name: [] for info in metrics}
    for cells in result.cells:
        for name, column in columns.items():
            cell = cells[name]
            column.append(cell.value if isinstance(cell.value, str) else cell.number)
    return columns


def _compared(
    info: MetricInfo,
    before: Sequence[float | str | None],
    after: Sequence[float | str | None],
    pairs: Pairs,
    clusters: Sequence[Hashable] | None,
    level: float,
    results: tuple[EvaluationResult, EvaluationResult],
) -> MetricComparison:
    from ragas.stats.paired import paired

    rows = [
        (row_a, row_b)
        for row_a, row_b in pairs.rows
        if before[row_a] is not None and type(before[row_a]) is type(after[row_b])
    ]
    words = any(isinstance(before[row], str) for row, _ in rows)
    share_of = info.two_words[0] if words and info.two_words else None

    def numbers(values: Sequence[float | str | None], side: int) -> Sequence[float]:
        taken = (values[row[side]] for row in rows)
        return array("d", (value == share_of if words else value for value in taken))  # type: ignore[misc]

    comparable = rows and (not words or share_of is not None)
    first, second = (numbers(before, 0), numbers(after, 1)) if comparable else ((), ())
    changes = [
        (second[place] - first[place] if comparable else 0.0, row_a, row_b)
        for place, (row_a, row_b) in enumerate(rows)
        if before[row_a] != after[row_b]
    ]
    worse = 1 if info.higher_is_better else -1
    changes.sort(key=lambda one: (-abs(one[0]), worse * one[0], one[2]))
    return MetricComparison(
        metric=info.name,
        info=info,
        paired=paired(
            first,
            second,
            bounds=(0.0, 1.0) if words else info.bounds,
            clusters=None if clusters is None else [clusters[row] for _, row in rows],
            level=level,
        )
        if comparable
        else None,
        p_holm=None,
        n_paired=len(rows),
        n_only_a=len(pairs.only_a),
        n_only_b=len(pairs.only_b),
        n_unscored=len(pairs.rows) - len(rows),
        n_changed=len(changes),
        share_of=share_of,
        _changes=changes,
        _results=results,
    )


def _with_p(found: MetricComparison, p: float | None) -> MetricComparison:
    from dataclasses import replace

    return replace(found, p_holm=p)


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
