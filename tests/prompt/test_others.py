"""Prompts of every kind can be asked without showing an example of what is asked."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ragas.prompt import BoolIO, FewShotPydanticPrompt, PydanticPrompt, StringIO
from ragas.prompt.few_shot import DynamicFewShotPrompt
from ragas.prompt.judge_prompt import Example, JudgePrompt
from ragas.prompt.others import of_others
from ragas.prompt.simple import Prompt
from ragas.testing import HashEmbeddings, ScriptedJudge

TEXTS = ["red apple", "red pear", "blue plum"]


class Ripe(PydanticPrompt[StringIO, BoolIO]):
    """A prompt as users write it, with a hook."""

    instruction = "Is it ripe?"
    input_model, output_model = StringIO, BoolIO

    def process_output(self, output: BoolIO, input: StringIO) -> BoolIO:
        return BoolIO(value=not output.value)


def judge_prompt() -> JudgePrompt:
    examples = tuple(Example({"text": text}, BoolIO(value=True)) for text in TEXTS)
    return JudgePrompt("ripe", "Is it ripe?", BoolIO, examples)


def templates() -> list[Prompt]:
    plain = Prompt("Is {text} ripe?", [({"text": text}, {"value": "yes"}) for text in TEXTS])
    return [plain, DynamicFewShotPrompt.from_prompt(plain, HashEmbeddings(), 3, 0.0)]


def pydantic() -> list[PydanticPrompt[Any, Any]]:
    plain = Ripe()
    plain.examples = [(StringIO(text=text), BoolIO(value=True)) for text in TEXTS]
    return [plain, FewShotPydanticPrompt.from_pydantic_prompt(plain, HashEmbeddings(), 3, 0.0)]


def test_a_judge_prompt_leaves_out_what_is_asked() -> None:
    """Also in other case; an input without an example is told everything, and the prompt stays as it was."""
    prompt = judge_prompt()
    shown = of_others(prompt).render({"text": "Red  apple"})
    assert "red pear" in shown
    assert "red apple" not in shown
    assert of_others(prompt).render({"text": "melon"}).count("Example\n") == 3
    assert len(prompt.examples) == 3


@pytest.mark.parametrize("prompt", templates(), ids=lambda one: one.kind)
def test_templates_leave_out_what_is_asked(prompt: Prompt) -> None:
    """With fixed examples and with those that are looked up, in sync and async code."""
    apart = of_others(prompt)
    for shown in (apart.format(text="RED apple"), asyncio.run(apart.aformat(text="RED apple"))):
        assert "red pear" in shown
        assert "blue plum" in shown
        assert "red apple" not in shown
    assert "text: red apple" in prompt.format(text="red apple")
    assert isinstance(apart, type(prompt))


@pytest.mark.parametrize("prompt", pydantic(), ids=["fixed", "looked up"])
def test_pydantic_prompts_leave_out_what_is_asked(prompt: PydanticPrompt[Any, Any]) -> None:
    """The hooks of the prompt's class stay."""
    judge = ScriptedJudge(lambda text, model: {"value": False})
    reply = asyncio.run(of_others(prompt).generate(judge, StringIO(text="red apple ")))
    asked = judge.calls[0].prompt
    assert reply.value is True
    assert asked.count("red apple") == 1
    assert "red pear" in asked


def test_the_next_similar_one_takes_the_place() -> None:
    """As many examples are shown as before, not one fewer."""
    prompt = DynamicFewShotPrompt("Is {text} ripe?", None, None, HashEmbeddings(), 1, 0.1)
    for text in TEXTS:
        prompt.add_example({"text": text}, {"value": "yes"})
    assert "red pear" in of_others(prompt).format(text="red apple")


def test_what_is_no_prompt_stays_as_it_is() -> None:
    """And a prompt is set apart only once."""
    assert of_others(None) is None
    apart = of_others(judge_prompt())
    assert of_others(apart) is apart
