"""What every synthesizer is built on: scenarios, and samples made from them."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any, ClassVar

from pydantic import BaseModel

from ragas.llms.default import default_judge
from ragas.schema.samples import SingleTurnSample
from ragas.testset.graph import KnowledgeGraph, Node
from ragas.testset.persona import Persona
from ragas.testset.synthesizers.own_prompts import OwnPrompts


class QueryLength(StrEnum):
    """How long a question is."""

    LONG = "long"
    MEDIUM = "medium"
    SHORT = "short"


class QueryStyle(StrEnum):
    """How a question is written."""

    MISSPELLED = "Misspelled queries"
    PERFECT_GRAMMAR = "Perfect grammar"
    POOR_GRAMMAR = "Poor grammar"
    WEB_SEARCH_LIKE = "Web search like queries"


class BaseScenario(BaseModel):
    """What one question is to be about: the nodes that answer it, who asks, and how."""

    nodes: list[Node]
    style: QueryStyle
    length: QueryLength
    persona: Persona | None = None


@dataclass
class BaseSynthesizer(OwnPrompts, ABC):
    """Makes questions of one kind: write `_generate_scenarios` and `_generate_sample`.

    Args:
        name: what tables call it; by default the class's name.
        llm: the judge that writes.
        llm_context: what the application is for, told to the judge.
        language: the language of questions and answers; by default that of the documents.
        styles, lengths: how questions are written, drawn evenly.
        seed: what is drawn by chance follows from it and from the documents.
    """

    name: str = ""
    llm: Any = field(default_factory=default_judge)
    llm_context: str | None = None
    language: str | None = None
    styles: Sequence[QueryStyle] = tuple(QueryStyle)
    lengths: Sequence[QueryLength] = tuple(QueryLength)
    seed: int = 42

    kind: ClassVar[str] = "answerable"
    """"answerable", "unanswerable" or "adversarial": how an application should take the question."""
    writes: ClassVar[bool] = True
    """Whether the judge writes the questions; the rules that need no judge say False."""
    reserve: ClassVar[float] = 1.5
    """How many times as many scenarios as questions are asked for, to replace questions that are dropped."""

    def __post_init__(self) -> None:
        if not self.name:
            self.name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(self).__name__).lower()

    async def generate_scenarios(
        self,
        n: int,
        knowledge_graph: KnowledgeGraph,
        persona_list: list[Persona],
        callbacks: Any = None,
    ) -> list[Any]:
        """About `n` scenarios."""
        return await self._generate_scenarios(n, knowledge_graph, persona_list, callbacks)

    async def generate_sample(self, scenario: Any, callbacks: Any = None) -> SingleTurnSample:
        """The question of one scenario, with its reference."""
        return await self._generate_sample(scenario, callbacks)

    @abstractmethod
    async def _generate_scenarios(
        self,
        n: int,
        knowledge_graph: KnowledgeGraph,
        persona_list: list[Persona],
        callbacks: Any,
    ) -> list[Any]: ...

    @abstractmethod
    async def _generate_sample(self, scenario: Any, callbacks: Any) -> SingleTurnSample: ...

    def random(self, *about: object) -> Random:
        """A source of chance that depends on the seed and on what it is for, not on what was drawn before."""
        return Random("\x1f".join(map(str, (self.seed, self.name, *about))))

    def manner(self, count: int, *about: object) -> list[tuple[QueryStyle, QueryLength]]:
        """`count` styles with lengths, no two the same before all were had."""
        every = [(style, length) for style in self.styles for length in self.lengths]
        self.random("manner", *about).shuffle(every)
        return [every[number % len(every)] for number in range(count)]
