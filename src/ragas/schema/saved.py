"""A result in a file: one JSON document with everything, read back as it was."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from ragas.exceptions import InputError
from ragas.schema.cells import Cell, MetricInfo
from ragas.schema.complaints import shown
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.files import read_text
from ragas.schema.paths import expanded
from ragas.schema.rows import Sample, told
from ragas.schema.samples import MultiTurnSample, SingleTurnSample
from ragas.schema.writing import encodable_json, replacing

FORMAT = "ragas result"
VERSION = 1
FILE_NAME = "result.json"
NUMBER = re.compile(r"\s*[-+]?[\d.]+(e[-+]?\d+)?\s*", re.IGNORECASE)
DEEPEST = 100
"""How many levels of lists, dicts and objects are written: no reader of JSON takes any number of them."""

AS_IT_IS = frozenset({str, bool, type(None)})

LONGEST_NUMBER = 10**640
"""Whole numbers from here on are written as text: some Python or other refuses to read them, and so do other readers."""

CELL_KINDS: Mapping[str, Any] = {
    "status": str,
    "traces": dict | None,
    "seconds": int | float | None,
    "usage": dict | None,
}
"""What must be so, for code relies on it. Whatever else a metric gave comes back as it was."""

METRIC_KINDS: Mapping[str, Any] = {
    "name": str,
    "allowed_values": list | None,
    "higher_is_better": bool,
    "judge": str | None,
    "caution": str | None,
    "embeddings": str | None,
    "signature": dict,
}


def result_path(path: str | Path) -> Path:
    """The file itself, or the one inside a folder."""
    path = expanded(path)
    return path if path.suffix.lower() == ".json" else path / FILE_NAME


def write_result(path: Path, parts: Mapping[str, Any]) -> None:
    """Write a result's parts, all or nothing."""
    dataset: EvaluationDataset = parts["dataset"]
    content = {
        "format": FORMAT,
        "version": VERSION,
        "run": parts["run"],
        "usage": parts["usage"],
        "metrics": [without_none(info) for info in parts["metrics"]],
        "dataset": {
            "name": dataset.name,
            "backend": dataset.backend,
            "multi_turn": dataset.is_multi_turn(),
            "samples": [sample.to_dict() for sample in dataset.samples],
            "extra": {str(row): sample.extra for row, sample in enumerate(dataset.samples) if sample.extra},
        },
        "cells": [{metric: without_none(cell) for metric, cell in row.items()} for row in parts["cells"]],
    }
    with replacing(path) as file:
        file.write(encodable_json(plain(content)) + "\n")


def read_result(path: Path) -> dict[str, Any]:
    """The parts of a result that `write_result` wrote.

    Raises:
        InputError: the file cannot be read, or is no saved result; says what is wrong with it.
    """
    content = _content(path)
    version = content.get("version")
    if type(version) is not int:
        raise _damaged(path, f"its version is {shown(version)}, not a number")
    if version > VERSION:
        raise InputError(
            f"{str(path)!r} was written by a newer version of Ragas. Update with: pip install -U ragas"
        )
    try:
        metrics = [metric_of(info) for info in _has(content["metrics"], list, "metrics")]
        numeric = {info.name for info in metrics if info.bounds}
        return {
            "dataset": _dataset(_has(content["dataset"], dict, "dataset")),
            "cells": [
                {
                    metric: cell_of(cell, f"row {row}, {metric}", numeric=metric in numeric)
                    for metric, cell in _has(cells, dict, f"cells, row {row}").items()
                }
                for row, cells in enumerate(_has(content["cells"], list, "cells"))
            ],
            "metrics": metrics,
            "usage": _has(content["usage"], dict | None, "usage"),
            "run": _has(content["run"], dict | None, "run"),
        }
    except KeyError as error:
        raise _damaged(path, f"{error} is missing") from None
    except (TypeError, ValueError) as error:  # unknown keys; values that samples, cells or metrics refuse
        raise _damaged(path, str(error)) from None


def _content(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise InputError(f"{str(path)!r} is not a saved result: not valid JSON ({error}).") from None
    except RecursionError:
        raise _damaged(path, "its values are nested too deeply to be read") from None
    except InputError:
        raise
    except ValueError:  # more digits than Python is ready to read
        raise _damaged(path, f"a number in it has more than {sys.get_int_max_str_digits()} digits") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"{str(path)!r} is not a saved result: {shown(content)}.")
    return content


def _damaged(path: Path, what: str) -> InputError:
    return InputError(f"{str(path)!r} is a damaged result: {what}")


