"""Prompts that take their data as a model: an instruction with a typed input and a typed reply."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from pydantic import BaseModel, Field

from ragas.llms.adapt import as_judge, ask
from ragas.prompt.fence import Data, Lines
from ragas.prompt.judge_prompt import Example, JudgePrompt, prompt_value

LONG = 200
"""Texts of one line and up to this many characters are listed; others have a block of their own."""


class Text(BaseModel):
    """A text to read."""

    text: str
    others: list[str] = Field(default_factory=list)


@prompt_value
class InputPrompt(JudgePrompt):
    """A judge prompt whose data is an instance of `input`.

    Examples may be given as pairs of an input and its reply. A copy with another instruction is
    `dataclasses.replace(prompt, instruction=...)`.
    """

    input: type[BaseModel] = Text

    def __post_init__(self) -> None:
        super().__post_init__()
        examples = tuple(
            one if isinstance(one, Example) else Example(blocks(one[0]), one[1]) for one in self.examples
        )
        object.__setattr__(self, "examples", examples)

    async def generate(
        self,
        llm: Any,
        data: BaseModel,
        temperature: float | None = None,
        stop: list[str] | None = None,
        callbacks: Any = None,
        retries_left: int = 3,
    ) -> BaseModel:
        """The judge's reply to `data`. `temperature` and `stop` are settings of the judge itself."""
        return await ask(as_judge(llm), self.render(blocks(data)), self.reply)


def blocks(data: BaseModel) -> Mapping[str, Data]:
    """The fields of a model as blocks of data; what is empty or None has none."""
    found: dict[str, Data] = {}
    for name in type(data).model_fields:
        value = getattr(data, name)
        if value is None or value == "" or value == []:
            continue
        found[name.replace("_", " ")] = _block(value)
    return found


def _block(value: Any) -> Data:
    if isinstance(value, str) and not isinstance(value, Enum):
        return value
    if isinstance(value, (list, tuple)):
        items = [_line(one) for one in value]
        return items if any(len(one) > LONG or "\n" in one for one in items) else Lines(items)
    return _line(value)


def _line(value: Any) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, BaseModel):
        return ": ".join(str(getattr(value, name)) for name in type(value).model_fields)
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_line, value))
    return str(value)
