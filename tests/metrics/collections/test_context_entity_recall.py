"""Context entity recall: which of the reference's entities the contexts name."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from ragas.metrics.collections import ContextEntityRecall
from ragas.testing import ScriptedJudge
from tests.replies import Reply, entities

ROW: dict[str, Any] = {"reference": "REFERENCE text", "retrieved_contexts": ["CHUNK one", "CHUNK two"]}


def judge(reference: Reply, contexts: Reply) -> ScriptedJudge:
    """A judge that tells the two questions apart by their text, whichever comes first."""
    return ScriptedJudge(lambda prompt, model: reference if "REFERENCE" in prompt else contexts)


@pytest.mark.parametrize(
    ("reference", "contexts", "value"),
    [
        (("Ada Wren", "1911"), ("ada wren",), 0.5),
        (("A", "A", "B"), ("A",), 0.5),
        (("Żółw",), (unicodedata.normalize("NFD", "ŻÓŁW"),), 1.0),
        (("Ada  Wren",), ("Ada Wren", "Other"), 1.0),
        (("Albert Einstein",), ("Einstein",), 0.0),
        (("A",), (), 0.0),
        ((), ("A",), 0.0),
    ],
)
def test_entities_are_compared_by_what_they_say(
    reference: tuple[str, ...], contexts: tuple[str, ...], value: float
) -> None:
    """Distinct reference entities found over all; case, spacing and Unicode form do not matter."""
    metric = ContextEntityRecall(llm=judge(entities(*reference), entities(*contexts)))
    assert metric.score(**ROW).value == value


def test_the_reason_names_what_is_missing() -> None:
    """The reason quotes missing entities as the reference writes them; the traces hold both lists."""
    result = ContextEntityRecall(llm=judge(entities("Ada Wren", "1911"), entities("1911"))).score(**ROW)
    assert result.reason == '1 of 2 reference entities found. Missing: "Ada Wren".'
    assert result.traces["output"] == {
        "reference_entities": ["Ada Wren", "1911"],
        "context_entities": ["1911"],
    }


@pytest.mark.parametrize("contexts", [[], [""], ["  "]])
def test_no_context_is_zero_without_a_call(contexts: list[str]) -> None:
    """Nothing retrieved names nothing."""
    scripted = ScriptedJudge()
    assert ContextEntityRecall(llm=scripted).score(**ROW | {"retrieved_contexts": contexts}).value == 0.0
    assert scripted.calls == []
