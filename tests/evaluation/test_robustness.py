"""What a run withstands: odd columns, metrics that hang or lie, and set-ups that could only fail after paying."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, field
from typing import Any

import pytest

from ragas import EvaluationResult, RunConfig, evaluate
from ragas.exceptions import ConfigurationError, InputError
from ragas.metrics import BaseMetric, MetricResult, MetricType, MetricWithLLM, SingleTurnMetric
from ragas.metrics.collections import AnswerRelevancy, ContextPrecision, Faithfulness
from ragas.testing import ScriptedJudge

ROW = {"user_input": "q", "response": "r", "retrieved_contexts": ["c"], "reference": "r"}


def run(rows: list[dict[str, Any]], metrics: list[Any], **settings: Any) -> EvaluationResult:
    result = evaluate(rows, metrics, show_progress=False, **settings)
    assert isinstance(result, EvaluationResult)
    return result


class Language(BaseMetric):
    name = "language"

    async def ascore(self, response: str, language: str, schema: str | None = None) -> MetricResult:
        return MetricResult(float(language == "pl"), schema)


@pytest.mark.filterwarnings("ignore:unknown column")
def test_a_metric_may_take_columns_of_its_own() -> None:
    """A column that only the user's metric knows reaches it, also under a name that samples use for methods."""
    result = run([{"response": "x", "language": "pl", "schema": "CREATE TABLE t"}], [Language()])
    assert result.cell(0, "language").value == 1.0
    assert result.cell(0, "language").reason == "CREATE TABLE t"


def test_a_method_is_no_column() -> None:
    """An optional input that the row does not have is left out, whatever a sample's attributes are called."""
    with pytest.warns(UserWarning, match="unknown column"):
        result = run([{"response": "x", "language": "en"}], [Language()])
    assert result.cell(0, "language").reason is None


class Plain(BaseMetric):
    name = "plain"

    def ascore(self, response: str) -> float:  # type: ignore[override]  # not async, as users write it
        return 0.25


def test_a_plain_class_with_a_plain_method_is_a_metric() -> None:
    """A subclass that is no dataclass keeps its name, and its ascore need not be async."""
    assert run([{"response": "x"}], [Plain()])["plain"] == [0.25]
    assert Plain().score(response="x") == 0.25


@dataclass(eq=False, repr=False)
class Gives(BaseMetric):
    value: Any = 0.0
    name: str = field(default="gives", kw_only=True)

    async def ascore(self, response: str) -> MetricResult:
        return MetricResult(self.value)


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan, 10**400, None])
def test_what_is_no_number_is_no_score(value: Any) -> None:
    """Infinite, missing and absurd values are failures with a cause, and the result can still be shown."""
    with pytest.warns(UserWarning, match="1 of 1 failed"):
        result = run([{"response": "x"}], [Gives(value)])
    assert result.cell(0, "gives").status == "failed"
    assert "0 of 1 scored" in repr(result)


