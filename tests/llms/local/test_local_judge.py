"""The embedded judge as a judge and as a step judge."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from ragas.exceptions import UnsupportedStepError
from ragas.llms.judge import Judge, StepJudge
from ragas.llms.local import LocalJudge, agreement

CONTEXTS = ["Leave is 20 days. It may be carried over.", "The office is in Delhi.\nIt has 1,280 staff."]


class Question(BaseModel):
    """A reply that has to be written."""

    text: str


def test_it_is_both_ports() -> None:
    """It is a judge and answers all four steps; its name and its caution are there to be shown."""
    judge = LocalJudge()
    assert isinstance(judge, Judge)
    assert isinstance(judge, StepJudge)
    assert judge.steps == {"split", "verify", "relevant", "entities"}
    assert judge.name == "local"
    assert judge.caution
    assert "\n" not in judge.caution
    assert "support screen" in judge.caution


def test_prompts_are_refused_with_a_way_out() -> None:
    """A prompt raises an error that says what cannot be done and how to configure a judge that can."""
    with pytest.raises(UnsupportedStepError, match=r"Question.*llm_factory.*RAGAS_LLM.*OPENAI_API_KEY"):
        asyncio.run(LocalJudge().agenerate("Ask something.", Question))


def test_verdicts_quote_exactly() -> None:
    """Verdicts align with the statements, and their quotes stand in the contexts at the given offsets."""
    verdicts = asyncio.run(
        LocalJudge().verify(["Leave is 20 days.", "It has 1280 staff.", "Cats purr."], CONTEXTS)
    )
    assert [verdict.supported for verdict in verdicts] == [True, True, False]
    assert [verdict.chunk for verdict in verdicts] == [0, 1, None]
    assert verdicts[1].quote == "It has 1,280 staff."
    assert verdicts[1].quote_found is True
    assert CONTEXTS[1][verdicts[1].start : verdicts[1].end] == verdicts[1].quote
    assert verdicts[2].quote is None
    assert all(verdict.reason and 0 <= (verdict.confidence or 0) <= 1 for verdict in verdicts)


def test_what_cannot_be_checked_is_not_called_supported() -> None:
    """A statement without a content word gets a confidence of 0.5, which says nothing, and no support."""
    (verdict,) = asyncio.run(LocalJudge().verify(["It is."], CONTEXTS))
    assert not verdict.supported
    assert verdict.confidence == 0.5
    assert "could be checked" in str(verdict.reason)


def test_split_answers_with_statements() -> None:
    """Splitting keeps statements and drops the rest."""
    assert asyncio.run(LocalJudge().split("Hello! Leave is 20 days. Anything else?")) == ["Leave is 20 days."]


def test_relevant_chunks() -> None:
    """The chunk that holds the answer is useful; one on another subject, or only on the subject, is not."""
    chunks = [
        "The Eiffel Tower is a tower in Paris.",
        "Bananas are rich in potassium.",
        "The Tower of London is old.",
    ]
    found = asyncio.run(LocalJudge().relevant("Where is the Eiffel Tower?", "It is in Paris.", chunks))
    assert [helps.useful for helps in found] == [True, False, False]
    assert "'Paris'" in found[0].reason
    assert asyncio.run(LocalJudge().relevant("Where?", "Here.", [])) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Marie Curie was born in Warsaw on 7 November 1867. She earned $1,500 (5%) at the University of Paris.",
            ["Marie Curie", "Warsaw", "7 November 1867", "$1,500", "5%", "University of Paris"],
        ),
        ("Delhi is large. People love Delhi.", ["Delhi"]),
        ("Angela Merkel besuchte am 3. Oktober 1990 die EU.", ["Angela Merkel", "3. Oktober 1990", "EU"]),
        (
            "列车2020年5月3日到达苏州市，票价50元。《红楼梦》是小说。",
            ["2020年5月3日", "苏州市", "50元", "红楼梦"],
        ),
        ("東京駅はトヨタの本社に近い。", ["東京駅", "トヨタ"]),
        ("nothing to see here", []),
    ],
)
def test_entities(text: str, expected: list[str]) -> None:
    """Names, places, dates and figures come once each, in order of appearance."""
    assert asyncio.run(LocalJudge().entities(text)) == expected


def test_agreement_with_a_reference() -> None:
    """The share of the reference that the answer says: all, some, none; words of the question count less."""
    assert agreement("It opened in 1889.", "1889") == 1.0
    assert agreement("I don't know.", "1889") == 0.0
    assert 0 < agreement("The Eiffel Tower in Lyon", "the Eiffel Tower in Paris") < 1
    assert agreement("anything", "") == 0.0
    with_question = agreement("an island near Brazil", "Madeira Island", "On which island is it?")
    assert with_question < agreement("an island near Brazil", "Madeira Island")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), st.lists(st.text(max_size=120), max_size=3))
def test_any_text_is_taken(statement: str, contexts: list[str]) -> None:
    """No text breaks a step, and every quote stands where it says."""
    judge = LocalJudge()
    verdict = asyncio.run(judge.verify([statement], contexts))[0]
    if verdict.quote is not None and verdict.chunk is not None:
        assert contexts[verdict.chunk][verdict.start : verdict.end] == verdict.quote
    asyncio.run(judge.split(statement))
    asyncio.run(judge.entities(statement))
    assert len(asyncio.run(judge.relevant(statement, statement, contexts))) == len(contexts)
