"""The text interface of the first generation: what is wrapped stays usable, and judges."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from langchain_core.language_models.chat_models import SimpleChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.prompt_values import StringPromptValue

from ragas import RunConfig
from ragas.cache import SQLiteCache
from ragas.exceptions import ConfigurationError, LLMDidNotFinishException, TruncatedReplyError
from ragas.llms import BaseRagasLLM, LangchainLLMWrapper, LlamaIndexLLMWrapper, as_judge
from ragas.prompt.steps import Statements
from ragas.testing import ScriptedJudge

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


ASKED: list[str] = []


class Asked(SimpleChatModel):
    """A chat model that notes what it is asked."""

    finish_reason: str = "stop"

    @property
    def _llm_type(self) -> str:
        return "asked"

    def _call(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> str:
        raise NotImplementedError

    def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> Any:
        ASKED.append(messages[-1].content)
        message = AIMessage('{"statements": ["s"]}', response_metadata={"finish_reason": self.finish_reason})
        return ChatResult(generations=[ChatGeneration(message=message)])


class Counting:
    """A model with LlamaIndex's methods that notes what it is asked."""

    def complete(self, prompt: str) -> Any:
        ASKED.append(prompt)
        return SimpleNamespace(text='{"statements": ["s"]}')


@pytest.mark.parametrize(
    "wrap",
    [
        lambda cache: LangchainLLMWrapper(Asked(), cache=cache),
        lambda cache: LangchainLLMWrapper(Asked(), cache=cache, is_finished_parser=lambda result: True),
        lambda cache: LlamaIndexLLMWrapper(Counting(), cache=cache),
    ],
    ids=["LangChain", "with a parser", "LlamaIndex"],
)
def test_what_it_says_as_a_judge_is_kept(wrap: Any, tmp_path: Path) -> None:
    """`cache` of a wrapper is that of the judge: what was answered once is not asked again, in another object either."""
    ASKED.clear()
    store = SQLiteCache(tmp_path / "c.sqlite")
    for _ in range(2):
        wrapper = wrap(store)
        for _ in range(2):
            assert as_judge(wrapper).generate("What?", Statements).statements == ["s"]
    assert len(ASKED) == len(store) == 1
    assert wrap(None).as_judge().generate("What?", Statements).statements == ["s"]
    assert len(ASKED) == 2
    store.close()


def test_a_cache_that_would_keep_nothing_is_refused(tmp_path: Path) -> None:
    """What is no cache, and a judge that cannot use one, are named before a call is made; no judge is changed."""
    with pytest.raises(ConfigurationError, match="is no cache"):
        LangchainLLMWrapper(Chat(), cache="folder")
    store = SQLiteCache(tmp_path / "c.sqlite")
    with pytest.raises(ConfigurationError, match="cannot keep the replies of 'scripted'"):
        LangchainLLMWrapper(ScriptedJudge([]), cache=store).as_judge()
    judge = as_judge(Chat())
    made: Any = LangchainLLMWrapper(judge, cache=store).as_judge()
    assert (made.cache, judge.cache) == (store, None)  # type: ignore[attr-defined]


def test_the_parser_decides_about_the_judges_replies(tmp_path: Path) -> None:
    """A reply that `is_finished_parser` takes for unfinished fails with the cause and is not kept, whatever it ends with."""
    seen: list[Any] = []

    def parser(result: Any) -> bool:
        seen.append(result)
        (generation,) = result.flatten()[0].generations[0]
        assert isinstance(generation, ChatGeneration)
        reason: str = generation.generation_info["finish_reason"]  # type: ignore[index]
        return bool(reason == generation.message.response_metadata["finish_reason"] == "done")

    store = SQLiteCache(tmp_path / "c.sqlite")

    def judge(reason: str, parser: Any) -> Any:
        wrapper = LangchainLLMWrapper(Asked(finish_reason=reason), is_finished_parser=parser, cache=store)
        return as_judge(wrapper)

    with pytest.raises(TruncatedReplyError, match="is_finished_parser says that a reply of Asked"):
        judge("stop", parser).generate("What?", Statements)
    assert len(seen) == 1
    assert len(store) == 0
    assert judge("done", parser).generate("What?", Statements).statements == ["s"]
    assert judge("length", lambda result: True).generate("What?", Statements).statements == ["s"]
    with pytest.raises(TruncatedReplyError, match="cut off"):
        judge("length", None).generate("What?", Statements)
    with pytest.raises(
        TruncatedReplyError, match="is_finished_parser"
    ):  # kept by one parser, unfinished by another
        judge("length", lambda result: False).generate("What?", Statements)
    store.close()


def test_a_parser_sees_text_models_too() -> None:
    """A reply that is a text, and one of no class of LangChain's, come as a result as well."""
    seen: list[Any] = []

    class Plain:
        def __init__(self, reply: Any) -> None:
            self._reply = reply

        def invoke(self, prompt: str) -> Any:
            return self._reply

    text = '{"statements": ["s"]}'
    for reply in (text, SimpleNamespace(content=text, response_metadata={"stop_reason": "end"})):
        wrapper = LangchainLLMWrapper(
            Plain(reply), is_finished_parser=lambda result: seen.append(result) is None
        )
        assert as_judge(wrapper).generate("What?", Statements).statements == ["s"]
    assert [result.generations[0][0].text for result in seen] == [text, text]
    assert seen[1].generations[0][0].generation_info == {"stop_reason": "end"}
