"""Tests of the extractors' prompts under their old names."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ragas.prompt import PydanticPrompt
from ragas.prompt.base import StringIO
from ragas.testing import ScriptedJudge
from ragas.testset.graph import Node
from ragas.testset.transforms.extractors import llm_based
from ragas.testset.transforms.filters import (
    CustomNodeFilter,
    QuestionPotentialInput,
    QuestionPotentialOutput,
    QuestionPotentialPrompt,
)

NODE = Node(properties={"page_content": "Larkspur Ferries cross the Orr daily."})
LIMITED = llm_based.TextWithExtractionLimit(text="Larkspur Ferries", max_num=2)


@pytest.mark.parametrize(
    ("extractor", "prompt", "data", "reply"),
    [
        ("SummaryExtractor", "SummaryExtractorPrompt", StringIO(text="t"), {"summary": "s"}),
        ("TitleExtractor", "TitleExtractorPrompt", StringIO(text="t"), {"title": "s"}),
        ("TopicDescriptionExtractor", "TopicDescriptionPrompt", StringIO(text="t"), {"description": "s"}),
        ("KeyphrasesExtractor", "KeyphrasesExtractorPrompt", LIMITED, {"keyphrases": ["s"]}),
        ("HeadlinesExtractor", "HeadlinesExtractorPrompt", LIMITED, {"headlines": ["s"]}),
        ("NERExtractor", "NERPrompt", LIMITED, {"entities": ["s"]}),
        ("ThemesExtractor", "ThemesAndConceptsExtractorPrompt", LIMITED, {"output": ["s"]}),
    ],
)
def test_an_old_prompt_asks_what_its_extractor_asks(
    extractor: str, prompt: str, data: Any, reply: dict[str, Any]
) -> None:
    """It is given to the extractor, or asked by itself with a model; the instruction is the extractor's own."""
    asked: list[str] = []

    def answer(text: str, model: type[Any]) -> Any:
        asked.append(text)
        return reply

    judge = ScriptedJudge(answer)
    of_old = getattr(llm_based, prompt)()
    assert of_old.instruction == getattr(llm_based, extractor)(llm=judge).prompt.instruction
    found = asyncio.run(of_old.generate(judge, data))
    assert found.model_dump() == reply
    if prompt in ("SummaryExtractorPrompt", "TitleExtractorPrompt"):
        assert found.text == "s"
    own = asyncio.run(getattr(llm_based, extractor)(llm=judge).extract(NODE))
    assert asyncio.run(getattr(llm_based, extractor)(llm=judge, prompt=of_old).extract(NODE)) == own
    assert asked[1] == asked[2]
    if data is LIMITED:
        assert "2" in asked[0]


def test_a_prompt_of_ones_own() -> None:
    """A `PydanticPrompt` is asked with its instruction."""

    class Ships(PydanticPrompt[llm_based.TextWithExtractionLimit, llm_based.NEROutput]):
        instruction = "Name the ships."
        input_model = llm_based.TextWithExtractionLimit
        output_model = llm_based.NEROutput

    asked: list[str] = []

    def answer(text: str, model: type[Any]) -> Any:
        asked.append(text)
        return {"entities": ["Wren"]}

    found = asyncio.run(llm_based.NERExtractor(llm=ScriptedJudge(answer), prompt=Ships()).extract(NODE))  # type: ignore[arg-type]
    assert found == ("entities", ["Wren"])
    assert "Name the ships." in asked[0]


def test_the_prompt_of_the_filter() -> None:
    """It is asked with its input, and taken as `scoring_prompt`."""
    judge = ScriptedJudge(lambda prompt, model: {"score": 4})
    prompt = QuestionPotentialPrompt()
    data = QuestionPotentialInput(
        document_summary="s", node_content="t", rubrics={"score1": "bad", "score2": "good"}
    )
    assert asyncio.run(prompt.generate(judge, data)) == QuestionPotentialOutput(score=4)
    assert CustomNodeFilter(llm=judge, scoring_prompt=prompt).scoring_prompt is prompt
