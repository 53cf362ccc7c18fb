"""The contract of rubrics, critics and multimodal metrics: what gives the best score, what empty inputs give."""

from __future__ import annotations

from collections.abc import Callable

from tests.contract.case import NO_CONTEXT, Case, Inputs
from tests.replies import Reply

SAMPLE: Inputs = {"rubrics": {"score1_description": "wrong", "score5_description": "right"}}

RUBRIC = Case(best={"RubricScore": {"feedback": "all of it", "score": 5}})

CASES: dict[str, Case] = {
    "AspectCritic": Case(best={"AspectVerdict": {"reason": "it does", "verdict": True}}),
    "DomainSpecificRubrics": RUBRIC,
    "InstanceSpecificRubrics": RUBRIC,
    "MultiModalFaithfulness": Case(
        best={"PictureFaithfulness": {"reason": "stated", "faithful": True}}, empty=NO_CONTEXT
    ),
    "MultiModalRelevance": Case(
        best={"PictureRelevance": {"reason": "answers it", "relevant": True}}, empty=NO_CONTEXT
    ),
    "RubricsScoreWithReference": RUBRIC,
    "RubricsScoreWithoutReference": RUBRIC,
    "SimpleCriteriaScore": Case(best={"CriteriaScore": {"reason": "perfect", "score": 10}}),
}


def answer(model: str, data: str, bit: Callable[[], bool]) -> Reply | None:
    """The reply of a judge that decides by bits; None for a model of another group."""
    match model:
        case "RubricScore":
            return {"feedback": "because", "score": 5 if bit() else 1}
        case "AspectVerdict":
            return {"reason": "because", "verdict": bit()}
        case "CriteriaScore":
            return {"reason": "because", "score": 10 if bit() else 0}
        case "PictureFaithfulness":
            return {"reason": "because", "faithful": bit()}
        case "PictureRelevance":
            return {"reason": "because", "relevant": bit()}
    return None
