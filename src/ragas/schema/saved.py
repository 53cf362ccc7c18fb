"""A result in a file: one JSON document with everything, read back as it was."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from ragas.exceptions import InputError
from ragas.schema.cells import Cell, MetricInfo
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.files import read_text
from ragas.schema.rows import shown
from ragas.schema.samples import MultiTurnSample, SingleTurnSample
from ragas.schema.writing import encodable_json, replacing

FORMAT = "ragas result"
VERSION = 1
FILE_NAME = "result.json"


def result_path(path: str | Path) -> Path:
    """The file itself, or the one inside a folder."""
    path = Path(path).expanduser()
    return path if path.suffix.lower() == ".json" else path / FILE_NAME


def write_result(path: Path, parts: Mapping[str, Any]) -> None:
    """Write a result's parts, all or nothing."""
    dataset: EvaluationDataset = parts["dataset"]
    content = {
        "format": FORMAT,
        "version": VERSION,
        "run": parts["run"],
        "usage": parts["usage"],
        "metrics": [_without_none(info) for info in parts["metrics"]],
        "dataset": {
            "name": dataset.name,
            "backend": dataset.backend,
            "multi_turn": dataset.is_multi_turn(),
            "samples": [sample.to_dict() for sample in dataset.samples],
            "extra": {str(row): sample.extra for row, sample in enumerate(dataset.samples) if sample.extra},
        },
        "cells": [{metric: _without_none(cell) for metric, cell in row.items()} for row in parts["cells"]],
    }
    with replacing(path) as file:
        file.write(encodable_json(plain(content)) + "\n")


def read_result(path: Path) -> dict[str, Any]:
    """The parts of a result that `write_result` wrote.

    Raises:
        InputError: the file cannot be read, or is no saved result.
    """
    try:
        content = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise InputError(f"{str(path)!r} is not a saved result: not valid JSON ({error}).") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"{str(path)!r} is not a saved result: {shown(content)}.")
    if content["version"] > VERSION:
        raise InputError(
            f"{str(path)!r} was written by a newer version of Ragas. Update with: pip install -U ragas"
        )
    try:
        return {
            "dataset": _dataset(content["dataset"]),
            "cells": [
                {metric: Cell(**{"value": None, **cell}) for metric, cell in row.items()}
                for row in content["cells"]
            ],
            "metrics": [MetricInfo(**info) for info in content["metrics"]],
            "usage": content["usage"],
            "run": content["run"],
        }
    except (KeyError, TypeError, AttributeError, ValidationError) as error:
        raise InputError(f"{str(path)!r} is a damaged result: {type(error).__name__}: {error}") from None


def plain(value: Any) -> Any:
    """`value` as JSON has it: evidence may hold models, arrays and NaN."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    if isinstance(value, BaseModel):
        return plain(value.model_dump())
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    return str(value)


def _without_none(record: Cell | MetricInfo) -> dict[str, Any]:
    values = ((one.name, getattr(record, one.name)) for one in fields(record))
    return {name: value for name, value in values if value is not None}


def _dataset(content: Mapping[str, Any]) -> EvaluationDataset:
    kind = MultiTurnSample if content["multi_turn"] else SingleTurnSample
    samples = [kind.model_validate(row) for row in content["samples"]]
    for row, extra in content["extra"].items():
        samples[int(row)].extra = extra
    return EvaluationDataset(list(samples), backend=content["backend"], name=content["name"])
