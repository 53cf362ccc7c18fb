"""Documents and a scripted judge for the tests of transformations."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from ragas.testing import ScriptedJudge
from ragas.testset.graph import KnowledgeGraph, Node, NodeType

BEES = (
    "A hive needs a calm place with morning sun. In spring Ada Wren checks the brood frames and gives the colony room. "
    "In August the honey is taken. Before winter each colony gets fourteen kilograms of sugar syrup."
)
SUBJECTS = ["ferries", "kilns", "trams", "looms", "mills", "bells", "maps", "wells", "barns", "clocks"]


def prose(subject: str, sentences: int) -> str:
    """A text on a subject; about 21 tokens a sentence."""
    lines = [
        f"In the year {1800 + number} the {subject} of Orrmouth were counted by Ada Wren and she found {number + 3} that worked."
        for number in range(sentences)
    ]
    return "\n\n".join(" ".join(lines[at : at + 5]) for at in range(0, len(lines), 5))


def article(subject: str, sections: int, sentences: int = 20) -> str:
    """A text with headings."""
    return "\n\n".join(
        f"## Part {number} of {subject}\n\n{prose(subject, sentences)}" for number in range(1, sections + 1)
    )


def graph(*texts: str, kind: NodeType = NodeType.DOCUMENT) -> KnowledgeGraph:
    """A graph with a node a text."""
    return KnowledgeGraph([Node(type=kind, properties={"page_content": text}) for text in texts])


def data(prompt: str, name: str) -> str:
    """What stands in the last block of that name in a prompt."""
    found = re.findall(rf"<{name} (\w+)>\n(.*?)\n</{name} \1>", prompt, re.DOTALL)
    return str(found[-1][1])


def answer(prompt: str, reply: type[BaseModel]) -> Mapping[str, Any]:
    """A reply that follows from the text asked about, so that equal questions get equal answers."""
    name = reply.__name__
    if name == "QuestionPotentialOutput":
        return {"reason": "facts", "score": 4}
    text = data(prompt, "text")
    subject = next((one for one in SUBJECTS if one in text), "bees")
    return {
        "Summary": {"summary": f"All about {subject}."},
        "Title": {"title": f"The {subject}"},
        "Keyphrases": {"keyphrases": [subject, "Orrmouth"]},
        "Headlines": {"headlines": re.findall(r"^## (.*)$", text, re.MULTILINE)},
        "NEROutput": {"entities": ["Ada Wren", subject.title()]},
        "ThemesAndConcepts": {"output": [subject, "counting"]},
        "TopicDescription": {"description": f"It is about {subject}."},
    }[name]


def judge(slow: bool = False) -> ScriptedJudge:
    """A judge that knows the texts above; a slow one answers in another order than it was asked."""

    async def slowly(prompt: str, reply: type[BaseModel]) -> Mapping[str, Any]:
        await asyncio.sleep((hash(prompt) % 7) / 1000)
        return answer(prompt, reply)

    return ScriptedJudge(slowly if slow else answer)


def shape(kg: KnowledgeGraph) -> Any:
    """Everything a graph holds but the ids of its documents and relationships."""
    places = {node.id: place for place, node in enumerate(kg.nodes)}
    nodes = [(node.type.value, node.properties) for node in kg.nodes]
    links = [
        (one.type, places[one.source.id], places[one.target.id], one.bidirectional, one.properties)
        for one in kg.relationships
    ]
    return nodes, links
