"""A FewShotPydanticPrompt shows, of many examples, those most like the input, and shares nothing between calls."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from ragas.prompt import BoolIO, FewShotPydanticPrompt, InMemoryExampleStore, PydanticPrompt, StringIO
from ragas.testing import HashEmbeddings, ScriptedJudge


class IsQuestion(PydanticPrompt[StringIO, BoolIO]):
    """A prompt without examples."""

    instruction = "Does the text ask something?"
    input_model, output_model = StringIO, BoolIO


ANIMALS = ("cats sleep", "dogs bark", "fish swim", "birds sing")


def few_shot(top_k: int = 1, threshold: float = 0.3) -> FewShotPydanticPrompt[StringIO, BoolIO]:
    """A prompt with an example for each animal."""
    prompt: FewShotPydanticPrompt[StringIO, BoolIO] = FewShotPydanticPrompt.from_pydantic_prompt(
        IsQuestion(), HashEmbeddings(), top_k, threshold
    )
    for text in ANIMALS:
        prompt.add_example(StringIO(text=text), BoolIO(value=False))
    return prompt


def test_the_fitting_examples_are_shown() -> None:
    """Each input gets its own examples, also when many are asked about at the same time."""
    judge, prompt = ScriptedJudge(lambda prompt, model: {"value": True}), few_shot()

    async def ask_all() -> None:
        await asyncio.gather(*(prompt.generate(judge, StringIO(text=f"do {text}")) for text in ANIMALS))

    asyncio.run(ask_all())
    for text in ANIMALS:
        (asked,) = [call.prompt for call in judge.calls if f"do {text}" in call.prompt]
        assert asked.count("Reply:") == 1
        assert f"\n{text}\n" in asked.partition("Reply:")[0]


def test_the_class_of_the_prompt_stays() -> None:
    """Name, instruction and hooks are those of the prompt it was made from."""

    class Checked(IsQuestion):
        def process_output(self, output: BoolIO, input: StringIO) -> BoolIO:
            return BoolIO(value=not output.value)

    prompt: Any = FewShotPydanticPrompt.from_pydantic_prompt(Checked(), HashEmbeddings())
    assert isinstance(prompt, Checked)
    assert prompt.name == "checked"
    judge = ScriptedJudge([{"value": True}])
    assert not asyncio.run(prompt.generate(judge, StringIO(text="x"))).value


def test_a_store_finds_the_most_alike_last() -> None:
    """Examples come in rising likeness; an empty store gives none; without likeness the last added ones come."""
    store = InMemoryExampleStore(HashEmbeddings())
    assert store.get_examples(StringIO(text="cats")) == []
    for text in ANIMALS:
        store.add_example(StringIO(text=text), BoolIO(value=False))
    found = store.get_examples(StringIO(text="dogs bark at cats"), top_k=2, threshold=0.1)
    assert [given.text for given, _ in found] == ["cats sleep", "dogs bark"]
    none = store.get_examples(StringIO(text="trains"), top_k=2, threshold=0.9)
    assert [given.text for given, _ in none] == ["fish swim", "birds sing"]


def test_a_few_shot_prompt_can_be_saved_and_adapted(tmp_path: Path) -> None:
    """A file holds all examples; a translated copy looks among translated ones."""
    prompt = few_shot()
    prompt.save(tmp_path / "prompt.json")
    assert [given.text for given, _ in IsQuestion.load(tmp_path / "prompt.json").examples] == list(ANIMALS)
    words = {"translations": [{"number": n + 1, "translation": f"tier {n}"} for n in range(4)]}
    adapted = asyncio.run(prompt.adapt("german", ScriptedJudge([words])))
    judge = ScriptedJudge([{"value": True}])
    asyncio.run(adapted.generate(judge, StringIO(text="tier 2")))
    assert "\ntier 2\n" in judge.calls[0].prompt.partition("Reply:")[0]
    assert prompt.examples[0][0].text == "cats sleep"
