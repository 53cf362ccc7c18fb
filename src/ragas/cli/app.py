"""The command line: one module a subcommand, and errors as one line instead of a traceback."""

from __future__ import annotations

from typing import Annotated

import typer

from ragas._version import version
from ragas.cli.cache import app as cache_app
from ragas.cli.compare import compare_command
from ragas.cli.evaluate import evaluate_command
from ragas.cli.gate import gate_command
from ragas.cli.metrics import metrics_command
from ragas.cli.plan import plan_command
from ragas.cli.printing import prepare
from ragas.cli.report import report_command
from ragas.cli.runs import runs_command

app = typer.Typer(
    name="ragas",
    help="Evaluate RAG and LLM applications.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("compare")(compare_command)
app.command("evaluate")(evaluate_command)
app.command("gate")(gate_command)
app.command("metrics")(metrics_command)
app.command("plan")(plan_command)
app.command("report")(report_command)
app.command("runs")(runs_command)
app.add_typer(cache_app, name="cache")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ragas {version}")
        raise typer.Exit


@app.callback()
def _main(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Evaluate RAG and LLM applications."""
    prepare()
