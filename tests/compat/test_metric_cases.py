"""Recorded values of version 0.4.3, replayed through both APIs."""

from __future__ import annotations

import asyncio
import math
import warnings
from typing import Any

import pytest

from ragas import SingleTurnSample
from ragas.exceptions import EmptyInputError, IncompleteReplyError, InputError, ReplyError
from ragas.metrics import collections
from ragas.metrics.result import MetricResult
from tests.compat.replay import Case, ReplayEmbeddings, ReplayJudge, answers, cases

NAN = math.nan

# Where the value or the error differs on purpose; docs/differences.md says why.
DIFFERENT: dict[str, Any] = {}


def same(case: Case, value: Any) -> bool:
    expected = case["expected"]["value"]
    if expected == "NaN":
        return math.isnan(value)
    return bool(value == pytest.approx(float(expected), abs=1e-6))


def outcome(case: Case) -> Any:
    """The value our metric gives for a recorded case."""
    family, name = case["metric"].split(".")
    init = dict(case["init"])
    judged = case.get("judge_outputs") is not None
    if judged:
        init["llm"] = ReplayJudge(answers(case))
    if "embeddings" in case:
        init["embeddings"] = ReplayEmbeddings(case["embeddings"])
    if family == "collections":
        return asyncio.run(getattr(collections, name)(**init).ascore(**case["inputs"])).value
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        import ragas.metrics

        metric = getattr(ragas.metrics, name)(**init)
    return asyncio.run(metric.single_turn_ascore(SingleTurnSample(**case["inputs"])))


@pytest.mark.parametrize("case", cases("collections.") + cases("legacy."), ids=lambda case: case["id"])
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
        builtin = {"ValueError": ValueError, "RuntimeError": RuntimeError, "TypeError": TypeError}
        with pytest.raises(builtin[case["expected"]["raises"]]):
            outcome(case)
    else:
        assert same(case, outcome(case))
