"""Test your metrics without a model: a judge that answers what you wrote down, embeddings made of word hashes."""

from __future__ import annotations

import hashlib
import json
import math
import re
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from pydantic import BaseModel

from ragas.embeddings.embedder import Embedder, Vector, validate_texts
from ragas.engine.call_errors import timeout_error
from ragas.engine.deadline import DeadlinePassed, within
from ragas.engine.runner import current_runner
from ragas.llms.judge import Image, Judge, Prompt
from ragas.llms.structured import parse

__all__ = ["Call", "HashEmbeddings", "ScriptedJudge"]

Reply = TypeVar("Reply", bound=BaseModel)
Scripted = Any
"""A dict, an instance of the response model, text as a model would write it, or an exception to raise."""


@dataclass(frozen=True, slots=True)
class Call:
    """One question to a scripted judge."""

    prompt: str
    response_model: type[BaseModel]
    images: tuple[str, ...] = ()


class ScriptedJudge(Judge):
    """A judge that gives the replies it was given.

    `replies` is a list, used up in order; a mapping from a response model (its class or its name) to a reply or a list
    of them; or a function of the prompt and the response model, async if you like. What was asked stands in `calls`.

    >>> from pydantic import BaseModel
    >>> class Answer(BaseModel):
    ...     word: str
    >>> judge = ScriptedJudge([{"word": "yes"}])
    >>> judge.generate("Does it hold?", Answer)
    Answer(word='yes')
    >>> judge.calls[0].prompt
    'Does it hold?'
    """

    name = "scripted"
    managed: ClassVar[bool] = True
    """Its exceptions are meant as they are: nothing is tried again."""

    def __init__(
        self, replies: Sequence[Scripted] | Mapping[Any, Scripted] | Callable[..., Scripted] = ()
    ) -> None:
        self.calls: list[Call] = []
        self._lock = threading.Lock()
        self._function: Callable[..., Scripted] | None = None
        self._queue: list[Scripted] = []
        self._by_model: dict[str, Scripted] = {}
        if isinstance(replies, Mapping):
            named = {key if isinstance(key, str) else key.__name__: value for key, value in replies.items()}
            self._by_model = {
                key: list(value) if isinstance(value, list) else value for key, value in named.items()
            }
        elif callable(replies):
            self._function = replies
        else:
            self._queue = list(replies)
        self._given = len(self._queue)

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        """The next reply, as an instance of `response_model`.

        Raises:
            AssertionError: no reply is left for this question.
            JudgeTimeoutError: the function's reply did not come within the run's `RunConfig(timeout=...)`.
        """
        parts = [prompt] if isinstance(prompt, str) else list(prompt)
        text = "\n".join(part for part in parts if isinstance(part, str))
        images = tuple(part.url for part in parts if isinstance(part, Image))
        with self._lock:
            self.calls.append(Call(text, response_model, images))
            reply = None if self._function is not None else self._next(text, response_model)
        if self._function is not None:
            reply = self._function(text, response_model)
            if hasattr(reply, "__await__"):
                reply = await _in_time(reply)
        return _as_reply(reply, response_model)

    def _next(self, text: str, response_model: type[BaseModel]) -> Scripted:
        asked = f"call {len(self.calls)} asks for {response_model.__name__}: {text[:200]!r}"
        if self._by_model:
            name = response_model.__name__
            if name not in self._by_model:
                raise AssertionError(
                    f"No reply is scripted for {name}, only for {', '.join(self._by_model)}; {asked}"
                )
            reply = self._by_model[name]
            if not isinstance(reply, list):
                return reply
            if not reply:
                raise AssertionError(f"The replies scripted for {name} are used up; {asked}")
            return reply.pop(0)
        if not self._queue:
            raise AssertionError(f"The {self._given} scripted replies are used up; {asked}")
        return self._queue.pop(0)


async def _in_time(reply: Awaitable[Scripted]) -> Scripted:
    """What is waited for, if it comes within the deadline of the run."""
    seconds = current_runner().config.timeout

    async def waited() -> Scripted:
        return await reply

    try:
        return await within(seconds, waited)
    except DeadlinePassed:
        raise timeout_error("The scripted judge", seconds, 1) from None


def _as_reply(reply: Scripted, response_model: type[Reply]) -> Reply:
    if isinstance(reply, BaseException) or (isinstance(reply, type) and issubclass(reply, BaseException)):
        raise reply
    if isinstance(reply, response_model):
        return reply.model_copy(deep=True)
    if isinstance(reply, str):
        return parse(reply, response_model)
    if isinstance(reply, BaseModel):
        reply = reply.model_dump()
    return parse(json.dumps(reply, default=str), response_model)


class HashEmbeddings(Embedder):
    """Embeddings without a model: every word points in a direction of its own, a text is the sum of its words.

    Vectors have length 1 and are the same on every machine; texts that share words are near each other.

    Args:
        vectors: fixed vectors for these texts, given as they are.
        dimensions: how many numbers a vector has.
    """

    name = "hash"
    managed: ClassVar[bool] = True

    def __init__(self, vectors: Mapping[str, Sequence[float]] | None = None, dimensions: int = 256) -> None:
        super().__init__()
        self.vectors = {
            text: [float(number) for number in vector] for text, vector in (vectors or {}).items()
        }
        self.dimensions = dimensions
        self.calls: list[list[str]] = []
        """The texts of every request."""

    def embed_text(self, text: str, **kwargs: Any) -> Vector:
        """The vector of one text."""
        return self.embed_texts([text])[0]

    async def aembed_text(self, text: str, **kwargs: Any) -> Vector:
        """The vector of one text."""
        return self.embed_texts([text])[0]

    def embed_texts(self, texts: Sequence[str], **kwargs: Any) -> list[Vector]:
        """One vector a text, in order."""
        checked = validate_texts(texts)
        self.calls.append(checked)
        return [self._vector(text) for text in checked]

    async def aembed_texts(self, texts: Sequence[str], **kwargs: Any) -> list[Vector]:
        """One vector a text, in order."""
        return self.embed_texts(texts)

    def _vector(self, text: str) -> Vector:
        if text in self.vectors:
            return list(self.vectors[text])
        vector = [0.0] * self.dimensions
        for word in re.findall(r"\w+", text.casefold()) or [text]:
            digest = hashlib.blake2b(word.encode(), digest_size=24).digest()
            for at in range(0, 24, 6):
                place = int.from_bytes(digest[at : at + 5], "big") % self.dimensions
                vector[place] += 1.0 if digest[at + 5] & 1 else -1.0
        length = math.sqrt(sum(number * number for number in vector))
        if length == 0.0:  # signs that cancel each other
            vector[0] = length = 1.0
        return [number / length for number in vector]
