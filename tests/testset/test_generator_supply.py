"""Tests of the scenarios a synthesizer has to offer."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from ragas.exceptions import ConfigurationError
from ragas.testset.generator_supply import Supply
from ragas.testset.graph import KnowledgeGraph, Node, NodeType
from ragas.testset.synthesizers.sources import Sources

NODES = [Node(type=NodeType.DOCUMENT, properties={"page_content": text, "title": text}) for text in "ab"]
KG = KnowledgeGraph(list(NODES))


class Own:
    """A synthesizer that gives what it was told to."""

    name = "own"

    def __init__(self, scenarios: Any, sample: Any = None) -> None:
        self.scenarios, self.sample = scenarios, sample

    async def generate_scenarios(self, n: int, kg: Any, personas: Any, callbacks: Any = None) -> Any:
        return self.scenarios

    async def generate_sample(self, scenario: Any, callbacks: Any = None) -> Any:
        return self.sample


def _supply(scenarios: Any, sample: Any = None) -> Supply:
    return Supply(Own(scenarios, sample), KG, [], Sources(KG), allowed=10)


def test_documents_come_in_turn() -> None:
    """However many scenarios stand first for one document, the next question is about another."""
    scenarios = [
        SimpleNamespace(nodes=[NODES[at]], term=str(number)) for number, at in enumerate((0, 0, 0, 1))
    ]
    taken = asyncio.run(_supply(scenarios).take(2, Counter()))
    assert [one.nodes[0] for one in taken] == NODES


@pytest.mark.parametrize("made", [None, "text", 3])
def test_what_is_no_list_of_scenarios_is_told(made: Any) -> None:
    """A synthesizer that returns nothing is at fault, and not the documents."""
    with pytest.raises(
        ConfigurationError, match=r"own: _generate_scenarios must give a list of scenarios, not"
    ):
        asyncio.run(_supply(made).take(1, Counter()))


@pytest.mark.parametrize("made", [None, "text"])
def test_what_is_no_sample_is_told(made: Any) -> None:
    """So is one that gives no sample."""
    with pytest.raises(ConfigurationError, match="own: _generate_sample must give a SingleTurnSample, not"):
        asyncio.run(_supply([], made).sample(None))
