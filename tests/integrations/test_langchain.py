"""A metric as a chain, and as an evaluator of LangSmith's runs."""

from __future__ import annotations

import asyncio
import math
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.language_models import FakeListChatModel
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableLambda
from langsmith.evaluation import EvaluationResult, run_evaluator

from ragas import SingleTurnSample
from ragas.exceptions import ConfigurationError, InputError
from ragas.integrations.langchain import EvaluatorChain
from ragas.metrics import DiscreteMetric, discrete_metric
from ragas.metrics.collections import ExactMatch, Faithfulness, NonLLMContextRecall

ROW = {"question": "When?", "answer": "At ten.", "ground_truth": "At ten."}


def run_of(outputs: dict[str, Any] | None, inputs: dict[str, Any] | None = None) -> Any:
    """A run of LangSmith."""
    return SimpleNamespace(id="run", inputs=inputs or {}, outputs=outputs)


def example_of(inputs: dict[str, Any], outputs: dict[str, Any] | None) -> Any:
    """An example of LangSmith."""
    return SimpleNamespace(inputs=inputs, outputs=outputs)


def test_a_chain_is_called_and_invoked() -> None:
    """Called or invoked, sync or not, with old or new names or a sample, it gives the row with its score."""
    chain = EvaluatorChain(ExactMatch())
    assert chain.invoke(ROW) == {**ROW, "exact_match": 1.0}
    assert chain({**ROW, "answer": "no"}, return_only_outputs=True) == {"exact_match": 0.0}
    assert asyncio.run(chain.ainvoke(ROW))["exact_match"] == 1.0
    assert asyncio.run(chain.acall(ROW, return_only_outputs=True)) == {"exact_match": 1.0}
    assert chain.invoke(SingleTurnSample(response="a", reference="b"))["exact_match"] == 0.0
    assert (chain.input_keys, chain.output_keys) == (["reference", "response"], ["exact_match"])


def test_a_chain_stands_in_a_pipeline() -> None:
    """LangChain's own runnables take it as a function, also inside a running loop."""

    async def pipeline() -> Any:
        return await (RunnableLambda(lambda row: row) | EvaluatorChain(ExactMatch()).invoke).ainvoke(ROW)

    assert asyncio.run(pipeline())["exact_match"] == 1.0


def test_documents_are_their_text_and_other_keys_pass_through() -> None:
    """Contexts may be LangChain's documents; what the metric does not take is handed on unread."""
    chain = EvaluatorChain(NonLLMContextRecall())
    row = {
        "contexts": [Document("It opens at ten.")],
        "reference_contexts": ["It opens at ten."],
        "x": object(),
    }
    assert chain.invoke(row) == {**row, chain.name: 1.0}


def test_metrics_of_every_kind_are_chains() -> None:
    """A judged metric takes the chain's llm, LangChain's models included; a function takes its own columns."""

    @discrete_metric(name="polite", allowed_values=["yes", "no"])
    def polite(greeting: str) -> str:
        return "yes" if "please" in greeting else "no"

    assert EvaluatorChain(polite).invoke({"greeting": "please"})["polite"] == "yes"
    model = FakeListChatModel(responses=['{"value": "no", "reason": "curt"}'] * 2)
    judged = DiscreteMetric(name="kind", prompt="Is {response} kind?", allowed_values=["yes", "no"])
    assert EvaluatorChain(judged, llm=model).invoke({"response": "Go."})["kind"] == "no"


def test_nothing_to_score_is_nan() -> None:
    """A row with an empty response is not applicable, which is no zero."""
    row = {"user_input": "q", "response": "", "retrieved_contexts": ["a"]}
    assert math.isnan(EvaluatorChain(Faithfulness(), llm="local").invoke(row)["faithfulness"])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "reference"),
        ({"x": 1}, "reference"),
        ("text", "not a dict of columns"),
        (None, "not a dict of columns"),
    ],
)
def test_rows_that_do_not_fit_are_refused(given: Any, said: str) -> None:
    """The error names what is missing."""
    with pytest.raises(InputError, match=said):
        EvaluatorChain(ExactMatch()).invoke(given)


def test_what_is_no_metric_is_refused() -> None:
    """When the chain is made."""
    with pytest.raises(TypeError):
        EvaluatorChain("faithfulness")
    with pytest.raises(ConfigurationError, match="verbose"):
        EvaluatorChain(ExactMatch(), verbose=True)


@pytest.mark.parametrize(
    ("outputs", "expected"),
    [
        ({"response": "At ten."}, {"reference": "At ten."}),
        ({"answer": "At ten.", "contexts": ["x"]}, {"ground_truth": "At ten."}),
        ({"output": "At ten."}, {"answer": "At ten."}),
        ({"output": {"response": "At ten."}}, {"ground_truths": ["At ten."]}),
        ({"output": AIMessage("At ten.")}, {"output": "At ten."}),
        ({"response": "At ten.", "reference": "made up"}, {"reference": "At ten."}),
    ],
)
def test_runs_are_scored_against_their_example(outputs: dict[str, Any], expected: dict[str, Any]) -> None:
    """The answer is the run's, the reference the example's, whatever the two call it; LangSmith's own form comes back."""
    chain = EvaluatorChain(ExactMatch())
    given = chain.evaluate_run(run_of(outputs), example_of({"question": "When?"}, expected))
    assert isinstance(given, EvaluationResult)
    assert (given.key, given.score) == ("exact_match", 1.0)


def test_langsmith_takes_it_as_an_evaluator() -> None:
    """LangSmith wraps the method as one of its evaluators and gets the score."""
    evaluator = run_evaluator(EvaluatorChain(ExactMatch()).evaluate_run)
    import uuid
    from datetime import UTC, datetime

    from langsmith.schemas import Example, Run

    now = datetime.now(UTC)
    run = Run(
        id=uuid.uuid4(),
        name="app",
        start_time=now,
        run_type="chain",
        inputs={},
        trace_id=uuid.uuid4(),
        outputs=ROW,
    )
    example = Example(
        id=uuid.uuid4(), dataset_id=uuid.uuid4(), inputs={}, outputs={"reference": "no"}, created_at=now
    )
    given = evaluator.evaluate_run(run, example)
    assert isinstance(given, EvaluationResult)
    assert given.score == 0.0


def test_without_langsmith_the_score_is_a_dict(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same fields, nothing to install."""
    monkeypatch.setitem(sys.modules, "langsmith", None)
    monkeypatch.setitem(sys.modules, "langsmith.evaluation", None)
    given = EvaluatorChain(ExactMatch()).evaluate_run(run_of(ROW), example_of({}, {"reference": "At ten."}))
    assert given["key"] == "exact_match"
    assert given["score"] == 1.0


@pytest.mark.parametrize(
    ("run", "example"),
    [(run_of(None), None), (run_of({"response": "x"}), example_of({"question": "q"}, None))],
)
def test_a_run_that_lacks_a_column_is_refused(run: Any, example: Any) -> None:
    """The error says what is needed and what there is."""
    with pytest.raises(InputError, match=r"exact_match needs .*reference.*run and example give"):
        EvaluatorChain(ExactMatch()).evaluate_run(run, example)
