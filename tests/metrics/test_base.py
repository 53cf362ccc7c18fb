"""What every metric has: settings, one scoring method, and the ways to call it."""

from __future__ import annotations

import asyncio
import copy
import pickle
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from ragas.exceptions import ConfigurationError
from ragas.metrics import BaseMetric, MetricResult
from ragas.metrics.base import Models, use_models
from ragas.metrics.collections import AnswerRelevancy, ContextPrecision, Faithfulness
from ragas.prompt.steps import SPLIT
from ragas.testing import HashEmbeddings, ScriptedJudge


@dataclass(eq=False, repr=False)
class Brevity(BaseMetric):
    """How short the response is."""

    name: str = field(default="brevity", kw_only=True)
    limit: int = field(default=10, kw_only=True)

    async def ascore(self, response: str) -> MetricResult:
        return MetricResult(min(1.0, self.limit / len(response)), f"{len(response)} characters")


class Shout(BaseMetric):
    """A metric in the style of earlier versions: an `__init__` that passes the name on, and a bare number."""

    def __init__(self, name: str = "shout", **kwargs: Any) -> None:
        super().__init__(name=name, **kwargs)

    async def ascore(self, response: str) -> Any:
        return float(response.isupper())


class Foreign:
    """A judge that is no subclass of ours."""

    async def agenerate(self, prompt: str, response_model: Any) -> Any:
        return response_model(statements=[])


def test_a_metric_of_ones_own_is_a_method() -> None:
    """Settings are fields, `ascore` is the score; every way of calling it gives the same."""
    metric = Brevity(limit=5)
    rows = [{"response": "0123456789"}, {"response": "01"}]
    assert metric.score(response="0123456789").value == 0.5
    assert asyncio.run(metric.ascore(response="0123456789")).reason == "10 characters"
    assert [one.value for one in metric.batch_score(rows)] == [0.5, 1.0]
    assert [one.value for one in asyncio.run(metric.abatch_score(rows))] == [0.5, 1.0]
    assert metric.batch_score([]) == []


def test_a_bare_number_is_wrapped() -> None:
    """`ascore` may return a bare value; the caller gets a result."""
    result = Shout().score(response="HEY")
    assert isinstance(result, MetricResult)
    assert result.value == 1.0
    assert Shout(name="loud").name == "loud"


def test_score_is_for_keywords() -> None:
    """`score` takes columns by name only."""
    with pytest.raises(TypeError):
        Brevity().score("text")  # type: ignore[misc]


def test_score_works_inside_a_running_loop() -> None:
    """The sync door works in a notebook or a server too."""

    async def inside() -> Any:
        return Brevity().score(response="0123456789").value

    assert asyncio.run(inside()) == 1.0


def test_the_first_failure_of_a_batch_is_raised_after_all_are_scored() -> None:
    """A failing row does not keep the others from being scored, and its error comes out."""
    scored: list[str] = []

    class Counting(BaseMetric):
        async def ascore(self, response: str) -> MetricResult:
            await asyncio.sleep(0)
            scored.append(response)
            if response == "bad":
                raise RuntimeError("bad row")
            return MetricResult(1.0)

    with pytest.raises(RuntimeError, match="bad row"):
        Counting().batch_score([{"response": "bad"}, {"response": "good"}])
    assert scored == ["bad", "good"]


def test_samples_of_a_batch_wait_side_by_side() -> None:
    """A metric that waits for something of its own does so for all samples at once, not for one after the other."""
    all_are_there = asyncio.Barrier(20)

    class Remote(BaseMetric):
        async def ascore(self, response: str) -> MetricResult:
            await all_are_there.wait()
            return MetricResult(float(response))

    async def soon() -> list[MetricResult]:
        return await asyncio.wait_for(Remote().abatch_score([{"response": str(n)} for n in range(20)]), 5)

    assert [one.value for one in asyncio.run(soon())] == list(range(20))


def test_a_cancelled_batch_leaves_nothing_behind() -> None:
    """When the caller stops waiting, the samples under way are cancelled."""

    class Stuck(BaseMetric):
        async def ascore(self, response: str) -> MetricResult:
            await asyncio.sleep(60)
            return MetricResult(1.0)

    async def cut() -> int:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(Stuck().abatch_score([{"response": "r"}] * 5), 0.05)
        return len(asyncio.all_tasks())

    assert asyncio.run(cut()) == 1


