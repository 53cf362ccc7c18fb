"""The judge port: answer a prompt with an instance of a model, or answer a shared step directly."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel

Reply = TypeVar("Reply", bound=BaseModel)
Step = Literal["split", "verify", "relevant", "entities"]


@dataclass(frozen=True, slots=True)
class Image:
    """A picture in a prompt: a `data:` URI."""

    url: str


Prompt = str | Sequence[str | Image]
"""What a judge is asked: text, or text and pictures in order."""


class Judge(ABC):
    """A model in the grading role.

    Subclass it with one method, `agenerate`, to bring your own. `name` is what tables and files show;
    `caution` is a one-line warning that is shown wherever a number of this judge is shown.
    """

    name: str = ""
    caution: str | None = None

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in cls.__dict__ and not cls.name:
            cls.name = cls.__name__

    @abstractmethod
    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        """Answer `prompt` with an instance of `response_model`."""

    def generate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        """Answer `prompt`, from code that is not async."""
        from ragas.engine.event_loop import run_sync

        return run_sync(self.agenerate(prompt, response_model))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the contexts support one statement.

    `quote` is the sentence the verdict rests on; `chunk` is the 0-based index of the context it stands in and
    `start`/`end` are character offsets there. `quote_found` is False when the judge quoted something that does
    not occur in any context, None when nothing was quoted. `confidence` is a probability of support, where the
    judge has one. `chunks` names every context that supports the statement by itself (0-based).
    """

    supported: bool
    reason: str = ""
    quote: str | None = None
    chunk: int | None = None
    start: int | None = None
    end: int | None = None
    quote_found: bool | None = None
    confidence: float | None = None
    chunks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Usefulness:
    """Whether one chunk helps to reach the answer. `confidence` as in `Verdict`."""

    useful: bool
    reason: str = ""
    confidence: float | None = None


@runtime_checkable
class StepJudge(Protocol):
    """A judge that answers shared steps itself instead of prompts.

    `steps` names the steps it answers; the others go through prompts. Results align with their input by position.
    """

    steps: ClassVar[frozenset[Step]]

    async def split(self, text: str, question: str = "") -> list[str]:
        """The statements `text` makes, each understandable alone."""
        ...

    async def verify(self, statements: Sequence[str], contexts: Sequence[str]) -> list[Verdict]:
        """One verdict a statement."""
        ...

    async def relevant(self, question: str, answer: str, chunks: Sequence[str]) -> list[Usefulness]:
        """One opinion a chunk."""
        ...

    async def entities(self, text: str) -> list[str]:
        """Names, places, dates and figures in `text`, each once, in order of appearance."""
        ...
