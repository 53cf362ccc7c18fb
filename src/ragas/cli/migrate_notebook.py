"""The code cells of a notebook as one source, and edits of it back in their cells."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ragas.cli.migrate_code import Edit, Finding, applied
from ragas.exceptions import InputError

LAYOUTS: tuple[dict[str, Any], ...] = tuple(
    {"indent": indent, "ensure_ascii": ascii_only}
    for indent in (1, 2, 4, None)
    for ascii_only in (False, True)
)
"""How notebooks are written as JSON; the first is Jupyter's."""

_IPYTHON = re.compile(
    r"(?P<before>[ \t]*)(?P<what>(?:%%?\w|!(?!=)|\?\w).*|%?[\w.*]+\?\??[ \t]*$)"
    r"|(?P<given>[ \t]*\w[\w.,\[\]()* \t]*=[ \t]*)(?P<value>(?:%\w|!(?!=)).*)"
)
"""A line that is a magic, a command or a question for help, or one that gives what comes of one a name."""
_TIMED = re.compile(r"%(?:time|timeit|prun|memit)\b(?:[ \t]+-\w+(?:[ \t]+\d+)?)*[ \t]+(?=\S)")
"""What stands before Python on the same line."""
_OF_A_CELL = re.compile(r"^\s*%%(?!time|timeit|capture|prun)")
_LINE = re.compile(r"\bline (\d+)\b")


class Cell(NamedTuple):
    """A code cell: which of the notebook's it is, counted from 1, and where it stands in the one source."""

    number: int
    start: int
    end: int
    first_line: int


@dataclass(frozen=True)
class Notebook:
    """The code of a notebook."""

    raw: bytes
    content: dict[str, Any]
    utf8: bytes
    cells: list[Cell]
    unread: list[int] = field(default_factory=list)
    """Cells with a word of Ragas that are no Python."""
    encoding: str = "utf-8"

    @classmethod
    def of(cls, raw: bytes) -> Notebook:
        """The notebook that a file holds.

        Raises:
            InputError: it holds none, or one of another language.
        """
        try:
            content = json.loads(raw)
            cells = content["cells"]
            language = content.get("metadata", {}).get("kernelspec", {}).get("language", "python")
        except (ValueError, KeyError, TypeError, AttributeError):
            raise InputError("cannot be read: it is no notebook of format 4") from None
        if language != "python":
            raise InputError(f"cannot be read: its language is {language!r}")
        code, kept, unread, line = b"", [], [], 1
        for number, cell in enumerate(cells, 1):
            if cell.get("cell_type") != "code":
                continue
            text = _as_python(_text(cell))
            if text is None:
                unread += [number] if "ragas" in _text(cell) else []
                continue
            part = text.encode("utf-8", "surrogatepass")
            kept.append(Cell(number, len(code), len(code) + len(part), line))
            code += part + b"\n"
            line += text.count("\n") + 1
        return cls(raw, content, code, kept, unread)

    def place(self, line: int) -> str:
        """A line of the one source as its cell, and the line there."""
        cell = max((one for one in self.cells if one.first_line <= line), key=lambda one: one.first_line)
        return f"cell {cell.number}:{line - cell.first_line + 1}"

    def told(self, finding: Finding) -> Finding:
        """A finding whose reason names lines as cells; left to the reader where the notebook cannot be written back."""
        new = _LINE.sub(lambda found: self.place(int(found[1])).replace(":", " line "), finding.new)
        if finding.by_hand or self._layout is not None:
            return Finding(finding.line, finding.old, new, finding.edits, finding.with_others)
        return Finding(finding.line, finding.old, f"{new} (by hand: save the notebook in Jupyter first)")

    def rewritten(self, edits: Iterable[Edit]) -> bytes:
        """The notebook with edits of the one source made, and all else as it was."""
        content = json.loads(self.raw)
        edits = list(edits)
        for cell in self.cells:
            # the line end behind a cell is not part of it
            here = [
                Edit(one.start - cell.start, min(one.end, cell.end) - cell.start, one.text)
                for one in edits
                if cell.start <= one.start <= cell.end
            ]
            if here:
                found = content["cells"][cell.number - 1]
                text = applied(_text(found).encode("utf-8", "surrogatepass"), here).decode(
                    "utf-8", "surrogatepass"
                )
                found["source"] = text if isinstance(found["source"], str) else text.splitlines(keepends=True)
        return _dumped(content, self._layout or LAYOUTS[0], self.raw)

    @property
    def _layout(self) -> dict[str, Any] | None:
        """How it is written; None if it is in a way that cannot be kept."""
        return next((one for one in LAYOUTS if _dumped(self.content, one, self.raw) == self.raw), None)


def _dumped(content: dict[str, Any], layout: dict[str, Any], like: bytes) -> bytes:
    end = "\n" if like.endswith(b"\n") else ""
    return (json.dumps(content, **layout) + end).encode("utf-8", "surrogatepass")


def _text(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    return source if isinstance(source, str) else "".join(source)


def _as_python(text: str) -> str | None:
    """A cell's code, with Python of the same length where lines are IPython's; None if it is no Python even so."""
    if _OF_A_CELL.match(text):
        return None
    tries = [text, *(_masked(text, *how) for how in ((True, True), (True, False), (False, False)))]
    for one in tries:
        try:
            ast.parse(one)
        except (SyntaxError, ValueError):
            continue
        return (
            one
            if len(one.encode("utf-8", "surrogatepass")) == len(text.encode("utf-8", "surrogatepass"))
            else None
        )
    return None


def _masked(text: str, in_blocks: bool, timed: bool) -> str:
    """The text with a comment, or a number, in the place of what is IPython's.

    Args:
        text: a cell's code.
        in_blocks: an indented line may be all there is of a block, so that a comment is not enough.
        timed: what %time and its like measure is Python, and stays.
    """
    lines, goes_on = [], False
    for line in text.split("\n"):
        found = _IPYTHON.match(line)
        if goes_on:  # of a command
            lines.append(re.sub(r"\S", "#", line, count=1))
        elif found is None:
            lines.append(line)
        elif found["given"] is None:
            needed = bool(found["before"]) and in_blocks
            lines.append(found["before"] + _stand_in(found["what"], True, needed, timed))
        else:
            lines.append(found["given"] + _stand_in(found["value"], False, True, timed))
        goes_on = line.endswith("\\") and (goes_on or found is not None)
    return "\n".join(lines)


def _stand_in(what: str, first: bool, needed: bool, timed: bool) -> str:
    """Python as long as `what`: a statement if it is the `first` of its line, else an expression."""
    if timed and (magic := _TIMED.match(what)):
        return ("0;" if first else "").ljust(magic.end()) + what[magic.end() :]
    return f"0#{what[2:]}"[: len(what)] if needed else f"#{what[1:]}"
