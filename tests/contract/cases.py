"""The cases of every exported metric, the metric and the inputs for them, and a judge that decides by bits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Any

from pydantic import BaseModel

from ragas.metrics.base import BaseMetric
from ragas.metrics.inputs import inputs_of
from ragas.testing import HashEmbeddings, ScriptedJudge
from tests.contract import cases_custom, cases_deterministic, cases_judged, cases_rag
from tests.contract.case import Case, Inputs
from tests.replies import Reply

CASES: dict[str, Case] = cases_rag.CASES | cases_judged.CASES | cases_custom.CASES | cases_deterministic.CASES
SAMPLE: Inputs = cases_rag.SAMPLE | cases_custom.SAMPLE
SETTINGS = cases_judged.SETTINGS
CONVERSATION: Inputs = cases_judged.CONVERSATION_SAMPLE | cases_deterministic.CONVERSATION_SAMPLE


def takes_conversation(metric: BaseMetric) -> bool:
    """Whether the metric scores conversations only."""
    return any(one.name == "user_input" and one.is_list for one in inputs_of(type(metric)))


def inputs_for(metric: BaseMetric, conversation: bool | None = None, **changed: Any) -> Inputs:
    """The columns the metric takes, of the sample, or of the conversation if it scores those."""
    conversation = takes_conversation(metric) if conversation is None else conversation
    sample = ({"rubrics": SAMPLE["rubrics"]} | CONVERSATION if conversation else SAMPLE) | changed
    names = [*metric.required_columns, *metric.optional_columns]
    return {name: sample[name] for name in names if name in metric.required_columns or name in sample}


def best_inputs(metric: BaseMetric) -> Inputs:
    """The columns with which the metric gives the best score."""
    return inputs_for(metric, **CASES[type(metric).__name__].best_inputs)


def with_models(metric_class: Any, judge: Any, **settings: Any) -> BaseMetric:
    """A metric of the class, with the settings of its case and the judge and embeddings it needs."""
    settings = SETTINGS.get(metric_class.__name__, {}) | settings
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

    def _bit(self) -> bool:
        return next(self._bits)

    def _answer(self, prompt: str, model: type[BaseModel]) -> Reply:
        data = prompt.rsplit("Reply:", 1)[-1]
        for group in (cases_rag, cases_judged, cases_custom):
            reply: Reply | None = group.answer(model.__name__, data, self._bit)
            if reply is not None:
                return reply
        raise AssertionError(f"no answer for {model.__name__}")
