"""What every kind of judge promises in a run, whoever serves it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import openai
import pytest
from langchain_core.language_models.chat_models import SimpleChatModel
from pydantic_ai.messages import ModelResponse, TextPart
from pydantic_ai.models.function import FunctionModel

from ragas import EvaluationResult, RunConfig, SingleTurnSample, evaluate
from ragas.legacy import metrics as old
from ragas.llms import BaseRagasLLM, Judge, LangchainLLMWrapper, LlamaIndexLLMWrapper, as_judge, llm_factory
from ragas.llms.judge import Prompt, Reply
from ragas.llms.structured import parse
from ragas.metrics.collections import Faithfulness
from ragas.testing import ScriptedJudge
from tests.llms.test_llama_index import Own as LlamaIndexModel
from tests.replies import statements, verdicts
from tests.servers import OpenAIServer

ROW: dict[str, Any] = {
    "user_input": "When does the ferry leave?",
    "response": "At 07:40, and it is free.",
    "retrieved_contexts": ["The ferry leaves at 07:40."],
}
PROSE = "I would rather talk about trams."
ONCE = RunConfig(max_retries=1, timeout=20)
Answer = Callable[[str], str]


def sensible(prompt: str) -> str:
    """Two statements, of which the contexts support one."""
    if "<statements" in prompt:
        return json.dumps(verdicts(True, False, quote="leaves at 07:40", chunks=[1]))
    return f"Sure! ```json\n{json.dumps(statements('It leaves at 07:40.', 'It is free.'))}\n```"


def evasive(prompt: str) -> str:
    return PROSE


def broken(prompt: str) -> str:
    raise RuntimeError("no credit left")


class Chat(SimpleChatModel):
    """A LangChain chat model."""

    answer: Answer

    @property
    def _llm_type(self) -> str:
        return "chat"

    def _call(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> str:
        return self.answer(str(messages[-1].content) if len(messages) == 1 else str(messages))


class Own(Judge):
    """A user's own judge."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        return parse(self.answer(str(prompt)), response_model)


class OlderText(BaseRagasLLM):
    """A text model in the form of the first generation."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer

    def generate_text(self, prompt: Any, *args: Any, **kwargs: Any) -> Any:
        text = self.answer(prompt.to_string())
        return SimpleNamespace(generations=[[SimpleNamespace(text=text)]], llm_output=None)

    async def agenerate_text(self, prompt: Any, *args: Any, **kwargs: Any) -> Any:
        return self.generate_text(prompt)


def duck(answer: Answer) -> Any:
    async def agenerate(prompt: str, response_model: Any) -> Any:
        return parse(answer(prompt), response_model)

    return SimpleNamespace(agenerate=agenerate)


def llama_index(answer: Answer) -> Any:
    model = LlamaIndexModel()
    model._answer = answer
    return model


def asynchronous(answer: Answer) -> Any:
    async def judge(prompt: str) -> str:
        await asyncio.sleep(0)
        return answer(prompt)

    return judge


def pydantic_ai(answer: Answer) -> Any:
    def respond(messages: Any, info: Any) -> ModelResponse:
        text = "\n".join(str(getattr(part, "content", "")) for message in messages for part in message.parts)
        return ModelResponse(parts=[TextPart(answer(text))])

    return FunctionModel(respond)


KINDS: dict[str, Callable[[Answer], Any]] = {
    "scripted": lambda answer: ScriptedJudge(lambda prompt, model: answer(prompt)),
    "a subclass of Judge": Own,
    "a duck with agenerate": duck,
    "a function": lambda answer: lambda prompt: answer(prompt),
    "an async function": asynchronous,
    "LangChain": lambda answer: Chat(answer=answer),
    "LangchainLLMWrapper": lambda answer: LangchainLLMWrapper(Chat(answer=answer)),
    "LlamaIndex": llama_index,
    "LlamaIndexLLMWrapper": lambda answer: LlamaIndexLLMWrapper(llama_index(answer)),
    "a BaseRagasLLM": OlderText,
    "pydantic-ai": pydantic_ai,
}
each_kind = pytest.mark.parametrize("kind", KINDS)


def run(judge: Any, metric: Any = None) -> EvaluationResult:
    result = evaluate([ROW], [metric or Faithfulness()], llm=judge, show_progress=False, run_config=ONCE)
    assert isinstance(result, EvaluationResult)
    return result


@each_kind
def test_a_run_scores_with_reasons(kind: str) -> None:
    """Given once to evaluate, the judge scores, with its words and quotes as evidence, under a name."""
    result = run(KINDS[kind](sensible))
    cell = result.cell(0, "faithfulness")
    assert (cell.value, cell.status) == (0.5, "scored")
    assert cell.traces is not None
    first, second = cell.traces["output"]["statements"]
    assert (first["quote"], first["quote_found"], first["chunk"]) == ("leaves at 07:40", True, 0)
    assert second["reason"] == "reason 2"
    assert result.metrics[0].judge


@each_kind
def test_it_serves_a_metric_alone_in_both_apis(kind: str) -> None:
    """In a metric's own `llm`, of either generation, from sync and async code, the value is the same."""
    assert Faithfulness(llm=KINDS[kind](sensible)).score(**ROW).value == 0.5
    assert asyncio.run(Faithfulness(llm=KINDS[kind](sensible)).ascore(**ROW)).value == 0.5
    first_generation = old.Faithfulness(llm=KINDS[kind](sensible))
    assert first_generation.single_turn_score(SingleTurnSample(**ROW)) == 0.5
    assert run(None, first_generation)["faithfulness"] == [0.5]


