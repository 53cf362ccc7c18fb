"""Extractors that ask a judge; with one that writes nothing, such as the embedded judge, they go by rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ragas.engine.token_estimate import estimated_tokens
from ragas.llms.adapt import as_judge
from ragas.llms.judge import Reply
from ragas.llms.local.sentences import sentences
from ragas.metrics.steps import entities
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.summary import Keyphrases
from ragas.prompt.testset_extract import (
    HEADLINES,
    KEYPHRASES,
    NAMES,
    SUMMARY,
    THEMES,
    TITLE,
    TOPIC,
    Headlines,
    NEROutput,
    Summary,
    ThemesAndConcepts,
    Title,
    TopicDescription,
)
from ragas.testset.graph import KnowledgeGraph, Node
from ragas.testset.transforms.asking import Asking
from ragas.testset.transforms.base import LLMBasedExtractor, Step
from ragas.testset.transforms.extractors import rules
from ragas.testset.transforms.prompts import (
    HeadlinesExtractorPrompt,
    KeyphrasesExtractorPrompt,
    NERPrompt,
    SummaryExtractorPrompt,
    TextWithExtractionLimit,
    ThemesAndConceptsExtractorPrompt,
    TitleExtractorPrompt,
    TopicDescriptionPrompt,
    judge_prompt,
)

__all__ = [
    "Headlines",
    "HeadlinesExtractor",
    "HeadlinesExtractorPrompt",
    "Keyphrases",
    "KeyphrasesExtractor",
    "KeyphrasesExtractorPrompt",
    "NERExtractor",
    "NEROutput",
    "NERPrompt",
    "SummaryExtractor",
    "SummaryExtractorPrompt",
    "TextWithExtractionLimit",
    "ThemesAndConcepts",
    "ThemesAndConceptsExtractorPrompt",
    "ThemesExtractor",
    "TitleExtractor",
    "TitleExtractorPrompt",
    "TopicDescription",
    "TopicDescriptionExtractor",
    "TopicDescriptionPrompt",
]


@dataclass
class _Extractor(Asking, LLMBasedExtractor):
    """What the extractors of this module share."""

    property_name: str = ""
    prompt: JudgePrompt = SUMMARY

    def __post_init__(self) -> None:
        super().__post_init__()
        self.prompt = judge_prompt(self.prompt)

    def generate_execution_plan(self, kg: KnowledgeGraph) -> Sequence[Step]:
        """A step for every node that has no such property yet: what is known is not asked again."""
        lacking = [node for node in kg.nodes if node.get_property(self.property_name) is None]
        return super().generate_execution_plan(KnowledgeGraph(lacking))

    def _text(self, node: Node) -> str | None:
        text = node.get_property("page_content")
        return text if isinstance(text, str) and text.strip() else None

    async def _answer(
        self, reply: type[Reply], text: str, by_rules: Callable[[], Reply], limit: int = 0
    ) -> Reply:
        data = {"limit": str(limit), "text": text} if limit else {"text": text}
        return await self._asked(self.prompt, data, reply, by_rules)

    async def _listed(self, node: Node, most: int, ask_one: Callable[[str], Any]) -> list[str]:
        """The items of every piece of the node's text, each once; up to `most` a piece."""
        text = self._text(node)
        found: dict[str, str] = {}
        for piece in self.split_text_by_token_limit(text, self.max_token_limit) if text else []:
            items = [" ".join(item.split()) for item in await ask_one(piece)]
            for item in list(dict.fromkeys(filter(None, items)))[:most]:
                found.setdefault(item.casefold(), item)
        return list(found.values())

    def _first_piece(self, node: Node) -> str | None:
        text = self._text(node)
        return self.split_text_by_token_limit(text, self.max_token_limit)[0] if text else None


@dataclass
class SummaryExtractor(_Extractor):
    """The node's text in at most ten sentences; of a text over `max_token_limit` tokens, its first part.

    A text of up to `short` tokens is its own summary, and nothing is asked. By rules: the sentences that hold most of
    the key phrases.
    """

    property_name: str = "summary"
    prompt: JudgePrompt = SUMMARY
    short: int = 0

    async def extract(self, node: Node) -> tuple[str, str | None]:
        """The summary, None for a node without text."""
        text = self._first_piece(node)
        if text is None:
            return self.property_name, None
        if self.short and estimated_tokens(text) <= self.short:
            return self.property_name, text.strip()
        found = await self._answer(Summary, text, lambda: Summary(summary=rules.summary(text)))
        return self.property_name, found.summary.strip() or " ".join(sentences(text)[:3])


