"""`ragas gate`: whether a run is good enough to go ahead."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from ragas.cli.certified import standing_told
from ragas.cli.compare import loaded_both
from ragas.cli.exits import GATE, told_plainly
from ragas.cli.printing import show, show_json
from ragas.cli.run_choice import loaded
from ragas.evaluation.certificate import read_certificate
from ragas.evaluation.gate import FAILED_AT_MOST, gate
from ragas.evaluation.gate_limits import Limits
from ragas.exceptions import InputError
from ragas.report.gate import GateRows, GateTable
from ragas.report.junit import junit
from ragas.schema.writing import mended, replacing

CONDITION = "METRIC=NUMBER"


def gate_command(
    run: Annotated[str, typer.Argument(help="A run in runs/ by its name, else the path of a run or result.")],
    minimum: Annotated[
        list[str] | None,
        typer.Option(
            "--min",
            metavar=CONDITION,
            help="The lowest mean that will do; a number alone is for every metric.",
        ),
    ] = None,
    maximum: Annotated[
        list[str] | None,
        typer.Option(
            "--max",
            metavar=CONDITION,
            help="The highest mean that will do, for metrics where lower is better.",
        ),
    ] = None,
    baseline: Annotated[
        str | None, typer.Option(metavar="RUN", help="An earlier run of the same samples, for --max-drop.")
    ] = None,
    max_drop: Annotated[
        list[str] | None,
        typer.Option(
            metavar=CONDITION,
            help="How much worse than the baseline will do; a number alone is for every metric.",
        ),
    ] = None,
    confidence: Annotated[float, typer.Option(help="How sure the intervals are that decide.")] = 0.95,
    mean_only: Annotated[
        bool, typer.Option("--mean-only", help="Let the mean alone decide, however few samples there are.")
    ] = False,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="Rows with the same value there were drawn together, such as questions about one document.",
        ),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="The column that tells which rows of both runs are the same."),
    ] = None,
    max_failed: Annotated[
        float,
        typer.Option(
            help="The share of cells that may lack a score, or be scored in only one of run and baseline; with more, a metric was not measured."
        ),
    ] = FAILED_AT_MOST,
    allow_different: Annotated[
        bool,
        typer.Option(
            "--allow-different", help="Compare with a baseline that has another judge or other settings."
        ),
    ] = False,
    require_certificate: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="A certificate that `ragas align` wrote; the judge of each metric must have one that fits the run.",
        ),
    ] = None,
    junit_file: Annotated[
        Path | None,
        typer.Option("--junit", metavar="FILE", help="Write JUnit XML there, for continuous integration."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Check the means of RUN, and show the worst rows of what misses.

    A condition is met when the whole interval of the mean meets it, missed when none of it does.

    Exit codes: 0 meets, 1 could not run, 2 misses or wrong options, 3 not enough samples to tell, 4 could not be
    measured.
    """
    with told_plainly():
        before, result = (None, loaded(run)) if baseline is None else loaded_both(baseline, run)
        found = gate(
            result,
            minimum=conditions(minimum, "--min"),
            maximum=conditions(maximum, "--max"),
            baseline=before,
            max_drop=conditions(max_drop, "--max-drop"),
            confidence=None if mean_only else confidence,
            by=by,
            on=on,
            max_failed=max_failed,
            allow_different=allow_different,
            certificates=[read_certificate(file) for file in require_certificate]
            if require_certificate
            else None,
        )
        try:
            if as_json:
                show_json({"run": run, "baseline": baseline, **found.to_dict()})
            else:
                against = f" against {baseline}" if baseline is not None else ""
                show(Text(f"{run}{against}\n"), whole=True)
                checked = {check.metric for check in found.checks}
                told = (
                    [] if require_certificate else [info for info in result.metrics if info.name in checked]
                )
                show(GateTable(found), *standing_told(told), GateRows(found))
        finally:
            if junit_file is not None:
                with replacing(junit_file) as file:
                    file.write(mended(junit(found, run)))
    raise typer.Exit(GATE[found.outcome])


def conditions(given: Sequence[str] | None, option: str) -> Limits | None:
    """Conditions of the form metric=number, or one number for every metric.

    Raises:
        InputError: one has another form, or a metric stands there twice.
    """
    if not given:
        return None
    limits: dict[str, float] = {}
    for one in given:
        name, mark, number = one.rpartition("=")
        try:
            value = float(number)
        except ValueError:
            raise InputError(f"{option} {one!r} is not of the form faithfulness=0.85.") from None
        if not mark:
            if len(given) > 1:
                raise InputError(
                    f"{option} {one} is for every metric, so it is the only one. Or name each metric."
                )
            return value
        name = name.strip()
        if not name:
            raise InputError(f"{option} {one!r} is not of the form faithfulness=0.85.")
        if name in limits:
            raise InputError(f"{option} names {name} twice.")
        limits[name] = value
    return limits
