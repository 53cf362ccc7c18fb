"""For every exported metric: a sample, what gives the best score, and what empty inputs give."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any, Literal

from pydantic import BaseModel

from ragas.metrics.base import BaseMetric
from ragas.testing import HashEmbeddings, ScriptedJudge
from tests.replies import Reply, entities, questions, statements, useful, verdicts

QUESTION = "When does the ferry leave?"
NOT_APPLICABLE: Literal["not_applicable"] = "not_applicable"
Inputs = dict[str, Any]

SAMPLE: Inputs = {
    "user_input": QUESTION,
    "response": "It leaves at 07:40, and it is free.",
    "reference": "The ferry leaves at 07:40 and takes 40 minutes.",
    "retrieved_contexts": ["The ferry leaves at 07:40.", "The crossing takes 40 minutes."],
    "reference_contexts": ["The ferry leaves at 07:40.", "The crossing takes 40 minutes."],
    "retrieved_context_ids": ["a", 2],
    "reference_context_ids": [2, "a"],
}


@dataclass(frozen=True)
class Case:
    """What the contract of one metric is tried on.

    `best` holds, for each reply model, the reply that gives the best score. `empty` pairs inputs that hold nothing
    with the value or status they give without a judge call.
    """

    best: dict[str, Reply] = field(default_factory=dict)
    empty: Sequence[tuple[Inputs, float | str]] = ()


NO_CONTEXT = tuple(({"retrieved_contexts": contexts}, 0.0) for contexts in ([], [""], ["  ", "\n"]))
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


def inputs_for(metric: BaseMetric, **changed: Any) -> Inputs:
    """The columns the metric needs, of the sample."""
    return {name: (SAMPLE | changed)[name] for name in metric.required_columns}


def with_models(metric_class: Any, judge: Any, **settings: Any) -> BaseMetric:
    """A metric of the class, with the judge and embeddings it needs."""
    metric = metric_class()
    if metric.needs_judge:
        settings["llm"] = judge
    if metric.needs_embeddings:
        settings["embeddings"] = HashEmbeddings()
    made: BaseMetric = metric_class(**settings)
    return made


class BitsJudge(ScriptedJudge):
    """A judge whose every decision is the next of some bits; it answers as many items as were asked."""

    def __init__(self, bits: Sequence[bool]) -> None:
        self._bits = cycle(bits)
        super().__init__(self._answer)

    def _answer(self, prompt: str, model: type[BaseModel]) -> Reply:
        data = prompt.rsplit("Reply:", 1)[-1]
        match model.__name__:
            case "Statements":
                return statements(*(f"statement {n} of {len(data)}" for n in range(3) if next(self._bits)))
            case "StatementVerdicts":
                asked = len(re.findall(r"^\[\d+\] ", data, re.MULTILINE))
                reply = verdicts(*(next(self._bits) for _ in range(asked)))
                for verdict in reply["verdicts"]:
                    verdict["chunks"] = [
                        chunk for chunk in (1, 2) if verdict["supported"] and next(self._bits)
                    ]
                return reply
            case "ChunkVerdicts":
                return useful(*(next(self._bits) for _ in re.findall(r"^<chunk \d+ ", data, re.MULTILINE)))
            case "Questions":
                flags = [next(self._bits) for _ in range(3)]
                return questions(*("free ferry" if flag else QUESTION for flag in flags), noncommittal=flags)
            case "Entities":
                return entities(*(name for name in ("ferry", "07:40", "Isla") if next(self._bits)))
        raise AssertionError(f"no answer for {model.__name__}")
