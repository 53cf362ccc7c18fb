"""Recorded values of version 0.4.3 for the metrics that need no judge, replayed through both APIs."""

from __future__ import annotations

import asyncio
import importlib
import math
from typing import Any

import pytest

from ragas import MultiTurnSample, SingleTurnSample
from ragas.exceptions import EmptyInputError, InputError
from ragas.legacy import metrics_deterministic as faces
from ragas.messages import ToolCall
from ragas.metrics.quoted_spans import quoted_spans_alignment
from ragas.schema.messages import TYPES
from tests.compat.replay import Case, ReplayEmbeddings, cases

MODULES = {
    "BleuScore": "bleu_score",
    "CHRFScore": "chrf_score",
    "DataCompyScore": "datacompy_score",
    "ExactMatch": "string",
    "NonLLMStringSimilarity": "string",
    "QuotedSpansAlignment": "quoted_spans",
    "RougeScore": "rouge_score",
    "SemanticSimilarity": "semantic_similarity",
    "StringPresence": "string",
    "ToolCallAccuracy": "tool_call_accuracy",
    "ToolCallF1": "tool_call_f1",
}
RECORDED = cases(*MODULES, "ChrfScore", "base.quoted_spans_alignment")


def numbered(metric: str, *numbers: int) -> list[str]:
    return [f"{metric}#{number}" for number in numbers]


# Where the value or the error differs on purpose; docs/differences.md says why.
DIFFERENT: dict[str, Any] = {
    # None is an error that names the column
    "collections.ExactMatch#27": InputError,
    "collections.StringPresence#29": InputError,
    "collections.NonLLMStringSimilarity#101": InputError,
    "collections.BleuScore#32": InputError,
    "collections.CHRFScore#32": InputError,
    "collections.RougeScore#138": InputError,
    "collections.QuotedSpansAlignment#25": InputError,
    "collections.QuotedSpansAlignment#26": InputError,
    # identical texts are 1.0, also when they are empty, short or in a script without blanks
    **dict.fromkeys(numbered("collections.BleuScore", 4, 7, 13, 25, 31, 33, 36), 1.0),
    **dict.fromkeys(numbered("collections.CHRFScore", 4, 7), 1.0),
    **dict.fromkeys(numbered("collections.RougeScore", 4, 7, 29, 32, 50, 53, 71, 74, 96, 99, 117, 120), 1.0),
    **dict.fromkeys(numbered("collections.RougeScore", 139, 140), 1.0),
    "legacy.BleuScore#4": 1.0,
    "legacy.ChrfScore#4": 1.0,
    "legacy.RougeScore#4": 1.0,
    # BLEU of the whole texts, with effective order; these are what sacrebleu gives for them
    "collections.BleuScore#10": 0.30213753973567675,
    "collections.BleuScore#11": 0.5,
    "collections.BleuScore#15": 0.8132882808488928,
    "collections.BleuScore#16": 0.5647181220077595,
    "collections.BleuScore#17": 0.3723909894939822,
    "collections.BleuScore#20": 0.27516060407455223,
    "collections.BleuScore#26": 0.3960914423407549,
    "collections.BleuScore#27": 0.42326181966045373,
    "collections.BleuScore#35": 0.7598356856515927,
    # ROUGE in every script; the Unicode form does not count
    **dict.fromkeys(
        numbered("collections.RougeScore", 9, 10, 34, 35, 55, 56, 76, 77, 101, 102, 122, 123), 1.0
    ),
    # settings are checked when the metric is made
    "collections.RougeScore#137": ValueError,
    # arguments are compared as JSON, and superfluous ones count against the call
    "collections.ToolCallAccuracy#7": 0.5,
    "collections.ToolCallAccuracy#13": 0.0,
    "collections.ToolCallAccuracy#14": 1.0,
    "collections.ToolCallAccuracy#15": 0.0,
    "collections.ToolCallAccuracy#16": 0.0,
    "collections.ToolCallAccuracy#17": 1.0,
    "collections.ToolCallF1#12": 0.0,
    # the best pairing
    "collections.ToolCallAccuracy#39": 5 / 6,
    # nothing expected and nothing called
    "collections.ToolCallF1#1": 1.0,
    "legacy.ToolCallF1#2": 1.0,
    # never rounded
    "collections.ToolCallF1#5": 2 / 3,
    "collections.ToolCallF1#9": 2 / 3,
    "collections.ToolCallF1#10": 2 / 7,
    # tables: the order of rows does not count
    **dict.fromkeys(numbered("collections.DataCompyScore", 4, 26, 48, 70, 92, 114), 1.0),
    # ... a row is right in all columns of the reference
    **dict.fromkeys(numbered("collections.DataCompyScore", 11, 13, 33, 35, 55, 57), 0.0),
    # ... an empty reference does not apply, a response that is no table is wrong
    **dict.fromkeys(numbered("collections.DataCompyScore", 18, 40, 62, 84, 106, 128), EmptyInputError),
    **dict.fromkeys(numbered("collections.DataCompyScore", 19, 41, 63, 85, 107, 129), 0.0),
    # ... two tables without rows are the same; rows missing altogether leave no column equal
    **dict.fromkeys(numbered("collections.DataCompyScore", 20, 42, 64), 1.0),
    **dict.fromkeys(numbered("collections.DataCompyScore", 87, 109, 131), 0.0),
    # ... and the old class gives what the new one gives, 0.0 instead of 0 / 0
    "legacy.DataCompyScore#4": 1.0,
    **dict.fromkeys(numbered("legacy.DataCompyScore", 7, 9, 11, 13, 16, 19, 21), 0.0),
    "legacy.DataCompyScore#20": 1.0,
    # quotes: spacing never counts, apostrophes are no quote marks, a span stands in one context as whole words
    "collections.QuotedSpansAlignment#10": EmptyInputError,
    "collections.QuotedSpansAlignment#12": 1.0,
    "collections.QuotedSpansAlignment#13": 1.0,
    "collections.QuotedSpansAlignment#18": 0.0,
    "collections.QuotedSpansAlignment#20": 0.0,
    "collections.QuotedSpansAlignment#23": 0.5,
    # similarity is clipped, a vector without length is similar to nothing, a threshold of 0 is one
    "collections.SemanticSimilarity#4": 0.0,
    "collections.SemanticSimilarity#5": 0.0,
    "collections.SemanticSimilarity#10": 1.0,
    "legacy.SemanticSimilarity#4": 0.0,
    "legacy.SemanticSimilarity#5": 0.0,
}
BUILTIN = {"ValueError": ValueError, "TypeError": TypeError}


