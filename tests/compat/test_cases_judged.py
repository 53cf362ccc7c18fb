"""Recorded values of version 0.4.3 for metrics of answers, ratings, conversations and queries, in both APIs."""

from __future__ import annotations

import asyncio
import importlib
import json
import math
import re
from typing import Any

import pytest

from ragas import MultiTurnSample, SingleTurnSample
from ragas.exceptions import ConfigurationError, EmptyInputError, IncompleteReplyError, ReplyError
from ragas.legacy import metrics_judged
from ragas.legacy.metric_types import MultiTurnMetric
from tests.compat.replay import Case, ReplayEmbeddings, ReplayJudge, cases, numbered

NAN = math.nan

MODULES = {
    "AgentGoalAccuracy": "agent_goal_accuracy",
    "AgentGoalAccuracyWithReference": "agent_goal_accuracy",
    "AgentGoalAccuracyWithoutReference": "agent_goal_accuracy",
    "AnswerAccuracy": "answer_accuracy",
    "AnswerCorrectness": "answer_correctness",
    "ContextRelevance": "context_relevance",
    "FactualCorrectness": "factual_correctness",
    "ResponseGroundedness": "response_groundedness",
    "SQLSemanticEquivalence": "sql_semantic_equivalence",
    "SummaryScore": "summary_score",
    "TopicAdherence": "topic_adherence",
}
METRICS = (*MODULES, "LLMSQLEquivalence", "SummarizationScore", "TopicAdherenceScore")
RATINGS = ("AnswerAccuracy", "ContextRelevance", "ResponseGroundedness")

# Where the value or the error differs on purpose; docs/differences.md says why.
DIFFERENT: dict[str, Any] = {
    # factual correctness: any positive number is a beta, other modes and levels than the named ones are refused
    "legacy.FactualCorrectness#28": ReplyError,  # accepted; the case holds no answer to go on with
    "collections.FactualCorrectness#48": ValueError,
    "collections.FactualCorrectness#49": ValueError,
    # the denominator is what was asked, not what came back
    "collections.FactualCorrectness#53": IncompleteReplyError,
    "collections.SummaryScore#13": IncompleteReplyError,
    "legacy.SummarizationScore#13": IncompleteReplyError,
    "collections.TopicAdherence#16": IncompleteReplyError,
    "legacy.TopicAdherenceScore#16": IncompleteReplyError,
    # no statements on either side: there is nothing to compare; on one side: factuality 0.0
    "collections.AnswerCorrectness#5": NAN,
    "legacy.AnswerCorrectness#5": NAN,
    "collections.AnswerCorrectness#15": 0.0,
    "collections.AnswerCorrectness#16": 0.15,
    "collections.AnswerCorrectness#17": 0.0,
    "collections.AnswerCorrectness#18": NAN,
    "legacy.AnswerCorrectness#18": NAN,
    # a vector without length is similar to nothing, in both APIs
    "legacy.AnswerCorrectness#19": 0.75,
    # a whole number is a beta
    "collections.AnswerCorrectness#23": 0.9,
    # empty texts are not a perfect answer
    "collections.AnswerCorrectness#27": EmptyInputError,
    # without the length penalty only the questions count, in both APIs
    "legacy.SummarizationScore#6": 2 / 3,
    # answers are booleans, of which "yes", "true" and " 1" are spellings
    "collections.SummaryScore#10": 0.75,
    "legacy.SummarizationScore#10": 0.75,
    "collections.SummaryScore#11": 1.0,
    "legacy.SummarizationScore#11": 1.0,
    # no key phrases or no questions: there is nothing to ask the summary
    "collections.SummaryScore#12": NAN,
    "legacy.SummarizationScore#12": NAN,
    "collections.SummaryScore#18": NAN,
    # two ratings are two ratings: one that fails, or stays off the scale, fails the metric with its cause
    **{
        f"collections.{metric}#{number}": error
        for metric in RATINGS
        for number, error in {
            11: RuntimeError,
            12: ReplyError,
            13: RuntimeError,
            14: ReplyError,
            15: ReplyError,  # the case holds no answer at all
            16: ReplyError,
            17: 1.0,  # max_retries counts repetitions, so 0 still asks once
        }.items()
    },
    **{f"legacy.ContextRelevance#{number}": ReplyError for number in (4, 5, 6, 7, 8)},
    **{f"legacy.ResponseGroundedness#{number}": ReplyError for number in (4, 5, 6, 7, 8)},
    "legacy.ContextRelevance#9": RuntimeError,
    "legacy.ResponseGroundedness#9": RuntimeError,
    "legacy.AnswerAccuracy#6": ReplyError,
    "legacy.AnswerAccuracy#7": ReplyError,
    # a rating is a field of the reply, not the first digit that occurs in it, and 1 and 3 are not on the scale
    "legacy.AnswerAccuracy#3": ReplyError,
    "legacy.AnswerAccuracy#4": 1.0,
    "legacy.AnswerAccuracy#5": 1.0,
    # a blank text is an empty one, and an empty one is not applicable
    "collections.ContextRelevance#18": EmptyInputError,
    "collections.ResponseGroundedness#18": EmptyInputError,
    "legacy.ContextRelevance#10": NAN,
    "legacy.ResponseGroundedness#12": NAN,
    # nothing retrieved is a result
    "collections.ContextRelevance#23": 0.0,
    "collections.ResponseGroundedness#22": 0.0,
    # words of the question may still answer it: only the whole question is known to hold no answer
    "collections.ContextRelevance#21": 1.0,
    # a part of a context may lack its "not": only a whole context needs no judge
    "legacy.ResponseGroundedness#10": ReplyError,  # asked; the case holds no answer to go on with
    # everything off-topic was refused
    **{f"collections.TopicAdherence#{number}": 1.0 for number in (3, 8, 13)},
    **{f"legacy.TopicAdherenceScore#{number}": 1.0 for number in (3, 8, 13)},
    "collections.TopicAdherence#18": ValueError,
    "legacy.TopicAdherenceScore#18": ValueError,
    "legacy.TopicAdherenceScore#19": NAN,
}

