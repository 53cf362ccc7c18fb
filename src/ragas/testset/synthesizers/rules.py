"""Questions made by rules, for the embedded judge, which writes nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Any, ClassVar

from ragas.engine.token_estimate import estimated_tokens
from ragas.exceptions import ConfigurationError
from ragas.schema.samples import SingleTurnSample
from ragas.testset.graph import KnowledgeGraph, Node
from ragas.testset.persona import Persona
from ragas.testset.synthesizers.base import BaseScenario, BaseSynthesizer, QueryLength, QueryStyle
from ragas.testset.synthesizers.fact_languages import NAMES, code_of
from ragas.testset.synthesizers.fact_questions import FactQuestion, fact_questions, sentence_count
from ragas.testset.synthesizers.fact_text import is_change_log, without_menus
from ragas.testset.synthesizers.sources import Sources, text_of

PASSAGE = 400
"""Tokens of a longer text that are one context."""
LOOKED_AT = 200
"""Passages of a long document that are looked at, by chance; more where many questions come from few documents."""
AMONG = 12
"""Of its best questions, a document gives the one of the form that was had least often."""
ROUND = 0.3
"""Ranks are compared in such steps, so that chance decides between documents whose questions are about as good."""
_BEST = -3
"""The step of the best ranks."""


class RuleScenario(BaseScenario):
    """A question as the rules made it, with the passage that answers it."""

    question: str
    answer: str
    passage: str
    rank: float
    form: str = ""


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
            passage
            for nodes in self._of_documents(knowledge_graph).values()
            for _, passage in self._looked_at(nodes, LOOKED_AT)
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
        documents = self._of_documents(knowledge_graph)
        most = max(LOOKED_AT, ceil(LOOKED_AT * n / (10 * max(1, len(documents)))))
        order = list(documents.values())
        self.random("documents").shuffle(order)
        groups: list[list[RuleScenario]] = []
        good = 0
        for nodes in order:
            group = [
                _scenario(node, passage, one)
                for node, passage in self._looked_at(nodes, most)
                for one in _questions(passage, self._code or "")
            ]
            if not group:
                continue
            self.random("questions", group[0].passage[:200]).shuffle(group)
            group.sort(key=_step)
            groups.append(group)
            good += _step(group[0]) == _BEST
            if good >= n:
                break  # as many documents as questions have one of the best
        groups.sort(key=lambda group: _step(group[0]))
        return varied(groups, n)

    def _of_documents(self, knowledge_graph: KnowledgeGraph) -> dict[str, list[Node]]:
        """The nodes of each document, but of change logs, of which every sentence is about one version."""
        sources = Sources(knowledge_graph)
        found: dict[str, list[Node]] = {}
        for node in self.get_node_clusters(knowledge_graph):
            name = sources.of(node)
            if not is_change_log(name, sources.title_of(node)):
                found.setdefault(name, []).append(node)
        return found

    def _looked_at(self, nodes: Sequence[Node], most: int) -> list[tuple[Node, str]]:
        """The passages of a document; of a long one some, by chance, in their order."""
        every = [(node, passage) for node in nodes for passage in passages(text_of(node))]
        if len(every) <= most:
            return every
        chosen = self.random("passages", every[0][1][:200]).sample(range(len(every)), most)
        return [every[at] for at in sorted(chosen)]

    async def _generate_sample(self, scenario: Any, callbacks: Any = None) -> SingleTurnSample:
        return SingleTurnSample(
            user_input=scenario.question,
            reference=scenario.answer,
            reference_contexts=[scenario.passage],
            query_style=scenario.style.name,
            query_length=scenario.length.name,
        )


def varied(groups: Sequence[Sequence[RuleScenario]], n: int) -> list[RuleScenario]:
    """`n` questions, one of every group before a second of any, and of a group's best ones a form not had often yet.

    In each round the groups whose best questions have a form that half of those before have already come last.
    """
    waiting = [list(group) for group in groups]
    counts: Counter[str] = Counter()
    found: list[RuleScenario] = []
    while waiting and len(found) < n:
        late = [group for group in waiting if not _gave(group, found, counts, half=True)]
        for group in late:
            _gave(group, found, counts, half=False)
        waiting = [group for group in waiting if group]
    return found[:n]


def _gave(group: list[RuleScenario], found: list[RuleScenario], counts: Counter[str], *, half: bool) -> bool:
    """Whether a group gave its next question; with `half` not if more than half would then have its form."""
    best = min(group[:AMONG], key=lambda one: (_step(one), counts[one.form]))
    if half and 2 * (counts[best.form] + 1) > len(found) + 2:
        return False
    group.remove(best)
    found.append(best)
    counts[best.form] += 1
    return True


def _step(one: RuleScenario) -> int:
    """How good a question is, in steps of `ROUND`, the best first."""
    return -round(one.rank / ROUND)


@lru_cache(maxsize=5000)
def _questions(passage: str, language: str) -> tuple[FactQuestion, ...]:
    """The questions to a passage, which is looked at again when more are wanted."""
    return tuple(fact_questions(passage, language))


def passages(text: str) -> list[str]:
    """A text in paragraphs put together up to `PASSAGE` tokens; one of twice that or less stays whole.

    Settings before the text and menus are left out.
    """
    if estimated_tokens(text) <= 2 * PASSAGE:
        return [bare] if (bare := without_menus(text)).strip() else []
    found: list[str] = []
    held, size = "", 0
    for paragraph in re.split(r"(?<=\n)\s*\n", without_menus(text)):
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
        form=one.form,
    )