def read(recorded: Any) -> Any:
    """Recorded inputs with their tool calls and messages."""
    if isinstance(recorded, list):
        return [read(one) for one in recorded]
    if not isinstance(recorded, dict):
        return recorded
    if "__toolcall__" in recorded:
        return ToolCall(**recorded["__toolcall__"])
    if recorded.get("type") in TYPES and "content" in recorded:
        return TYPES[recorded["type"]](**{key: read(one) for key, one in recorded.items() if key != "type"})
    return {key: read(one) for key, one in recorded.items()}


def outcome(case: Case) -> Any:
    """The value our metric gives for a recorded case."""
    family, name = case["metric"].split(".")
    init, inputs = dict(case["init"]), read(case["inputs"])
    if "embeddings" in case:
        init["embeddings"] = ReplayEmbeddings(case["embeddings"])
    if family == "base":
        return quoted_spans_alignment(**inputs, **init)
    if family == "collections":
        module = importlib.import_module(f"ragas.metrics.collections.{MODULES[name]}")
        return asyncio.run(getattr(module, name)(**init).ascore(**inputs)).value
    face = getattr(faces, name)(**init)
    if hasattr(face, "multi_turn_ascore"):
        return asyncio.run(face.multi_turn_ascore(MultiTurnSample(**inputs)))
    return asyncio.run(face.single_turn_ascore(SingleTurnSample(**inputs)))


@pytest.mark.parametrize("case", RECORDED, ids=lambda case: case["id"])
def test_recorded_values(case: Case) -> None:
    """A recorded case gives its recorded value, or the one that docs/differences.md announces."""
    expected = DIFFERENT.get(case["id"], case["expected"].get("value"))
    if case["id"] not in DIFFERENT and "raises" in case["expected"]:
        expected = BUILTIN[case["expected"]["raises"]]
    if isinstance(expected, type):
        with pytest.raises(expected):
            outcome(case)
    elif isinstance(expected, dict):
        assert outcome(case) == expected
    elif float(expected) > 1 - 1e-9:
        assert outcome(case) == 1.0
    else:
        value = outcome(case)
        assert type(value) is float
        assert value == pytest.approx(float(expected), abs=1e-6, nan_ok=math.isnan(float(expected)))


def test_differences_name_recorded_cases() -> None:
    """Every announced difference belongs to a recorded case."""
    assert DIFFERENT.keys() <= {case["id"] for case in RECORDED}
