"""`ragas compare`: two runs of the same samples side by side."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text

from ragas.cli.certified import misfits_told
from ragas.cli.exits import told_plainly
from ragas.cli.printing import show, show_json
from ragas.cli.run_choice import found as path_of
from ragas.cli.run_choice import loaded, refuse_differences
from ragas.report.comparison import ChangedRows, ComparisonTable
from ragas.report.page.comparison import ComparedMetric
from ragas.schema.comparison import Comparison, compare
from ragas.schema.metric_comparison import ChangedRow, MetricComparison
from ragas.schema.result import EvaluationResult


def compare_command(
    before: Annotated[str, typer.Argument(help="The earlier run: its name in runs/, else a path.")],
    after: Annotated[str, typer.Argument(help="The newer run.")],
    on: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="The column that tells which rows are the same; without it id, or the question with its reference.",
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="Rows with the same value there were drawn together, such as questions about one document.",
        ),
    ] = None,
    changed: Annotated[int, typer.Option(min=0, help="How many rows of each metric to show.")] = 3,
    allow_different: Annotated[
        bool,
        typer.Option("--allow-different", help="Compare runs that have another judge or other settings."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Say what changed from BEFORE to AFTER, whether it may be chance, and in which rows.

    Exit codes: 0 done, 1 could not compare, 2 wrong options.
    """
    with told_plainly():
        old, new = loaded_both(before, after)
        if not allow_different:
            refuse_differences(old, new)
        found = compare(old, new, allow_different=allow_different, on=on, by=by)
        if as_json:
            show_json({"before": before, "after": after, **figures(found, changed)})
        else:
            show(Text(f"{after} against {before}\n"), whole=True)
            show(ComparisonTable(found), *misfits_told(new.metrics), ChangedRows(found, new, changed))


def loaded_both(before: str, after: str) -> tuple[EvaluationResult, EvaluationResult]:
    """The results of two runs; one and the same where both names are of one run.

    Raises:
        InputError: one is not there, or damaged.
    """
    new = loaded(after)
    return (new if path_of(before).resolve() == path_of(after).resolve() else loaded(before)), new


def figures(found: Comparison, changed: int) -> dict[str, Any]:
    """A comparison as plain values."""
    return {
        "paired_by": found.paired_by,
        "remark": found.sharing or None,
        "level": found.level,
        "metrics": {one.metric: _metric(one, changed) for one in found.metrics},
        "only_before": found.only_a,
        "only_after": found.only_b,
        "differences": [one._asdict() for one in found.differences],
        "cautions": [{"metrics": names, "caution": caution} for caution, names in found.cautions.items()],
    }


def _metric(one: MetricComparison, changed: int) -> dict[str, Any]:
    paired = one.paired
    return {
        "verdict": ComparedMetric(one, [], 1.0).verdict,
        "share_of": one.share_of,
        "before": paired and paired.mean_a,
        "after": paired and paired.mean_b,
        "difference": paired and paired.difference,
        "low": paired.interval.low if paired and paired.interval else None,
        "high": paired.interval.high if paired and paired.interval else None,
        "p": paired and paired.p,
        "p_holm": one.p_holm,
        "effect": paired and paired.effect,
        "detectable": paired and paired.detectable,
        "paired": one.n_paired,
        "least_p": one.least_p,
        "unscored": one.n_unscored,
        "lost": dict(one.lost),
        "gained": dict(one.gained),
        "only_before": one.n_only_a,
        "only_after": one.n_only_b,
        "changed": one.n_changed,
        "rows": [_row(row) for row in one.changed(changed)] if changed else [],
    }


def _row(row: ChangedRow) -> dict[str, Any]:
    return {
        "row": row.row,
        "row_before": row.row_before,
        "before": row.before.value,
        "after": row.after.value,
        "change": row.change,
        "reason_before": row.before.reason,
        "reason": row.after.reason,
    }
