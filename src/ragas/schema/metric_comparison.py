"""One metric in two results of the same samples: which rows changed, by how much, and whether it may be chance."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from ragas.schema.cells import Cell, MetricInfo
from ragas.schema.pairing import Pairs

if TYPE_CHECKING:
    from ragas.schema.result import EvaluationResult
    from ragas.stats.intervals import Interval
    from ragas.stats.paired import Paired

UNLIKELY = 0.05
"""Below this p a difference is called one."""


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
    metrics are looked at together, `least_p` the smallest that so many rows or clusters could have. `n_changed` counts
    the pairs whose score is not the same. Of the pairs that are not scored on both sides (`n_unscored`), `lost`
    counts those that only the older result scored, by their status in the newer one, and `gained` the reverse.
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
    lost: Mapping[str, int] = field(default_factory=dict)
    gained: Mapping[str, int] = field(default_factory=dict)
    least_p: float = 0.0
    is_clustered: bool = False
    _changes: Sequence[tuple[float, int, int]] = field(default=(), repr=False)
    _results: tuple[EvaluationResult, EvaluationResult] | None = field(default=None, repr=False)

    @property
    def n_one_sided(self) -> int:
        """How many pairs are scored on one side only: of these nobody can say how they changed."""
        return sum(self.lost.values()) + sum(self.gained.values())

    @property
    def left_out(self) -> str:
        """The rows that are not compared, by why; empty if all are."""
        counts = [
            *((count, f"scored before, {status} now") for status, count in self.lost.items()),
            *((count, f"{status} before, scored now") for status, count in self.gained.items()),
            (self.n_unscored - self.n_one_sided, "not scored on both sides"),
            (self.n_only_a, "only before"),
            (self.n_only_b, "only after"),
        ]
        return ", ".join(f"{count} {what}" for count, what in counts if count)

    @property
    def too_few(self) -> str:
        """Why no difference could be told from chance, whatever the scores; empty if one could."""
        if self.paired is None or self.least_p < UNLIKELY:
            return ""
        what = "group" if self.is_clustered else "row"
        count = f"{self.paired.drawn} {what}{'' if self.paired.drawn == 1 else 's'}"
        return f"{count} cannot show a difference: with so few no p is below {UNLIKELY:g}"

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


def is_same_run(a: EvaluationResult, b: EvaluationResult) -> bool:
    """Whether both are one run, read twice perhaps: equal scores alone do not make two runs one."""
    ids = [(result.run or {}).get("id") for result in (a, b)]
    return a is b or (ids[0] == ids[1] and ids[0] not in (None, str(None)))


class Column(NamedTuple):
    """The scores of a metric, None where there is none that can be compared, and the status of those rows."""

    values: list[float | str | None]
    statuses: dict[int, str]


def columns(result: EvaluationResult, metrics: Sequence[MetricInfo]) -> dict[str, Column]:
    """For each metric its column; cells are read once, in order."""
    columns = {info.name: Column([], {}) for info in metrics}
    for row, cells in enumerate(result.cells):
        for name, column in columns.items():
            cell = cells[name]
            value = cell.value if isinstance(cell.value, str) else cell.number
            column.values.append(value)
            if value is None:
                column.statuses[row] = cell.status.replace("_", " ")
    return columns


def compared_metric(
    info: MetricInfo,
    before: Column,
    after: Column,
    pairs: Pairs,
    clusters: Sequence[Hashable] | None,
    level: float,
    results: tuple[EvaluationResult, EvaluationResult],
) -> MetricComparison:
    """The metric on the rows that both results scored; its p is not yet corrected for other metrics."""
    from ragas.stats.paired import is_changed, paired

    old, new = before.values, after.values
    rows = [
        (row_a, row_b)
        for row_a, row_b in pairs.rows
        if old[row_a] is not None and type(old[row_a]) is type(new[row_b])
    ]
    words = any(isinstance(old[row], str) for row, _ in rows)
    share_of = info.two_words[0] if words and info.two_words else None

    def numbers(values: Sequence[float | str | None], side: int) -> Sequence[float]:
        taken = (values[row[side]] for row in rows)
        return array("d", (value == share_of if words else value for value in taken))  # type: ignore[misc]

    comparable = rows and (not words or share_of is not None)
    first, second = (numbers(old, 0), numbers(new, 1)) if comparable else ((), ())
    changes = [
        (second[place] - first[place] if comparable else 0.0, row_a, row_b)
        for place, (row_a, row_b) in enumerate(rows)
        if (is_changed(first[place], second[place], info.bounds) if comparable else old[row_a] != new[row_b])
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
            same=is_same_run(*results),
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
        lost=Counter(
            after.statuses[b] for a, b in pairs.rows if b in after.statuses and a not in before.statuses
        ),
        gained=Counter(
            before.statuses[a] for a, b in pairs.rows if a in before.statuses and b not in after.statuses
        ),
        is_clustered=clusters is not None,
        _changes=changes,
        _results=results,
    )


def looked_at_together(found: Sequence[MetricComparison]) -> list[MetricComparison]:
    """The metrics with their p corrected for the number of them, and the least that it could have been.

    Where that is not small, no true difference would be found, so none is called detectable.
    """
    from ragas.stats.paired import holm

    ps = [one.paired.p for one in found if one.paired]
    adjusted = iter(holm(ps))
    made = []
    for one in found:
        if one.paired is None:
            made.append(one)
            continue
        least = min(1.0, len(ps) * one.paired.least_p)
        known = one.paired if least < UNLIKELY else one.paired._replace(detectable=None)
        made.append(replace(one, paired=known, p_holm=next(adjusted), least_p=least))
    return made
