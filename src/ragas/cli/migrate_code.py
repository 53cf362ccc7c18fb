"""A Python file as a tree with places: who imports what, where it is used, and edits that leave the rest alone."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ragas._extras import optional
from ragas.exceptions import InputError


class Edit(NamedTuple):
    """Bytes to put in the place of others."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Finding:
    """One thing of an earlier version: where it is, what it is, and what stands for it."""

    line: int
    old: str
    new: str
    edits: tuple[Edit, ...] = field(default=(), repr=False)
    with_others: bool = False
    """Whether edits of another finding rewrite it, such as those of its import."""

    @property
    def by_hand(self) -> bool:
        """Whether it is left to the reader."""
        return not self.edits and not self.with_others


class Name(NamedTuple):
    """A name that a file imports, under which name, and where it is used."""

    qualified: str
    local: str
    statement: Any
    alias: Any
    uses: list[Any]
    alone: bool
    """Whether nothing else in its scope has the name."""


class Code:
    """A file and where everything in it stands.

    Args:
        source: in UTF-8, whatever the file says of its encoding.

    Raises:
        InputError: it is no Python that can be read.
    """

    def __init__(self, source: bytes) -> None:
        self.cst: Any = optional("libcst", extra="migrate", purpose="ragas migrate")
        metadata: Any = optional("libcst.metadata", extra="migrate", purpose="ragas migrate")
        self.source = source
        try:
            text = source.decode("utf-8")
            wrapper = metadata.MetadataWrapper(self.cst.parse_module(text))
        except UnicodeDecodeError as error:
            raise InputError(f"cannot be read: {error}") from None
        except self.cst.ParserSyntaxError as error:
            raise InputError(f"cannot be read: {_why(text, error)}") from None
        except RecursionError:
            raise InputError("cannot be read: it is nested too deeply") from None
        self.module = wrapper.module
        if self.module.code != text:  # places would be wrong
            raise InputError("cannot be read: it holds characters that stand in no Python code")
        found = wrapper.resolve_many(
            [
                metadata.ByteSpanPositionProvider,
                metadata.ParentNodeProvider,
                metadata.PositionProvider,
                metadata.ScopeProvider,
            ]
        )
        self._spans = found[metadata.ByteSpanPositionProvider]
        self._parents = found[metadata.ParentNodeProvider]
        self._lines = found[metadata.PositionProvider]
        self._scopes = found[metadata.ScopeProvider]
        self._import = metadata.ImportAssignment
        self._by_kind: dict[str, list[Any]] = {}
        self._by_name: dict[str, dict[str, list[Any]]] = {}

    # -- places ---------------------------------------------------------------------------------------------------

    def start(self, node: Any) -> int:
        """Where a node begins, in bytes, parentheses around it left out."""
        return int(self._spans[node].start)

    def end(self, node: Any) -> int:
        """Where a node ends."""
        return int(self._spans[node].start + self._spans[node].length)

    def line(self, node: Any) -> int:
        """The line a node begins in."""
        return int(self._lines[node].start.line)

    def text(self, node: Any) -> str:
        """A node as it is written."""
        return self.between(self.start(node), self.end(node))

    def between(self, start: int, end: int) -> str:
        """What is written between two places."""
        return self.source[start:end].decode("utf-8")

    def parent(self, node: Any) -> Any:
        """The node around a node."""
        return self._parents.get(node)

    def is_a(self, node: Any, *kinds: str) -> bool:
        """Whether a node is of one of these classes of libcst."""
        return type(node).__name__ in kinds

    def every(self, kind: str) -> list[Any]:
        """All nodes of a class of libcst, in the order of the file."""
        if kind not in self._by_kind:
            found = [node for node in self._parents if type(node).__name__ == kind]
            self._by_kind[kind] = sorted(found, key=self.start)
        return self._by_kind[kind]

    def called(self, name: str, kind: str = "Name") -> list[Any]:
        """All names, attributes ("Attribute") or functions ("FunctionDef") that are called so, whatever they mean."""
        if kind not in self._by_name:
            field = {"Attribute": "attr", "FunctionDef": "name"}.get(kind)
            found = self._by_name[kind] = {}
            for node in self.every(kind):
                found.setdefault((getattr(node, field) if field else node).value, []).append(node)
        return self._by_name[kind].get(name, [])

    # -- names ----------------------------------------------------------------------------------------------------

    def imports(self) -> Iterator[Name]:
        """Every name that is imported, in the order of the file."""
        found: list[Name] = []
        for scope in {one for one in self._scopes.values() if one is not None}:
            for assignment in scope.assignments:
                if not isinstance(assignment, self._import) or assignment.scope is not scope:
                    continue
                statement = assignment.node
                if self.is_a(statement, "ImportFrom"):
                    alias = self._alias(statement, assignment.name)
                    module = (
                        self.dotted(statement.module) if statement.module and not statement.relative else ""
                    )
                    if alias is None or not module:
                        continue
                    qualified = f"{module}.{alias.evaluated_name}"
                else:
                    alias = None
                    qualified = self._module_of(statement, assignment.name)
                uses = self._in_order(one.node for one in assignment.references)
                same = [
                    one for one in scope.assignments if one.name == assignment.name and one.scope is scope
                ]
                found.append(Name(qualified, assignment.name, statement, alias, uses, len(same) == 1))
        yield from sorted(found, key=lambda one: (self.start(one.statement), one.local))

    def uses_of(self, target: Any) -> list[Any] | None:
        """Where a name is used that is assigned to in one place only; None where that is not so."""
        scope = self._scopes.get(target)
        if scope is None:
            return None
        same = [one for one in scope.assignments if one.name == target.value and one.scope is scope]
        if len(same) != 1:
            return None
        return self._in_order(one.node for one in same[0].references)

    def scope_of(self, target: Any) -> str:
        """What a name that is assigned to belongs to: "function", "class" or "module"."""
        kinds = {"FunctionScope": "function", "ClassScope": "class"}
        return kinds.get(type(self._scopes.get(target)).__name__, "module")

    def _in_order(self, nodes: Iterable[Any]) -> list[Any]:
        return sorted({*nodes}, key=self.start)

    def bound(self, name: str) -> bool:
        """Whether anything in the file is called so, imports from the new place left out."""
        for scope in {one for one in self._scopes.values() if one is not None}:
            for assignment in scope.assignments:
                if assignment.name == name and type(assignment).__name__ != "BuiltinAssignment":
                    return True
        return False

    def full_name(self, node: Any) -> str | None:
        """The imported thing that an expression names, as `module.name`."""
        scope = self._scopes.get(node)
        if scope is None or not self.is_a(node, "Name", "Attribute"):
            return None
        names = scope.get_qualified_names_for(node)
        if len(names) != 1:
            return None
        (name,) = names
        return name.name if name.source.name == "IMPORT" else None

    def dotted(self, node: Any) -> str:
        """A module's path as text."""
        if self.is_a(node, "Attribute"):
            return f"{self.dotted(node.value)}.{node.attr.value}"
        return str(node.value)

    def _module_of(self, statement: Any, local: str) -> str:
        """What `import ...` binds a name to: the module under a name of its own, else the one at its root."""
        for alias in statement.names:
            full = str(alias.evaluated_name)
            if alias.asname:
                if alias.asname.name.value == local:
                    return full
            elif local in (full, full.partition(".")[0]):
                return full
        return local

    def _alias(self, statement: Any, local: str) -> Any:
        if not isinstance(statement.names, (list, tuple)):
            return None  # from module import *
        for alias in statement.names:
            given = alias.asname.name.value if alias.asname else alias.evaluated_name
            if given == local:
                return alias
        return None


def _why(text: str, error: Any) -> str:
    """What is wrong with a text, in Python's own words where Python minds it, too."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError) as own:
        line = getattr(own, "lineno", None)
        return f"{getattr(own, 'msg', None) or own}" + (f" in line {line}" if line else "")
    return f"{error.message.partition(chr(10))[0]} in line {error.raw_line}"


def applied(source: bytes, edits: Iterable[Edit]) -> bytes:
    """The source with its edits made.

    Raises:
        ValueError: two of them meet.
    """
    parts: list[bytes] = []
    last = 0
    for start, end, text in sorted({*edits}):
        if start < last:
            raise ValueError("two edits meet")
        parts += [source[last:start], text.encode("utf-8")]
        last = end
    return b"".join([*parts, source[last:]])
