"""Import statements without the names that are replaced, and with those that replace them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.cli.migrate_code import Code, Edit, Finding, Name


@dataclass
class Symbol:
    """An imported name and what is to become of it."""

    name: Name
    module: str
    """Where the new name is imported from; empty if it is not needed any more."""
    new: str
    shown: str
    edits: list[Edit] = field(default_factory=list)
    calls: list[Finding] = field(default_factory=list)
    problem: str = ""


def write_import(code: Code, statement: Any, symbols: list[Symbol]) -> None:
    """The import statement without what is replaced, and another one for the replacements."""
    line = code.parent(statement)
    around = code.between(code.start(statement), code.end(statement))
    ready = [one for one in symbols if not one.problem]
    if not ready:
        return
    if "#" in around or not code.is_a(line, "SimpleStatementLine"):
        for one in ready:
            one.problem = "its import has comments inside" if "#" in around else "its import is unusual"
        return
    gone = {id(one.name.alias) for one in ready}
    kept = [alias for alias in statement.names if id(alias) not in gone]
    modules = {one.module for one in ready}
    here = modules == {code.dotted(statement.module)}
    apart = len({one.new for one in ready}) == len(ready)
    if apart and (here or (not kept and len(modules) == 1 and "" not in modules)):
        edits = [Edit(code.start(statement.module), code.end(statement.module), next(iter(modules)))]
        for one in ready:
            edits.append(Edit(code.start(one.name.alias.name), code.end(one.name.alias.name), one.new))
            if one.name.alias.asname and one.shown.endswith("()"):
                edits.append(Edit(code.end(one.name.alias.name), code.end(one.name.alias), ""))
        ready[0].edits += edits
        return
    parts = []
    if kept:
        parts.append((code.dotted(statement.module), [code.text(one).rstrip(", ") for one in kept]))
    for module in sorted(modules - {""}):
        wanted: dict[str, None] = {}
        for one in ready:
            if one.module == module:
                alias = one.name.alias.asname if not one.shown.endswith("()") else None
                wanted[f"{one.new} as {alias.name.value}" if alias else one.new] = None
        parts.append((module, list(wanted)))
    ready[0].edits += _statements(code, statement, line, parts)


def _statements(code: Code, statement: Any, line: Any, parts: list[tuple[str, list[str]]]) -> list[Edit]:
    start, end = code.start(statement), code.end(statement)
    begin = code.source.rfind(b"\n", 0, start) + 1
    indent = code.between(begin, start)
    if parts:
        newline = "\r\n" if b"\r\n" in code.source else "\n"
        alone = len(line.body) == 1 and not indent.strip()
        text = (newline + indent if alone else "; ").join(
            _import_text(module, wanted, indent if alone else None, newline) for module, wanted in parts
        )
        return [Edit(start, end, text)]
    after = code.source.find(b"\n", end)
    rest = code.between(end, after if after >= 0 else len(code.source))
    block = code.parent(line)
    only = len(getattr(block, "body", ())) == 1
    if len(line.body) > 1 or rest.strip() or indent.strip() or only:
        return [Edit(start, end, "pass")]
    return [Edit(begin, after + 1 if after >= 0 else len(code.source), "")]


def _import_text(module: str, wanted: list[str], indent: str | None, newline: str) -> str:
    line = f"from {module} import {', '.join(wanted)}"
    if indent is None or len(indent) + len(line) <= 88:
        return line
    inner = "".join(f"{indent}    {one},{newline}" for one in wanted)
    return f"from {module} import ({newline}{inner}{indent})"
