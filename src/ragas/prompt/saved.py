"""JSON files of prompts and metrics: written whole or not at all, compressed when the name ends in `.gz`."""

from __future__ import annotations

import gzip
import json
import os
import zlib
from pathlib import Path
from secrets import token_hex
from typing import Any

from pydantic import BaseModel

FORMAT_VERSION = "1.0"


def write(path: Path, content: dict[str, Any], what: str) -> None:
    """Write `content` to `path`, which keeps what it held before if that fails.

    Raises:
        ValueError: a value is not JSON, or the file cannot be written; "Cannot save" with `what` and the path.
    """
    unfinished = path.with_name(f".{path.name}.{token_hex(4)}.part")
    try:
        data = json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False).encode()
        if path.suffix == ".gz":
            data = gzip.compress(data, mtime=0)
        try:
            unfinished.write_bytes(data)
            os.replace(unfinished, path)
        finally:
            unfinished.unlink(missing_ok=True)
    except (OSError, TypeError, ValueError) as error:
        raise ValueError(f"Cannot save {what} to {str(path)!r}: {error}") from error


def read(path: str | Path, what: str) -> dict[str, Any]:
    """The object that a file holds.

    Raises:
        ValueError: the file cannot be read or holds no JSON object; "Cannot load" with `what` and the path.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = gzip.decompress(data)
        content = json.loads(data)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise ValueError(f"Cannot load {what} from {str(path)!r}: {error}") from error
    if not isinstance(content, dict):
        raise ValueError(f"Cannot load {what} from {str(path)!r}: it holds no JSON object")
    return content


def model_info(model: type[BaseModel] | None) -> dict[str, Any] | None:
    """What a file can tell about a model class: its name, module and schema, not the class itself."""
    if model is None:
        return None
    return {
        "class_name": model.__name__,
        "module": model.__module__,
        "schema": model.model_json_schema(),
        "note": "Only a description. Pass the class itself when loading.",
    }


def differs(model: type[BaseModel], info: dict[str, Any]) -> bool:
    """Whether `model` has other fields, or requires others, than the one a file describes."""
    schema, saved = model.model_json_schema(), info.get("schema") or {}
    return any(schema.get(key) != saved.get(key) for key in ("properties", "required"))
