"""`ragas report`: a run as a page for the browser."""

from __future__ import annotations

import webbrowser
from errno import EDQUOT, ENOSPC
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from ragas.cli.certified import at_hand
from ragas.cli.exits import told_plainly
from ragas.cli.printing import show
from ragas.cli.run_choice import found, loaded, refuse_differences
from ragas.engine.journal import Exchanges
from ragas.exceptions import RagasError
from ragas.schema.paths import expanded
from ragas.schema.result import EvaluationResult
from ragas.schema.stored import is_run

PAGE = "report.html"
MOST_ROWS = 20_000
"""Above this `ragas evaluate` leaves the page to `ragas report`: it takes its time."""


def report_command(
    run: Annotated[str, typer.Argument(help="A run in runs/ by its name, else the path of a run or result.")],
    against: Annotated[
        str | None, typer.Option(metavar="RUN", help="An earlier run of the same samples to compare with.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A file or folder to write it to; without it report.html in the run's folder.",
        ),
    ] = None,
    allow_different: Annotated[
        bool,
        typer.Option(
            "--allow-different", help="Compare with a run that has another judge or other settings."
        ),
    ] = False,
    opened: Annotated[bool, typer.Option("--open", help="Show it in the browser.")] = False,
) -> None:
    """Write RUN as one HTML file that needs no network: scores, reasons, evidence and judge calls of every row.

    Exit codes: 0 done, 1 could not run, 2 wrong options.
    """
    with told_plainly():
        path = found(run)
        result = loaded(run)
        earlier = None if against is None else loaded(against)
        if earlier is not None and not allow_different:
            refuse_differences(earlier, result)
        folder = path if path.is_dir() else path.parent
        file = folder / PAGE if out is None else expanded(out)
        if file.is_dir():
            file = file / PAGE
        try:
            write(result, file, folder, earlier)
        except OSError as error:
            raise _unwritten(file, error) from None
        show(Text(f"wrote {file}"), whole=True)
        if opened:
            webbrowser.open(file.resolve().as_uri())


def _unwritten(file: Path, error: OSError) -> Exception:
    """The error of a page that cannot be written; any other error as it is."""
    full = error.errno in (ENOSPC, EDQUOT)
    if not full and error.filename not in (str(file.resolve()), str(file.parent.resolve())):
        return error
    return RagasError(
        f"{str(file)!r} cannot be written: {error.strerror or error}. Write it elsewhere with --out FILE."
    )


def write(
    result: EvaluationResult, file: Path, folder: Path, against: EvaluationResult | None = None
) -> Path:
    """Write the page of a result, with the judge calls that the run in `folder` kept and what the certificates at hand say.

    Settings were compared before.
    """
    from ragas.report.page import write_report

    return write_report(
        result,
        file,
        against=against,
        allow_different=True,
        exchanges=Exchanges(folder) if is_run(folder) else None,
        certificates=at_hand(),
    )
