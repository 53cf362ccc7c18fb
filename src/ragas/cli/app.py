"""The command line: one module a subcommand, and errors as one line instead of a traceback."""

from __future__ import annotations

from typing import Annotated

import typer

from ragas._version import version
from ragas.cli.evaluate import evaluate_command
from ragas.cli.metrics import metrics_command
from ragas.cli.printing import prepare

app = typer.Typer(
    name="ragas",
    help="Evaluate RAG and LLM applications.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("evaluate")(evaluate_command)
app.command("metrics")(metrics_command)


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
