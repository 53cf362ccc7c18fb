"""The command line: one module a subcommand, and errors as one line instead of a traceback."""

from __future__ import annotations

from typing import Annotated

import typer

from ragas._version import version
from ragas.cli.align import align_command
from ragas.cli.cache import app as cache_app
from ragas.cli.check_judge import check_judge_command
from ragas.cli.compare import compare_command
from ragas.cli.evals import evals_command
from ragas.cli.evaluate import evaluate_command
from ragas.cli.gate import gate_command
from ragas.cli.hello import hello_command
from ragas.cli.label import label_command
from ragas.cli.metrics import metrics_command
from ragas.cli.migrate import migrate_command
from ragas.cli.plan import plan_command
from ragas.cli.printing import prepare
from ragas.cli.probe import probe_command
from ragas.cli.quickstart import quickstart_command
from ragas.cli.report import report_command
from ragas.cli.runs import runs_command
from ragas.cli.testset import generate_testset_command

app = typer.Typer(
    name="ragas",
    help="Evaluate RAG and LLM applications.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("align")(align_command)
app.command("check-judge")(check_judge_command)
app.command("compare")(compare_command)
app.command("evals")(evals_command)
app.command("evaluate")(evaluate_command)
app.command("gate")(gate_command)
app.command("hello-world")(hello_command)
app.command("hello_world", hidden=True)(hello_command)
app.command("label")(label_command)
app.command("metrics")(metrics_command)
app.command("migrate")(migrate_command)
app.command("plan")(plan_command)
app.command("quickstart")(quickstart_command)
app.command("probe")(probe_command)
app.command("report")(report_command)
app.command("runs")(runs_command)
app.command("testset")(generate_testset_command)
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
