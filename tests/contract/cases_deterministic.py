"""For the metrics without a judge: what gives the best score, and what empty inputs give."""

from __future__ import annotations

from ragas.messages import AIMessage, HumanMessage, ToolCall
from tests.contract.case import Case, Inputs

TEXT = "The ferry leaves at 07:40 and takes 40 minutes."
TABLE = "line,minutes\nferry,40"
CALL = ToolCall(name="timetable", args={"line": "ferry"})
TALK = [HumanMessage(content="When does it leave?"), AIMessage(content="", tool_calls=[CALL])]
CONVERSATION_SAMPLE: Inputs = {"reference_tool_calls": [CALL]}

TEXTS = Case(
    best_inputs={"reference": TEXT, "response": TEXT},
    empty=(
        ({"reference": TEXT, "response": ""}, 0.0),
        ({"reference": "", "response": ""}, 1.0),
        ({"reference": " ", "response": " "}, 1.0),
    ),
    blank_scores=frozenset(("reference", "response")),
)
CALLS = Case(
    best_inputs={"user_input": TALK, "reference_tool_calls": [CALL]},
    empty=(
        ({"user_input": [], "reference_tool_calls": []}, 1.0),
        ({"user_input": TALK, "reference_tool_calls": []}, 0.0),
        ({"user_input": TALK[:1], "reference_tool_calls": [CALL]}, 0.0),
    ),
)
CASES: dict[str, Case] = {
    "BleuScore": TEXTS,
    "CHRFScore": TEXTS,
    "DataCompyScore": Case(
        best_inputs={"reference": TABLE, "response": TABLE},
        empty=(({"response": ""}, 0.0),),
        blank_scores=frozenset(("response",)),
    ),
    "ExactMatch": TEXTS,
    "NonLLMStringSimilarity": TEXTS,
    "QuotedSpansAlignment": Case(
        best_inputs={
            "response": 'The notice says "the ferry leaves at 07:40".',
            "retrieved_contexts": ["The ferry leaves at 07:40."],
        },
        empty=(
            ({"response": 'It says "the ferry leaves at 07:40".', "retrieved_contexts": []}, 0.0),
            ({"response": "No quotes.", "retrieved_contexts": []}, 1.0),
        ),
    ),
    "RougeScore": TEXTS,
    "SemanticSimilarity": TEXTS,
    "StringPresence": TEXTS,
    "ToolCallAccuracy": CALLS,
    "ToolCallF1": CALLS,
}
