"""The names of columns: those of today, those of earlier versions, and what a mistyped one was meant to be."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches

from ragas.exceptions import InputError

OLD_NAMES = {
    "question": "user_input",
    "contexts": "retrieved_contexts",
    "answer": "response",
    "ground_truth": "reference",
    "ground_truths": "reference",
}
"""What earlier versions called the columns. `ground_truths` holds a list of one."""

LISTS = frozenset(
    {
        "retrieved_contexts",
        "reference_contexts",
        "retrieved_context_ids",
        "reference_context_ids",
        "multi_responses",
        "reference_tool_calls",
        "reference_topics",
    }
)
MAPPINGS = frozenset({"rubrics"})
STRUCTURED = LISTS | MAPPINGS | {"contexts", "ground_truths"}
"""Columns, by any of their names, that hold more than one text."""

SINGLE_TURN_ONLY = frozenset(
    {
        "retrieved_contexts",
        "reference_contexts",
        "retrieved_context_ids",
        "reference_context_ids",
        "response",
        "multi_responses",
        "persona_name",
        "query_style",
        "query_length",
    }
)
MULTI_TURN_ONLY = frozenset({"reference_tool_calls", "reference_topics"})
KNOWN = SINGLE_TURN_ONLY | MULTI_TURN_ONLY | {"user_input", "reference", "rubrics"} | OLD_NAMES.keys()

OFTEN_MEANT = {
    "query": "user_input",
    "prompt": "user_input",
    "input": "user_input",
    "messages": "user_input",
    "conversation": "user_input",
    "context": "retrieved_contexts",
    "documents": "retrieved_contexts",
    "chunks": "retrieved_contexts",
    "output": "response",
    "completion": "response",
    "prediction": "response",
    "expected": "reference",
    "expected_output": "reference",
    "expected_answer": "reference",
    "gold": "reference",
    "target": "reference",
    "rubric": "rubrics",
}


def renamed(given: Iterable[str], columns: Collection[str]) -> dict[str, str]:
    """Each given name with the name it has today; names that do not lead to one of `columns` stay as they are.

    Raises:
        InputError: two of the names mean the same column.
    """
    names: dict[str, str] = {}
    taken: dict[str, str] = {}
    for name in given:
        current = OLD_NAMES.get(name, name)
        names[name] = current = current if current in columns else name
        if current in taken:
            raise InputError(
                f"duplicate column: {taken[current]!r} and {name!r} are two names of the same column. Keep one of them."
            )
        taken[current] = name
    return names


def meant(name: str, columns: Collection[str]) -> str | None:
    """The column that `name` was probably meant to be."""
    folded = str(name).strip().lower().replace(" ", "_").replace("-", "_")
    if close := get_close_matches(folded, sorted(columns), n=1, cutoff=0.8):
        return close[0]
    others = {other: column for other, column in (OLD_NAMES | OFTEN_MEANT).items() if column in columns}
    # Stricter, because these are common words: `on_question` is no mistyped `question`.
    close = get_close_matches(folded, others, n=1, cutoff=0.9)
    return others[close[0]] if close else None


def unknown_columns(unknown: Iterable[str], columns: Collection[str]) -> str:
    """A sentence that names columns nobody knows, each with what it was probably meant to be."""
    listed = []
    for name in unknown:
        if name in SINGLE_TURN_ONLY and name not in columns:
            listed.append(f"{name!r} (belongs to samples whose user_input is a text)")
        elif name in MULTI_TURN_ONLY and name not in columns:
            listed.append(f"{name!r} (belongs to samples whose user_input is a list of messages)")
        else:
            close = meant(name, columns)
            listed.append(f"{name!r} (did you mean {close!r}?)" if close else repr(name))
    return f"unknown column{'s' if len(listed) > 1 else ''}: {', '.join(listed)}"