def _has(value: Any, kind: Any, where: str) -> Any:
    """`value`, refused unless it is of that kind."""
    if not isinstance(value, kind):
        raise InputError(f"{where}: {shown(value)} does not belong there")
    return value


def _record(content: Any, kinds: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The fields of a record; one that is not in the file has its default."""
    for name, value in _has(content, dict, where).items():
        _has(value, kinds.get(name, object), f"{where}, {name}")
    return dict(content)


def cell_of(content: Any, where: str, *, numeric: bool = False) -> Cell:
    """The cell that was written as `content`.

    Raises:
        InputError: it is none; the message starts with `where`.
    """
    facts = {"value": None} | _record(content, CELL_KINDS, where)
    value = facts["value"]
    if numeric and isinstance(value, str) and NUMBER.fullmatch(value):
        raise InputError(f"{where}, value: the text {shown(value)} stands where a number belongs")
    try:
        return Cell(**facts)
    except (TypeError, InputError) as error:
        raise InputError(f"{where}: {error}") from None


def metric_of(content: Any) -> MetricInfo:
    """What was written of a metric."""
    return MetricInfo(**_record(content, METRIC_KINDS, "metrics"))


def _dataset(content: Mapping[str, Any]) -> EvaluationDataset:
    samples = [
        sample_of(sample, None, row, bool(content["multi_turn"]))
        for row, sample in enumerate(_has(content["samples"], list, "samples"))
    ]
    for row, extra in _has(content["extra"], dict, "extra").items():
        if not (row.isdecimal() and len(row) <= len(str(len(samples))) and int(row) < len(samples)):
            raise InputError(f"extra: there is no row {shown(row)}")
        samples[int(row)].extra = _has(extra, dict, f"extra, row {row}")
    return EvaluationDataset(
        samples,
        backend=_has(content["backend"], str | None, "backend"),
        name=_has(content["name"], str | None, "name"),
    )


def sample_of(content: Any, extra: Any, row: int, multi_turn: bool) -> Sample:
    """The sample that was written as `content`, with its extra columns.

    Raises:
        InputError: it is none; names the row.
    """
    kind = MultiTurnSample if multi_turn else SingleTurnSample
    try:
        sample = kind.model_validate(content)
    except ValidationError as error:
        raise InputError(f"sample {row}, {told(error)}") from None
    if extra:
        sample.extra = _has(extra, dict, f"extra, row {row}")
    return sample


def plain(value: Any) -> Any:
    """`value` as JSON has it: evidence may hold models, arrays and NaN.

    Whatever it holds, this ends and the result can be written: what goes on below `DEEPEST` levels, contains itself or
    cannot be read gives way to a text that says so.
    """
    return _plain(value, ())


def _plain(value: Any, above: tuple[int, ...]) -> Any:
    """`value` as JSON has it, inside of the values with the ids `above`."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return value if -LONGEST_NUMBER < value < LONGEST_NUMBER else _text(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if id(value) in above:
        return "… (cut: contains itself)"
    if len(above) >= DEEPEST:
        return f"… (cut: more than {DEEPEST} levels deep)"
    inside = (*above, id(value))
    try:
        if isinstance(value, Mapping):
            return {
                key if type(key) is str else _text(key): item
                if type(item) in AS_IT_IS
                else _plain(item, inside)
                for key, item in value.items()
            }
        if isinstance(value, (list, tuple, set, frozenset)):
            return [item if type(item) in AS_IT_IS else _plain(item, inside) for item in value]
        if isinstance(value, BaseModel):
            return _plain(_dumped(value), inside)
        if is_dataclass(value) and not isinstance(value, type):
            return {one.name: _plain(getattr(value, one.name), inside) for one in fields(value)}
        if hasattr(value, "tolist"):
            return _plain(value.tolist(), inside)
    except Exception as error:  # noqa: BLE001  somebody else's object must not cost a result
        return f"… (cut: {type(value).__name__} cannot be read: {type(error).__name__})"
    return _text(value)


def _dumped(model: BaseModel) -> dict[str, Any]:
    """The fields of a model, as it writes them itself where it can."""
    try:
        return model.model_dump()
    except (ValueError, RecursionError):  # it contains itself, or is too deep
        return dict(model)


def _text(value: Any) -> str:
    try:
        return str(value)
    except Exception:  # noqa: BLE001  a number of more digits than Python writes, a faulty object
        return f"a very long {type(value).__name__}" if isinstance(value, int) else object.__repr__(value)


def without_none(record: Cell | MetricInfo) -> dict[str, Any]:
    """The fields of a record that hold something, to be written."""
    values = ((one.name, getattr(record, one.name)) for one in fields(record))
    return {name: value for name, value in values if value is not None}
