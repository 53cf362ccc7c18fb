"""What prompts of a user's own have in common, and the smallest of them: a text that goes to the judge as it is."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Self, TypeVar

from pydantic import BaseModel

from ragas._version import version
from ragas.engine.request import use_sample
from ragas.prompt import saved
from ragas.prompt.asking import judge_of, text_of

Result = TypeVar("Result")


class StringIO(BaseModel):
    """A text, as input or output of a prompt."""

    text: str

    def __hash__(self) -> int:
        return hash(self.text)


class BoolIO(BaseModel):
    """Yes or no, as input or output of a prompt."""

    value: bool

    def __hash__(self) -> int:
        return hash(self.value)


class BasePrompt(ABC):
    """A prompt with a name and a language, which files keep."""

    def __init__(
        self, name: str | None = None, language: str = "english", original_hash: str | None = None
    ) -> None:
        self.name = name or getattr(type(self), "name", None) or snake_case(type(self).__name__)
        self.language = language
        self.original_hash = original_hash

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, language={self.language!r})"

    @abstractmethod
    async def generate(
        self,
        llm: Any,
        data: Any,
        temperature: float | None = None,
        stop: list[str] | None = None,
        callbacks: Any = None,
    ) -> Any:
        """One answer of `llm` for `data`."""

    @abstractmethod
    async def generate_multiple(
        self,
        llm: Any,
        data: Any,
        n: int = 1,
        temperature: float | None = None,
        stop: list[str] | None = None,
        callbacks: Any = None,
    ) -> list[Any]:
        """`n` answers of `llm` for `data`."""

    def to_dict(self) -> dict[str, Any]:
        """What a file keeps of the prompt."""
        return {"original_hash": self.original_hash, "language": self.language}

    def save(self, file_path: str | Path) -> None:
        """Write the prompt to a new JSON file.

        Raises:
            FileExistsError: there is a file of that name.
            ValueError: it cannot be written.
        """
        path = Path(file_path)
        if path.exists():
            raise FileExistsError(f"{str(path)!r} already exists; delete it or choose another name.")
        saved.write(path, {"ragas_version": version} | self.to_dict(), "prompt")

    @classmethod
    def load(cls, file_path: str | Path) -> Self:
        """The prompt that `save` wrote. Warns when another version of Ragas wrote it.

        Raises:
            InputError: the file cannot be read.
        """
        content = read(file_path)
        prompt = cls()
        with saved.checking(file_path, "prompt"):
            prompt.language = saved.part(content, "language", str, "the name of a language", "english")
            prompt.original_hash = saved.part(content, "original_hash", (str, int), "a hash")
        return prompt


class StringPrompt(BasePrompt):
    """A text that goes to the model as it is, and the text that comes back.

    A model that answers in text (LangChain's, LlamaIndex's, a function, an older Ragas LLM) is sent the text and nothing
    else. A judge that answers in structured form only, one of `llm_factory` or a `Judge` of your own, is asked for an
    object whose one field is `text`.

    >>> import asyncio
    >>> from ragas.testing import ScriptedJudge
    >>> asyncio.run(StringPrompt().generate(ScriptedJudge([{"text": "Oslo"}]), "What is the capital of Norway?"))
    'Oslo'
    """

    async def generate(
        self,
        llm: Any,
        data: str,
        temperature: float | None = None,
        stop: list[str] | None = None,
        callbacks: Any = None,
    ) -> str:
        """The answer of `llm` to `data`, at `temperature` and up to one of the words `stop`, where given.

        Warns where `llm` cannot be given one of the two. `callbacks` are not used.

        Raises:
            TruncatedReplyError: the answer was cut off.
        """
        return await text_of(judge_of(llm, temperature, stop), data)

    async def generate_multiple(
        self,
        llm: Any,
        data: str,
        n: int = 1,
        temperature: float | None = None,
        stop: list[str] | None = None,
        callbacks: Any = None,
    ) -> list[str]:
        """`n` answers of `llm` to `data`, each asked for by itself."""
        return await several(n, lambda: self.generate(llm, data, temperature, stop))


async def several(n: int, answer: Callable[[], Awaitable[Result]]) -> list[Result]:
    """`n` answers to one question, asked for at the same time; equal ones are not shared.

    Raises:
        ValueError: `n` is below 1.
    """
    import asyncio

    if n < 1:
        raise ValueError(f"n must be at least one, not {n!r}")

    async def one(number: int) -> Result:
        with use_sample(number):
            return await answer()

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(number)) for number in range(n)]
    return [task.result() for task in tasks]


def snake_case(name: str) -> str:
    """`HTTPCheck` as `h_t_t_p_check`: every capital starts a word, as stored names have it."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


def read(path: str | Path) -> dict[str, Any]:
    """What a file of a prompt holds; warns when another version of Ragas wrote it."""
    content = saved.read(path, "prompt")
    written_by = content.get("ragas_version")
    if written_by != version:
        warnings.warn(
            f"{str(path)!r} was written by ragas {written_by}, this is {version}. Check that the prompt still says "
            "what you mean.",
            stacklevel=3,
        )
    return content
