"""`ragas plan`: what scoring a file will take, before anything is sent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from ragas.cli.exits import told_plainly
from ragas.cli.metric_choice import check_columns, defaults_for, named
from ragas.cli.options import Map, column_map, joined, read, source
from ragas.cli.printing import show, show_json
from ragas.engine.run_config import RunConfig
from ragas.evaluation.plan import SAMPLE, plan
from ragas.metrics.wording import counted


def plan_command(
    data: Annotated[
        Path,
        typer.Argument(
            help="A .jsonl, .json, .csv or .parquet file with one sample a row; - is JSONL on standard input."
        ),
    ],
    named_metrics: Annotated[
        list[str] | None,
        typer.Option(
            "--metrics",
            metavar="NAMES",
            help="Metric names, separated by commas; without it the default ones the columns allow.",
        ),
    ] = None,
    llm: Annotated[
        str | None,
        typer.Option(
            help="The judge: provider:model, or local; no key is needed. Without it the configured one."
        ),
    ] = None,
    embeddings: Annotated[
        str | None,
        typer.Option(help="The embeddings: provider:model, or local. Without it the configured ones."),
    ] = None,
    renamed: Map = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="The run will score only the first N rows.")
    ] = None,
    sample: Annotated[
        int, typer.Option(min=1, help="Look at N rows, spread evenly, and scale their figures up.")
    ] = SAMPLE,
    repeats: Annotated[int, typer.Option(min=1, help="How often the run will judge each cell.")] = 1,
    max_workers: Annotated[
        int, typer.Option(min=1, help="How many judge calls may be under way at once.")
    ] = 16,
    seconds_per_call: Annotated[
        float | None,
        typer.Option(min=0, help="How long a call takes; by default as long as the reply's tokens suggest."),
    ] = None,
    cache: Annotated[
        bool, typer.Option("--cache", help="The run will use .ragas/cache: what it holds is not paid again.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Say how many calls, tokens, dollars and minutes `ragas evaluate DATA` would take. Nothing is sent.

    Exit codes: 0 done, 1 could not plan, 2 wrong options.
    """
    columns, metrics = column_map(renamed), joined(named_metrics)
    with told_plainly():
        dataset = read(data, columns, limit)
        chosen = named(metrics) if metrics is not None else defaults_for(dataset, llm, data)
        check_columns(dataset, chosen, data)
        made = plan(
            dataset,
            chosen,
            llm=llm,
            embeddings=embeddings,
            run_config=RunConfig(max_workers=max_workers),
            sample=sample,
            repeats=repeats,
            cache=cache,
            seconds_per_call=seconds_per_call,
        )
        if as_json:
            show_json({"data": str(data), **made.to_dict()})
            return
        judges = list(dict.fromkeys(one.judge for one in made.metrics if one.judge))
        title = (
            f"{counted(made.rows, 'row')} of {source(data)}, judged by {', '.join(judges) or 'no model'}\n"
        )
        show(Text(title), whole=True)
        show(made)
