"""How a prompt of a user's own is asked: text for text, and the settings that hold for one asking."""

from __future__ import annotations

import asyncio
import warnings
from types import SimpleNamespace
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field

from ragas.cache import SQLiteCache
from ragas.exceptions import ReplyError, TruncatedReplyError
from ragas.llms import BaseRagasLLM, LangchainLLMWrapper, llm_factory
from ragas.prompt import BoolIO, PydanticPrompt, StringIO, StringPrompt
from ragas.testing import ScriptedJudge


class Chat(BaseChatModel):
    """A LangChain model that notes what it is sent, and how."""

    reply: str = "plain answer"
    temperature: float = 0.7
    finish: str = "stop"
    seen: list[Any] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "chat"

    def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **more: Any) -> ChatResult:
        self.seen.append(([one.content for one in messages], self.temperature, stop))
        message = AIMessage(self.reply, response_metadata={"finish_reason": self.finish})
        return ChatResult(generations=[ChatGeneration(message=message)])


class Older(BaseRagasLLM):
    """A text LLM of a user's own, in the form of earlier versions."""

    def __init__(self, reply: str) -> None:
        super().__init__()
        self.reply = reply
        self.seen: list[Any] = []

    def generate_text(
        self,
        prompt: Any,
        n: int = 1,
        temperature: float | None = 0.01,
        stop: list[str] | None = None,
        callbacks: Any = None,
    ) -> Any:
        self.seen.append((prompt.to_string(), temperature, stop))
        return SimpleNamespace(generations=[[SimpleNamespace(text=self.reply)]], llm_output=None)

    async def agenerate_text(self, *args: Any, **kwargs: Any) -> Any:
        return self.generate_text(*args, **kwargs)


class IsQuestion(PydanticPrompt[StringIO, BoolIO]):
    """A prompt with models at both ends."""

    instruction = "Say whether the text asks something."
    input_model = StringIO
    output_model = BoolIO


def hello(llm: Any, **settings: Any) -> str:
    """The answer of a model to a text."""
    return asyncio.run(StringPrompt().generate(llm, "hey", **settings))


@pytest.mark.parametrize("reply", ["plain answer", '{"a": 1}', "```json\n[1]\n```", ""])
def test_a_model_that_answers_in_text_is_sent_the_text_alone(reply: str) -> None:
    """LangChain models, wrapped or not, functions and older Ragas LLMs get the bare text; their reply comes back whole."""
    for model in (Chat(reply=reply), LangchainLLMWrapper(Chat(reply=reply))):
        assert hello(model) == reply
    chat, older = Chat(reply=reply), Older(reply)
    assert hello(chat) == hello(older) == reply
    assert chat.seen == [(["hey"], 0.7, None)]
    assert [one[0] for one in older.seen] == ["hey"]
    asked: list[str] = []
    assert hello(lambda prompt: asked.append(prompt) or reply) == reply
    assert asked == ["hey"]


def test_a_judge_in_structured_form_is_asked_for_an_object() -> None:
    """A judge that gives objects is asked for one with the text in it."""
    judge = ScriptedJudge([{"text": "At ten."}])
    assert hello(judge) == "At ten."
    assert judge.calls[0].prompt == "hey"


def test_a_text_that_was_cut_off_is_no_answer() -> None:
    """Where the model says that it stopped for want of room, the text is not taken for whole."""
    with pytest.raises(
        TruncatedReplyError, match=r"The reply of Chat was cut off \(finish reason 'length'\)"
    ):
        hello(Chat(finish="length"))


def test_a_text_from_the_cache_is_not_asked_for_again(tmp_path: Any) -> None:
    """Texts go through the runner as all calls do: the cache of a judge holds them, one for each temperature."""
    from ragas.llms.text_judges import LangChainJudge

    judge = LangChainJudge(chat := Chat())
    judge.cache = SQLiteCache(tmp_path / "cache.sqlite")
    assert [hello(judge), hello(judge)] == ["plain answer"] * 2
    assert len(chat.seen) == 1


