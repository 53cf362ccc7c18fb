"""Token counts by a function of the user's, for replies whose counts nobody else can read."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from ragas.engine.token_counts import token_count
from ragas.engine.tokens import Usage

_log = logging.getLogger("ragas.engine")

_parser: ContextVar[Callable[[Any], Any] | None] = ContextVar("ragas_token_usage_parser", default=None)


@contextmanager
def use_parser(parser: Callable[[Any], Any] | None) -> Iterator[None]:
    """Have the replies of LangChain models and older Ragas LLMs counted by `parser` inside, where it finds tokens.

    It is given an object in the form of LangChain's `LLMResult` and returns one with `input_tokens` and
    `output_tokens`; with a `model`, too, the call is booked under that name.
    """
    token = _parser.set(parser)
    try:
        yield
    finally:
        _parser.reset(token)


def counted(message: Any, told: Any, usage: Usage | None, result: Any = None) -> Usage | None:
    """The tokens of a reply as the user's parser counts them, else `usage`.

    Args:
        message: the reply.
        told: what came with it: its metadata.
        usage: what was read from it without the parser.
        result: the whole result, where the model gave one.
    """
    parser = _parser.get()
    if parser is None:
        return usage
    try:
        found = parser(_Result([[_Generation(message)]], dict(told or {})) if result is None else result)
        read, written = found.input_tokens, found.output_tokens
    except Exception as error:  # noqa: BLE001  a faulty counter must not cost the reply it counts
        _log.warning("token_usage_parser failed on a reply of %s: %r", type(message).__name__, error)
        return usage
    counts = token_count(read), token_count(written)
    if any(count is None for count, said in zip(counts, (read, written), strict=True) if said is not None):
        _log.warning(
            "token_usage_parser told %r tokens in and %r out of a reply of %s: what is no count is unknown",
            read,
            written,
            type(message).__name__,
        )
    if not any(counts):
        return usage
    named = getattr(found, "model", None)
    return Usage(*counts, model=named if isinstance(named, str) and named else None)


@dataclass(frozen=True)
class _Generation:
    """One completion, with the attributes of LangChain's `ChatGeneration`."""

    message: Any

    @property
    def text(self) -> str:
        return str(getattr(self.message, "content", self.message))

    @property
    def generation_info(self) -> dict[str, Any]:
        return dict(getattr(self.message, "response_metadata", None) or {})


@dataclass(frozen=True)
class _Result:
    """A result, with the attributes of LangChain's `LLMResult`."""

    generations: list[list[_Generation]]
    llm_output: dict[str, Any] | None
