"""Mutators: each does what it says, to a copy, the same way for the same seed, and nothing where there is nothing."""

from __future__ import annotations

import time
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragas import MultiTurnSample, SingleTurnSample
from ragas.evaluation.mutations import MUTATORS

BY_NAME = {one.name: one for one in MUTATORS}
ANSWER = {
    "response": "The bridge in Halden was opened in 1934 [1]. It is green, and crossing it is free (see page 2).",
    "retrieved_contexts": [
        "The ferry to Stromstad sails in summer.",
        "The bridge in Halden was opened in 1934. It is green.",
        "Crossing is free.",
    ],
}
TALK = {
    "user_input": [
        {"content": "Book a table for four on Friday.", "type": "human"},
        {
            "content": "",
            "type": "ai",
            "tool_calls": [
                {"name": "find", "args": {"day": "Friday"}},
                {"name": "book", "args": {"seats": 4, "terrace": False}},
            ],
        },
        {"content": "free at eight", "type": "tool"},
        {"content": "booked", "type": "tool"},
    ]
}


def mutated(name: str, row: dict[str, Any], seed: int = 0) -> tuple[dict[str, Any], str] | None:
    return BY_NAME[name].change(row, Random(seed))


@pytest.mark.parametrize(
    ("name", "response", "made"),
    [
        ("flip_number", "It has 250 seats.", {"It has 350 seats."}),
        ("negate_sentence", "It is green.", {"It is not green."}),
        ("negate_sentence", "It is not green.", {"It is green."}),
        ("negate_sentence", "You can't swim there.", {"You can swim there."}),
        ("negate_sentence", "It won't close.", {"It will close."}),
        (
            "negate_sentence",
            "Here are the figures:\n- It is green.",
            {"Here are the figures:\n- It is not green."},
        ),
        ("negate_sentence", "Here's what is known: it is old.", {"Here's what is known: it is not old."}),
        (
            "negate_sentence",
            "Is it old? It is. What they can see:",
            {"Is it old? It is not. What they can see:"},
        ),
        ("negate_sentence", "There is a pool.", {"There is not a pool."}),
        ("drop_citation", "It is green [2].", {"It is green."}),
        ("drop_sentence", "It is very green. It is very old.", {"It is very green.", "It is very old."}),
        ("add_courtesy", "It is green.", {"It is green. I hope this helps!"}),
        ("invent_sentence", "It is green.", {"It is green. It was first described by Marta Velden in 1873."}),
    ],
)
def test_what_becomes_of_an_answer(name: str, response: str, made: set[str]) -> None:
    """The answer with that one fault."""
    if name == "flip_number":
        found = {mutated(name, {"response": response}, seed)[0]["response"] for seed in range(9)}  # type: ignore[index]
        assert response not in found
        assert all(one.startswith("It has ") and one.endswith(" seats.") for one in found)
        return
    found = {mutated(name, {"response": response}, seed)[0]["response"] for seed in range(9)}  # type: ignore[index]
    assert found == made


@pytest.mark.parametrize(
    ("name", "response"),
    [
        ("drop_citation", "It is green."),
        ("flip_number", "It is green [1]."),
        ("swap_entity", "It is green."),
        ("negate_sentence", "Green throughout."),
        ("negate_sentence", "Here are the figures from the technical data:"),
        ("negate_sentence", "**What is known:**\nHere is the list. Is it green?"),
        ("drop_sentence", "It is green."),
        ("drop_context", "It is green."),
        ("bury_context", "It is green."),
        ("remove_tool_call", "It is green."),
        ("add_courtesy", ""),
    ],
)
def test_where_there_is_nothing_to_change(name: str, response: str) -> None:
    """None, so that no sample is counted as spoiled that is not."""
    assert mutated(name, {"response": response, "user_input": "Which colour?"}) is None


def test_names_become_other_names_of_the_sample() -> None:
    """A name of the contexts stands where another was, everywhere in the answer."""
    changed, did = mutated("swap_entity", ANSWER) or ({}, "")
    assert "Stromstad" in changed["response"]
    assert "Halden" not in changed["response"]
    assert did == "'Halden' became 'Stromstad'"


def test_the_context_that_matters_is_taken_or_moved() -> None:
    """The one with most words of the answer."""
    dropped, _ = mutated("drop_context", ANSWER) or ({}, "")
    buried, _ = mutated("bury_context", ANSWER) or ({}, "")
    assert dropped["retrieved_contexts"] == [ANSWER["retrieved_contexts"][0], ANSWER["retrieved_contexts"][2]]
    assert buried["retrieved_contexts"][-1] == ANSWER["retrieved_contexts"][1]
    assert sorted(buried["retrieved_contexts"]) == sorted(ANSWER["retrieved_contexts"])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("name", "calls"),
    [("remove_tool_call", 1), ("alter_tool_argument", 2), ("rename_tool", 2), ("repeat_tool_call", 3)],
)
def test_what_becomes_of_tool_calls(name: str, calls: int, seed: int) -> None:
    """A call less, another value, another tool, a call more; what comes out is still a conversation."""
    changed, did = mutated(name, TALK, seed) or ({}, "")
    sample = MultiTurnSample(**changed)
    made = [call for message in sample.user_input for call in getattr(message, "tool_calls", None) or ()]
    assert len(made) == calls
    assert did
    before = {"find": {"day": "Friday"}, "book": {"seats": 4, "terrace": False}}
    if name != "repeat_tool_call":
        assert {call.name: call.args for call in made} != before
    if name == "remove_tool_call":
        answers = [message.content for message in sample.user_input if message.type == "tool"]
        assert answers == (["free at eight"] if made[0].name == "find" else ["booked"])


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=120), st.lists(st.text(max_size=60), max_size=4), st.integers(0, 5))
def test_any_text_is_changed_or_left_alone(response: str, contexts: list[str], seed: int) -> None:
    """No text breaks a mutator; the row stays as it was, and the same seed does the same."""
    row = {"user_input": "?", "response": response, "retrieved_contexts": contexts}
    kept = deepcopy(row)
    for mutator in MUTATORS:
        found = mutator.change(row, Random(seed))
        assert row == kept
        assert found == mutator.change(row, Random(seed))
        if found is not None:
            changed, did = found
            assert set(changed) == {mutator.column}
            assert did
            SingleTurnSample(**{**row, **changed})


@pytest.mark.parametrize(
    "text", [" " * 20_000, "." * 20_000, "e.g.x" * 4_000, "(see " * 4_000, "Aa " * 7_000, "is\n" * 5_000]
)
def test_no_text_takes_long(text: str) -> None:
    """Text of one kind of sign, as extraction from a PDF leaves it, is read in one pass."""
    started = time.perf_counter()
    for mutator in MUTATORS:
        mutator.change({"response": text, "retrieved_contexts": [text[:2_000], "x"]}, Random(0))
    assert time.perf_counter() - started < 5
