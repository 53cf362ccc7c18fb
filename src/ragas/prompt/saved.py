"""JSON files of prompts and metrics: written whole or not at all, compressed when the name ends in `.gz`."""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from ragas._unfinished import unfinished
from ragas.exceptions import InputError

FORMAT_VERSION = "1.0"


def write(path: Path, content: dict[str, Any], what: str) -> None:
    """Write `content` to `path`, which keeps what it held before if that fails.

    Raises:
        ValueError: a value is not JSON, or the file cannot be written; "Cannot save" with `what` and the path.
    """
    part = unfinished(path)
    try:
        data = json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False).encode()
        if path.suffix == ".gz":
            data = gzip.compress(data, mtime=0)
        try:
            part.write_bytes(data)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, TypeError, ValueError) as error:
        raise ValueError(f"Cannot save {what} to {str(path)!r}: {error}") from error


def read(path: str | Path, what: str) -> dict[str, Any]:
    """The object that a file holds.

    Raises:
        InputError: the file cannot be read or holds no JSON object; "Cannot load" with `what` and the path.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = gzip.decompress(data)
        content = json.loads(data)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise refused(path, what, error) from error
    except RecursionError as error:
        raise refused(path, what, "its values are nested too deeply") from error
    if not isinstance(content, dict):
        raise refused(path, what, "it holds no JSON object")
    return content


def refused(path: str | Path, what: str, why: object) -> InputError:
    """The error that says which file cannot be loaded, and why."""
    return InputError(f"Cannot load {what} from {str(path)!r}: {why}")


@contextmanager
def checking(path: str | Path, what: str) -> Iterator[None]:
    """Names the file where a part of its content is not of the type that belongs there.

    Raises:
        InputError: in place of a `TypeError`.
    """
    try:
        yield
    except TypeError as error:
        raise refused(path, what, error) from error


def check_version(content: dict[str, Any]) -> None:
    """Refuse a format that is not ours; a file without a word about it has the one there has always been.

    Raises:
        TypeError: says which format the file has.
    """
    version = content.get("format_version", FORMAT_VERSION)
    if version != FORMAT_VERSION:
        raise TypeError(
            f"format_version is {version!r:.80}; {FORMAT_VERSION!r} can be read. Save the prompt with this version of "
            "Ragas, or load it with the one that wrote it."
        )


def part(
    content: dict[str, Any], name: str, kinds: type | tuple[type, ...], expected: str, default: Any = None
) -> Any:
    """A part of a file's content that is of these types; `default` where there is none.

    Raises:
        TypeError: it is of another; says what belongs there.
    """
    found = content.get(name)
    if found is None:
        return default
    if not isinstance(found, kinds) or (isinstance(found, bool) and kinds is not bool):
        raise TypeError(f"{name} is {found!r:.80}; {expected} belongs there")
    return found


def examples(content: dict[str, Any]) -> list[tuple[Any, Any]]:
    """The examples in a file's content, each an input and an output.

    Raises:
        TypeError: one is none; says which.
    """
    found = part(content, "examples", list, "a list of examples", [])
    for number, one in enumerate(found):
        if not isinstance(one, dict) or not {"input", "output"} <= one.keys():
            raise TypeError(
                f"examples[{number}] is {one!r:.80}; an object with 'input' and 'output' belongs there"
            )
    return [(one["input"], one["output"]) for one in found]


def vectors(content: dict[str, Any], count: int) -> list[list[float] | None] | None:
    """The vectors of the examples, if there is one for each.

    Raises:
        TypeError: what stands there are no vectors of one length.
    """
    found: list[list[float] | None] | None = part(content, "embeddings", list, "a list of vectors")
    if not found or len(found) != count:
        return None
    for number, one in enumerate(found):
        if one is not None and not (isinstance(one, list) and one and all(map(_is_number, one))):
            raise TypeError(f"embeddings[{number}] is {one!r:.80}; a list of numbers belongs there")
    if len({len(one) for one in found if one is not None}) > 1:
        raise TypeError("the vectors in embeddings are not equally long")
    return found


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)


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
    schema, saved = model.model_json_schema(), info.get("schema")
    saved = saved if isinstance(saved, dict) else {}
    return any(schema.get(key) != saved.get(key) for key in ("properties", "required"))
