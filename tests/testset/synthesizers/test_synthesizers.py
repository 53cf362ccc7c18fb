"""Tests of the synthesizers that have a judge write."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ragas.exceptions import ConfigurationError, InputError
from ragas.llms.local import LocalJudge
from ragas.testset.graph import KnowledgeGraph, Node, NodeType, Relationship
from ragas.testset.persona import Persona
from ragas.testset.synthesizers import (
    MultiHopAbstractQuerySynthesizer,
    MultiHopSpecificQuerySynthesizer,
    QueryLength,
    QueryStyle,
    RuleBasedQuerySynthesizer,
    SingleHopSpecificQuerySynthesizer,
    default_query_distribution,
)
from ragas.testset.synthesizers.distribution import calculate_split_values, whole_shares
from ragas.testset.synthesizers.multi_hop.base import MultiHopScenario
from ragas.testset.synthesizers.sources import Sources
from tests.testset.scripted import TOPICS, scripted

PEOPLE = [Persona(name="Reader", role_description="r"), Persona(name="Other", role_description="o")]


def _graph(*, chunks: bool = False, links: bool = True) -> KnowledgeGraph:
    """Documents about five subjects; neighbours share an entity and are alike."""
    kg = KnowledgeGraph()
    for number, (name, text) in enumerate(TOPICS.items()):
        told = {"page_content": text, "document_name": name, "entities": [f"E{number}", f"E{number + 1}"]}
        kg.add(Node(type=NodeType.DOCUMENT, properties=told | {"themes": ["clay", "honey"]}))
    documents = list(kg.nodes)
    for one, other in pairwise(documents):
        if links:
            shared = {
                "overlapped_items": [[one.get_property("entities")[1], other.get_property("entities")[0]]]
            }
            kg.add(Relationship(type="entities_overlap", source=one, target=other, properties=shared))
            alike = {"summary_similarity": 0.8}
            kg.add(
                Relationship(
                    type="summary_similarity", source=one, target=other, bidirectional=True, properties=alike
                )
            )
    if chunks:
        for one in documents:
            for half in (0, 1):
                told = {"page_content": f"{half} {one.get_property('page_content')}", "entities": ["E"]}
                chunk = Node(type=NodeType.CHUNK, properties=told)
                kg.add(chunk)
                kg.add(Relationship(type="child", source=one, target=chunk))
    return kg


def _scenarios(synthesizer: Any, n: int, kg: KnowledgeGraph, people: Any = ()) -> list[Any]:
    found: list[Any] = asyncio.run(synthesizer.generate_scenarios(n, kg, list(people)))
    return found


def test_single_hop_scenarios_spread_over_documents() -> None:
    """Five scenarios are about five documents; styles and lengths vary; terms come from the nodes."""
    kg = _graph()
    scenarios = _scenarios(SingleHopSpecificQuerySynthesizer(llm=scripted()), 10, kg, PEOPLE)
    assert len(scenarios) == 10
    assert len({one.nodes[0].id for one in scenarios[:5]}) == 5
    assert all(one.term in one.nodes[0].get_property("entities") for one in scenarios)
    assert {one.persona.name for one in scenarios} == {"Reader"}  # the judge gave everything to the Reader
    assert len({one.style for one in scenarios}) > 1


def test_chunks_are_asked_about_where_there_are_more_of_them() -> None:
    """With more chunks than documents carrying the property, chunks; they count as their documents."""
    kg = _graph(chunks=True)
    scenarios = _scenarios(SingleHopSpecificQuerySynthesizer(llm=scripted()), 5, kg)
    assert {one.nodes[0].type for one in scenarios} == {NodeType.CHUNK}
    assert {Sources(kg).of(one.nodes[0]) for one in scenarios} == set(TOPICS)


def test_nodes_without_entities_are_not_left_out() -> None:
    """A document in which nothing was named is asked about by the names that rules find, or as a whole."""
    kg = _graph()
    kg.add(
        Node(
            type=NodeType.DOCUMENT, properties={"page_content": "nothing is named here", "document_name": "x"}
        )
    )
    scenarios = _scenarios(SingleHopSpecificQuerySynthesizer(llm=scripted()), 6, kg)
    assert {Sources(kg).of(one.nodes[0]) for one in scenarios} == {*TOPICS, "x"}


def test_specific_multi_hop_scenarios_take_what_pairs_share() -> None:
    """Each pair of passages that shares an entity is asked about it, each pair once before any again."""
    scenarios = _scenarios(MultiHopSpecificQuerySynthesizer(llm=scripted()), 4, _graph(), PEOPLE)
    assert len({frozenset(node.id for node in one.nodes) for one in scenarios}) == 4
    assert {one.combinations[0] for one in scenarios} == {"E1", "E2", "E3", "E4"}


def test_abstract_multi_hop_scenarios_combine_themes() -> None:
    """Groups of related documents are asked about themes that the judge combined; the ones it made up are left out."""
    judge = scripted(ConceptCombinations={"combinations": [["clay", "invented"], ["clay", "honey"]]})
    scenarios = _scenarios(MultiHopAbstractQuerySynthesizer(llm=judge), 3, _graph())
    assert scenarios
    assert {theme for one in scenarios for theme in one.combinations} <= {"clay", "honey"}
    assert all(len(one.nodes) > 1 for one in scenarios)
    assert _scenarios(MultiHopAbstractQuerySynthesizer(llm=judge), 3, _graph(links=False)) == []


def test_a_multi_hop_sample_numbers_its_contexts() -> None:
    """Contexts carry their number, the sample who asked and how."""
    synthesizer = MultiHopSpecificQuerySynthesizer(llm=scripted())
    scenario = MultiHopScenario(
        nodes=_graph().nodes[:2],
        combinations=["E1"],
        persona=PEOPLE[0],
        style=QueryStyle.MISSPELLED,
        length=QueryLength.SHORT,
    )
    sample = asyncio.run(synthesizer.generate_sample(scenario))
    assert [one.split("\n\n")[0] for one in sample.reference_contexts or ()] == ["<1-hop>", "<2-hop>"]
    assert (sample.persona_name, sample.query_style, sample.query_length) == ("Reader", "MISSPELLED", "SHORT")
    with pytest.raises(InputError, match="num_samples"):
        synthesizer.sample_diverse_combinations([], 0)


def test_the_judge_is_told_what_the_question_is_to_be_like() -> None:
    """Persona, term, style, length, context, purpose and language are in the prompt, the text in a fence."""
    judge = scripted()
    synthesizer = SingleHopSpecificQuerySynthesizer(llm=judge, llm_context="a help desk", language="Polish")
    scenario = _scenarios(synthesizer, 1, _graph(), PEOPLE[:1])[0]
    asyncio.run(synthesizer.generate_sample(scenario))
    prompt = judge.calls[-1].prompt
    for told in (
        "Reader: r",
        scenario.term,
        "a help desk",
        "Polish",
        scenario.nodes[0].get_property("page_content"),
    ):
        assert told in prompt


def test_prompts_can_be_replaced_and_kept(tmp_path: Path) -> None:
    """Prompts are given out by name, replaced, written to files and read back; unknown names are refused."""
    synthesizer = SingleHopSpecificQuerySynthesizer(llm=scripted())
    assert set(synthesizer.get_prompts()) == {
        "generate_query_reference_prompt",
        "theme_persona_matching_prompt",
    }
    prompt = replace(
        synthesizer.get_prompts()["generate_query_reference_prompt"], instruction="Ask one thing."
    )
    synthesizer.set_prompts(generate_query_reference_prompt=prompt)
    synthesizer.save_prompts(tmp_path)
    loaded = SingleHopSpecificQuerySynthesizer(llm=scripted()).load_prompts(tmp_path)
    assert loaded["generate_query_reference_prompt"].instruction == "Ask one thing."
    with pytest.raises(ValueError, match="has no prompt"):
        synthesizer.set_prompts(other=prompt)
    changed = replace(prompt, instruction="Ask less.")
    synthesizer.set_prompts(query_answer_generation_prompt=changed)  # as Ragas 0.4.3 calls it
    assert synthesizer.get_prompts()["generate_query_reference_prompt"] == changed
    with pytest.raises(ValueError, match=r"given 'generate_query_reference_prompt' twice"):
        synthesizer.set_prompts(query_answer_generation_prompt=prompt, generate_query_reference_prompt=prompt)


def test_the_default_distribution_is_what_the_graph_allows() -> None:
    """Three kinds evenly; without links only single-hop; rules for the embedded judge; an empty graph is an error."""
    assert [share for _, share in default_query_distribution(scripted(), _graph())] == [1 / 3] * 3
    single = default_query_distribution(scripted(), _graph(links=False))
    assert [type(one) for one, _ in single] == [SingleHopSpecificQuerySynthesizer]
    assert [type(one) for one, _ in default_query_distribution(LocalJudge())] == [RuleBasedQuerySynthesizer]
    with pytest.raises(ConfigurationError, match="holds nothing"):
        default_query_distribution(scripted(), KnowledgeGraph())


def test_shares_in_whole_numbers() -> None:
    """`whole_shares` gives exactly the sum; `calculate_split_values` rounds each up, as it did."""
    assert whole_shares([1, 1, 1], 10) == [4, 3, 3]
    assert whole_shares([0.9, 0.1], 3) == [3, 0]
    assert calculate_split_values([0.5, 0.25, 0.25], 10) == ([5, 3, 3], [5, 8, 11])
    for wrong in ([], [0.0], [-1.0, 2.0], [float("nan")]):
        with pytest.raises(InputError, match="positive"):
            whole_shares(wrong, 3)


@pytest.mark.parametrize(
    "path",
    [
        "ragas.testset.synthesizers.generate:TestsetGenerator",
        "ragas.testset.synthesizers.testset_schema:Testset",
        "ragas.testset.synthesizers.utils:calculate_split_values",
        "ragas.testset.synthesizers.single_hop.prompts:QueryCondition",
        "ragas.testset.synthesizers.multi_hop.prompts:QueryConditions",
        "ragas.testset.synthesizers.prompts:ThemesPersonasMatchingPrompt",
        "ragas.testset.synthesizers.single_hop:SingleHopQuerySynthesizer",
        "ragas.testset:TestsetSample",
    ],
)
def test_names_of_earlier_versions(path: str) -> None:
    """Import paths that users have are kept."""
    from importlib import import_module

    module, name = path.split(":")
    assert getattr(import_module(module), name)
