"""The columns an experiment's results will have, as far as that can be told before it is run."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import BaseModel

from ragas.experiment.calls import as_inputs

CHANGING = frozenset({"clear", "pop", "popitem", "setdefault", "update"})
"""Methods that change the columns of a dict."""


def columns_ahead(experiment: Any, dataset: Iterable[Any]) -> list[str] | None:
    """The columns of the results in their order; None where only a run would tell.

    They are known where the results are of a model, and where every `return` of the function writes a dict out.
    """
    model = getattr(experiment, "experiment_model", None)
    if model is not None:
        return _of_model(model)
    function = getattr(experiment, "func", None)
    if not inspect.isfunction(function) or hasattr(function, "__wrapped__"):
        return None
    definition = _definition(function)
    if definition is None:
        return None
    return _Reader(function, definition, dataset).columns()


def _of_model(model: type[BaseModel]) -> list[str] | None:
    if model.model_config.get("extra") == "allow":
        return None
    return [*model.model_fields, *model.model_computed_fields]


def _definition(function: Any) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    try:
        (written,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except (
        OSError,
        SyntaxError,
        TypeError,
        ValueError,
    ):  # a source that is not there, or not of one function
        return None
    return written if isinstance(written, (ast.FunctionDef, ast.AsyncFunctionDef)) else None


class _Unknown(Exception):
    """Something that may have any columns."""


class _Reader:
    """Reads what a function returns."""

    def __init__(
        self, function: Any, definition: ast.FunctionDef | ast.AsyncFunctionDef, dataset: Iterable[Any]
    ) -> None:
        self._function = function
        self._definition = definition
        self._dataset = dataset
        arguments = [*definition.args.posonlyargs, *definition.args.args]
        self._row = arguments[0].arg if arguments else ""

    def columns(self) -> list[str] | None:
        """The columns of all that is returned."""
        returned = [one for one in _own(self._definition) if isinstance(one, ast.Return)]
        if not returned or any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in _own(self._definition)):
            return None
        try:
            return list(dict.fromkeys(name for one in returned for name in self._of(one.value)))
        except _Unknown:
            return None

    def _of(self, value: ast.expr | None) -> list[str]:
        if isinstance(value, ast.Dict):
            found: list[str] = []
            for key, inner in zip(value.keys, value.values, strict=True):
                if key is None:
                    found += self._of(inner)
                elif isinstance(key, ast.Constant) and isinstance(key.value, str):
                    found.append(key.value)
                else:
                    raise _Unknown
            return found
        if isinstance(value, ast.IfExp):
            return self._of(value.body) + self._of(value.orelse)
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr):
            return self._of(value.left) + self._of(value.right)
        if isinstance(value, ast.Name) and value.id == self._row and self._is_only_read():
            return list(dict.fromkeys(name for row in self._dataset for name in as_inputs(row)))
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            inside = value.func.id in self._function.__code__.co_varnames
            made = None if inside else self._function.__globals__.get(value.func.id)
            if isinstance(made, type) and issubclass(made, BaseModel):
                columns = _of_model(made)
                if columns is not None:
                    return columns
        raise _Unknown

    def _is_only_read(self) -> bool:
        """Whether the row the function is given has the same columns at its end."""
        around = {
            inner: outer for outer in ast.walk(self._definition) for inner in ast.iter_child_nodes(outer)
        }
        for name in around:
            if not isinstance(name, ast.Name) or name.id != self._row:
                continue
            outer = around[name]
            if isinstance(outer, (ast.Subscript, ast.Attribute)):
                reads = isinstance(outer.ctx, ast.Load)
                if not reads or (isinstance(outer, ast.Attribute) and outer.attr in CHANGING):
                    return False
            elif not isinstance(name.ctx, ast.Load) or not isinstance(
                outer, (ast.BinOp, ast.Dict, ast.FormattedValue, ast.Return)
            ):
                return False  # another name for it, or code that may change it
        return True


def _own(definition: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function, functions and classes inside it left out."""
    for inner in ast.iter_child_nodes(definition):
        if not isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            yield inner
            yield from _own(inner)
