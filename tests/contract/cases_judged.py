"""Metrics of answers, ratings, conversations and queries: samples, best replies, empty inputs, scripted decisions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.contract.case import NO_CONTEXT, NOT_APPLICABLE, Case
from tests.replies import Reply, statements, verdicts

CONVERSATION = [
    {"type": "human", "content": "When does the ferry leave? And who wins tonight?"},
    {"type": "ai", "content": "", "tool_calls": [{"name": "timetable", "args": {"port": "Isla Verde"}}]},
    {"type": "tool", "content": "07:40"},
    {"type": "ai", "content": "At 07:40. I only know about ferries."},
]
CONVERSATION_SAMPLE: dict[str, Any] = {
    "user_input": CONVERSATION,
    "reference": "The human knows when the ferry leaves.",
    "reference_topics": ["ferries"],
}
"""The columns of a sample that is a conversation."""


def numbered(flag: str, *values: bool, key: str = "verdicts") -> Reply:
    """One verdict an item, under the name the reply model has for it."""
    return {key: [{"number": n, "reason": f"reason {n}", flag: value} for n, value in enumerate(values, 1)]}


COMPARED: dict[str, Reply] = {"Statements": statements("a", "b"), "StatementVerdicts": verdicts(True, True)}
GOAL: dict[str, Reply] = {
    "Workflow": {"user_goal": "to know the hour", "end_state": "the hour is known"},
    "Outcome": {"reason": "the same", "achieved": True},
}
TOP = {"reason": "complete", "rating": 2}


class Stub:
    """A classifier that believes every statement with a seven in it."""

    def predict(self, pairs: list[tuple[str, str]]) -> list[float]:
        """One probability a pair."""
        return [0.9 if "7" in statement else 0.2 for _, statement in pairs]


CASES: dict[str, Case] = {
    "AgentGoalAccuracyWithReference": Case(best=GOAL, empty=(({"user_input": []}, 0.0),)),
    "AgentGoalAccuracyWithoutReference": Case(best=GOAL, empty=(({"user_input": []}, NOT_APPLICABLE),)),
    "AnswerAccuracy": Case(best={"AccuracyRating": {"reason": "the same", "rating": 4}}),
    "AnswerCorrectness": Case(best=COMPARED),
    "ContextRelevance": Case(best={"Rating": TOP}, empty=NO_CONTEXT),
    "FactualCorrectness": Case(best=COMPARED),
    "FaithfulnessWithHHEM": Case(best={"Statements": statements("7")}, empty=NO_CONTEXT),
    "ResponseGroundedness": Case(best={"Rating": TOP}, empty=NO_CONTEXT),
    "SQLSemanticEquivalence": Case(
        best={
            "SQLComparison": {"response_explanation": "x", "reference_explanation": "x", "equivalent": True}
        }
    ),
    "SummaryScore": Case(
        best={
            "Keyphrases": {"keyphrases": ["ferry"]},
            "ClosedQuestions": {"questions": ["Does the ferry leave at 07:40?"]},
            "Answers": numbered("answered", True, key="answers"),
        }
    ),
    "TopicAdherence": Case(
        best={
            "Topics": {"topics": ["ferry", "sports"]},
            "Refusals": numbered("refused", False, True),
            "Memberships": numbered("allowed", True, False),
        },
        empty=(({"user_input": []}, NOT_APPLICABLE),),
    ),
}

SETTINGS: dict[str, dict[str, Any]] = {
    "AnswerCorrectness": {"weights": (1, 0)},
    "FaithfulnessWithHHEM": {"classifier": Stub()},
    "SummaryScore": {"length_penalty": False},
}
"""Settings under which the best score can be reached, and no model has to be loaded."""


def answer(model: str, data: str, bit: Callable[[], bool]) -> Reply | None:
    """The reply to a prompt of these metrics, every decision of which is the next bit; None for other prompts."""
    last = data[max(data.rfind("<topics "), data.rfind("<questions "), 0) :]
    asked = range(len(re.findall(r"^\[\d+\] ", last, re.MULTILINE)))
    match model:
        case "Rating":
            return {"reason": "r", "rating": bit() + bit()}
        case "AccuracyRating":
            return {"reason": "r", "rating": 2 * (bit() + bit())}
        case "Keyphrases":
            return {"keyphrases": [word for word in ("ferry", "07:40") if bit()]}
        case "ClosedQuestions":
            return {"questions": [f"question {n}?" for n in range(3) if bit()]}
        case "Answers":
            return numbered("answered", *(bit() for _ in asked), key="answers")
        case "Topics":
            return {"topics": [topic for topic in ("ferry", "sports", "weather") if bit()]}
        case "Refusals":
            return numbered("refused", *(bit() for _ in asked))
        case "Memberships":
            return numbered("allowed", *(bit() for _ in asked))
        case "Workflow":
            return {"user_goal": "to know", "end_state": "known"}
        case "Outcome":
            return {"reason": "r", "achieved": bit()}
        case "SQLComparison":
            return {"response_explanation": "x", "reference_explanation": "y", "equivalent": bit()}
    return None
