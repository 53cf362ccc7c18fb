"""The columns of a sample that have something to say, as a judge reads them."""

from __future__ import annotations

from typing import Any

from ragas.exceptions import EmptyInputError
from ragas.metrics.conversation import transcript
from ragas.prompt.fence import Data
from ragas.schema.messages import Message

NAMES = {
    "user_input": "question",
    "response": "response",
    "retrieved_contexts": "retrieved context",
    "reference_contexts": "reference context",
    "reference": "reference",
}
"""What the blocks of a prompt call the columns."""


def is_conversation(value: Any) -> bool:
    """Whether `value` is a list of messages, ours or the dicts of a chat API."""
    return (
        isinstance(value, (list, tuple))
        and bool(value)
        and all(
            isinstance(one, Message) or (isinstance(one, dict) and {"type", "role", "content"} & one.keys())
            for one in value
        )
    )


def blocks(metric_name: str, **columns: Any) -> dict[str, Data]:
    """A block for every column that is neither missing nor blank.

    Raises:
        EmptyInputError: there is no such column.
        InputError: something in a conversation is no message.
    """
    found: dict[str, Data] = {}
    for column, value in columns.items():
        if is_conversation(value):
            found["conversation"] = transcript(metric_name, value)
        elif isinstance(value, (list, tuple)):
            if texts := [str(one) for one in value if str(one).strip()]:
                found[NAMES.get(column, column)] = texts
        elif value is not None and str(value).strip():
            found[NAMES.get(column, column)] = str(value)
    if not found:
        raise EmptyInputError(f"{metric_name}: every column is empty, so there is nothing to score.")
    return found
