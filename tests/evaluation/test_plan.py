"""plan(): what a run will take is said before anything is sent, and it is what the run then takes."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from openai import AsyncOpenAI

from ragas import EvaluationResult, RunConfig, evaluate
from ragas.embeddings.factory import embedding_factory
from ragas.engine.cache import SQLiteCache
from ragas.evaluation.plan import aplan, plan
from ragas.exceptions import ConfigurationError, InputError
from ragas.legacy import metrics as old
from ragas.llms import llm_factory
from ragas.llms.judge import Judge
from ragas.metrics import BaseMetric, DiscreteMetric, MetricResult, discrete_metric, numeric_metric
from ragas.metrics.collections import (
    AnswerCorrectness,
    AnswerRelevancy,
    BleuScore,
    ContextPrecision,
    ContextRecall,
    FactualCorrectness,
    Faithfulness,
    FaithfulnessWithHHEM,
    NoiseSensitivity,
)
from ragas.schema.stream import SampleStream
from ragas.testing import HashEmbeddings
from tests.servers import OpenAIServer
from tests.servers.server import Recorded, Reply

FACTS = [
    "The ferry to Isla Verde leaves from pier 3 at 07:40 every day except on Sundays in winter.",
    "The crossing takes forty minutes when the sea is calm and up to an hour when it is not.",
    "A ticket costs twelve euros for grown-ups and half of it for children under fourteen.",
    "Dogs travel for free on the lower deck as long as they are kept on a short lead.",
]


def rows(count: int) -> list[dict[str, Any]]:
    return [
        {
            "user_input": f"What should I know about trip number {number}?",
            "response": f"{FACTS[number % 4]} Trip {number} is no exception. {FACTS[(number + 1) % 4]}",
            "reference": f"{FACTS[number % 4]} That holds for trip {number} too.",
            "retrieved_contexts": [f"Trip {number}. {FACTS[number % 4]}", FACTS[(number + 1) % 4]],
        }
        for number in range(count)
    ]


def answer(request: Recorded) -> Reply:
    """What a judge says that takes every sentence for a statement and finds everything supported."""
    format_ = request.body["response_format"]["json_schema"]
    text = request.body["messages"][-1]["content"]
    data = text[text.rindex("\n\n<") :]  # past the worked example
    name = format_["name"]
    told: Any
    if name == "Statements":
        body = re.search(r"<text \w+>\n(.*?)\n</text", data, re.DOTALL)
        assert body
        told = {"statements": [f"{one.rstrip('.')}." for one in body[1].split(". ")]}
    elif name == "Questions":
        told = {
            "questions": [
                {
                    "question": f"What about trip {number}, and is it as the timetable says?",
                    "noncommittal": False,
                }
                for number in range(int(re.search(r"<count \w+>\n(\d+)", data)[1]))  # type: ignore[index]  # it is there
            ]
        }
    else:
        numbers = re.findall(r"^\[(\d+)\]", data, re.MULTILINE) or re.findall(
            r"^<chunk (\d+)", data, re.MULTILINE
        )
        flag = "useful" if name == "ChunkVerdicts" else "supported"
        told = {
            "verdicts": [
                {
                    "number": int(one),
                    "reason": "The first chunk says this in its second sentence.",
                    flag: True,
                }
                | (
                    {"quote": "It holds, as the timetable says.", "chunks": [1]}
                    if flag == "supported"
                    else {}
                )
                for one in numbers
            ]
        }
    reply = json.dumps(told)
    sent = text + json.dumps(format_["schema"])
    usage = {"prompt_tokens": len(sent) // 4, "completion_tokens": len(reply) // 4}
    return Reply(reply, usage=usage)


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as made:
        made.default = lambda request: Reply() if "embeddings" in request.path else answer(request)
        yield made


def metrics() -> list[BaseMetric]:
    return [
        Faithfulness(),
        FactualCorrectness(),
        ContextRecall(),
        ContextPrecision(),
        AnswerRelevancy(),
        AnswerCorrectness(),
        NoiseSensitivity(),
    ]


def models(server: OpenAIServer) -> dict[str, Any]:
    client = AsyncOpenAI(base_url=server.url, api_key="none", max_retries=0)
    return {
        "llm": llm_factory("gpt-4o-mini", client=client),
        "embeddings": embedding_factory("openai", model="text-embedding-3-small", client=client),
    }


def test_a_plan_is_what_the_run_takes(server: OpenAIServer) -> None:
    """Calls are those of the run, all metrics together; tokens sent are within a fifth of what the server counts."""
    made = plan(rows(12), metrics(), **models(server))
    assert server.requests == []  # nothing was sent
    result = evaluate(rows(12), metrics(), show_progress=False, **models(server))
    assert isinstance(result, EvaluationResult)
    assert not result.failures()
    usage = result.usage
    assert usage is not None
    assert (made.total.judge_calls, made.total.embedding_calls) == (
        usage["judge_calls"],
        usage["embedding_calls"],
    )
    judged = usage["by_model"]["gpt-4o-mini"]
    assert made.input_tokens == pytest.approx(judged["input_tokens"], rel=0.2)
    assert made.output_tokens == pytest.approx(judged["output_tokens"], rel=0.4)
    assert made.cost == pytest.approx(usage["cost"], rel=0.3)
    low, high = made.total.cost_range or (0, 0)
    assert low < usage["cost"] < high


def test_sharing_is_counted_by_running(server: OpenAIServer) -> None:
    """Calls of each metric alone are those it takes alone; together they take fewer, and the plan says how many."""
    made = plan(rows(4), metrics(), **models(server))
    for metric, one in zip(metrics(), made.metrics, strict=True):
        result = evaluate(rows(4), [metric], show_progress=False, **models(server))
        assert isinstance(result, EvaluationResult)
        assert one.figures is not None
        assert one.figures.calls == (result.usage or {})["calls"], one.name
    assert made.calls_apart == sum(one.figures.calls for one in made.metrics if one.figures)
    assert 0 < made.shared_calls == made.calls_apart - made.calls
    assert f"Sharing saves {made.shared_calls} of {made.calls_apart} calls" in str(made)


def test_large_data_is_sampled() -> None:
    """Rows spread evenly are looked at and the figures scaled up, and the plan says so."""
    small = plan(rows(40), [Faithfulness()], llm="openai:gpt-4o-mini")
    large = plan(rows(400), [Faithfulness()], llm="openai:gpt-4o-mini", sample=20)
    assert (large.rows, large.planned) == (400, 20)
    assert large.calls == pytest.approx(10 * small.calls, rel=0.02)
    assert large.input_tokens == pytest.approx(10 * small.input_tokens, rel=0.05)
    assert "Counted on 20 of 400 rows" in str(large)
    assert "Counted on" not in str(small)
    assert plan(rows(400), [Faithfulness()], llm="openai:gpt-4o-mini", limit=10).rows == 10
    assert plan(rows(10), [Faithfulness()], llm="openai:gpt-4o-mini", repeats=3).calls == 60


class Untouchable(Judge):
    """A judge that may not be asked."""

    name = "untouchable"

    async def agenerate(self, prompt: Any, response_model: Any) -> Any:
        raise AssertionError("a plan asked a real judge")


class UntouchableEmbeddings(HashEmbeddings):
    """Embeddings that may not be computed."""

    name = "untouchable embeddings"

    async def aembed_texts(self, texts: Any, **kwargs: Any) -> Any:
        raise AssertionError("a plan embedded with a real model")

    embed_texts = embed_text = aembed_text = aembed_texts  # type: ignore[assignment]  # none may be called


class NeverPredicts:
    def predict(self, pairs: Any) -> Any:
        raise AssertionError("a plan ran a real classifier")


def test_no_model_is_asked() -> None:
    """Neither the run's models nor those that metrics bring along are asked, and these stay in their place."""
    own = Untouchable()
    mine = Faithfulness(llm=own, name="mine")
    relevancy = AnswerRelevancy(llm=own, embeddings=UntouchableEmbeddings())
    hhem = FaithfulnessWithHHEM(llm=own, classifier=NeverPredicts())
    legacy = old.Faithfulness(llm=own, name="legacy")  # type: ignore[arg-type]  # a judge will do
    made = plan(
        rows(3),
        [mine, relevancy, hhem, legacy, ContextRecall()],
        llm=Untouchable(),
        embeddings=UntouchableEmbeddings(),
    )
    assert made.unknown == []
    assert all(one.figures and one.figures.judge_calls for one in made.metrics), str(made)
    assert mine.llm is own
    assert hhem._verifier.classifier is hhem.classifier
    assert made.metrics[0].judge == "untouchable"
    assert made.total.unpriced_calls == made.calls


