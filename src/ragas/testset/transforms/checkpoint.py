"""Keeps a graph after every transformation, so that a run that was cut off goes on from there."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any

from ragas.engine.code_identity import object_hash, object_parts
from ragas.engine.code_teller import Teller
from ragas.engine.plain_values import hashed
from ragas.engine.user_code import is_users_class, is_users_function
from ragas.exceptions import InputError
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.schema.writing import replacing
from ragas.testset.graph import KnowledgeGraph

STATE = "transforms.json"


class Checkpoint:
    """The folder of a run of transformations: the graph after the last finished one, and which that was.

    Raises:
        InputError: the folder is of other documents, or of transformations with other settings; or it is damaged.
    """

    def __init__(self, folder: str | Path, kg: KnowledgeGraph, steps: Sequence[Any]) -> None:
        self._folder = Path(folder)
        self._start = _fingerprint(kg)
        self._steps = [_signature(step) for step in steps]
        self._state = self._read()

    def restore(self, kg: KnowledgeGraph) -> int:
        """Make the graph what it was after the last finished transformation; gives how many are finished."""
        if self._state is None:
            return 0
        path = self._folder / self._state["graph"]
        try:
            kept = KnowledgeGraph.load(path)
        except FileNotFoundError:
            raise InputError(f"{str(path)!r} is missing. {self._advice()}") from None
        except InputError as error:
            raise InputError(f"{error} {self._advice()}") from None
        kg.nodes, kg.relationships = kept.nodes, kept.relationships
        return len(self._state["done"])

    def save(self, kg: KnowledgeGraph, done: int) -> None:
        """Keep the graph as it is after `done` transformations."""
        self._folder.mkdir(parents=True, exist_ok=True)
        name = f"graph-{done}.json"
        kg.save(self._folder / name)
        state = {"documents": self._start, "done": self._steps[:done], "graph": name}
        with replacing(self._folder / STATE) as file:  # once it is there the new graph counts, whole
            file.write(json.dumps(state, ensure_ascii=False, indent=1))
        if self._state is not None and self._state["graph"] != name:
            with suppress(OSError):
                (self._folder / self._state["graph"]).unlink()
        self._state = state

    def _read(self) -> dict[str, Any] | None:
        path = self._folder / STATE
        try:
            state: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            documents, done, _ = state["documents"], state["done"], self._folder / state["graph"]
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError, OSError) as error:
            raise InputError(f"{str(path)!r} cannot be read ({error!r}). {self._advice()}") from None
        if documents != self._start:
            raise InputError(
                f"The checkpoint in {str(self._folder)!r} is of other documents. {self._advice()}"
            )
        for number, (was, now) in enumerate(zip(done, [*self._steps, *[None] * len(done)], strict=False), 1):
            if was != now:
                raise InputError(
                    f"The checkpoint in {str(self._folder)!r} was made with other transformations: step {number} was "
                    f"{was}, now it is {now or 'left out'}. {self._advice()}"
                )
        return state

    def _advice(self) -> str:
        return "Name another folder, or delete this one to begin afresh."


def _fingerprint(kg: KnowledgeGraph) -> str:
    """What a graph holds, whatever ids its nodes have."""
    digest = sha256()
    places = {node.id: place for place, node in enumerate(kg.nodes)}
    for node in kg.nodes:
        digest.update(json.dumps([node.type.value, node.properties], sort_keys=True, default=str).encode())
    for link in kg.relationships:
        ends = [places.get(link.source.id), places.get(link.target.id)]
        digest.update(json.dumps([link.type, *ends, link.properties], sort_keys=True, default=str).encode())
    return digest.hexdigest()[:16]


def _signature(step: Any) -> str:
    """A transformation with its settings, as text that stays the same from run to run; one of the user's with its code."""
    inner = getattr(step, "transformations", None)
    if inner is not None:
        return f"[{', '.join(map(_signature, inner))}]"
    settings = [(one.name, getattr(step, one.name)) for one in fields(step)] if is_dataclass(step) else []
    shown = [f"{name}={_shown(value)}" for name, value in settings if name != "name"]
    if code := object_hash(step, without={"name", *(name for name, _ in settings)}):
        shown.append(f"code {code}")
    return f"{type(step).__name__}({', '.join(shown)})"


def _shown(value: Any) -> str:
    """A setting: a function of the user's by its name and code, a judge by its name."""
    if value is None or isinstance(value, str | int | float | bool):
        return repr(value)
    if isinstance(value, dict | list | tuple):
        return repr(value) if _is_plain(value) else f"{type(value).__name__} {hashed(Teller().tell(value))}"
    if isinstance(value, JudgePrompt):
        return value.version
    name = str(getattr(value, "__qualname__", None) or getattr(value, "name", None) or type(value).__name__)
    return f"{name} (code {hashed(object_parts(value))})" if _has_code(value) else name


def _has_code(value: Any) -> bool:
    """Whether a setting is a function of the user's, or one that is put together of some."""
    kind = type(value)
    if kind is FunctionType:
        return is_users_function(value)
    if kind is MethodType:
        return _has_code(value.__func__)
    return kind is functools.partial or (is_users_class(kind) and not getattr(value, "name", None))


def _is_plain(value: Any) -> bool:
    try:
        json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        return False
    return True
