"""Handlers given to a run hear the calls of LangChain models: prompts, replies and tokens."""

from __future__ import annotations

from typing import Any

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import RunnableLambda
from langchain_core.tracers.base import BaseTracer

from ragas import evaluate
from ragas.cost import CostCallbackHandler, TokenUsage, get_token_usage_for_openai
from ragas.llms import LangchainLLMWrapper
from ragas.metrics.collections import AspectCritic

ROWS = [{"user_input": "When?", "response": "At ten."}, {"user_input": "Where?", "response": "At the pier."}]


class Chat(BaseChatModel):
    """A LangChain model that tells its tokens as OpenAI's do."""

    @property
    def _llm_type(self) -> str:
        return "chat"

    def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **more: Any) -> ChatResult:
        told = {
            "token_usage": {"prompt_tokens": 10, "completion_tokens": 2},
            "model_name": "gpt-4o-2024-08-06",
        }
        message = AIMessage('{"reason": "ok", "verdict": true}')
        return ChatResult(generations=[ChatGeneration(message=message)], llm_output=told)


class Seen(BaseCallbackHandler):
    """Notes the calls it is told of."""

    def __init__(self) -> None:
        self.calls: list[Any] = []

    def on_chat_model_start(self, serialized: Any, messages: Any, **facts: Any) -> None:
        self.calls.append("start")

    def on_llm_end(self, response: Any, **facts: Any) -> None:
        self.calls.append(response.llm_output["token_usage"]["prompt_tokens"])


class Tree(BaseTracer):
    """Keeps the runs it is told of, each below its parent."""

    def __init__(self) -> None:
        super().__init__()
        self.roots: list[Any] = []

    def _persist_run(self, run: Any) -> None:
        self.roots.append(run)


class Plain:
    """A handler that knows nothing of LangChain."""

    def __init__(self) -> None:
        self.ended: list[str] = []

    def on_chain_end(self, outputs: Any, **facts: Any) -> None:
        self.ended.append("chain")

    def on_llm_end(self, response: Any, **facts: Any) -> None:
        self.ended.append("llm")


def judged(judge: Any, *handlers: Any) -> None:
    """Score two rows with these handlers."""
    evaluate(
        ROWS, [AspectCritic(definition="Polite?")], llm=judge, callbacks=[*handlers], show_progress=False
    )


def test_handlers_hear_the_calls_of_a_langchain_model() -> None:
    """Wrapped or not, every call is told with its tokens; a handler that is none of LangChain's is left in peace."""
    for judge in (Chat(), LangchainLLMWrapper(Chat())):
        seen, plain = Seen(), Plain()
        judged(judge, seen, plain)
        assert sorted(map(str, seen.calls)) == ["10", "10", "start", "start"]
        assert set(plain.ended) == {"chain"}


def test_the_cost_handler_counts_a_run() -> None:
    """`CostCallbackHandler` among the callbacks of `evaluate` adds up the tokens the judge told."""
    cost = CostCallbackHandler(get_token_usage_for_openai)
    judged(Chat(), cost)
    assert cost.total_tokens() == TokenUsage(20, 4, "gpt-4o-2024-08-06")


def test_a_call_stands_below_its_question() -> None:
    """A tracer of LangChain's has each call as a part of the question it was made for."""
    tree = Tree()
    judged(Chat(), tree)
    (run,) = tree.roots
    for row in run.child_runs:
        (metric,) = row.child_runs
        (question,) = metric.child_runs
        (call,) = question.child_runs
        assert (call.run_type, call.outputs["llm_output"]["model_name"]) == ("llm", "gpt-4o-2024-08-06")


def test_handlers_of_a_chain_around_are_told_too() -> None:
    """A run inside a chain of LangChain's does not hide the calls from that chain's own handlers."""
    outer, inner = Seen(), Seen()
    chain = RunnableLambda(lambda _: judged(Chat(), inner))
    chain.invoke(None, config={"callbacks": [outer]})
    assert len(inner.calls) == 4
    assert len(outer.calls) == 4
