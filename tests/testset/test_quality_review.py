"""Tests of a judge's look at a question."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ragas.llms.local import LocalJudge
from ragas.schema.samples import SingleTurnSample
from ragas.testing import ScriptedJudge
from ragas.testset.graph import KnowledgeGraph, Node, NodeType
from ragas.testset.quality_review import Review, review
from ragas.testset.quality_search import Passages

NONE = Passages(KnowledgeGraph())
GOOD = {"reason": "", "understandable": True, "answered": True, "fits": True, "false_premise": False}


def _review(
    judge: Any, kind: str = "answerable", contexts: tuple[str, ...] = ("The crossing takes 40 minutes.",)
) -> Review:
    sample = SingleTurnSample(
        user_input="How long is the crossing?",
        reference="The crossing takes 40 minutes.",
        reference_contexts=list(contexts),
    )
    return asyncio.run(review(judge, sample, kind, NONE))


def _judge(quote: str = "takes 40 minutes", supported: bool = True, **review: Any) -> ScriptedJudge:
    verdict = {"number": 1, "reason": "r", "supported": supported, "quote": quote, "chunks": [1]}
    return ScriptedJudge({"StatementVerdicts": {"verdicts": [verdict]}, "QuestionReview": GOOD | review})


def test_a_good_question_passes_with_its_evidence() -> None:
    """The quote is kept with its place in the context as the sample carries it, its hop line included."""
    contexts = ("<1-hop>\n\nThe crossing takes 40 minutes.",)
    found = _review(_judge(), contexts=contexts)
    assert found.why == ""
    evidence = found.evidence[0]
    assert contexts[0][evidence.start : evidence.end] == evidence.quote == "takes 40 minutes"


@pytest.mark.parametrize(
    ("judge", "kind", "why"),
    [
        (_judge(supported=False), "answerable", "reference not supported by the context"),
        (_judge(quote="takes an hour"), "answerable", "reference without evidence that can be quoted"),
        (_judge(quote=""), "answerable", "reference without evidence that can be quoted"),
        (_judge(quote="40"), "answerable", "reference with evidence that says too little"),
        (_judge(understandable=False), "answerable", "not understandable without the context"),
        (_judge(answered=False), "answerable", "not answered by its context"),
        (_judge(fits=False), "answerable", "reference does not answer it"),
        (_judge(false_premise=True), "answerable", "takes something false for granted"),
        (_judge(), "adversarial", "meant to be adversarial, but takes nothing false for granted"),
        (_judge(false_premise=True), "adversarial", ""),
        (
            _judge(false_premise=True, fits=False),
            "adversarial",
            "reference does not correct what is taken for granted",
        ),
        (_judge(), "unanswerable", "meant to be unanswerable, but the documents answer it"),
        (_judge(answered=False), "unanswerable", ""),
        (
            _judge(answered=False, fits=False),
            "unanswerable",
            "reference does not say that the documents leave it open",
        ),
    ],
)
def test_what_is_dropped(judge: ScriptedJudge, kind: str, why: str) -> None:
    """Each fault has its reason; what is a fault depends on the kind of question."""
    assert _review(judge, kind).why == why


def test_several_passages_must_be_needed() -> None:
    """A question to several passages whose reference rests on one of them is dropped."""
    contexts = ("The crossing takes 40 minutes.", "Bees make honey.")
    assert _review(_judge(), contexts=contexts).why == "meant to take several passages, but one is enough"


@pytest.mark.parametrize("chunks", [[1, 2], [2]])
def test_a_statement_may_rest_on_several_passages(chunks: list[int]) -> None:
    """Several passages are needed where the judge names them, or quotes another than the one it names."""
    contexts = ("The crossing takes 40 minutes.", "Bees make honey.")
    judge = _judge()
    judge._by_model["StatementVerdicts"]["verdicts"][0]["chunks"] = chunks
    assert _review(judge, contexts=contexts).why == ""


def test_a_reference_with_a_number_of_its_own() -> None:
    """A number that neither quote nor context has drops the question, whatever the judge says; so it does where it
    stands in the reference of a question that is said to be left open."""
    contexts = ("The crossing takes 55 minutes.",)
    judge = _judge(quote="takes 55 minutes")
    found = _review(judge, contexts=contexts)
    assert found.why == "reference with a number that its evidence does not have"
    assert "'40'" in found.detail
    assert _review(_judge(answered=False), "unanswerable", contexts).why.startswith("reference does not say")


def test_the_embedded_judge_reviews_by_words() -> None:
    """Without a language model, support and relevance are told from words."""
    assert _review(LocalJudge()).why == ""
    assert _review(LocalJudge(), contexts=("Bees make honey from nectar.",)).why


def test_the_nearest_passages_share_rare_words() -> None:
    """Passages are found by the words that few of them have; documents that were cut are searched in parts."""
    texts = ["The crossing takes 40 minutes.", "Bees make honey.", "The kiln cools."]
    kg = KnowledgeGraph([Node(type=NodeType.CHUNK, properties={"page_content": text}) for text in texts])
    assert Passages(kg).nearest("How long does the crossing to Bell Island take?", 2)[0] == texts[0]
    assert Passages(kg).nearest("Quantum?", 2) == []
