"""`ragas probe`: which faults a metric notices."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ragas.cli.exits import told_plainly
from ragas.cli.options import Map, column_map, items, joined, read
from ragas.cli.printing import show, show_json
from ragas.engine.run_config import RunConfig
from ragas.evaluation.mutations import MUTATORS, Mutator
from ragas.evaluation.probe import GOOD_FROM, MARGIN, probe
from ragas.exceptions import InputError
from ragas.metrics.catalogue import metrics_named
from ragas.report.probe import Missed, ProbeTable
from ragas.schema.dataset import EvaluationDataset


def probe_command(
    data: Annotated[Path, typer.Argument(help="A file of good samples.")],
    metrics: Annotated[list[str], typer.Option(metavar="NAMES", help="Metric names, separated by commas.")],
    mutators: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAMES",
            help=f"Which faults, separated by commas: {', '.join(one.name for one in MUTATORS)}.",
        ),
    ] = None,
    margin: Annotated[
        float, typer.Option(help="By how much of its range a score must fall to count as noticing.")
    ] = MARGIN,
    good_from: Annotated[
        float, typer.Option(help="From which part of its range on a score is good, so that it can fall.")
    ] = GOOD_FROM,
    most: Annotated[int, typer.Option(min=1, help="How many good samples to spoil.")] = 50,
    missed: Annotated[int, typer.Option(min=0, help="How many unnoticed mutants of each kind to show.")] = 1,
    llm: Annotated[
        str | None, typer.Option(help="The judge: provider:model, or local. Without it the configured one.")
    ] = None,
    embeddings: Annotated[str | None, typer.Option(help="The embeddings: provider:model, or local.")] = None,
    renamed: Map = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Read only the first N rows.")] = None,
    seed: Annotated[int, typer.Option(help="Of what is spoiled, and how.")] = 0,
    max_workers: Annotated[
        int, typer.Option(min=1, help="How many judge calls may be under way at once.")
    ] = 16,
    cache: Annotated[bool, typer.Option("--cache", help="Keep the judge's replies in .ragas/cache.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Spoil good samples on purpose, score them again, and say which faults each metric notices.

    Exit codes: 0 done, 1 could not run, 2 wrong options.
    """
    columns = column_map(renamed)
    with told_plainly():
        chosen = _mutators(joined(mutators))
        dataset = read(data, columns, limit)
        assert isinstance(dataset, EvaluationDataset)  # nothing was said of streaming
        found = probe(
            dataset,
            metrics_named(items(",".join(metrics))),
            mutators=chosen,
            margin=margin,
            good_from=good_from,
            most=most,
            seed=seed,
            llm=llm,
            embeddings=embeddings,
            cache=cache,
            show_progress=not as_json,
            run_config=RunConfig(max_workers=max_workers),
        )
        if as_json:
            show_json(found.to_dict())
        else:
            show(ProbeTable(found), Missed(found, missed))


def _mutators(named: str | None) -> list[Mutator]:
    if named is None:
        return list(MUTATORS)
    known = {one.name: one for one in MUTATORS}
    wanted = items(named)
    if unknown := [one for one in wanted if one not in known]:
        raise InputError(f"There is no mutator {unknown[0]!r}. They are: {', '.join(known)}.")
    return [known[one] for one in dict.fromkeys(wanted)] or list(MUTATORS)