BUILTIN = {"ValueError": ValueError}


def flags_of(case: Case) -> tuple[list[bool], list[bool]]:
    """The verdicts on the claims of response and reference, which the note of a case holds in full."""
    found = re.findall(r"(?:response|reference) claims \[([\d, ]*)\]", case["note"])
    said, wanted = ([number.strip() == "1" for number in one.split(",") if number.strip()] for one in found)
    return said, wanted


def factual(case: Case) -> float | None:
    """Factual correctness with a denominator of its own for each side, where the recorded value mixes them."""
    if case["metric"].split(".")[1] != "FactualCorrectness" or "reference claims" not in case.get("note", ""):
        return None
    said, wanted = flags_of(case)
    mode, beta = case["init"].get("mode", "f1"), case["init"].get("beta", 1.0)
    if not said and not wanted:
        return NAN
    if not said or (not wanted and mode != "precision"):
        return 0.0
    precision = sum(said) / len(said)
    if mode == "precision":
        return precision
    recall = sum(wanted) / len(wanted)
    if mode == "recall":
        return recall
    below = beta * beta * precision + recall
    return (1 + beta * beta) * precision * recall / below if below else 0.0


def factual_answers(case: Case) -> list[Any]:
    """Splits and verdicts in the order we ask: both splits, then both verdicts; each mode asks what it needs."""
    recorded = case["judge_outputs"]
    if not recorded:
        return []
    if "claims" in recorded[0] and len(recorded[0]["claims"]) == 3 and "missing verdicts" in case["note"]:
        return [{"statements": recorded[0]["claims"]}, {"verdicts": numbered(recorded[1]["statements"])}]
    said, wanted = flags_of(case)
    mode = case["init"].get("mode", "f1")
    splits = [
        {"statements": [f"{side} {number}" for number in range(len(flags))]}
        for side, flags in (("response", said), ("reference", wanted))
    ]
    verdicts = [
        {"verdicts": numbered([{"reason": "r", "verdict": flag} for flag in flags])}
        for flags in (said, wanted)
    ]
    if mode == "precision":
        return [splits[0], verdicts[0] if said else splits[1]]
    return [*splits, *(verdicts[1:] if mode == "recall" else verdicts)]


def correctness_answers(recorded: list[Any]) -> list[Any]:
    """As many statements as were classified; those found on both sides are supported on both."""
    if len(recorded) < 3:
        return recorded
    right, wrong, missing = (len(recorded[2][kind]) for kind in ("TP", "FP", "FN"))
    said, wanted = [True] * right + [False] * wrong, [True] * right + [False] * missing
    splits = [
        {"statements": [f"{side} {number}" for number in range(len(flags))]}
        for side, flags in (("response", said), ("reference", wanted))
    ]
    verdicts = [
        {"verdicts": numbered([{"reason": "r", "verdict": flag} for flag in flags])}
        for flags in (said, wanted)
    ]
    return [*splits, *verdicts]


def rating(answer: Any) -> Any:
    """A rating in free text as a judge gives it in a structured reply: the one number it means, or none."""
    if isinstance(answer, str):
        digits = re.search(r"\d+", answer)
        return {"reason": answer, "rating": int(digits[0])} if digits else {"text": answer}
    return answer if "raise" in answer else {"reason": "r", **answer}


def topic_answers(recorded: list[Any]) -> list[Any]:
    """Refusals one by one become one reply, and so do classifications."""
    refused = [one["refused_to_answer"] for one in recorded if "refused_to_answer" in one]
    allowed = recorded[-1]["classifications"] if recorded else []
    return [
        *recorded[:1],
        {"verdicts": [{"number": n, "reason": "r", "refused": flag} for n, flag in enumerate(refused, 1)]},
        {"verdicts": [{"number": n, "reason": "r", "allowed": flag} for n, flag in enumerate(allowed, 1)]},
    ]


