"""Metrics that compare give equal inputs the best score, and those that promise it do not mind the order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragas.legacy import metrics as old
from ragas.messages import AIMessage, ToolCall
from ragas.metrics import collections
from ragas.metrics.collections import DistanceMeasure
from ragas.testing import HashEmbeddings, ScriptedJudge
from tests.contract.test_metrics import FACES, sample_of
from tests.evaluation.runs import run

TEXTS: dict[str, list[dict[str, Any]]] = {
    "AnswerCorrectness": [{}, {"weights": (1, 0)}, {"weights": (0, 1)}],
    "BleuScore": [{}],
    "CHRFScore": [{}],
    "ExactMatch": [{}],
    "FactualCorrectness": [{"mode": mode} for mode in ("precision", "recall", "f1")],
    "NonLLMStringSimilarity": [{"distance_measure": measure} for measure in DistanceMeasure],
    "RougeScore": [
        {"rouge_type": kind, "mode": mode}
        for kind in ("rouge1", "rouge2", "rougeL")
        for mode in ("fmeasure", "precision", "recall")
    ],
    "SemanticSimilarity": [{}, {"threshold": 1.0}],
    "StringPresence": [{}],
}
"""Metrics of a response and a reference, with the settings to try."""
TEXT_CASES = [
    pytest.param(name, setting, id=f"{name}-{number}")
    for name, many in TEXTS.items()
    for number, setting in enumerate(many)
]
texts = st.text("aé你 .,!7\n", min_size=1, max_size=25).filter(str.strip)
ids = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=6)
calls = st.lists(
    st.builds(
        lambda name, day: ToolCall(name=name, args={"day": day}), st.sampled_from("fg"), st.integers(0, 2)
    ),
    min_size=1,
    max_size=4,
)


def models(metric_class: Any) -> dict[str, Any]:
    """A judge that says nothing and embeddings, where the metric needs them."""
    needs = metric_class()
    judge = {"llm": ScriptedJudge()} if needs.needs_judge else {}
    return judge | ({"embeddings": HashEmbeddings()} if needs.needs_embeddings else {})


def both(metric_class: Any, settings_: dict[str, Any], inputs: dict[str, Any]) -> float:
    """The value of the class, which that of each of its faces must equal."""
    value = float(metric_class(**models(metric_class), **settings_).score(**inputs).value)
    sample = sample_of(inputs)
    for face in FACES:
        if face.core is not metric_class:
            continue
        made = face(**models(metric_class), **settings_)
        conversation = isinstance(inputs.get("user_input"), list)
        score = made.multi_turn_score if conversation else made.single_turn_score
        assert score(sample) == value
    return value


@pytest.mark.parametrize(("name", "setting"), TEXT_CASES)
@settings(max_examples=12)
@given(text=texts)
def test_a_text_is_exactly_one_like_itself(name: str, setting: dict[str, Any], text: str) -> None:
    """In every setting, any script, short and long, in both APIs, and no judge is asked."""
    inputs = {"response": text, "reference": text} | (
        {"user_input": "q"} if name == "AnswerCorrectness" else {}
    )
    assert both(getattr(collections, name), setting, inputs) == 1.0


@settings(max_examples=15)
@given(found=ids)
def test_what_was_to_be_found_is_exactly_one(found: list[str]) -> None:
    """Retrieved what the reference names: ids and texts, precision and recall."""
    by_id = {"retrieved_context_ids": found, "reference_context_ids": found}
    by_text = {"retrieved_contexts": found, "reference_contexts": found}
    for name, inputs in (
        ("IDBasedContextPrecision", by_id),
        ("IDBasedContextRecall", by_id),
        ("NonLLMContextPrecisionWithReference", by_text),
        ("NonLLMContextRecall", by_text),
    ):
        assert both(getattr(collections, name), {}, inputs) == 1.0


@settings(max_examples=15)
@given(made=calls)
def test_the_expected_calls_are_exactly_one(made: list[ToolCall]) -> None:
    """In every setting of both metrics."""
    inputs = {"user_input": [AIMessage(content="", tool_calls=made)], "reference_tool_calls": made}
    for strict in (True, False):
        assert both(collections.ToolCallAccuracy, {"strict_order": strict}, inputs) == 1.0
    assert both(collections.ToolCallF1, {}, inputs) == 1.0
    assert collections.ToolCallF1(count_repeats=True).score(**inputs).value == 1.0


@pytest.mark.parametrize("mode", ["rows", "columns"])
@pytest.mark.parametrize("metric", ["f1", "precision", "recall"])
@settings(max_examples=10)
@given(
    rows=st.lists(st.tuples(st.integers(0, 3), st.sampled_from("xyz")), min_size=1, max_size=5),
    data=st.data(),
)
def test_a_table_is_one_like_itself_in_any_order_of_rows(
    mode: str, metric: str, rows: list[tuple[int, str]], data: st.DataObject
) -> None:
    """The order of rows does not count."""
    tables = (
        "\n".join(["number,letter", *(f"{number},{letter}" for number, letter in some)])
        for some in (rows, data.draw(st.permutations(rows)))
    )
    inputs = dict(zip(("response", "reference"), tables, strict=True))
    assert both(collections.DataCompyScore, {"mode": mode, "metric": metric}, inputs) == 1.0


@settings(max_examples=20)
@given(one=ids, other=ids, data=st.data())
def test_ids_know_no_order(one: list[str], other: list[str], data: st.DataObject) -> None:
    """Retrieved and reference ids in another order, or repeated, give the same."""
    for metric_class in (collections.IDBasedContextPrecision, collections.IDBasedContextRecall):
        first, second = (
            both(metric_class, {}, {"retrieved_context_ids": here, "reference_context_ids": there})
            for here, there in (
                (one, other),
                (data.draw(st.permutations(one + one)), data.draw(st.permutations(other))),
            )
        )
        assert first == second


@settings(max_examples=20)
@given(one=ids, other=ids, data=st.data())
def test_recall_by_text_knows_no_order(one: list[str], other: list[str], data: st.DataObject) -> None:
    """Recall counts; only precision is about ranks."""
    first, second = (
        both(collections.NonLLMContextRecall, {}, {"retrieved_contexts": here, "reference_contexts": there})
        for here, there in (
            (one, other),
            (data.draw(st.permutations(one)), data.draw(st.permutations(other))),
        )
    )
    assert first == pytest.approx(second)


@settings(max_examples=20)
@given(made=calls, wanted=calls, data=st.data())
def test_calls_know_no_order_where_it_is_promised(
    made: list[ToolCall], wanted: list[ToolCall], data: st.DataObject
) -> None:
    """ToolCallF1 always, ToolCallAccuracy with `strict_order=False`."""
    other = data.draw(st.permutations(made)), data.draw(st.permutations(wanted))
    for metric_class, setting in (
        (collections.ToolCallF1, {}),
        (collections.ToolCallAccuracy, {"strict_order": False}),
    ):
        first, second = (
            both(
                metric_class,
                setting,
                {
                    "user_input": [AIMessage(content="", tool_calls=list(here))],
                    "reference_tool_calls": list(there),
                },
            )
            for here, there in ((made, wanted), other)
        )
        assert first == pytest.approx(second)


@settings(max_examples=10)
@given(one=ids, other=ids, data=st.data())
def test_entities_know_no_order(one: list[str], other: list[str], data: st.DataObject) -> None:
    """Entities in another order, repeated or spelled in capitals are the same, in both APIs."""

    def score(of_reference: list[str], of_contexts: list[str]) -> list[float]:
        row = {"reference": "r", "retrieved_contexts": ["c"]}
        return [
            run([row], [kind(llm=ScriptedJudge([{"entities": e} for e in (of_reference, of_contexts)]))])[
                "context_entity_recall"
            ][0]
            for kind in (collections.ContextEntityRecall, old.ContextEntityRecall)
        ]

    again = [name.upper() for name in data.draw(st.permutations(one + one))]
    assert score(one, other) == score(again, data.draw(st.permutations(other)))
