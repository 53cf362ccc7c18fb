"""Prompt: an instruction with places to fill in, and examples."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel

from ragas.exceptions import InputError
from ragas.prompt import saved
from ragas.prompt.template import filled, variables

Example = tuple[dict[str, Any], dict[str, Any]]
SHOWN = 80
"""How many characters of an instruction a repr shows."""


class Prompt:
    """An instruction with `{places}` to fill in, and examples of an input and the output it should give.

    Braces that are no such place, as in a JSON example, may be written as they are.

    >>> prompt = Prompt("Is {city} a capital?", examples=[({"city": "Rome"}, {"answer": "yes"})])
    >>> print(prompt.format(city="Bergen"))
    Is Bergen a capital?
    <BLANKLINE>
    Examples:
    Example 1:
    Input:
    city: Rome
    Output:
    answer: yes
    """

    kind = "Prompt"
    """What a file calls this kind of prompt."""
    _reply_names: Mapping[str, str] | None = None

    def __init__(
        self,
        instruction: str,
        examples: Iterable[tuple[Mapping[str, Any], Mapping[str, Any]]] | None = None,
        response_model: type[BaseModel] | None = None,
    ) -> None:
        self.instruction = instruction
        self.response_model = response_model
        self.examples: list[Example] = []
        for given, wanted in examples or ():
            self.add_example(given, wanted)

    def __repr__(self) -> str:
        shown = self.instruction if len(self.instruction) <= SHOWN else f"{self.instruction[: SHOWN - 1]}…"
        return f"{type(self).__name__}({shown!r}, {len(self.examples)} examples)"

    def __str__(self) -> str:
        return self._with_examples(self.instruction, self.examples)

    @property
    def variables(self) -> list[str]:
        """The names to fill in, each once, in order of appearance."""
        return variables(self.instruction)

    @property
    def version(self) -> str:
        """The first 12 hex digits of the hash of everything this prompt says."""
        text = json.dumps([self.kind, self.instruction, self.examples], ensure_ascii=False, default=str)
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]

    def format(self, **values: Any) -> str:
        """The whole text for these values.

        Raises:
            KeyError: there is no value for a name in the instruction.
        """
        return self._with_examples(filled(self.instruction, values), self.examples)

    async def aformat(self, **values: Any) -> str:
        """`format`, for prompts that look for their examples while others wait."""
        return self.format(**values)

    def add_example(self, input: Mapping[str, Any], output: Mapping[str, Any]) -> None:
        """Add an example.

        Raises:
            TypeError: one side is not a mapping of names to values.
        """
        for side, content in (("input", input), ("output", output)):
            if not isinstance(content, Mapping):
                raise TypeError(f"the {side} of an example must be a dict, not {content!r:.80}")
        self.examples.append((dict(input), dict(output)))

    def for_judge(self, reply_names: Mapping[str, str]) -> Self:
        """A copy that shows its examples before what is asked, so that this is read last.

        `reply_names` says what outputs of examples are called in the judge's reply.
        """
        changed = copy(self)
        changed._reply_names = dict(reply_names)
        return changed

    def _with_examples(self, text: str, examples: Sequence[Example]) -> str:
        if not examples:
            return text
        names = self._reply_names
        parts = [
            f"Example {number}:\nInput:\n{lines(given)}\nOutput:\n{lines(_renamed(wanted, names or {}))}"
            for number, (given, wanted) in enumerate(examples, 1)
        ]
        shown = "Examples:\n" + "\n\n".join(parts)
        return f"{text}\n\n{shown}" if names is None else f"{shown}\n\nAsked now:\n{text}"

    # -- files ----------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Instruction and examples as plain values."""
        return {
            "type": self.kind,
            "instruction": self.instruction,
            "examples": [{"input": given, "output": wanted} for given, wanted in self.examples],
        }

    def save(self, path: str | Path) -> None:
        """Write the prompt to a JSON file, compressed if its name ends in `.gz`. A response model is only described.

        Raises:
            ValueError: it cannot be written.
        """
        self._warn_of_what_is_lost()
        described = saved.model_info(self.response_model)
        content = (
            {"format_version": saved.FORMAT_VERSION} | self.to_dict() | {"response_model_info": described}
        )
        saved.write(Path(path), content, "prompt")

    def _warn_of_what_is_lost(self) -> None:
        if self.response_model is not None:
            warnings.warn(
                f"response_model cannot be saved: pass response_model={self.response_model.__name__} to load().",
                stacklevel=3,
            )

    @classmethod
    def load(cls, path: str | Path, response_model: type[BaseModel] | None = None) -> Self:
        """The prompt that `save` wrote.

        Raises:
            InputError: the file cannot be read, is no prompt, or its prompt needs a response model.
        """
        content = cls._read(path, response_model)
        with saved.checking(path, "prompt"):
            return cls(content["instruction"], pairs(content), response_model)

    @classmethod
    def _read(cls, path: str | Path, response_model: type[BaseModel] | None) -> dict[str, Any]:
        content = saved.read(path, "prompt")
        if content.get("type") != cls.kind:
            raise InputError(f"File is not a {cls.kind}: {str(path)!r} holds {content.get('type')!r:.80}")
        with saved.checking(path, "prompt"):
            saved.check_version(content)
            if saved.part(content, "instruction", str, "a text") is None:
                raise TypeError("it holds no instruction")
            info = saved.part(content, "response_model_info", dict, "the description of a model")
        if info and response_model is None:
            raise InputError(
                f"This prompt requires a response_model ({info.get('class_name')!s:.80}): pass it to load()."
            )
        if info and response_model is not None and saved.differs(response_model, info):
            warnings.warn(
                f"response_model schema differs: {response_model.__name__} has other fields than the saved one.",
                stacklevel=3,
            )
        return content


def _renamed(content: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {names.get(name, name): value for name, value in content.items()}


def lines(content: Mapping[str, Any]) -> str:
    """`name: value`, one a line."""
    return "\n".join(f"{name}: {value}" for name, value in content.items())


def pairs(content: Mapping[str, Any]) -> list[Example]:
    """The examples of a saved prompt.

    Raises:
        TypeError: says which is none.
    """
    found = saved.examples(dict(content))
    for number, one in enumerate(found):
        for side, values in zip(("input", "output"), one, strict=True):
            if not isinstance(values, dict):
                raise TypeError(
                    f"examples[{number}].{side} is {values!r:.80}; an object of values by name belongs there"
                )
    return found
