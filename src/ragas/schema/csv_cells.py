"""Values in the cells of a CSV file: text as it is, lists and mappings as JSON, nothing as an empty cell."""

from __future__ import annotations

import ast
import io
import json
import tokenize
import warnings
from typing import Any

from ragas.schema.columns import SINGLE_TURN_ONLY, STRUCTURED

LONGEST_LITERAL = 2_000_000
"""Characters of a Python list that are read; its syntax tree takes many times the room. JSON has no such limit."""


def write_cell(column: str, value: Any, *, messages: bool = False) -> str:
    """`value` as a cell that `read_cell` turns back into it.

    A question that would be taken for a conversation is written as JSON text, in quotes.
    """
    if value is None:
        return ""
    if isinstance(value, str):
        if messages and column == "user_input" and _read_question(value) != value:
            return json.dumps(value, ensure_ascii=False)
        return f'{value}""' if _only_quotes(value) else value
    return json.dumps(value, ensure_ascii=False, default=str)


def read_cell(column: str, cell: str, *, messages: bool = False) -> Any:
    """The value of a cell, by its column. An empty cell is None; `""` is an empty text.

    `messages` says that `user_input` may hold a conversation. A cell that holds neither JSON nor a Python list
    where a list belongs stays text: the reader of rows says what is wrong with it.
    """
    if cell == "":
        return None
    if column in STRUCTURED:
        return _structure(cell)
    if messages and column == "user_input" and (value := _read_question(cell)) != cell:
        return value
    return cell[:-2] if len(cell) >= 2 and _only_quotes(cell) else cell


def may_hold_messages(header: list[str]) -> bool:
    """Whether `user_input` can be a conversation: not beside columns that only questions have."""
    return not SINGLE_TURN_ONLY.intersection(header)


def _only_quotes(text: str) -> bool:
    """Whether `text` could be mistaken for the mark of an empty text, which is two quotes."""
    return len(text) % 2 == 0 and not text.strip('"')


def _read_question(cell: str) -> Any:
    """The conversation a cell holds, or the text whose quotes keep it from being read as one; else the cell."""
    if cell.startswith('"') and "[" in cell:
        value = _structure(cell)
        return value if isinstance(value, str) and _read_question(value) != value else cell
    if cell.lstrip().startswith("[") and _is_conversation(value := _structure(cell)):
        return value
    return cell


def _is_conversation(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) and "content" in item for item in value)


def _structure(cell: str) -> Any:
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        pass
    if cell.lstrip()[:1] not in ("[", "{") or len(cell) > LONGEST_LITERAL:
        return cell
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a backslash in a text is no concern of the reader
            value = ast.literal_eval(cell.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return cell
    return cell if repr(value) != cell.strip() and _joins_neighbours(cell) else value


def _joins_neighbours(cell: str) -> bool:
    """Whether two texts stand side by side without a comma, as numpy prints them: Python would make one of them."""
    previous = None
    for token in tokenize.generate_tokens(io.StringIO(cell.strip()).readline):
        if token.type == tokenize.STRING and previous == tokenize.STRING:
            return True
        if token.type not in (tokenize.NL, tokenize.NEWLINE):
            previous = token.type
    return False