@each_kind
def test_prose_is_a_failure_that_shows_the_reply(kind: str) -> None:
    """A reply that cannot be read fails the cell and stands in its cause; it is no score."""
    with pytest.warns(UserWarning, match="1 of 1 failed"):
        cell = run(KINDS[kind](evasive)).cell(0, "faithfulness")
    assert (cell.status, cell.value, cell.error) == ("failed", None, "ReplyError")
    assert PROSE in str(cell.cause)


@each_kind
def test_what_the_judge_raises_is_the_cause(kind: str) -> None:
    """An exception of the judge's fails the cell, and its words are the cause."""
    with pytest.warns(UserWarning, match="no credit left"):
        cell = run(KINDS[kind](broken)).cell(0, "faithfulness")
    assert cell.status == "failed"
    assert "no credit left" in str(cell.cause)


@each_kind
def test_as_judge_gives_a_named_judge(kind: str) -> None:
    """Whatever it was, it is a `Judge` with a name, sync door included."""
    judge = as_judge(KINDS[kind](sensible))
    assert isinstance(judge, Judge)
    assert judge.name
    assert as_judge(judge) is judge


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as one:
        one.default = lambda request: sensible(request.body["messages"][-1]["content"])
        yield one


@pytest.mark.parametrize("client", [openai.OpenAI, openai.AsyncOpenAI])
def test_an_sdk_client_through_llm_factory(server: OpenAIServer, client: Any) -> None:
    """A client of OpenAI's, sync or async, scores through llm_factory, and its tokens are counted."""
    judge = llm_factory("gpt-4o-mini", client=client(base_url=server.url, api_key="x", max_retries=0))
    result = run(judge)
    assert result["faithfulness"] == [0.5]
    assert result.usage is not None
    assert (result.usage["calls"], result.usage["input_tokens"]) == (2, 200)


def test_the_embedded_judge_scores_without_a_model() -> None:
    """ "local" needs nothing, says in every table what it is, and skips what it cannot do."""
    from ragas.metrics.collections import AnswerRelevancy
    from ragas.testing import HashEmbeddings

    result = evaluate(
        [ROW],
        [Faithfulness(), AnswerRelevancy()],
        llm="local",
        embeddings=HashEmbeddings(),
        show_progress=False,
    )
    assert isinstance(result, EvaluationResult)
    assert result.cell(0, "faithfulness").status == "scored"
    assert result.cell(0, "answer_relevancy").status == "skipped"
    assert all(info.caution for info in result.metrics)
    assert result.metrics[0].judge == "local"