class Mute(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


@dataclass(eq=False, repr=False)
class Raises(BaseMetric):
    error: Exception = field(default_factory=Mute)
    name: str = field(default="raises", kw_only=True)

    async def ascore(self, response: str) -> MetricResult:
        raise self.error


def test_an_exception_that_cannot_speak_costs_one_cell() -> None:
    """A faulty or endless message is cut or replaced; the run goes on."""
    with pytest.warns(UserWarning, match="failed"):
        result = run([{"response": "x"}], [Raises(), Raises(RuntimeError("x" * 10**6), name="long")])
    assert "Mute (its message cannot be shown: ValueError)" in str(result.cell(0, "raises").cause)
    assert len(str(result.cell(0, "long").cause)) < 3000


@dataclass(eq=False, repr=False)
class Hangs(BaseMetric):
    name: str = field(default="hangs", kw_only=True)

    async def ascore(self, response: str) -> MetricResult:
        await asyncio.Event().wait()
        return MetricResult(1.0)


def test_a_metric_that_never_returns_is_given_up() -> None:
    """A user's own metric that hangs fails after a bounded time, and the other rows are scored."""
    with pytest.warns(UserWarning, match="hangs: 1 of 1 failed"):
        result = run(
            [{"response": "x"}], [Hangs(), Gives(1.0)], run_config=RunConfig(timeout=1, max_retries=1)
        )
    assert result.cell(0, "hangs").error == "JudgeTimeoutError"
    assert result["gives"] == [1.0]


def test_missing_embeddings_are_told_before_a_judge_is_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    """A metric that would find no embeddings in the end stops the run before the first call."""
    monkeypatch.setattr("ragas.evaluation.run_models.default_embedder", lambda judge: None)
    judge = ScriptedJudge()
    with pytest.raises(ConfigurationError, match="answer_relevancy needs embeddings and none are configured"):
        run([ROW], [AnswerRelevancy()], llm=judge)
    assert judge.calls == []


def test_the_embedded_judge_skips_what_it_cannot_do_without_embeddings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the judge cannot write questions, missing embeddings are not what is reported."""
    monkeypatch.setattr("ragas.evaluation.run_models.default_embedder", lambda judge: None)
    result = run([ROW], [AnswerRelevancy()], llm="local")
    assert result.cell(0, "answer_relevancy").status == "skipped"


@pytest.mark.parametrize(
    ("column_map", "message"),
    [
        ({"user_input": "q"}, "the dataset has a column 'user_input' of its own"),
        ({"response": "q", "reference": "q"}, "uses one of your columns for two of ours"),
    ],
)
def test_a_column_map_never_chooses_silently(column_map: dict[str, str], message: str) -> None:
    """Two columns for one, or one for two, is an error, not a matter of their order."""
    with pytest.raises(InputError, match=message):
        run([{"q": "RIGHT", "user_input": "WRONG", "response": "r"}], [Gives()], column_map=column_map)


class Wrapper:
    """A model of the old text interface."""

    def __init__(self) -> None:
        self.prompts: list[str] = []

    async def generate(self, prompt: str) -> str:
        self.prompts.append(prompt)
        return "1"

    async def agenerate_text(self, prompt: Any, **_: Any) -> Any:
        raise AssertionError("not asked through here")


@dataclass(eq=False)
class Old(MetricWithLLM, SingleTurnMetric):
    _required_columns: dict[MetricType, set[str]] = field(
        default_factory=lambda: {MetricType.SINGLE_TURN: {"response"}}
    )
    name: str = "old"

    async def _single_turn_ascore(self, sample: Any, callbacks: Any) -> float:
        return float(await self.llm.generate(f"grade {sample.response}"))


def test_a_users_old_metric_gets_the_object_that_was_given() -> None:
    """A first-generation metric is lent the very model passed as llm, whose methods it was written for."""
    model = Wrapper()
    assert run([{"response": "x"}], [Old()], llm=model)["old"] == [1.0]
    assert model.prompts == ["grade x"]


@pytest.mark.parametrize("chunks", [0, -1])
def test_chunks_per_call_is_at_least_one(chunks: int) -> None:
    """A number of chunks that makes no sense is refused, not read as none."""
    with pytest.raises(ValueError, match="chunks_per_call"):
        ContextPrecision(llm=ScriptedJudge(), chunks_per_call=chunks).score(
            user_input="q", reference="r", retrieved_contexts=["c"]
        )


@pytest.mark.parametrize("contexts", [[None, "x"], [1, 2]])
def test_items_of_a_list_are_checked(contexts: list[Any]) -> None:
    """An item that is no text is named by its position."""
    with pytest.raises(InputError, match="item 0 of 'retrieved_contexts' must be a text"):
        Faithfulness(llm="local").score(user_input="q", response="r", retrieved_contexts=contexts)


def test_a_single_score_of_the_embedded_judge_says_so() -> None:
    """A number of the support screen carries its caution also outside of a run."""
    result = Faithfulness(llm="local").score(
        user_input="When does it open?", response="It opens at ten.", retrieved_contexts=["It opens at ten."]
    )
    assert result.caution is not None
    assert "support screen" in repr(result)
    assert MetricResult.from_json_dict(result.to_json_dict()).caution == result.caution
