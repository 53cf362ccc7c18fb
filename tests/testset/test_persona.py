"""Tests of the people who ask."""

from __future__ import annotations

import pytest

from ragas.exceptions import InputError, ReplyError, UnsupportedStepError
from ragas.llms.local import LocalJudge
from ragas.testing import ScriptedJudge
from ragas.testset.graph import KnowledgeGraph, Node, NodeType
from ragas.testset.persona import Persona, PersonaList, generate_personas_from_kg


def _graph(*summaries: tuple[str, list[float] | None]) -> KnowledgeGraph:
    nodes = []
    for text, vector in summaries:
        told = {"page_content": text, "summary": f"summary of {text}"}
        nodes.append(
            Node(type=NodeType.DOCUMENT, properties=told | ({"summary_embedding": vector} if vector else {}))
        )
    return KnowledgeGraph(nodes)


def test_one_persona_a_subject_the_largest_first() -> None:
    """Summaries that are alike are one subject; the longest stands for it; further people get names of their own."""
    judge = ScriptedJudge({"Persona": {"name": "Ada", "role_description": "Keeps bees."}})
    kg = _graph(("kilns", [0, 1]), ("bees", [1, 0]), ("bees and hives", [1, 0.1]))
    people = generate_personas_from_kg(kg=kg, llm=judge, num_personas=3)
    assert [one.name for one in people] == ["Ada", "Ada 2", "Ada 3"]
    texts = [call.prompt.rsplit("<text", 1)[1] for call in judge.calls]
    assert "summary of bees and hives" in texts[0]
    assert "summary of kilns" in texts[1]
    assert "summary of bees and hives" in texts[2]


def test_texts_without_summaries_and_a_filter_of_ones_own() -> None:
    """Without embedded summaries texts are read; `filter_fn` chooses; no text at all is an error with the cause."""
    judge = ScriptedJudge({"Persona": {"name": "Ada", "role_description": "r"}})
    kg = _graph(("kilns", None), ("bees", None))
    assert len(generate_personas_from_kg(kg, judge, num_personas=1)) == 1
    generate_personas_from_kg(
        kg, judge, num_personas=1, filter_fn=lambda node: node.get_property("page_content") == "bees"
    )
    assert "summary of bees" in judge.calls[-1].prompt
    with pytest.raises(InputError, match="No node"):
        generate_personas_from_kg(KnowledgeGraph(), judge)
    with pytest.raises(InputError, match="num_personas"):
        generate_personas_from_kg(kg, judge, num_personas=0)


@pytest.mark.parametrize("error", [ReplyError("no JSON"), RuntimeError("no JSON")])
def test_a_failed_call_costs_its_persona_only(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    """The others are made, with a warning; when every call fails, the first error is raised."""
    replies = iter([error, {"name": "Ada", "role_description": "r"}])
    judge = ScriptedJudge(lambda prompt, model: next(replies))
    kg = _graph(("kilns", [0, 1]), ("bees", [1, 0]))
    assert [one.name for one in generate_personas_from_kg(kg, judge, num_personas=2)] == ["Ada"]
    assert "no JSON" in caplog.text
    with pytest.raises(type(error), match="no JSON"):
        generate_personas_from_kg(kg, ScriptedJudge(lambda prompt, model: error), num_personas=2)


def test_a_judge_that_writes_nothing() -> None:
    """The embedded judge makes up nobody, and says so."""
    with pytest.raises(UnsupportedStepError, match="language model"):
        generate_personas_from_kg(_graph(("bees", None)), LocalJudge())


def test_found_by_name() -> None:
    """A list of personas is looked up by name; a missing one names those there are."""
    people = PersonaList(personas=[Persona(name="Ada", role_description="r")])
    assert people["Ada"].role_description == "r"
    with pytest.raises(KeyError, match="Ada"):
        people["Bo"]