@dataclass
class TitleExtractor(_Extractor):
    """The title of the node's text. By rules: its first heading or short line."""

    property_name: str = "title"
    prompt: JudgePrompt = TITLE

    async def extract(self, node: Node) -> tuple[str, str | None]:
        """The title, None for a node without text."""
        text = self._first_piece(node)
        if text is None:
            return self.property_name, None
        found = await self._answer(Title, text, lambda: Title(title=rules.title(text)))
        return self.property_name, found.title.strip()


@dataclass
class TopicDescriptionExtractor(_Extractor):
    """What the node's text is about, in a sentence or two. By rules: its most telling sentence."""

    property_name: str = "topic_description"
    prompt: JudgePrompt = TOPIC

    async def extract(self, node: Node) -> tuple[str, str | None]:
        """The description, None for a node without text."""
        text = self._first_piece(node)
        if text is None:
            return self.property_name, None
        found = await self._answer(
            TopicDescription, text, lambda: TopicDescription(description=rules.topic(text))
        )
        return self.property_name, found.description.strip()


@dataclass
class KeyphrasesExtractor(_Extractor):
    """Up to `max_num` phrases the node's text is about. By rules: YAKE, which weighs place, spread and capitals."""

    property_name: str = "keyphrases"
    prompt: JudgePrompt = KEYPHRASES
    max_num: int = 5

    async def extract(self, node: Node) -> tuple[str, list[str]]:
        """The phrases; none for a node without text."""

        async def one(text: str) -> list[str]:
            def by_rules() -> Keyphrases:
                return Keyphrases(keyphrases=rules.keyphrases(text, self.max_num))

            return (await self._answer(Keyphrases, text, by_rules, self.max_num)).keyphrases

        return self.property_name, await self._listed(node, self.max_num, one)


@dataclass
class HeadlinesExtractor(_Extractor):
    """Up to `max_num` headings of the node's text. By rules: marked headings, else short lines that stand alone."""

    property_name: str = "headlines"
    prompt: JudgePrompt = HEADLINES
    max_num: int = 5

    async def extract(self, node: Node) -> tuple[str, list[str]]:
        """The headings; none for a node without text."""

        async def one(text: str) -> list[str]:
            def by_rules() -> Headlines:
                return Headlines(headlines=rules.headlines(text, self.max_num))

            return (await self._answer(Headlines, text, by_rules, self.max_num)).headlines

        return self.property_name, await self._listed(node, self.max_num, one)


@dataclass
class NERExtractor(_Extractor):
    """Up to `max_num_entities` names in the node's text. A judge that names entities itself is asked directly.

    By rules: capitals, quotation marks, endings of names, dates and figures.
    """

    property_name: str = "entities"
    prompt: JudgePrompt = NAMES
    max_num_entities: int = 10

    async def extract(self, node: Node) -> tuple[str, list[str]]:
        """The names; none for a node without text."""
        judge = as_judge(self.llm)

        async def one(text: str) -> list[str]:
            if "entities" in getattr(judge, "steps", ()):
                return rules.chosen_names(await entities(judge, rules.naming(text)))

            def by_rules() -> NEROutput:
                return NEROutput(entities=rules.names(text))

            return (await self._answer(NEROutput, text, by_rules, self.max_num_entities)).entities

        return self.property_name, await self._listed(node, self.max_num_entities, one)


@dataclass
class ThemesExtractor(_Extractor):
    """Up to `max_num_themes` themes of the node's text. By rules: its key phrases that are no names or figures."""

    property_name: str = "themes"
    prompt: JudgePrompt = THEMES
    max_num_themes: int = 10

    async def extract(self, node: Node) -> tuple[str, list[str]]:
        """The themes; none for a node without text."""

        async def one(text: str) -> list[str]:
            def by_rules() -> ThemesAndConcepts:
                return ThemesAndConcepts(output=rules.themes(text, self.max_num_themes))

            return (await self._answer(ThemesAndConcepts, text, by_rules, self.max_num_themes)).output

        return self.property_name, await self._listed(node, self.max_num_themes, one)
