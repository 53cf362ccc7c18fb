"""The command line: one module a subcommand, and errors as one line instead of a traceback."""

from __future__ import annotations

from collections.abc import Callable
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
COMMANDS: dict[str, tuple[Callable[..., None], str]] = {
    "evaluate": (evaluate_command, "Score a file of samples."),
    "metrics": (metrics_command, "List the metrics, and which of them a file allows."),
    "plan": (plan_command, "Say what an evaluation would cost, before it runs."),
    "runs": (runs_command, "List the runs there are."),
    "report": (report_command, "Write a run as one HTML page."),
    "compare": (compare_command, "Compare two runs: what changed, and is it chance?"),
    "gate": (gate_command, "Pass or fail a run, for continuous integration."),
    "label": (label_command, "Label rows by hand, the most telling ones first."),
    "align": (align_command, "Compare a judge with labels of people; certify it."),
    "probe": (probe_command, "Spoil good samples and see which faults are noticed."),
    "check-judge": (check_judge_command, "Ask a model ten questions: can it be a judge?"),
    "testset": (generate_testset_command, "Make questions with references from documents."),
    "quickstart": (quickstart_command, "Make a project from a template, ready to run."),
    "hello-world": (hello_command, "Make the smallest project."),
    "evals": (evals_command, "Run an experiment of a file over a dataset."),
    "migrate": (migrate_command, "Find and rewrite code of earlier versions."),
}
for name, (command, summary) in COMMANDS.items():
    app.command(name, short_help=summary)(command)
app.command("hello_world", hidden=True)(hello_command)
app.add_typer(cache_app, name="cache", short_help="See and prune what the judge cache holds.")


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
