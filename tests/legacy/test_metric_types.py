"""The first-generation base classes: columns, samples, and subclasses that users wrote."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from ragas import EvaluationDataset, MultiTurnSample, RunConfig, SingleTurnSample, evaluate
from ragas.legacy.metric_types import MetricOutputType
from ragas.metrics import (
    Metric,
    MetricType,
    MetricWithEmbeddings,
    MetricWithLLM,
    MultiTurnMetric,
    SingleTurnMetric,
)
from ragas.testing import HashEmbeddings, ScriptedJudge


@dataclass
class ShortAnswer(SingleTurnMetric):
    """A user's metric without a model."""

    name: str = "short_answer"
    _required_columns: dict[MetricType, set[str]] = field(
        default_factory=lambda: {MetricType.SINGLE_TURN: {"response", "reference:optional", "x:ignored"}}
    )

    def init(self, run_config: RunConfig) -> None:
        """Nothing to make ready."""

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        return 1.0 if len(sample.response or "") < 10 else 0.0


@dataclass
class Turns(MultiTurnMetric):
    """A user's metric of a conversation."""

    _required_columns: dict[MetricType, set[str]] = field(
        default_factory=lambda: {MetricType.MULTI_TURN: {"user_input"}}
    )

    def init(self, run_config: RunConfig) -> None:
        """Nothing to make ready."""

    async def _multi_turn_ascore(self, sample: MultiTurnSample, callbacks: Any) -> float:
        return float(len(sample.user_input))


@dataclass
class Judged(MetricWithLLM, MetricWithEmbeddings, SingleTurnMetric):
    """A user's metric that looks for its models in its own fields."""

    name: str = "judged"
    _required_columns: dict[MetricType, set[str]] = field(
        default_factory=lambda: {MetricType.SINGLE_TURN: {"response"}}
    )

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        return float(self.llm is not None and self.embeddings is not None)


ROWS = EvaluationDataset.from_list(
    [
        {"user_input": "q", "response": "short", "retrieved_contexts": ["c"]},
        {"user_input": "q", "response": "much longer than that", "retrieved_contexts": ["c"]},
    ]
)


def test_columns_and_their_marks() -> None:
    """Columns come without marks; optional ones on request, ignored ones never."""
    metric = ShortAnswer()
    assert metric.required_columns == {"SINGLE_TURN": {"response", "reference", "x"}}
    assert metric.get_required_columns() == {"SINGLE_TURN": {"response"}}
    assert metric.get_required_columns(with_optional=True) == {"SINGLE_TURN": {"response", "reference"}}
    metric.required_columns = {MetricType.SINGLE_TURN: {"reference"}}
    assert metric.get_required_columns() == {"SINGLE_TURN": {"reference"}}
    with pytest.raises(ValueError, match="'answer' is not a column"):
        metric.required_columns = {MetricType.SINGLE_TURN: {"answer"}}


def test_a_nameless_metric_is_called_after_its_class() -> None:
    """Without a name the class gives one, in snake case."""
    assert Turns().name == "turns"
    assert ShortAnswer().name == "short_answer"
    assert issubclass(ShortAnswer, Metric)


def test_one_sample_scores_in_every_way() -> None:
    """Sync and async give a bare number."""
    metric = ShortAnswer()
    assert metric.single_turn_score(SingleTurnSample(response="short")) == 1.0
    assert asyncio.run(metric.single_turn_ascore(SingleTurnSample(response="a much longer one"))) == 0.0
    sample = MultiTurnSample(user_input=[{"content": "hi", "type": "human"}])
    assert Turns().multi_turn_score(sample) == 1.0


def test_a_timeout_is_a_timeout_error() -> None:
    """A score that takes longer than `timeout` raises TimeoutError."""

    class Slow(ShortAnswer):
        async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
            await asyncio.sleep(30)
            return 1.0

    with pytest.raises(TimeoutError):
        asyncio.run(Slow().single_turn_ascore(SingleTurnSample(response="r"), timeout=0.01))


def test_users_metrics_run_in_evaluate() -> None:
    """A user's own first-generation metric is scored by evaluate, and borrows the run's models."""
    judged = Judged()
    result = evaluate(
        ROWS, [ShortAnswer(), judged], llm=ScriptedJudge(), embeddings=HashEmbeddings(), show_progress=False
    )
    assert result["short_answer"] == [1.0, 0.0]
    assert result["judged"] == [1.0, 1.0]
    assert (judged.llm, judged.embeddings) == (None, None)


def test_models_are_lent_to_an_executor_too() -> None:
    """Work that starts later has the run's models, and the user's metric stays as it was."""
    judged = Judged()
    executor = evaluate(
        ROWS,
        [judged],
        llm=ScriptedJudge(),
        embeddings=HashEmbeddings(),
        return_executor=True,
        show_progress=False,
    )
    assert executor.results() == [1.0, 1.0]  # type: ignore[union-attr]
    assert (judged.llm, judged.embeddings) == (None, None)


def test_a_conversation_metric_runs_in_evaluate() -> None:
    """Conversations are scored by metrics for conversations."""
    chat = EvaluationDataset.from_list([{"user_input": [{"content": "hi", "type": "human"}]}])
    assert evaluate(chat, [Turns()], show_progress=False)["turns"] == [1.0]


def test_init_asks_for_missing_models() -> None:
    """`init` without a judge or embeddings is a ValueError that names the metric."""

    @dataclass
    class OnlyEmbeddings(MetricWithEmbeddings):
        name: str = "only_embeddings"

    with pytest.raises(ValueError, match=r"'judged'.*llm"):
        Judged().init(RunConfig())
    with pytest.raises(ValueError, match=r"'only_embeddings'.*embeddings"):
        OnlyEmbeddings().init(RunConfig())


def test_enums_keep_their_values() -> None:
    """Stored values of the enums still read."""
    assert MetricType("single_turn") is MetricType.SINGLE_TURN
    assert [one.value for one in MetricOutputType] == ["binary", "discrete", "continuous", "ranking"]
