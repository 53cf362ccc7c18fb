"""The first-generation base classes: columns, samples, and subclasses that users wrote."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from ragas import EvaluationDataset, MultiTurnSample, RunConfig, SingleTurnSample, evaluate
from ragas.exceptions import InputError
from ragas.legacy.embeddings import LlamaIndexEmbeddingsWrapper
from ragas.legacy.lent import in_old_form
from ragas.legacy.llms import LlamaIndexLLMWrapper
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
    assert metric.required_columns == metric.get_required_columns() == {"SINGLE_TURN": {"response"}}
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


@dataclass
class Prepared(SingleTurnMetric):
    """A user's metric that makes itself ready in `init`."""

    name: str = "prepared"
    _required_columns: dict[MetricType, set[str]] = field(
        default_factory=lambda: {MetricType.SINGLE_TURN: {"response"}}
    )
    seen: list[RunConfig] = field(default_factory=list)

    def init(self, run_config: RunConfig) -> None:
        """Keep what it is called with."""
        self.seen.append(run_config)

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        return float(self.seen[-1].timeout or 0)


def test_a_run_calls_init_once_before_it_scores() -> None:
    """What `init` makes ready is there for every sample, with the settings of the run."""
    metric, config = Prepared(), RunConfig(timeout=77)
    assert evaluate(ROWS, [metric], run_config=config, show_progress=False)["prepared"] == [77.0, 77.0]
    assert metric.seen == [config]


def test_an_init_that_fails_is_the_cause() -> None:
    """A metric that cannot be made ready has no scores, and the cells say why."""

    class Faulty(Prepared):
        def init(self, run_config: RunConfig) -> None:
            raise OSError("no word list")

    with pytest.warns(UserWarning, match="no word list"):
        result = evaluate(ROWS, [Faulty()], show_progress=False)
    assert [cell.cell.status for cell in result.failures()] == ["failed", "failed"]


def test_init_has_the_models_of_the_run() -> None:
    """`init` finds the judge the metric was lent, on a copy of the metric."""

    class Asks(Judged):
        def init(self, run_config: RunConfig) -> None:
            super().init(run_config)
            self.name = type(self.llm).__name__

        async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
            return float(self.name == "ScriptedJudge")

    metric = Asks()
    result = evaluate(ROWS, [metric], llm=ScriptedJudge(), embeddings=HashEmbeddings(), show_progress=False)
    assert (result["judged"], metric.name) == ([1.0, 1.0], "judged")


class Chat:
    """A model with LangChain's methods."""

    async def agenerate_prompt(self, prompts: list[Any], stop: Any = None, callbacks: Any = None) -> Any:
        """One completion a prompt."""
        return SimpleNamespace(generations=[[SimpleNamespace(text=f"<{prompt}>")] for prompt in prompts])

    def generate_prompt(self, prompts: list[Any], stop: Any = None, callbacks: Any = None) -> Any:
        """The same, waiting."""
        return asyncio.run(self.agenerate_prompt(prompts))

    async def ainvoke(self, prompt: Any) -> Any:
        """What makes it a judge."""
        return SimpleNamespace(content=f"<{prompt}>")


class Vectors:
    """Embeddings with LangChain's methods."""

    def embed_query(self, text: str) -> list[float]:
        """The vector of one text."""
        return [float(len(text))]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text."""
        return [self.embed_query(text) for text in texts]


class Calls(Judged):
    """A user's metric that calls its models as first-generation code does."""

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        one = (await self.llm.generate(sample.response)).generations[0][0].text
        two = (await self.llm.agenerate_text(sample.response)).generations[0][0].text
        assert isinstance(self.llm.langchain_llm, Chat)
        assert one == two == f"<{sample.response}>"
        return float((await self.embeddings.embed_text(sample.response))[0])


def test_langchain_models_are_lent_in_wrappers() -> None:
    """`evaluate(llm=, embeddings=)` with LangChain's own objects gives a user's metric the methods it calls."""
    metric = Calls()
    result = evaluate(ROWS, [metric], llm=Chat(), embeddings=Vectors(), show_progress=False)
    assert result["judged"] == [5.0, 21.0]
    assert (metric.llm, metric.embeddings) == (None, None)


def test_a_models_own_methods_stay() -> None:
    """A model that a metric has itself is left as it is, and so are models that are not of another library."""
    model, judge, vectors = Chat(), ScriptedJudge(), HashEmbeddings()
    assert [in_old_form(one) for one in (judge, vectors, None)] == [judge, vectors, None]
    own = Judged(llm=model, embeddings=vectors)
    own.begin_run(RunConfig())
    assert own.llm is model


def test_models_of_llamaindex_are_lent_in_wrappers() -> None:
    """By the methods that library's models and embeddings have."""
    model = SimpleNamespace(complete=print, acomplete=print)
    vectors = SimpleNamespace(get_text_embedding=print, get_query_embedding=print)
    assert isinstance(in_old_form(model), LlamaIndexLLMWrapper)
    assert isinstance(in_old_form(vectors), LlamaIndexEmbeddingsWrapper)


@pytest.mark.parametrize(
    ("metric", "method", "sample", "message"),
    [
        (
            ShortAnswer(),
            "single_turn_score",
            {"response": "r"},
            r"short_answer scores a SingleTurnSample, not a dict\. Pass one: SingleTurnSample\(\*\*row\)",
        ),
        (ShortAnswer(), "single_turn_score", None, "not a NoneType"),
        (
            ShortAnswer(),
            "single_turn_score",
            MultiTurnSample(user_input=[{"content": "hi", "type": "human"}]),
            "not a MultiTurnSample",
        ),
        (Turns(), "multi_turn_score", {"user_input": []}, r"MultiTurnSample\(\*\*row\)"),
    ],
)
def test_what_is_no_sample_is_refused(metric: Any, method: str, sample: Any, message: str) -> None:
    """A dict, nothing or the other kind of sample: said as such, with what to pass."""
    with pytest.raises(InputError, match=message):
        getattr(metric, method)(sample)


def test_enums_keep_their_values() -> None:
    """Stored values of the enums still read."""
    assert MetricType("single_turn") is MetricType.SINGLE_TURN
    assert [one.value for one in MetricOutputType] == ["binary", "discrete", "continuous", "ranking"]
