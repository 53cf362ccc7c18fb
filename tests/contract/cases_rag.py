"""The contract of retrieval and answer metrics: what gives the best score, what empty inputs give, decisions."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.contract.case import NO_CONTEXT, NOT_APPLICABLE, QUESTION, Case, Inputs
from tests.replies import Reply, entities, questions, statements, useful, verdicts

SAMPLE: Inputs = {
    "user_input": QUESTION,
    "response": "It leaves at 07:40, and it is free.",
    "reference": "The ferry leaves at 07:40 and takes 40 minutes.",
    "retrieved_contexts": ["The ferry leaves at 07:40.", "The crossing takes 40 minutes."],
    "reference_contexts": ["The ferry leaves at 07:40.", "The crossing takes 40 minutes."],
    "retrieved_context_ids": ["a", 2],
    "reference_context_ids": [2, "a"],
}

ALL_USEFUL = Case(best={"ChunkVerdicts": useful(True, True)}, empty=NO_CONTEXT)
ALL_SUPPORTED = Case(
    best={"Statements": statements("a", "b"), "StatementVerdicts": verdicts(True, True)}, empty=NO_CONTEXT
)
BY_TEXT = Case(
    empty=(
        ({"retrieved_contexts": []}, 0.0),
        ({"reference_contexts": []}, NOT_APPLICABLE),
        ({"retrieved_contexts": [], "reference_contexts": []}, NOT_APPLICABLE),
    )
)

CASES: dict[str, Case] = {
    "AnswerRelevancy": Case(best={"Questions": questions(QUESTION, QUESTION, QUESTION)}),
    "ContextEntityRecall": Case(best={"Entities": entities("07:40", "40 minutes")}, empty=NO_CONTEXT),
    "ContextPrecision": ALL_USEFUL,
    "ContextPrecisionWithReference": ALL_USEFUL,
    "ContextPrecisionWithoutReference": ALL_USEFUL,
    "ContextRecall": ALL_SUPPORTED,
    "ContextUtilization": ALL_USEFUL,
    "Faithfulness": ALL_SUPPORTED,
    "IDBasedContextPrecision": Case(
        empty=(({"retrieved_context_ids": []}, NOT_APPLICABLE), ({"reference_context_ids": []}, 0.0))
    ),
    "IDBasedContextRecall": Case(
        empty=(({"reference_context_ids": []}, NOT_APPLICABLE), ({"retrieved_context_ids": []}, 0.0))
    ),
    "NoiseSensitivity": Case(
        best={"Statements": statements("a", "b"), "StatementVerdicts": verdicts(True, True, chunks=[1])},
        empty=tuple(({"retrieved_contexts": contexts}, NOT_APPLICABLE) for contexts in ([], [""])),
    ),
    "NonLLMContextPrecisionWithReference": BY_TEXT,
    "NonLLMContextRecall": BY_TEXT,
}


def answer(model: str, data: str, bit: Callable[[], bool]) -> Reply | None:
    """The reply to a prompt of the shared steps, every decision of which is the next bit; None for other prompts."""
    match model:
        case "Statements":
            return statements(*(f"statement {n} of {len(data)}" for n in range(3) if bit()))
        case "StatementVerdicts":
            asked = len(re.findall(r"^\[\d+\] ", data, re.MULTILINE))
            reply = verdicts(*(bit() for _ in range(asked)))
            for verdict in reply["verdicts"]:
                verdict["chunks"] = [chunk for chunk in (1, 2) if verdict["supported"] and bit()]
            return reply
        case "ChunkVerdicts":
            return useful(*(bit() for _ in re.findall(r"^<chunk \d+ ", data, re.MULTILINE)))
        case "Questions":
            flags = [bit() for _ in range(3)]
            return questions(*("free ferry" if flag else QUESTION for flag in flags), noncommittal=flags)
        case "Entities":
            return entities(*(name for name in ("ferry", "07:40", "Isla") if bit()))
    return None