def test_unknown_prices_stay_unknown() -> None:
    """A model without a listed price has calls and tokens, and no price."""
    made = plan(rows(3), [Faithfulness()], llm=Untouchable())
    assert made.calls == 6
    assert made.input_tokens > 0
    assert made.cost is None
    assert "unknown" in str(made)
    assert plan(rows(3), [Faithfulness()], llm="openai:no-such-model").cost is None


def test_the_embedded_judge_is_free() -> None:
    """It sends nothing, so there is nothing to pay; what it cannot judge is said to be skipped."""
    made = plan(
        rows(3), [Faithfulness(), AnswerRelevancy(), BleuScore()], llm="local", embeddings=HashEmbeddings()
    )
    assert (made.calls, made.cost, made.minutes) == (0, 0.0, 0.0)
    assert "answer_relevancy: 3 of 3 rows: skipped" in str(made)
    assert made.unknown == []


@numeric_metric(name="length", allowed_values=(0.0, 1000.0))
def length(response: str) -> float:
    raise AssertionError("a plan ran a function of the user's")


@discrete_metric(name="asks", allowed_values=["yes", "no"])
async def asks(response: str, llm: Judge) -> str:
    from ragas.metrics.validators import DiscreteValidator

    model: Any = DiscreteValidator.reply_model(["yes", "no"])
    return str((await llm.agenerate(f"Is this polite? {response}", model)).value)


