"""User cases C21 and C22: what others ran into when they made test sets."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.exceptions import InputError
from ragas.testing import HashEmbeddings
from ragas.testset import TestsetGenerator
from tests.testset.scripted import TOPICS, scripted

LONG = " ".join(
    f"The {metal} kiln number {number} in hall {number + 3} reaches {900 + number} degrees after {number + 2} hours."
    for number, metal in enumerate(["brass", "iron", "zinc", "tin", "lead", "gold", "bronze"] * 3)
)


def _generator(judge: Any) -> TestsetGenerator:
    return TestsetGenerator(judge, HashEmbeddings())


def test_c21a_a_note_of_forty_words() -> None:
    """One document of 40 words gives single-hop questions."""
    note = (
        "A bee colony lives through winter on its honey. Keepers leave about 20 kilograms in the hive in October. "
        "Mites are counted in August. Sugar water is fed after the last harvest, never in spring, when nectar flows."
    )
    testset = _generator(scripted()).generate_with_documents([note], 2, show_progress=False)
    assert len(testset) == 2
    assert {one.synthesizer_name for one in testset} == {"single_hop_specific_query_synthesizer"}


def test_c21a_too_short_says_what_was_measured() -> None:
    """A document of two words is refused, with the length needed and the length found."""
    judge = scripted()
    with pytest.raises(InputError, match=r"needs 10 tokens .* they have 2"):
        _generator(judge).generate_with_documents(["Bee hive"], 2, show_progress=False)
    assert not judge.calls


@pytest.mark.parametrize(
    ("documents", "cause"),
    [([], "list is empty"), (["", "  \n", "\t"], "All 3 documents are blank"), ([""], "document is blank")],
)
def test_c21bc_nothing_to_ask_about(documents: list[str], cause: str) -> None:
    """No documents, or only blank ones, are a ValueError with the cause, before anything is asked."""
    judge = scripted()
    with pytest.raises(ValueError, match=cause):
        _generator(judge).generate_with_documents(documents, 3, show_progress=False)
    assert not judge.calls


def test_c21d_ten_middling_documents() -> None:
    """Ten documents of 150 to 450 tokens give three samples, with all default steps done."""
    documents = [f"Report {number}. {LONG[: 700 + 90 * number]}" for number in range(10)]
    generator = _generator(scripted())
    testset = generator.generate_with_documents(documents, 3, show_progress=False)
    assert len(testset) == 3
    properties = set(generator.knowledge_graph.nodes[0].properties)
    assert {"summary", "summary_embedding", "themes", "entities"} <= properties


def test_c21e_a_failing_step_is_the_error_that_is_shown() -> None:
    """A headline step that fails for every document ends the run with its own error, not with a missing property."""
    judge = scripted(Headlines=PermissionError("key revoked"))
    with pytest.raises(PermissionError, match="key revoked"):
        _generator(judge).generate_with_documents([LONG * 6], 3, show_progress=False)


def test_c22a_ten_distinct_questions_of_a_judge_that_repeats_itself() -> None:
    """Three of four questions are the same one: the set has ten distinct ones, or says why not; no document is left out."""
    testset = _generator(scripted(same=True)).generate_with_documents(
        list(TOPICS.values()), 10, show_progress=False
    )
    report = testset.report
    assert report is not None
    questions = [one.eval_sample.user_input for one in testset]
    assert len(set(map(str, questions))) == len(questions)
    assert len(questions) == 10 or report.shortfall
    assert report.dropped_by_reason["near-duplicate of another"] > 0
    assert report.unused_documents == []


def test_c22a_a_shortfall_is_told() -> None:
    """A judge with one question only gives a set of one, and the report says how many were dropped and why."""
    judge = scripted(
        GeneratedQueryAnswer={"query": "What is served?", "answer": "Breakfast is served near Bergen."}
    )
    testset = _generator(judge).generate_with_documents(list(TOPICS.values()), 4, show_progress=False)
    report = testset.report
    assert report is not None
    assert len(testset) == 1
    assert "1 of 4 questions were made" in report.shortfall
    assert "near-duplicate of another" in report.shortfall


def test_c22b_a_second_set_is_about_the_second_documents() -> None:
    """The same generator used again refers only to what it was given then."""
    generator = _generator(scripted())
    generator.generate_with_documents(list(TOPICS.values())[:3], 3, show_progress=False)
    second = generator.generate_with_documents([TOPICS["trains"], TOPICS["tea"]], 4, show_progress=False)
    texts = {TOPICS["trains"], TOPICS["tea"]}
    assert {context for one in second for context in one.eval_sample.reference_contexts or ()} <= texts  # type: ignore[union-attr]
    assert {node.get_property("page_content") for node in generator.knowledge_graph.nodes} == texts
