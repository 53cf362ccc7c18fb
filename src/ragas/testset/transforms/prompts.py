"""The prompts of extractors and filters as classes with typed input, under the names earlier versions had.

`SummaryExtractorPrompt()` is the prompt `SummaryExtractor` asks with; one of your own that is built on it, or on
`PydanticPrompt`, is set with `SummaryExtractor(prompt=...)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from ragas.llms.adapt import as_judge, ask
from ragas.prompt import testset_extract as ours
from ragas.prompt.base import StringIO
from ragas.prompt.fence import Data, Lines
from ragas.prompt.judge_prompt import Example, JudgePrompt, prompt_value
from ragas.prompt.pydantic_prompt import PydanticPrompt
from ragas.prompt.summary import Keyphrases


class TextWithExtractionLimit(BaseModel):
    """A text, and how many items to take from it at most."""

    text: str
    max_num: int = 10


class QuestionPotentialInput(BaseModel):
    """A text with the summary of its document, and what each score means."""

    document_summary: str
    node_content: str
    rubrics: dict[str, str]


class SummaryText(ours.Summary):
    """A summary, which is also called `text`."""

    @property
    def text(self) -> str:
        """The summary."""
        return self.summary


class TitleText(ours.Title):
    """A title, which is also called `text`."""

    @property
    def text(self) -> str:
        """The title."""
        return self.title


@prompt_value
class ExtractorPrompt(JudgePrompt):
    """A judge prompt that is asked with an instance of `input`."""

    input: type[BaseModel] = StringIO

    def blocks(self, data: Any) -> Mapping[str, Data]:
        """What is to be read, as blocks of data."""
        limit = getattr(data, "max_num", None)
        return {"text": data.text} if limit is None else {"limit": str(limit), "text": data.text}

    async def generate(
        self,
        llm: Any,
        data: Any,
        temperature: float | None = None,
        stop: list[str] | None = None,
        callbacks: Any = None,
        retries_left: int = 3,
    ) -> Any:
        """The judge's reply to `data`: an instance of `reply`. `temperature` and `stop` are settings of the judge itself."""
        return await ask(as_judge(llm), self.render(self.blocks(data)), self.reply)


@prompt_value
class SummaryExtractorPrompt(ExtractorPrompt):
    """Asks for a summary."""

    name: str = ours.SUMMARY.name
    instruction: str = ours.SUMMARY.instruction
    reply: type[BaseModel] = SummaryText
    examples: tuple[Example, ...] = ours.SUMMARY.examples


@prompt_value
class TitleExtractorPrompt(ExtractorPrompt):
    """Asks for a title."""

    name: str = ours.TITLE.name
    instruction: str = ours.TITLE.instruction
    reply: type[BaseModel] = TitleText


@prompt_value
class TopicDescriptionPrompt(ExtractorPrompt):
    """Asks what a text is about."""

    name: str = ours.TOPIC.name
    instruction: str = ours.TOPIC.instruction
    reply: type[BaseModel] = ours.TopicDescription


@prompt_value
class KeyphrasesExtractorPrompt(ExtractorPrompt):
    """Asks for key phrases."""

    name: str = ours.KEYPHRASES.name
    instruction: str = ours.KEYPHRASES.instruction
    reply: type[BaseModel] = Keyphrases
    examples: tuple[Example, ...] = ours.KEYPHRASES.examples
    input: type[BaseModel] = TextWithExtractionLimit


@prompt_value
class HeadlinesExtractorPrompt(ExtractorPrompt):
    """Asks for headings."""

    name: str = ours.HEADLINES.name
    instruction: str = ours.HEADLINES.instruction
    reply: type[BaseModel] = ours.Headlines
    examples: tuple[Example, ...] = ours.HEADLINES.examples
    input: type[BaseModel] = TextWithExtractionLimit


@prompt_value
class NERPrompt(ExtractorPrompt):
    """Asks for names."""

    name: str = ours.NAMES.name
    instruction: str = ours.NAMES.instruction
    reply: type[BaseModel] = ours.NEROutput
    examples: tuple[Example, ...] = ours.NAMES.examples
    input: type[BaseModel] = TextWithExtractionLimit


@prompt_value
class ThemesAndConceptsExtractorPrompt(ExtractorPrompt):
    """Asks for themes."""

    name: str = ours.THEMES.name
    instruction: str = ours.THEMES.instruction
    reply: type[BaseModel] = ours.ThemesAndConcepts
    examples: tuple[Example, ...] = ours.THEMES.examples
    input: type[BaseModel] = TextWithExtractionLimit


@prompt_value
class QuestionPotentialPrompt(ExtractorPrompt):
    """Asks how well questions can be asked about a text."""

    name: str = ours.QUESTION_POTENTIAL.name
    instruction: str = ours.QUESTION_POTENTIAL.instruction
    reply: type[BaseModel] = ours.QuestionPotentialOutput
    input: type[BaseModel] = QuestionPotentialInput

    def blocks(self, data: Any) -> Mapping[str, Data]:
        """The levels in the order of their names, the summary and the text."""
        levels = [str(data.rubrics[key]) for key in sorted(data.rubrics)]
        return {
            "rubric": Lines(levels),
            "document summary": data.document_summary,
            "content": data.node_content,
        }


def judge_prompt(prompt: JudgePrompt | PydanticPrompt[Any, Any]) -> JudgePrompt:
    """What a judge is asked with a prompt of either kind."""
    return prompt.judge_prompt() if isinstance(prompt, PydanticPrompt) else prompt
