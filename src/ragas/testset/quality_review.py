"""Have a judge look at a question: is its reference supported, word by word, and does it answer what is asked?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, Field

from ragas.exceptions import UnsupportedStepError
from ragas.llms.adapt import ask
from ragas.llms.judge import Judge
from ragas.llms.local import LocalJudge
from ragas.llms.local.sentences import statements
from ragas.metrics import steps
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.schema.samples import SingleTurnSample
from ragas.testset.quality_evidence import carries, strange_figure
from ragas.testset.quality_search import Passages
from ragas.testset.synthesizers.sources import HOP
from ragas.testset.testset import Evidence

UNSUPPORTED = "reference not supported by the context"
UNQUOTED = "reference without evidence that can be quoted"
THIN = "reference with evidence that says too little"
MISFIGURED = "reference with a number that its evidence does not have"
ONE_IS_ENOUGH = "meant to take several passages, but one is enough"
UNANSWERED = "not answered by its context"
UNCLEAR = "not understandable without the context"
UNFIT = "reference does not answer it"
ANSWERED = "meant to be unanswerable, but the documents answer it"
UNTOLD = "reference does not say that the documents leave it open"
UNCORRECTED = "reference does not correct what is taken for granted"
FALSE_PREMISE = "takes something false for granted"
TRUE_PREMISE = "meant to be adversarial, but takes nothing false for granted"

LOOKED_AT = 3
"""Passages of all documents in which the answer to an unanswerable question is looked for, beside its own."""


class QuestionReview(BaseModel):
    """What a judge says about a question and its reference."""

    reason: str = Field(description="one short sentence")
    understandable: bool = Field(
        description="true if the question names what it is about, so a stranger understands it"
    )
    answered: bool = Field(description="true if the chunks hold what the question asks for")
    fits: bool = Field(
        description=(
            "true if the reference is the right reply to the question, complete and to the point: its answer, if the "
            "chunks hold it; if they do not, a statement that this is not told, which claims no answer; if the question "
            "takes something false for granted, what is true instead"
        )
    )
    false_premise: bool = Field(
        description="true if the question takes something for granted that the chunks say is otherwise"
    )


REVIEW = JudgePrompt(
    name="review_question",
    instruction=(
        "A question was written for a test, with a reference answer, for people who do not see the chunks. Say whether "
        "the question can be understood without them, whether the chunks hold what it asks for, whether the reference "
        "is the right reply to it, and whether it takes something for granted that the chunks say is otherwise. Spelling "
        "mistakes and key words instead of a sentence are meant and no fault. Use no knowledge of your own. Write the "
        "reason in the language of the question."
    ),
    reply=QuestionReview,
)


@dataclass(frozen=True)
class Review:
    """What became of the look: why the question is to be dropped (empty if it is not), and the evidence."""

    why: str = ""
    detail: str = ""
    evidence: tuple[Evidence, ...] = ()


async def review(judge: Judge, sample: SingleTurnSample, kind: str, passages: Passages) -> Review:
    """Verify the reference of a question, and the question itself.

    Every sentence of the reference must be supported, with a quote that stands in the contexts and is long enough to
    carry it, and whose numbers it has. The reference of a question that is left open must say so. A judge that writes
    then says whether the question is answered; the embedded one whether the context holds question and answer.
    """
    question, reference = sample.user_input or "", sample.reference or ""
    given = sample.reference_contexts or []
    contexts = [HOP.sub("", one) for one in given]
    if kind == "unanswerable":
        near = [one for one in passages.nearest(question, LOOKED_AT) if one not in contexts]
        return await _left_open(judge, question, reference, [*contexts, *near])
    before = [len(one) - len(bare) for one, bare in zip(given, contexts, strict=True)]
    checked = await _evidence(judge, question, reference, contexts, before)
    if checked.why:
        return checked
    if isinstance(judge, LocalJudge):
        useful = await steps.relevant(judge, question, reference, contexts)
        if not any(one.useful for one in useful):
            return Review(UNANSWERED, useful[0].reason if useful else "")
        return checked
    try:
        told = await _asked(judge, question, reference, contexts)
    except UnsupportedStepError:  # a judge that verifies and nothing else
        return checked
    why = _fault(told, kind)
    return Review(why, told.reason) if why else checked


def _fault(told: QuestionReview, kind: str) -> str:
    if not told.understandable:
        return UNCLEAR
    if kind == "adversarial":
        return TRUE_PREMISE if not told.false_premise else "" if told.fits else UNCORRECTED
    if told.false_premise:
        return FALSE_PREMISE
    if not told.answered:
        return UNANSWERED
    return "" if told.fits else UNFIT


async def _left_open(judge: Judge, question: str, reference: str, contexts: Sequence[str]) -> Review:
    told = await _asked(judge, question, reference, contexts)
    if not told.understandable:
        return Review(UNCLEAR, told.reason)
    if told.answered:
        return Review(ANSWERED, told.reason)
    if figure := strange_figure(reference, "", [question, *contexts]):
        return Review(UNTOLD, f"{figure!r} is neither in the question nor in the documents")
    return Review() if told.fits else Review(UNTOLD, told.reason)


async def _asked(judge: Judge, question: str, reference: str, contexts: Sequence[str]) -> QuestionReview:
    data: dict[str, Any] = {"chunk": list(contexts), "question": question, "reference": reference}
    return await ask(judge, REVIEW.render(data), QuestionReview)


async def _evidence(
    judge: Judge, question: str, reference: str, contexts: Sequence[str], before: Sequence[int]
) -> Review:
    """A quote for every statement; `before` is how many characters precede each context in the sample."""
    claims = statements(reference, question) or [reference]
    found: list[Evidence] = []
    resting_on: set[int] = set()
    for claim, verdict in zip(claims, await steps.verify(judge, claims, contexts), strict=True):
        if not verdict.supported:
            return Review(UNSUPPORTED, f"{claim!r}: {verdict.reason}")
        if verdict.quote is None or not verdict.quote_found or verdict.chunk is None:
            return Review(UNQUOTED, f"{claim!r} rests on {verdict.quote!r}, which is in no context")
        if not carries(verdict.quote, claim, contexts[verdict.chunk]):
            return Review(THIN, f"{claim!r} rests on {verdict.quote!r} only")
        if figure := strange_figure(claim, verdict.quote, [question, *contexts]):
            return Review(MISFIGURED, f"{claim!r} rests on {verdict.quote!r}, which does not have {figure!r}")
        resting_on |= {verdict.chunk, *verdict.chunks}
        found.append(
            Evidence(
                statement=claim,
                quote=verdict.quote,
                context=verdict.chunk,
                start=None if verdict.start is None else verdict.start + before[verdict.chunk],
                end=None if verdict.end is None else verdict.end + before[verdict.chunk],
            )
        )
    # The embedded judge names the best passage only, also where a sentence rests on two.
    if len(contexts) > 1 and len(resting_on) < 2 and not isinstance(judge, LocalJudge):
        return Review(ONE_IS_ENOUGH, f"all of the reference is in passage {found[0].context + 1}")
    return Review(evidence=tuple(found))