def test_a_metric_without_scoring_says_so() -> None:
    """The base class cannot score, and names the method to write."""
    with pytest.raises(TypeError, match=r"BaseMetric has no scoring.*async def ascore"):
        BaseMetric().score(response="r")


def test_columns_and_models_are_read_off() -> None:
    """What a metric needs follows from its signature and its fields."""
    assert Faithfulness().required_columns == ["user_input", "response", "retrieved_contexts"]
    assert Faithfulness().optional_columns == []
    assert Faithfulness().needs_judge
    assert not Faithfulness().needs_embeddings
    assert AnswerRelevancy().needs_embeddings
    assert not Brevity().needs_judge


def test_unknown_settings_are_refused() -> None:
    """A setting that does not exist is a TypeError, not silence."""
    with pytest.raises(TypeError, match="strictnes"):
        AnswerRelevancy(strictnes=3)  # type: ignore[call-arg]


def test_models_are_checked_and_adapted_at_once() -> None:
    """A judge of another kind is adapted; what cannot judge is refused by the constructor."""
    assert Faithfulness(llm=Foreign()).judge.name == "Foreign"
    assert AnswerRelevancy(embeddings=HashEmbeddings()).embedder.name == "hash"
    with pytest.raises(ConfigurationError, match="'int' cannot be used as a judge"):
        Faithfulness(llm=5)
    with pytest.raises(ConfigurationError, match="'int' cannot be used as embeddings"):
        AnswerRelevancy(embeddings=5)


def test_own_models_go_before_those_of_the_run() -> None:
    """The run's judge serves metrics that have none; one of their own goes first."""
    own, shared = ScriptedJudge(), ScriptedJudge()
    embedder = HashEmbeddings()
    with use_models(Models(shared, embedder)):
        assert Faithfulness().judge is shared
        assert Faithfulness(llm=own).judge is own
        assert AnswerRelevancy().embedder is embedder
    with use_models(Models(own)):
        assert Faithfulness().judge is own


def test_missing_embeddings_say_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without embeddings the error names the metric and two ways out."""
    monkeypatch.setattr("ragas.embeddings.default.default_embedder", lambda judge=None: None)
    with pytest.raises(
        ConfigurationError, match=r"answer_relevancy needs embeddings.*embedding_factory.*pip install"
    ):
        _ = AnswerRelevancy().embedder


def test_a_signature_tells_settings_and_prompts() -> None:
    """Scores of different settings or prompts have different signatures; the name of the judge is no setting."""
    base = Faithfulness()
    assert base.signature_hash() == Faithfulness(llm=ScriptedJudge()).signature_hash()
    assert base.signature_hash() != Faithfulness(no_statements=0.0).signature_hash()
    edited = replace(SPLIT, instruction="List the claims.")
    assert base.signature_hash() != Faithfulness(statement_generator_prompt=edited).signature_hash()
    assert base.signature()["metric"] == "Faithfulness"
    assert len(base.signature_hash()) == 12


def test_metrics_are_distinct_objects() -> None:
    """Two metrics are equal only if they are the same one, and can be put in a set."""
    one, other = ContextPrecision(), ContextPrecision()
    assert one != other
    assert len({one, other}) == 2
    assert repr(one) == "ContextPrecision(name='context_precision', allowed_values=(0.0, 1.0))"


def test_copies_and_pickles_keep_the_settings() -> None:
    """A metric without models of its own copies and pickles."""
    for made in (copy.deepcopy(Brevity(limit=3)), pickle.loads(pickle.dumps(Brevity(limit=3)))):
        assert (made.name, made.limit) == ("brevity", 3)


class Rules:
    """A plain object of a user's own."""

    def __init__(self, least: int) -> None:
        self.least = least


@dataclass(eq=False, repr=False)
class Ruled(BaseMetric):
    """A metric set by an object and a key."""

    name: str = field(default="ruled", kw_only=True)
    rules: Any = field(default=None, kw_only=True)
    api_key: str = field(default="s3cret", kw_only=True)

    async def ascore(self, response: str) -> MetricResult:
        return MetricResult(float(len(response) >= self.rules.least))


def test_a_signature_holds_what_an_object_holds_and_no_address_or_key() -> None:
    """Equal objects give equal signatures, others another one, and a key is not written down."""
    first, again, other = (Ruled(rules=Rules(least)).signature() for least in (3, 3, 4))
    assert first == again != other
    assert "0x" not in repr(first)
    assert "s3cret" not in repr(first)
