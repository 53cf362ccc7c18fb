"""The people who ask the questions of a test set: given by you, or made from the documents' summaries."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from pydantic import BaseModel, Field

from ragas.exceptions import InputError
from ragas.llms.adapt import as_judge
from ragas.metrics.similarity import cosine
from ragas.prompt.judge_prompt import Example, prompt_value
from ragas.testset.failed_calls import costs_its_call_only
from ragas.testset.graph import KnowledgeGraph, Node, NodeType
from ragas.testset.synthesizers.input_prompt import InputPrompt, Text

logger = logging.getLogger("ragas.testset")

ALIKE = 0.75
"""Summaries more similar than this are one subject, which needs one reader."""
EXCERPT = 2000
"""Characters of a text that stand for it where it has no summary."""
WIDEST = 200
"""How many texts are compared with each other to find the subjects, spread evenly over all of them."""


class Persona(BaseModel):
    """Somebody who asks."""

    name: str = Field(description="a role with a trait, such as 'Careful Night-Shift Nurse'")
    role_description: str = Field(description="one or two sentences: what they do and want to know")


class PersonaList(BaseModel):
    """Several personas, found by name: `personas["Careful Nurse"]`."""

    personas: list[Persona]

    def __getitem__(self, key: str) -> Persona:
        found = next((one for one in self.personas if one.name == key), None)
        if found is None:
            raise KeyError(f"No persona is named {key!r}; there are {[one.name for one in self.personas]}.")
        return found


@prompt_value
class PersonaGenerationPrompt(InputPrompt):
    """Asks for a reader of a text."""

    name: str = "persona_of_reader"
    instruction: str = (
        "Describe one kind of person who would look something up in a text with this summary, and who would ask "
        "questions about it. Give a short name of the role, with a trait, and say what the person does and wants to "
        "know. Invent no proper names. Write in the language of the summary."
    )
    reply: type[BaseModel] = Persona
    examples: tuple[Example, ...] = (
        Example(
            {
                "text": "How to plan, book and change journeys with Larkspur Ferries, with fares and timetables."
            },
            Persona(
                name="Hurried Group Traveller",
                role_description="Arranges trips for a school class and wants fares, limits and deadlines at a glance.",
            ),
        ),
    )
    input: type[BaseModel] = Text


def has_summary(node: Node) -> bool:
    """Whether a node is a document or chunk with an embedded summary."""
    told = node.type in (NodeType.DOCUMENT, NodeType.CHUNK)
    return told and node.get_property("summary_embedding") is not None


default_filter = has_summary
"""The name it had."""


async def agenerate_personas_from_kg(
    kg: KnowledgeGraph,
    llm: Any,
    persona_generation_prompt: InputPrompt | None = None,
    num_personas: int = 3,
    filter_fn: Callable[[Node], bool] | None = None,
    callbacks: Any = None,
    *,
    seed: int = 42,
) -> list[Persona]:
    """Personas for the subjects of a graph, one a subject, then again from the largest subject on.

    A call that fails, or whose reply cannot be read, costs its persona only, with a warning.

    Args:
        filter_fn: which nodes' texts are read; by default those with a summary, else those with a text.

    Raises:
        InputError: no node has a text to make a persona from.
        UnsupportedStepError: the judge writes nothing, as the embedded one.
        Exception: every call failed; the first failure.
    """
    texts = _subjects(kg, filter_fn, num_personas, seed)
    prompt = persona_generation_prompt or PersonaGenerationPrompt()
    judge = as_judge(llm)
    found: dict[str, Persona] = {}
    failure: Exception | None = None
    # One after the other, since a judge that is asked about the same text twice should not give the same person.
    for number in range(num_personas):
        text = texts[number % len(texts)]
        told = list(found.values()) if number >= len(texts) else []
        try:
            persona = await prompt.generate(judge, Text(text=text, others=[one.name for one in told]))
        except Exception as error:
            if not costs_its_call_only(error):
                raise
            logger.warning("A persona was left out: %s", error)
            failure = failure or error
            continue
        assert isinstance(persona, Persona)
        name, again = persona.name, 2
        while name in found:
            name, again = f"{persona.name} {again}", again + 1
        found[name] = persona.model_copy(update={"name": name})
    if failure is not None and not found:
        raise failure
    return list(found.values())


def generate_personas_from_kg(
    kg: KnowledgeGraph,
    llm: Any,
    persona_generation_prompt: InputPrompt | None = None,
    num_personas: int = 3,
    filter_fn: Callable[[Node], bool] | None = None,
    callbacks: Any = None,
    *,
    seed: int = 42,
) -> list[Persona]:
    """`agenerate_personas_from_kg` from code that is not async."""
    from ragas.engine.event_loop import run_sync

    return run_sync(
        agenerate_personas_from_kg(
            kg, llm, persona_generation_prompt, num_personas, filter_fn, callbacks, seed=seed
        )
    )


def _subjects(
    kg: KnowledgeGraph, filter_fn: Callable[[Node], bool] | None, count: int, seed: int
) -> list[str]:
    """The text that stands for each subject, the subject most texts are about first.

    Raises:
        InputError: there is no text.
    """
    if count < 1:
        raise InputError(f"num_personas={count!r}: at least one persona is needed.")
    nodes = _chosen(kg, filter_fn)
    if len(nodes) > WIDEST:
        nodes = [nodes[at * len(nodes) // WIDEST] for at in range(WIDEST)]
    if not nodes:
        raise InputError(
            f"No node of {kg!r} has a text to make a persona from. Nodes need the property 'page_content' or, for the "
            "default filter, 'summary_embedding'; check your filter_fn, or pass personas of your own."
        )
    groups: list[list[Node]] = []
    for node in nodes:
        vector = node.get_property("summary_embedding")
        home = next((group for group in groups if _alike(vector, group[0])), None)
        if home is None:
            groups.append([node])
        else:
            home.append(node)
    groups.sort(key=len, reverse=True)
    texts = [max((_text(one) for one in group), key=len)[:EXCERPT] for group in groups]
    if len(texts) > count and all(len(group) == 1 for group in groups):
        Random(seed).shuffle(texts)
    return texts


def _chosen(kg: KnowledgeGraph, filter_fn: Callable[[Node], bool] | None) -> list[Node]:
    if filter_fn is not None:
        return [one for one in kg.nodes if filter_fn(one) and _text(one)]
    return [one for one in kg.nodes if has_summary(one) and _text(one)] or [
        one for one in kg.nodes if one.type is not NodeType.UNKNOWN and _text(one)
    ]


def _alike(vector: Sequence[float] | None, node: Node) -> bool:
    other = node.get_property("summary_embedding")
    return vector is not None and other is not None and cosine(vector, other) > ALIKE


def _text(node: Node) -> str:
    return str(node.get_property("summary") or node.get_property("page_content") or "").strip()
