"""The text interface of the first generation: what is wrapped stays usable, and judges."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from langchain_core.language_models.chat_models import SimpleChatModel
from langchain_core.prompt_values import StringPromptValue

from ragas import RunConfig
from ragas.exceptions import LLMDidNotFinishException
from ragas.llms import BaseRagasLLM, LangchainLLMWrapper, LlamaIndexLLMWrapper, as_judge
from ragas.prompt.steps import Statements

PROMPT = StringPromptValue(text="What is there?")


class Chat(SimpleChatModel):
    """A chat model that answers with its own settings."""

    temperature: float = 0.7

    @property
    def _llm_type(self) -> str:
        return "chat"

    def _call(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> str:
        return f'{{"statements": ["{self.temperature}"]}}'


class Complete:
    """A model with LlamaIndex's methods, sync only."""

    def complete(self, prompt: str) -> Any:
        return SimpleNamespace(text=f"completed: {prompt}")


def finished_with(reason: str) -> Any:
    generation = SimpleNamespace(text="t", generation_info={"finish_reason": reason}, message=None)
    return SimpleNamespace(generations=[[generation]])


def texts(result: Any) -> list[str]:
    return [generation.text for generation in result.generations[0]]


def test_langchain_models_complete_text() -> None:
    """Sync and async give as many completions of one prompt as asked, in LangChain's shape."""
    wrapper = LangchainLLMWrapper(Chat())
    expected = '{"statements": ["0.7"]}'
    assert texts(wrapper.generate_text(PROMPT)) == [expected]
    assert texts(asyncio.run(wrapper.agenerate_text(PROMPT, n=3))) == [expected] * 3
    assert texts(asyncio.run(wrapper.generate(PROMPT))) == [expected]


def test_the_wrapped_model_is_left_alone() -> None:
    """Judging changes no setting of the model."""
    model = Chat()
    wrapper = LangchainLLMWrapper(model, run_config=RunConfig(timeout=7))
    assert as_judge(wrapper).generate("What is there?", Statements).statements == ["0.7"]
    assert wrapper.as_judge().generate("What is there?", Statements).statements == ["0.7"]
    assert (model.temperature, wrapper.langchain_llm, wrapper.run_config.timeout) == (0.7, model, 7)
    assert repr(wrapper) == "LangchainLLMWrapper(Chat(...))"


@pytest.mark.parametrize(
    ("reason", "finished"),
    [("stop", True), ("eos", True), ("anything", True), ("length", False), ("max_tokens", False), ("", True)],
)
def test_only_a_cut_reply_is_unfinished(reason: str, finished: bool) -> None:
    """An unknown or missing finish reason counts as finished; a length limit does not."""
    assert LangchainLLMWrapper(Chat()).is_finished(finished_with(reason)) is finished


def test_a_parser_of_the_users_decides() -> None:
    """`is_finished_parser` goes first, and an unfinished reply is an error."""
    wrapper = LangchainLLMWrapper(Chat(), is_finished_parser=lambda result: False)
    with pytest.raises(LLMDidNotFinishException):
        asyncio.run(wrapper.generate(PROMPT))


def test_llama_index_models_complete_text() -> None:
    """A LlamaIndex model completes through sync and async doors."""
    wrapper = LlamaIndexLLMWrapper(Complete())
    assert texts(wrapper.generate_text(PROMPT)) == ["completed: What is there?"]
    assert texts(asyncio.run(wrapper.agenerate_text(PROMPT))) == ["completed: What is there?"]


class Own(BaseRagasLLM):
    """A user's text model."""

    def generate_text(self, prompt: Any, *args: Any, **kwargs: Any) -> Any:
        return finished_with("stop")

    async def agenerate_text(self, prompt: Any, *args: Any, **kwargs: Any) -> Any:
        return finished_with("stop")


def test_a_users_text_model() -> None:
    """A subclass needs two methods; temperatures for one and for several completions differ."""
    model = Own()
    assert texts(asyncio.run(model.generate(PROMPT))) == ["t"]
    assert model.get_temperature(1) < model.get_temperature(3)
    model.set_run_config(RunConfig(timeout=3))
    assert model.run_config.timeout == 3
