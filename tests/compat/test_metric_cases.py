"""Recorded values of version 0.4.3, replayed through both APIs."""

from __future__ import annotations

import asyncio
import math
import warnings
from typing import Any

import pytest

from ragas import SingleTurnSample
from ragas.exceptions import ConfigurationError, EmptyInputError, IncompleteReplyError, ReplyError
from ragas.metrics import collections
from tests.compat.replay import Case, ReplayEmbeddings, ReplayJudge, answers, cases

NAN = math.nan

RETRIEVAL = (
    "AnswerRelevancy",
    "ContextEntityRecall",
    "ContextPrecision",
    "ContextPrecisionWithReference",
    "ContextPrecisionWithoutReference",
    "ContextRecall",
    "ContextUtilization",
    "Faithfulness",
    "IDBasedContextPrecision",
    "IDBasedContextRecall",
    "LLMContextPrecisionWithReference",
    "LLMContextPrecisionWithoutReference",
    "LLMContextRecall",
    "NoiseSensitivity",
    "NonLLMContextPrecisionWithReference",
    "NonLLMContextRecall",
    "ResponseRelevancy",
)

# Where the value or the error differs on purpose; docs/differences.md says why.
DIFFERENT: dict[str, Any] = {
    # a verdict is a boolean; any other number is a reply that does not fit
    "collections.Faithfulness#6": ReplyError,
    "collections.ContextPrecisionWithReference#11": ReplyError,
    "collections.ContextPrecisionWithReference#12": ReplyError,
    "collections.ContextRecall#5": ReplyError,
    "collections.ContextRecall#6": ReplyError,
    "collections.ContextRecall#11": ReplyError,
    "legacy.Faithfulness#2": ReplyError,
    "legacy.LLMContextPrecisionWithReference#5": ReplyError,
    "legacy.LLMContextRecall#5": ReplyError,
    "legacy.LLMContextRecall#6": ReplyError,
    "legacy.ContextRecall#5": ReplyError,
    "legacy.ContextRecall#6": ReplyError,
    # the denominator is what was asked, not what came back
    "collections.Faithfulness#7": IncompleteReplyError,
    "collections.Faithfulness#8": 0.5,
    "collections.Faithfulness#10": IncompleteReplyError,
    "collections.NoiseSensitivity#20": IncompleteReplyError,
    "legacy.Faithfulness#4": IncompleteReplyError,
    # a blank text is an empty one
    "collections.Faithfulness#11": EmptyInputError,
    "collections.ContextEntityRecall#10": EmptyInputError,
    # no retrieved text: nothing is supported, nothing can mislead
    "collections.Faithfulness#12": 0.0,
    "collections.Faithfulness#15": 0.0,
    "collections.ContextPrecisionWithReference#15": 0.0,
    "collections.ContextPrecisionWithoutReference#7": 0.0,
    "collections.ContextRecall#9": 0.0,
    "collections.NoiseSensitivity#24": NAN,
    # answer relevancy: clipped, a vector without length is similar to nothing, no question is a failure
    "collections.AnswerRelevancy#4": 0.0,
    "collections.AnswerRelevancy#9": ReplyError,
    "collections.AnswerRelevancy#12": ValueError,
    "collections.AnswerRelevancy#14": 2 / 3,
    "legacy.ResponseRelevancy#3": ReplyError,
    "legacy.AnswerRelevancy#3": ReplyError,
    # embeddings may come from the run, so their absence shows when a sample is scored
    "collections.AnswerRelevancy#18": ConfigurationError,
    # every metric can be named
    "collections.ContextPrecision#5": 1.0,
    # no statements in the reference
    "collections.NoiseSensitivity#18": NAN,
    # entities are compared without regard to case and Unicode form, each once
    "collections.ContextEntityRecall#3": 1.0,
    "collections.ContextEntityRecall#8": 1.0,
    "legacy.ContextEntityRecall#3": 1.0,
    "legacy.ContextEntityRecall#4": 0.5,
    "legacy.ContextEntityRecall#8": 1.0,
    # `>=` in precision and recall; nothing retrieved is 0.0, no reference contexts not applicable
    "legacy.NonLLMContextRecall#7": 1.0,
    "legacy.NonLLMContextRecall#8": 0.0,
    "legacy.NonLLMContextRecall#18": 0.5,
    "legacy.NonLLMContextPrecisionWithReference#9": NAN,
    "legacy.NonLLMContextPrecisionWithReference#10": NAN,
}

BUILTIN = {"ValueError": ValueError, "RuntimeError": RuntimeError, "TypeError": TypeError}
EPSILON = 1e-6
"""How far the small constants in old denominators moved a value."""


def same(case: Case, value: float) -> bool:
    """Whether `value` is the recorded one; what an epsilon kept from 1.0 must be 1.0."""
    expected = float(case["expected"]["value"])
    if math.isnan(expected):
        return math.isnan(value)
    if expected > 1 - EPSILON:
        return value == 1.0
    return value == pytest.approx(expected, abs=EPSILON)


def outcome(case: Case) -> float:
    """The value our metric gives for a recorded case."""
    family, name = case["metric"].split(".")
    init = dict(case["init"])
    if case.get("judge_outputs") is not None:
        init["llm"] = ReplayJudge(answers(case))
    if "embeddings" in case:
        init["embeddings"] = ReplayEmbeddings(case["embeddings"])
    if family == "collections":
        return float(asyncio.run(getattr(collections, name)(**init).ascore(**case["inputs"])).value)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        import ragas.metrics

        metric = getattr(ragas.metrics, name)(**init)
    return float(asyncio.run(metric.single_turn_ascore(SingleTurnSample(**case["inputs"]))))


@pytest.fixture
def _no_embeddings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which no embeddings are configured."""
    monkeypatch.setattr("ragas.embeddings.default.default_embedder", lambda judge=None: None)


@pytest.mark.usefixtures("_no_embeddings")
@pytest.mark.parametrize("case", cases(*RETRIEVAL), ids=lambda case: case["id"])
def test_recorded_values(case: Case) -> None:
    """A recorded case gives its recorded value, or the one that docs/differences.md announces."""
    if case["id"] in DIFFERENT:
        wanted = DIFFERENT[case["id"]]
        if isinstance(wanted, type):
            with pytest.raises(wanted):
                outcome(case)
        else:
            assert outcome(case) == pytest.approx(wanted, abs=1e-12, nan_ok=True)
    elif "raises" in case["expected"]:
        with pytest.raises(BUILTIN[case["expected"]["raises"]]):
            outcome(case)
    else:
        assert same(case, outcome(case))


def test_differences_name_recorded_cases() -> None:
    """Every announced difference belongs to a recorded case."""
    assert DIFFERENT.keys() <= {case["id"] for case in cases(*RETRIEVAL)}
