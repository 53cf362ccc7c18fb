"""What the commands have in common: where samples come from, and what their columns are called there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ragas.evaluation.defaults import is_large
from ragas.exceptions import InputError
from ragas.schema.columns import KNOWN
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.files import STANDARD_INPUT
from ragas.schema.stream import SampleStream

Map = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="OURS=THEIRS",
        help="What a column is called in DATA: --map user_input=query. May be given several times.",
    ),
]


def column_map(given: list[str] | None) -> dict[str, str]:
    """The file's column by ours, from options of the form ours=theirs.

    Raises:
        typer.BadParameter: one has another form, or a column of ours stands there twice.
    """
    columns: dict[str, str] = {}
    for one in given or ():
        ours, _, theirs = (part.strip() for part in one.partition("="))
        if not ours or not theirs:
            raise typer.BadParameter(f"{one!r} is not of the form user_input=query.", param_hint="--map")
        if ours not in KNOWN and theirs in KNOWN:
            raise typer.BadParameter(
                f"the name of Ragas comes first: {theirs}={ours}, not {one}.", param_hint="--map"
            )
        if ours in columns:
            raise typer.BadParameter(
                f"{ours} cannot be both {columns[ours]!r} and {theirs!r}.", param_hint="--map"
            )
        columns[ours] = theirs
    return columns


def joined(given: list[str] | None) -> str | None:
    """The values of an option that takes several, separated by commas or each after the option; None where it is not given."""
    return ",".join(given) if given else None


def items(values: str) -> list[str]:
    """The values in a list separated by commas."""
    return [one.strip() for one in values.split(",") if one.strip()]


def read(
    data: Path, columns: dict[str, str], limit: int | None = None, *, streamed: bool = False
) -> EvaluationDataset | SampleStream:
    """The samples of a file, or of standard input; with `streamed`, of a large file row by row.

    Raises:
        InputError: there are none, or they cannot be read.
    """
    if streamed and is_large(data):
        return SampleStream.of_file(data, limit=limit, column_map=columns)
    dataset = EvaluationDataset.load(data, limit=limit, column_map=columns)
    if not len(dataset):
        raise InputError(f"{source(data)} holds no samples.")
    return dataset


def source(data: Path) -> str:
    """What DATA is called in sentences."""
    return "standard input" if str(data) == STANDARD_INPUT else str(data)
