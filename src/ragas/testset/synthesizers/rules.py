"""Questions made by rules, for the embedded judge, which writes nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from ragas.engine.token_estimate import estimated_tokens
from ragas.exceptions import ConfigurationError
from ragas.schema.samples import SingleTurnSample
from ragas.testset.graph import KnowledgeGraph, Node
from ragas.testset.persona import Persona
from ragas.testset.synthesizers.base import BaseScenario, BaseSynthesizer, QueryLength, QueryStyle
from ragas.testset.synthesizers.fact_languages import NAMES, code_of
from ragas.testset.synthesizers.fact_questions import FactQuestion, fact_questions, sentence_count
from ragas.testset.synthesizers.multi_hop.base import turn_by_turn
from ragas.testset.synthesizers.sources import Sources, text_of

PASSAGE = 400
"""Tokens of a longer text that are one context."""
ROUND = 0.3
"""Ranks are compared in such steps, so that chance decides between documents whose questions are about as good."""


class RuleScenario(BaseScenario):
    """A question as the rules made it, with the passage that answers it."""

    question: str
    answer: str
    passage: str
    rank: float


@dataclass
class RuleBasedQuerySynthesizer(BaseSynthesizer):
    """Turns sentences into questions by rules, each in its own language: English best, and ten others.

    The reference is the sentence itself, so the questions keep close to its words: they test whether an application
    finds the passage more than whether it understands it. Labelled as rule-based by its name. No persona asks. The
    rules translate nothing: `language` chooses among the sentences of the documents.

    Raises:
        ConfigurationError: there are no rules for `language`.
    """

    name: str = "rule_based_query_synthesizer"
    llm: Any = None

    writes: ClassVar[bool] = False
    reserve: ClassVar[float] = 5.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._code = code_of(self.language) if self.language else ""
        if self._code is None:
            known = ", ".join(every[0].capitalize() for every in NAMES.values())
            raise ConfigurationError(
                f"language={self.language!r}: without a language model, questions are made in {known} only, each from a "
                "sentence of that language. Leave `language` out, or give a model that writes: llm='openai:gpt-4o-mini'."
            )

    def get_node_clusters(self, knowledge_graph: KnowledgeGraph) -> list[Node]:
        """The texts that no other node is a part of."""
        whole = {link.source.id for link in knowledge_graph.relationships if link.type == "child"}
        with_text = [one for one in knowledge_graph.nodes if text_of(one).strip()]
        return [one for one in with_text if one.id not in whole] or with_text

    def shortage(self, knowledge_graph: KnowledgeGraph) -> str:
        """Why there are no more questions: how many sentences there are, and how many of them make one."""
        code = self._code or ""
        texts = [
            passage for node in self.get_node_clusters(knowledge_graph) for passage in passages(text_of(node))
        ]
        count = sum(sentence_count(one, code) for one in texts)
        usable = sum(len(_questions(one, code)) for one in texts)
        where = f" in {self.language}" if code else ""
        more = (
            f" The rules do not translate: for questions in {self.language}, take a language model."
            if code
            else ""
        )
        return (
            f"The documents have {count} sentence{'' if count == 1 else 's'}{where}; the rules can turn {usable or 'none'} of "
            f"them into a question.{more}"
        )

    async def _generate_scenarios(
        self, n: int, knowledge_graph: KnowledgeGraph, persona_list: list[Persona], callbacks: Any = None
    ) -> list[RuleScenario]:
        sources = Sources(knowledge_graph)
        of_documents: dict[str, list[RuleScenario]] = {}
        for node in self.get_node_clusters(knowledge_graph):
            scenarios = of_documents.setdefault(sources.of(node), [])
            for passage in passages(text_of(node)):
                scenarios += [_scenario(node, passage, one) for one in _questions(passage, self._code or "")]
        groups = [group for group in of_documents.values() if group]
        self.random("documents").shuffle(groups)
        for group in groups:
            self.random("questions", group[0].passage[:200]).shuffle(group)
            group.sort(key=lambda one: -round(one.rank / ROUND))
        groups.sort(key=lambda group: -round(group[0].rank / ROUND))
        return turn_by_turn(groups, n)

    async def _generate_sample(self, scenario: Any, callbacks: Any = None) -> SingleTurnSample:
        return SingleTurnSample(
            user_input=scenario.question,
            reference=scenario.answer,
            reference_contexts=[scenario.passage],
            query_style=scenario.style.name,
            query_length=scenario.length.name,
        )


@lru_cache(maxsize=5000)
def _questions(passage: str, language: str) -> tuple[FactQuestion, ...]:
    """The questions to a passage, which is looked at again when more are wanted."""
    return tuple(fact_questions(passage, language))


def passages(text: str) -> list[str]:
    """A text in paragraphs put together up to `PASSAGE` tokens; one of twice that or less stays whole."""
    if estimated_tokens(text) <= 2 * PASSAGE:
        return [text]
    found: list[str] = []
    held, size = "", 0
    for paragraph in re.split(r"(?<=\n)\s*\n", text):
        tokens = estimated_tokens(paragraph)
        if held and size + tokens > PASSAGE:
            found.append(held.strip())
            held, size = "", 0
        held += f"{paragraph}\n"
        size += tokens
    return [one for one in [*found, held.strip()] if one]


def _scenario(node: Node, passage: str, one: FactQuestion) -> RuleScenario:
    count = len(one.question.split())
    length = QueryLength.SHORT if count <= 8 else QueryLength.MEDIUM if count <= 15 else QueryLength.LONG
    return RuleScenario(
        nodes=[node],
        style=QueryStyle.PERFECT_GRAMMAR,
        length=length,
        question=one.question,
        answer=one.answer,
        passage=passage,
        rank=one.rank,
    )
