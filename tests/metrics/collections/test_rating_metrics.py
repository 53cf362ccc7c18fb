"""Answer accuracy, context relevance and response groundedness: what the two judges see, and what needs no judge."""

from __future__ import annotations

from typing import Any

import pytest

from ragas import EvaluationDataset, EvaluationResult, RunConfig, evaluate
from ragas.metrics.collections.answer_accuracy import AnswerAccuracy
from ragas.metrics.collections.context_relevance import ContextRelevance
from ragas.metrics.collections.response_groundedness import ResponseGroundedness
from ragas.testing import ScriptedJudge

ROW = {
    "user_input": "When does the ferry leave?",
    "response": "The RESPONSE text.",
    "reference": "The REFERENCE text.",
    "retrieved_contexts": ["First CHUNK.", "Second CHUNK."],
}
METRICS: list[Any] = [AnswerAccuracy, ContextRelevance, ResponseGroundedness]


def inputs(metric: Any) -> dict[str, Any]:
    return {name: ROW[name] for name in metric().required_columns}


def ratings(*numbers: int) -> list[dict[str, Any]]:
    return [{"reason": f"reason {number}", "rating": number} for number in numbers]


@pytest.mark.parametrize("metric", METRICS)
def test_two_judges_are_asked_in_different_words(metric: Any) -> None:
    """Two calls, two instructions, the same texts."""
    judge = ScriptedJudge(ratings(2, 2))
    metric(llm=judge).score(**inputs(metric))
    first, second = (call.prompt for call in judge.calls)
    assert first.split("\n\n")[0] != second.split("\n\n")[0]
    for value in inputs(metric).values():
        for text in [value] if isinstance(value, str) else value:
            assert text in first
            assert text in second


def test_both_judges_of_accuracy_see_the_texts_in_their_roles() -> None:
    """The response is called the answer and the reference the reference, in either order."""
    judge = ScriptedJudge(ratings(4, 4))
    AnswerAccuracy(llm=judge).score(**inputs(AnswerAccuracy))
    for call in judge.calls:
        after_answer = call.prompt.rsplit("<answer ", 1)[1].split("</answer")[0]
        after_reference = call.prompt.rsplit("<reference ", 1)[1].split("</reference")[0]
        assert "RESPONSE" in after_answer
        assert "REFERENCE" in after_reference
    first, second = (call.prompt for call in judge.calls)
    assert first.rindex("RESPONSE") < first.rindex("REFERENCE")
    assert second.rindex("RESPONSE") > second.rindex("REFERENCE")


@pytest.mark.parametrize(
    ("numbers", "value"), [((4, 4), 1.0), ((4, 2), 0.75), ((0, 4), 0.5), ((2, 0), 0.25), ((0, 0), 0.0)]
)
def test_accuracy_is_the_mean_of_two_quarters(numbers: tuple[int, int], value: float) -> None:
    """Ratings of 0, 2 and 4, divided by 4."""
    result = AnswerAccuracy(llm=ScriptedJudge(ratings(*numbers))).score(**inputs(AnswerAccuracy))
    assert result.value == value


@pytest.mark.parametrize("metric", METRICS)
def test_a_dead_judge_fails_the_cell(metric: Any) -> None:
    """One judge that cannot be reached is a failure with its cause, not the other judge's rating."""
    judge = ScriptedJudge([*ratings(2), ConnectionError("connection reset")])
    dataset = EvaluationDataset.from_list([ROW])
    with pytest.warns(UserWarning, match="1 of 1 failed"):
        result = evaluate(
            dataset, [metric(llm=judge)], show_progress=False, run_config=RunConfig(max_retries=1, timeout=20)
        )
    assert isinstance(result, EvaluationResult)
    (cell,) = result.cells[0].values()
    assert (cell.status, cell.value) == ("failed", None)
    assert "connection reset" in str(cell.cause)


@pytest.mark.parametrize("metric", [ContextRelevance, ResponseGroundedness])
@pytest.mark.parametrize("contexts", [[], [""], [" ", "\n"]])
def test_no_context_is_zero_without_a_call(metric: Any, contexts: list[str]) -> None:
    """Nothing retrieved helps nobody and supports nothing."""
    judge = ScriptedJudge()
    result = metric(llm=judge).score(**inputs(metric) | {"retrieved_contexts": contexts})
    assert (result.value, result.reason) == (0.0, "There is no retrieved context.")
    assert judge.calls == []


def test_the_question_itself_is_no_context() -> None:
    """A context that only repeats the question is 0.0 without a call; one that shares words is judged."""
    judge = ScriptedJudge(ratings(2, 2))
    metric = ContextRelevance(llm=judge)
    assert metric.score(user_input="the same", retrieved_contexts=["the  same", ""]).value == 0.0
    assert judge.calls == []
    question = "What is the capital of France?"
    assert metric.score(user_input=question, retrieved_contexts=["capital of France"]).value == 1.0


def test_a_whole_context_is_grounded_and_a_part_is_judged() -> None:
    """Repeating a context is 1.0 without a call; a part of it may have lost its "not"."""
    judge = ScriptedJudge(ratings(0, 0))
    metric = ResponseGroundedness(llm=judge)
    assert metric.score(response="It is free.", retrieved_contexts=["x", "It is  free."]).value == 1.0
    assert judge.calls == []
    contexts = ["It is not true that it is free."]
    assert metric.score(response="it is free.", retrieved_contexts=contexts).value == 0.0


@pytest.mark.parametrize("metric", METRICS)
def test_max_retries_is_checked(metric: Any) -> None:
    """A negative count is refused by name."""
    with pytest.raises(ValueError, match="max_retries"):
        metric(max_retries=-1)
