"""A conversation as a judge reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ragas.exceptions import InputError
from ragas.schema.messages import read_message


def transcript(metric_name: str, messages: Sequence[Any]) -> str:
    """Messages, or dicts that stand for them, as lines: who speaks, what is said, which tools are called.

    Raises:
        InputError: something in the list is no message; names its position.
    """
    try:
        read = [read_message(message, position) for position, message in enumerate(messages)]
    except ValueError as error:
        raise InputError(f"{metric_name}: in 'user_input', {error}") from None
    return "\n".join(message.pretty_repr() for message in read)
