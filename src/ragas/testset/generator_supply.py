"""The scenarios of one synthesizer: asked for in time, each given out once, those about neglected documents first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heapreplace
from math import ceil
from typing import Any

from ragas.exceptions import ConfigurationError
from ragas.schema.samples import SingleTurnSample
from ragas.testset.graph import KnowledgeGraph
from ragas.testset.persona import Persona
from ragas.testset.synthesizers.sources import Sources

MOST_ATTEMPTS = 6
"""Scenarios that are tried for each question wanted, before a synthesizer is given up."""
MOST_WRITTEN = 10
"""Questions written for each one wanted, over all synthesizers, before the run ends with fewer."""


@dataclass
class Supply:
    """What one synthesizer has to offer."""

    synthesizer: Any
    kg: KnowledgeGraph
    personas: list[Persona]
    sources: Sources
    callbacks: Any = None
    waiting: list[Any] = field(default_factory=list)
    tried: int = 0
    allowed: int = 0
    _seen: set[Any] = field(default_factory=set)
    _asked: int = 0
    _dry: bool = False

    @property
    def name(self) -> str:
        """The synthesizer's name."""
        return str(getattr(self.synthesizer, "name", "") or type(self.synthesizer).__name__)

    @property
    def kind(self) -> str:
        """How an application should take its questions."""
        return str(getattr(self.synthesizer, "kind", "answerable"))

    def documents(self, scenario: Any) -> tuple[str, ...]:
        """The documents a scenario is about."""
        return self.sources.of_all(getattr(scenario, "nodes", ()))

    async def sample(self, scenario: Any) -> SingleTurnSample:
        """The question of a scenario.

        Raises:
            ConfigurationError: the synthesizer gives something else.
        """
        made = await self.synthesizer.generate_sample(scenario, callbacks=self.callbacks)
        if not isinstance(made, SingleTurnSample):
            raise ConfigurationError(
                f"{self.name}: _generate_sample must give a SingleTurnSample, not {made!r:.80}."
            )
        return made

    async def take(self, count: int, used: Counter[str]) -> list[Any]:
        """Up to `count` scenarios, one after the other the one whose documents are used least."""
        await self._fill(count)
        planned = Counter(used)
        heap = [(self._use(scenario, planned), at) for at, scenario in enumerate(self.waiting)]
        heapify(heap)
        taken: dict[int, Any] = {}
        while heap and len(taken) < count and self.tried < self.allowed:
            known, at = heap[0]
            scenario = self.waiting[at]
            now = self._use(scenario, planned)
            if now > known:  # its documents were taken from in the meantime; use only grows
                heapreplace(heap, (now, at))
                continue
            heappop(heap)
            planned.update(self.documents(scenario))
            self.tried += 1
            taken[at] = scenario
        self.waiting = [one for at, one in enumerate(self.waiting) if at not in taken]
        return list(taken.values())

    async def take_about(self, document: str) -> Any:
        """A scenario about this document, None if there is none left."""
        for _ in range(2):
            for at, scenario in enumerate(self.waiting):
                if document in self.documents(scenario):
                    return self.waiting.pop(at)
            await self._fill(len(self.waiting) + 1)
        return None

    async def _fill(self, count: int) -> None:
        while len(self.waiting) < count and not self._dry:
            reserve = getattr(self.synthesizer, "reserve", 1.5)
            wanted = max(ceil(count * reserve), count + 1) if not self._asked else 2 * self._asked
            self._asked = wanted
            before = len(self._seen)
            made = await self.synthesizer.generate_scenarios(
                wanted, self.kg, self.personas, callbacks=self.callbacks
            )
            if isinstance(made, str) or not isinstance(made, Iterable):
                raise ConfigurationError(
                    f"{self.name}: _generate_scenarios must give a list of scenarios, not {made!r:.80}."
                )
            found = list(made)
            for scenario in found:
                if (key := _key(scenario)) not in self._seen:
                    self._seen.add(key)
                    self.waiting.append(scenario)
            self._dry = len(self._seen) == before or len(found) < wanted // 2

    def _use(self, scenario: Any, used: Counter[str]) -> float:
        documents = self.documents(scenario)
        return sum(used[name] for name in documents) / len(documents) if documents else 0.0


def _key(scenario: Any) -> Any:
    """What tells one scenario from another."""
    values = getattr(scenario, "__dict__", None)
    if values is None:
        return id(scenario)
    nodes: Sequence[Any] = values.get("nodes") or ()
    return (
        tuple(str(getattr(node, "id", node)) for node in nodes),
        repr(sorted((name, repr(value)) for name, value in values.items() if name != "nodes")),
    )