class Broken(BaseMetric):
    """A metric that fails before it asks."""

    name = "broken"
    llm: Any = None

    async def ascore(self, response: str) -> MetricResult:
        raise LookupError("no such thing")


def test_own_metrics() -> None:
    """Own functions are not run unless they take the run's judge; what fails is unknown, with the cause, and ends nothing."""
    polite = DiscreteMetric("polite", ["yes", "no"], "Is this polite? {response}")
    made = plan(rows(3), [length, asks, Broken(), polite], llm="openai:gpt-4o-mini")
    assert made.unknown == ["length", "broken"]
    assert "LookupError: no such thing" in str(made)
    assert "a function of your own is not run" in str(made)
    assert [one.figures.calls for one in made.metrics if one.figures] == [3, 3]
    assert made.at_least
    assert "in one run, at least" in str(made)
    assert "Price of what is known between" in str(made)


def test_a_sum_of_nothing_known_is_unknown() -> None:
    """Where nobody can tell of any metric there is no $0 in the total, but `unknown`."""
    made = plan(rows(3), [length], llm="openai:gpt-4o-mini")
    assert made.total is None
    assert (made.calls, made.calls_apart, made.input_tokens, made.cost, made.minutes) == (None,) * 5
    assert "$0" not in str(made)
    assert made.to_dict()["total"] == {"calls": None}
    assert made.to_dict()["at_least"] is True


def test_a_price_of_what_has_one_is_the_least() -> None:
    """Calls without a known price make a sum the least that it can be, and are counted."""
    mine = Faithfulness(llm=llm_factory("house-model", client=AsyncOpenAI(api_key="k"), provider="openai"))
    made = plan(rows(2), [mine, ContextRecall()], llm="openai:gpt-4o-mini")
    assert made.metrics[0].figures is not None
    assert made.metrics[0].figures.cost is None
    assert made.cost
    assert made.total is not None
    assert made.total.unpriced_calls == 4
    lines = str(made).splitlines()
    assert "at least $" in next(line for line in lines if line.startswith("in one run"))
    assert "4 calls have no known price and are not in it." in lines


def test_a_stream_is_planned_by_its_first_rows() -> None:
    """Of an iterator as many rows are taken as are said or looked at, and the plan says that there are more."""
    metrics, llm = [Faithfulness()], "openai:gpt-4o-mini"
    short = plan(iter(rows(3)), metrics, llm=llm)
    assert (short.rows, short.calls, "stream" in str(short)) == (3, 6, False)
    long = plan((row for row in rows(150)), metrics, llm=llm, sample=10)
    assert (long.rows, long.planned, long.calls) == (10, 10, 20)
    assert "for the first 10 rows of a stream, which has more" in str(long)
    said = plan(SampleStream(iter(rows(150))), metrics, llm=llm, sample=10, limit=120)
    assert (said.rows, said.planned, said.calls) == (120, 10, 240)
    assert "a stream" not in str(said)


