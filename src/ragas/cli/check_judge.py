"""`ragas check-judge`: whether a model can act as a judge."""

from __future__ import annotations

from typing import Annotated

import typer

from ragas.cli.exits import CHECK_FAILS, told_plainly
from ragas.cli.printing import show, show_json
from ragas.evaluation.judge_check import check_judge
from ragas.report.judge_check import JudgeCheckTable


def check_judge_command(
    model: Annotated[str, typer.Argument(help="provider:model, or local:path/to/model.gguf.")],
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds for each call.")] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Ask MODEL ten questions whose answers are known, and say what it fails in.

    Exit codes: 0 it can act as a judge, 1 could not run, 2 it fails in some, or wrong options.
    """
    with told_plainly():
        found = check_judge(model, timeout=timeout)
        if as_json:
            show_json(found.to_dict())
        else:
            show(JudgeCheckTable(found))
    if not found.ok:
        raise typer.Exit(CHECK_FAILS)