def answers(case: Case) -> list[Any]:
    """The judge's recorded answers as replies to our prompts."""
    recorded = case.get("judge_outputs") or []
    kind = case["metric"].split(".")[1]
    if kind == "FactualCorrectness":
        return factual_answers(case)
    if kind == "AnswerCorrectness":
        return correctness_answers(recorded)
    if kind in RATINGS:
        return [rating(answer) for answer in recorded]
    if kind.startswith("Summar"):
        given = recorded[2]["answers"] if len(recorded) > 2 else []
        rows = [{"number": n, "reason": "r", "answered": answer} for n, answer in enumerate(given, 1)]
        return [*recorded[:2], {"answers": rows}, {"answers": []}]  # the last for answers left out
    if kind.startswith("Topic"):
        return topic_answers(recorded)
    if kind.startswith("Agent"):
        return [
            {"reason": one["reason"], "achieved": one["verdict"]} if "verdict" in one else one
            for one in recorded
        ]
    return [
        {
            "response_explanation": one.get("response_explanation", "x"),
            "reference_explanation": one.get("reference_explanation", "y"),
            "equivalent": one.get("equivalent", one.get("equivalence")),
        }
        for one in recorded
    ]


def outcome(case: Case) -> float:
    """The value our metric gives for a recorded case."""
    family, name = case["metric"].split(".")
    init = {**case["init"], "llm": ReplayJudge(answers(case))}
    if "embeddings" in case:
        init["embeddings"] = ReplayEmbeddings(case["embeddings"])
    if family == "collections":
        module = importlib.import_module(f"ragas.metrics.collections.{MODULES[name]}")
        return float(asyncio.run(getattr(module, name)(**init).ascore(**case["inputs"])).value)
    metric = getattr(metrics_judged, name)(**init)
    if isinstance(metric, MultiTurnMetric):
        return float(asyncio.run(metric.multi_turn_ascore(MultiTurnSample(**case["inputs"]))))
    return float(asyncio.run(metric.single_turn_ascore(SingleTurnSample(**case["inputs"]))))


def same(expected: Any, value: float) -> bool:
    """Whether `value` is the recorded one; what an epsilon kept from 1.0 must be 1.0."""
    expected = float(expected)
    if math.isnan(expected):
        return math.isnan(value)
    if expected > 1 - 1e-6:
        return value == 1.0
    return value == pytest.approx(expected, abs=1e-6)


@pytest.fixture
def _no_embeddings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which no embeddings are configured."""
    monkeypatch.setattr("ragas.embeddings.default.default_embedder", lambda judge=None: None)


@pytest.mark.usefixtures("_no_embeddings")
@pytest.mark.parametrize("case", cases(*METRICS), ids=lambda case: case["id"])
def test_recorded_values(case: Case) -> None:
    """A recorded case gives its recorded value, or the one that docs/differences.md announces."""
    wanted = DIFFERENT.get(case["id"], factual(case))
    if isinstance(wanted, type):
        with pytest.raises(wanted):
            outcome(case)
    elif wanted is not None:
        assert outcome(case) == pytest.approx(wanted, abs=1e-12, nan_ok=True)
    elif "raises" in case["expected"]:
        with pytest.raises(BUILTIN[case["expected"]["raises"]]):
            outcome(case)
    else:
        assert same(case["expected"]["value"], outcome(case))


def test_precision_is_the_recorded_one_before_rounding() -> None:
    """Where factual correctness has one denominator only, it is the recorded value, not rounded."""
    found = [case for case in cases("FactualCorrectness") if case["init"].get("mode") == "precision"]
    checked = 0
    for case in found:
        value = factual(case)
        if value is not None and not math.isnan(value) and "missing" not in case["note"]:
            assert round(value, 2) == case["expected"]["value"], json.dumps(case)
            checked += 1
    assert checked >= 14


def test_differences_name_recorded_cases() -> None:
    """Every announced difference belongs to a recorded case."""
    assert DIFFERENT.keys() <= {case["id"] for case in cases(*METRICS)}


def test_missing_embeddings_are_named_before_a_judge_is_asked() -> None:
    """Without embeddings the default weights cannot be used, and no call is paid for."""
    (case,) = [one for one in cases("AnswerCorrectness") if one["id"] == "collections.AnswerCorrectness#24"]
    judge = ReplayJudge(answers(case))
    from ragas.metrics.collections.answer_correctness import AnswerCorrectness

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ragas.embeddings.default.default_embedder", lambda judge=None: None)
        with pytest.raises(ConfigurationError, match="embeddings"):
            asyncio.run(AnswerCorrectness(llm=judge).ascore(**case["inputs"]))
    assert judge.calls == 0