def test_temperature_and_stop_hold_for_one_asking() -> None:
    """A LangChain model is asked with them, and is itself as it was; what it was made with holds without them."""
    for llm in (chat := Chat(reply='{"value": true}'), LangchainLLMWrapper(chat)):
        prompt, data = IsQuestion(), StringIO(text="Who?")
        assert asyncio.run(prompt.generate(llm, data, temperature=0.33, stop=["END"])).value
        assert chat.seen.pop()[1:] == (0.33, ["END"])
        assert asyncio.run(prompt.generate(llm, data)).value
        assert chat.seen.pop()[1:] == (0.7, None)
        asyncio.run(prompt.generate_multiple(llm, data, n=2, temperature=0.9))
        assert [one[1:] for one in chat.seen] == [(0.9, None)] * 2
        chat.seen.clear()
    assert hello(chat, temperature=0.5, stop=["."]) == '{"value": true}'
    assert chat.seen.pop() == (["hey"], 0.5, ["."])
    assert chat.temperature == 0.7


def test_all_else_of_a_wrapper_holds() -> None:
    """Its parser still says whether a reply is whole."""
    wrapper = LangchainLLMWrapper(Chat(), is_finished_parser=lambda result: False)
    with pytest.raises(TruncatedReplyError):
        hello(wrapper, temperature=0.5, stop=["."])


def test_an_older_llm_is_given_both() -> None:
    """`generate_text` of a `BaseRagasLLM` is called with them."""
    llm = Older('{"value": false}')
    assert not asyncio.run(IsQuestion().generate(llm, StringIO(text="Who?"), 0.2, ["END"])).value
    assert llm.seen.pop()[1:] == (0.2, ["END"])
    assert hello(llm, temperature=0.0) == '{"value": false}'
    assert llm.seen.pop() == ("hey", 0.0, None)


def test_a_judge_of_llm_factory_is_given_both() -> None:
    """They are sent with the request, in place of what the judge was made with."""
    sent: list[dict[str, Any]] = []

    def create(**body: Any) -> Any:
        sent.append(body)
        message = SimpleNamespace(content='{"value": true}')
        return SimpleNamespace(choices=[SimpleNamespace(message=message, finish_reason="stop")])

    client = SimpleNamespace(chat=SimpleNamespace(completions=SimpleNamespace(create=create)))
    judge = llm_factory("m", client=client, temperature=1.0)
    asyncio.run(IsQuestion().generate(judge, StringIO(text="Who?"), 0.0, ["END"]))
    asyncio.run(IsQuestion().generate(judge, StringIO(text="Who?")))
    assert [(one["temperature"], one.get("stop")) for one in sent] == [(0.0, ["END"]), (1.0, None)]


def test_a_setting_that_cannot_be_given_is_said() -> None:
    """A function, or a judge of one's own, is warned of; without settings nothing is said."""

    def answer(prompt: str) -> str:
        return "fine"

    with pytest.warns(UserWarning, match="answer cannot be given temperature and stop for one prompt"):
        assert hello(answer, temperature=0.1, stop=["END"]) == "fine"
    with pytest.warns(UserWarning, match="cannot be given stop"):
        asyncio.run(IsQuestion().generate(ScriptedJudge([{"value": True}]), StringIO(text="?"), stop=["END"]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert hello(answer) == "fine"


def test_a_wrapper_told_to_leave_the_temperature_alone_does() -> None:
    """`bypass_temperature=True` keeps the model's own, as earlier versions did."""
    chat = Chat()
    hello(LangchainLLMWrapper(chat, bypass_temperature=True), temperature=0.1)
    assert chat.seen.pop()[1] == 0.7


@pytest.mark.parametrize("retries", [0, 1, 3, 5])
def test_an_unusable_reply_is_asked_for_again_so_often(retries: int) -> None:
    """`retries_left` is how often a reply that does not fit is asked for again; the judge itself keeps its own number."""
    chat = Chat(reply="junk")
    for prompt in (IsQuestion().generate, IsQuestion().generate_multiple):
        with pytest.raises((ReplyError, ExceptionGroup)):
            asyncio.run(prompt(chat, StringIO(text="Who?"), retries_left=retries))
        assert len(chat.seen) == retries + 1
        chat.seen.clear()
    with pytest.raises(ValueError, match="retries_left is at least 0, not -1"):
        asyncio.run(IsQuestion().generate(chat, StringIO(text="Who?"), retries_left=-1))