def test_examples_are_looked_up_by_stand_ins() -> None:
    """A prompt that shows the most similar examples is filled without its real embeddings."""
    polite = DiscreteMetric("polite", ["yes", "no"], "Is this polite? {response}")
    real = UntouchableEmbeddings()
    polite.align([{"response": "Go away.", "polite": "no"}, {"response": "Please.", "polite": "yes"}], real)
    polite.prompt.example_store.vectors[0] = [1.0, 0.0, 0.0]
    made = plan(rows(3), [polite], llm="openai:gpt-4o-mini")
    assert made.unknown == [], str(made)
    assert (made.total.judge_calls, made.metrics[0].note) == (3, "")
    assert polite.prompt.embedding_model is real
    assert polite.prompt.example_store.vectors == [[1.0, 0.0, 0.0], None]


def test_what_the_cache_holds_is_not_paid_again(server: OpenAIServer, tmp_path: Path) -> None:
    """Replies in the judge cache are counted apart and cost nothing; nothing is written to it."""
    cache = SQLiteCache(tmp_path / "judge.sqlite")
    given = models(server)
    before = plan(rows(4), [Faithfulness()], cache=cache, **given)
    assert len(cache) == 0
    evaluate(rows(2), [Faithfulness()], show_progress=False, cache=cache, **given)
    after = plan(rows(4), [Faithfulness()], cache=cache, **given)
    assert (before.calls, after.calls, after.total.cached_calls) == (8, 4, 4)
    assert "4 more calls are answered from the cache" in str(after)
    assert (after.cost or 0) < (before.cost or 0)
    cache.close()


def test_time_follows_workers_and_latency() -> None:
    """Seconds are calls times latency by workers, never less than one call; a model's tokens say how long one lasts."""
    one = plan(
        rows(8),
        [Faithfulness()],
        llm="openai:gpt-4o-mini",
        seconds_per_call=3,
        run_config=RunConfig(max_workers=4),
    )
    assert one.total.seconds == pytest.approx(16 * 3 / 4)
    wide = plan(
        rows(8),
        [Faithfulness()],
        llm="openai:gpt-4o-mini",
        seconds_per_call=3,
        run_config=RunConfig(max_workers=0),
    )
    assert wide.total.seconds == 3
    guess = plan(rows(8), [Faithfulness()], llm="openai:gpt-4o-mini", run_config=RunConfig(max_workers=1))
    assert guess.total.seconds == pytest.approx(16 * 0.8 + guess.output_tokens / 80)


def test_thinking_models_are_told() -> None:
    """A judge that thinks is paid for thoughts that no plan can count."""
    assert "thinks before it answers" in str(plan(rows(1), [Faithfulness()], llm="openai:gpt-5-mini"))
    assert "thinks" not in str(plan(rows(1), [Faithfulness()], llm="openai:gpt-4o"))


@pytest.mark.parametrize("llm", ["openai:gpt-4o-mini", "gpt-4o-mini", "mistral:mistral-large-latest"])
def test_a_judge_may_be_named_without_a_key(llm: str) -> None:
    """Nothing will be sent, so the name is enough, and has its price."""
    made = plan(rows(2), [Faithfulness()], llm=llm)
    assert made.cost
    assert made.metrics[0].judge


def test_what_evaluate_refuses_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rows, a missing column, an unknown judge, no embeddings."""
    with pytest.raises(InputError, match="empty"):
        plan([], [Faithfulness()], llm="local")
    with pytest.raises(InputError, match="lacks columns"):
        plan([{"response": "x"}], [Faithfulness()], llm="local")
    with pytest.raises(ConfigurationError):
        plan(rows(1), [Faithfulness()], llm="no-such:model")
    monkeypatch.setattr(sys.modules["ragas.evaluation.plan"], "default_embedder", lambda: None)
    with pytest.raises(ConfigurationError, match="needs embeddings"):
        plan(rows(1), [AnswerRelevancy()], llm="openai:gpt-4o-mini")
    with pytest.raises(ConfigurationError, match="at least 1"):
        plan(rows(1), [Faithfulness()], llm="local", sample=0)
    with pytest.raises(ConfigurationError, match="at least 1"):
        plan(rows(1), [Faithfulness()], llm="local", limit=-1)


def test_plain_values() -> None:
    """`to_dict` is JSON, with every figure of the table."""
    import asyncio

    made = asyncio.run(aplan(rows(2), [Faithfulness(), length], llm="openai:gpt-4o-mini"))
    told = json.loads(json.dumps(made.to_dict()))
    assert told["metrics"]["faithfulness"]["calls"] == 4
    assert told["metrics"]["length"]["calls"] is None
    assert told["total"]["cost"] == made.cost
    assert (told["rows"], told["planned_rows"], told["unknown"]) == (2, 2, ["length"])
