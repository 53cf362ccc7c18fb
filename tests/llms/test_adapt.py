"""Whatever a user has becomes a judge."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import Any

import anthropic
import openai
import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel, GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_openai import ChatOpenAI
from pydantic import PrivateAttr

from ragas.engine.cache import SQLiteCache
from ragas.engine.runner import Runner, use_runner
from ragas.exceptions import ConfigurationError, ReplyError, TruncatedReplyError, UnsupportedStepError
from ragas.llms import Judge, as_judge
from ragas.llms.adapt import ask
from ragas.llms.judge import Image
from ragas.testing import ScriptedJudge
from tests.llms.replies import Verdicts, Word
from tests.servers import OpenAIServer

PROMPT = "Is it so?"


def test_a_judge_is_a_judge() -> None:
    """It is given back as it is."""
    judge = ScriptedJudge()
    assert as_judge(judge) is judge


def test_a_name_is_a_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in evaluate(llm="openai:gpt-4o")."""
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    assert as_judge("openai:gpt-4o").name == "openai:gpt-4o"


class TestLangChain:
    def test_a_chat_model_is_taken_as_it_is(self, openai_server: OpenAIServer, run: Runner) -> None:
        """From sync and async code, several loops, with its tokens counted and nothing of it changed."""
        model = ChatOpenAI(
            model="gpt-4o-mini", base_url=openai_server.url, api_key="x", temperature=0.7, max_retries=0
        )  # type: ignore[arg-type]
        before = model.model_dump()
        openai_server.default = '```json\n{"word": "chained"}\n```'
        judge = as_judge(model)
        assert judge.name == "langchain:gpt-4o-mini"
        assert judge.generate(PROMPT, Word).word == "chained"
        for i in range(2):
            assert asyncio.run(judge.agenerate(f"{PROMPT} {i}", Word)).word == "chained"
        assert model.model_dump() == before
        totals = run.ledger.total()
        assert (totals.calls, totals.input_tokens, totals.output_tokens) == (3, 300, 60)
        assert {body["temperature"] for body in openai_server.bodies} == {0.7}
        assert "JSON schema" in openai_server.bodies[0]["messages"][0]["content"]

    def test_models_that_differ_in_private_attributes_share_no_reply(self, run: Runner) -> None:
        """Two models of one class and the same fields are asked each, where their private attributes differ."""

        class Private(FakeListChatModel):
            _says: Any = PrivateAttr(default="")

            def _call(self, *args: Any, **kwargs: Any) -> str:
                says = self._says
                return f'{{"word": "{says if isinstance(says, str) else says()}"}}'

        def made(says: Any) -> Private:
            model = Private(responses=["unused"])
            model._says = says
            return model

        words = ["a", "b", lambda: "c", lambda: "d"]
        assert [as_judge(made(word)).generate(PROMPT, Word).word for word in words] == ["a", "b", "c", "d"]

    def test_a_cut_reply_says_where_its_limit_is(self, run: Runner) -> None:
        """It is a setting of the user's model: it is not asked again with the same one."""
        cut = AIMessage(content='{"word": "a', response_metadata={"finish_reason": "length"})
        model = GenericFakeChatModel(messages=iter([cut]))
        with pytest.raises(TruncatedReplyError, match="a setting of the model given as the judge"):
            as_judge(model).generate(PROMPT, Word)

    def test_many_calls_go_at_once(self, openai_server: OpenAIServer, run: Runner) -> None:
        """The loop is not blocked by a call."""
        openai_server.default = '{"word": "a"}'
        openai_server.latency = 0.1
        judge = as_judge(ChatOpenAI(model="m", base_url=openai_server.url, api_key="x", max_retries=0))  # type: ignore[arg-type]

        async def go() -> None:
            await asyncio.gather(*(judge.agenerate(f"{PROMPT} {i}", Word) for i in range(6)))

        asyncio.run(go())
        assert openai_server.peak >= 4

    def test_fake_chat_models_work(self, run: Runner) -> None:
        """Models without a network, string replies and message replies."""
        assert (
            as_judge(FakeListChatModel(responses=['{"word": "listed"}'])).generate(PROMPT, Word).word
            == "listed"
        )
        parts = AIMessage(
            content=[{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": '{"word": "parts"}'}]
        )
        assert as_judge(GenericFakeChatModel(messages=iter([parts]))).generate(PROMPT, Word).word == "parts"

    @pytest.mark.parametrize("reason", ["eos", "stop_sequence", "never heard of it", None])
    def test_unknown_finish_reasons_are_accepted(self, run: Runner, reason: str | None) -> None:
        """Also none at all."""
        metadata = {} if reason is None else {"finish_reason": reason}
        message = AIMessage(content='{"word": "a"}', response_metadata=metadata)
        assert as_judge(GenericFakeChatModel(messages=iter([message]))).generate(PROMPT, Word).word == "a"

    @pytest.mark.parametrize("key", ["finish_reason", "stop_reason", "done_reason"])
    def test_a_cut_reply_is_never_scored(self, run: Runner, key: str) -> None:
        """The complete verdicts before the cut do not stand for all."""
        message = AIMessage(
            content='{"verdicts": [{"statement": 1, "supported": true}]}',
            response_metadata={key: "length"},
            usage_metadata={"input_tokens": 5, "output_tokens": 77, "total_tokens": 82},
        )
        with pytest.raises(TruncatedReplyError, match="after 77 tokens"):
            as_judge(GenericFakeChatModel(messages=iter([message]))).generate(PROMPT, Verdicts)

    def test_prose_is_corrected_once(self, run: Runner) -> None:
        """One repair round; twice prose is an error that shows the reply."""
        model = FakeListChatModel(responses=["It is.", '{"word": "yes"}'])
        assert as_judge(model).generate(PROMPT, Word).word == "yes"
        with pytest.raises(ReplyError, match="still prose"):
            as_judge(FakeListChatModel(responses=["prose", "still prose"])).generate(PROMPT, Word)

    def test_a_sync_only_model_runs_in_a_thread(self, run: Runner) -> None:
        """The loop keeps turning."""
        main = threading.get_ident()
        seen: list[int] = []

        def invoke(prompt: str) -> str:
            seen.append(threading.get_ident())
            return '{"word": "a"}'

        asyncio.run(as_judge(SimpleNamespace(invoke=invoke)).agenerate(PROMPT, Word))
        assert seen != [main]

    def test_settings_are_part_of_the_cache_key(self, openai_server: OpenAIServer, tmp_path: Any) -> None:
        """Two models that differ only in temperature do not share replies; the same one again does."""
        openai_server.default = '{"word": "a"}'
        cache = SQLiteCache(tmp_path / "judge.sqlite")
        for temperature in (0.1, 0.1, 0.9):
            model = ChatOpenAI(model="m", base_url=openai_server.url, api_key="x", temperature=temperature)  # type: ignore[arg-type]
            with use_runner(Runner(cache=cache)):
                as_judge(model).generate(PROMPT, Word)
        assert len(openai_server.requests) == 2

    def test_pictures_reach_it(self, openai_server: OpenAIServer, run: Runner) -> None:
        """As parts of the message."""
        openai_server.default = '{"word": "a"}'
        model = ChatOpenAI(model="m", base_url=openai_server.url, api_key="x")  # type: ignore[arg-type]
        as_judge(model).generate(["What?", Image("data:image/png;base64,AA==")], Word)
        kinds = [part["type"] for part in openai_server.bodies[0]["messages"][0]["content"]]
        assert kinds == ["text", "image_url", "text"]


class TestOthers:
    def test_llama_index_models(self, run: Runner) -> None:
        """acomplete, else complete; tokens from the raw answer."""

        async def acomplete(prompt: str) -> Any:
            raw = {
                "usage": {"prompt_tokens": 4, "completion_tokens": 2},
                "choices": [{"finish_reason": "stop"}],
            }
            return SimpleNamespace(text='{"word": "llama"}', raw=raw)

        model = SimpleNamespace(acomplete=acomplete, metadata=SimpleNamespace(model_name="l3"))
        judge = as_judge(model)
        assert judge.generate(PROMPT, Word).word == "llama"
        assert judge.name == "llama-index:l3"
        assert run.ledger.total().input_tokens == 4
        sync = SimpleNamespace(complete=lambda prompt: SimpleNamespace(text='{"word": "sync"}', raw=None))
        assert as_judge(sync).generate(PROMPT, Word).word == "sync"

    def test_older_ragas_models(self, run: Runner) -> None:
        """agenerate_text with a prompt value, an LLMResult back, is_finished asked."""

        class Older:
            finished = True

            async def agenerate_text(self, prompt: Any, n: int = 1, temperature: float = 0.01) -> Any:
                assert prompt.to_string().startswith(PROMPT)
                assert prompt.to_messages()[0].content.startswith(PROMPT)
                generation = SimpleNamespace(
                    text='{"word": "older"}', generation_info={"finish_reason": "stop"}
                )
                usage = {"token_usage": {"prompt_tokens": 6, "completion_tokens": 1}}
                return SimpleNamespace(generations=[[generation]], llm_output=usage)

            def is_finished(self, result: Any) -> bool:
                return self.finished

        older = Older()
        assert as_judge(older).generate(PROMPT, Word).word == "older"
        assert run.ledger.total().input_tokens == 6
        older.finished = False
        with pytest.raises(TruncatedReplyError, match="not finished"):
            as_judge(older).generate(f"{PROMPT} Really?", Word)

    def test_an_object_that_makes_a_judge_of_itself(self) -> None:
        """as_judge() of the object is asked first."""
        judge = ScriptedJudge()
        assert as_judge(SimpleNamespace(as_judge=lambda: judge, ainvoke=print)) is judge

    def test_a_structured_object_need_not_be_a_subclass(self, run: Runner) -> None:
        """agenerate(prompt, response_model), or generate alone, is enough."""

        class Mine:
            def generate(self, prompt: str, response_model: type) -> Any:
                return response_model(word=prompt)

        judge = as_judge(Mine())
        assert judge.name == "Mine"
        assert judge.generate("x", Word).word == "x"

    @pytest.mark.parametrize("asynchronous", [False, True])
    def test_functions(self, run: Runner, asynchronous: bool) -> None:
        """From text to text, or to a dict or an instance; a sync one does not block the loop."""

        def answer(prompt: str) -> Any:
            return {"word": "dict"} if "dict" in prompt else '{"word": "text"}'

        async def aanswer(prompt: str) -> Any:
            return answer(prompt)

        judge = as_judge(aanswer if asynchronous else answer)
        assert judge.name == ("aanswer" if asynchronous else "answer")
        assert judge.generate(PROMPT, Word).word == "text"
        assert judge.generate("a dict?", Word).word == "dict"

    def test_text_judges_say_that_they_cannot_see(self, run: Runner) -> None:
        """A picture is skipped as a step this judge cannot do."""
        with pytest.raises(UnsupportedStepError, match="text only"):
            as_judge(lambda prompt: "x").generate([Image("data:image/png;base64,AA==")], Word)


class TestRefused:
    @pytest.mark.parametrize("client", [openai.OpenAI(api_key="x"), anthropic.AsyncAnthropic(api_key="x")])
    def test_clients_are_told_to_use_the_factory(self, client: Any) -> None:
        """A client does not say which model to use."""
        with pytest.raises(ConfigurationError, match=r"llm_factory\('gpt-4o-mini', client=client\)"):
            as_judge(client)

    @pytest.mark.parametrize("thing", [None, 7, ScriptedJudge, object()])
    def test_other_things_are_refused(self, thing: Any) -> None:
        """The message says what would do."""
        with pytest.raises(ConfigurationError, match="llm_factory"):
            as_judge(thing)


def test_asking_guards_a_judge_of_the_users(run: Runner) -> None:
    """A user's own subclass gets the run's retries; a managed judge is asked directly."""

    class Busy(Exception):
        status_code = 429
        retry_after = 0.01

    class Own(Judge):
        tries = 0

        async def agenerate(self, prompt: Any, response_model: Any) -> Any:
            self.tries += 1
            if self.tries == 1:
                raise Busy
            return response_model(word="in the end")

    assert asyncio.run(ask(Own(), PROMPT, Word)).word == "in the end"
    scripted = ScriptedJudge([Busy, {"word": "never"}])
    with pytest.raises(Busy):
        asyncio.run(ask(scripted, PROMPT, Word))
