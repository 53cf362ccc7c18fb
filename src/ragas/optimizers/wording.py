"""What the model that writes instructions is told, and the models of its replies."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from ragas.optimizers.candidates import AnyPrompt, reply_model
from ragas.optimizers.labels import Label
from ragas.optimizers.task import Value
from ragas.prompt.fence import Data
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.simple import Prompt

LONGEST = 2000
"""How many characters of one column are shown."""
_KEEP = (
    "A judge, which is a language model, reads the instruction and then a sample. Write for it: say what to decide and by "
    "which rules, general ones that hold for other samples too, without naming any sample. Keep the names of the "
    "reply's fields, and every {place} in braces, exactly as they are in the present instruction."
)


class NewInstruction(BaseModel):
    """An instruction for the judge."""

    instruction: str


class Revision(BaseModel):
    """What went wrong, and an instruction that prevents it."""

    lessons: list[str] = Field(
        description="at most three rules that the mistakes show to be missing or wrong"
    )
    instruction: str = Field(description="the whole new instruction")


WRITE = JudgePrompt(
    name="write_instruction",
    instruction=(
        "The examples show samples and the values that people gave them. Find the rules by which people decided and "
        f"write an instruction that makes a judge decide as they did. {_KEEP}"
    ),
    reply=NewInstruction,
)

REVISE = JudgePrompt(
    name="revise_instruction",
    instruction=(
        "With the present instruction a judge made the mistakes below: each shows a sample, the judge's value with its "
        "reason if there is one, and the value people gave. Say in at most three rules what the instruction lacks or gets wrong, then "
        f"write the whole instruction anew so that the judge decides as people do. {_KEEP}"
    ),
    reply=Revision,
)

COMBINE = JudgePrompt(
    name="combine_instructions",
    instruction=(
        "Two instructions for the same judge each get right what the other gets wrong. Write one instruction that "
        f"joins their rules and drops what they contradict each other in. {_KEEP}"
    ),
    reply=NewInstruction,
)


def purpose(prompt: AnyPrompt) -> dict[str, Data]:
    """What is to be kept in mind about a prompt: its instruction, the reply's fields, the places to fill in."""
    data: dict[str, Data] = {"present instruction": prompt.instruction}
    model = reply_model(prompt)
    if model is not None:
        data["fields of the reply"] = ", ".join(model.model_fields)
    elif isinstance(prompt, Prompt):
        data["places"] = ", ".join(f"{{{name}}}" for name in prompt.variables)
    return data


def example(inputs: Mapping[str, Any], label: Label) -> str:
    """A sample with the value people gave."""
    return f"{sample(inputs)}\nvalue by people: {_plain(label)}"


def mistake(inputs: Mapping[str, Any], value: Value, label: Label) -> str:
    """A sample on which judge and people part."""
    given = "none, the reply was unusable" if value is None else _plain(value)
    return f"{sample(inputs)}\nvalue by the judge: {given}\nvalue by people: {_plain(label)}"


def sample(inputs: Mapping[str, Any]) -> str:
    """The columns of a sample, one a line."""
    return "\n".join(f"{name}: {_cut(value)}" for name, value in inputs.items())


def _cut(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _plain(value: Label) -> str:
    return value if isinstance(value, str) else f"{value:g}"
