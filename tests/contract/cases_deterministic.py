"""For the metrics without a judge: samples that hold their columns, and what empty inputs give."""

from __future__ import annotations

from typing import Any

from ragas.messages import AIMessage, HumanMessage, ToolCall
from tests.contract.cases import Case

TEXT = "The ferry leaves at 07:40 and takes 40 minutes."
CALL = ToolCall(name="timetable", args={"line": "ferry"})
TALK = [HumanMessage(content="When does it leave?"), AIMessage(content="", tool_calls=[CALL])]
SAMPLES: dict[str, dict[str, Any]] = {
    "DataCompyScore": {"reference": "line,minutes\nferry,40", "response": "line,minutes\nferry,40"},
    "QuotedSpansAlignment": {
        "response": 'The notice says "the ferry leaves at 07:40".',
        "retrieved_contexts": ["The ferry leaves at 07:40."],
    },
    "ToolCallAccuracy": {"user_input": TALK, "reference_tool_calls": [CALL]},
    "ToolCallF1": {"user_input": TALK, "reference_tool_calls": [CALL]},
}
"""Inputs of the best case; the other metrics take `TEXT` as reference and response."""

TEXTS = Case(
    empty=(
        ({"reference": TEXT, "response": ""}, 0.0),
        ({"reference": "", "response": ""}, 1.0),
        ({"reference": " ", "response": " "}, 1.0),
    )
)
CALLS = Case(
    empty=(
        ({"user_input": [], "reference_tool_calls": []}, 1.0),
        ({"user_input": TALK, "reference_tool_calls": []}, 0.0),
        ({"user_input": TALK[:1], "reference_tool_calls": [CALL]}, 0.0),
    )
)
CASES: dict[str, Case] = {
    "BleuScore": TEXTS,
    "CHRFScore": TEXTS,
    "DataCompyScore": Case(empty=(({"response": ""}, 0.0),)),
    "ExactMatch": TEXTS,
    "NonLLMStringSimilarity": TEXTS,
    "QuotedSpansAlignment": Case(
        empty=(({"retrieved_contexts": []}, 0.0), ({"response": "No quotes.", "retrieved_contexts": []}, 1.0))
    ),
    "RougeScore": TEXTS,
    "SemanticSimilarity": TEXTS,
    "StringPresence": TEXTS,
    "ToolCallAccuracy": CALLS,
    "ToolCallF1": CALLS,
}
BLANK_IS_A_TEXT = frozenset(name for name, case in CASES.items() if case is TEXTS)
"""Metrics that compare an empty text like any other; for the rest a blank text is not applicable."""
BLANK_RESPONSE_IS_WRONG = frozenset(("DataCompyScore",))
"""A blank response scores 0.0, a blank reference is not applicable."""
