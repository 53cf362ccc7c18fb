"""Judges on other providers' models, through their real SDKs and real servers."""

from __future__ import annotations

import asyncio
import gc
import warnings
from pathlib import Path
from typing import Any

import anthropic
import openai
import pytest
from google import genai

from ragas.engine.cache import SQLiteCache
from ragas.engine.runner import Runner, use_runner
from ragas.exceptions import JudgeCallError, ReplyError, TruncatedReplyError
from ragas.llms import as_judge, llm_factory
from ragas.llms.identity import judge_settings
from ragas.llms.judge import Image
from tests.llms.replies import Word
from tests.servers import AnthropicServer, GoogleServer, OpenAIServer, Reply

NATIVE = "claude-opus-4-8"
PROMPT = "Is it so?"


def claude(server: AnthropicServer, *, sync: bool = False) -> Any:
    kind = anthropic.Anthropic if sync else anthropic.AsyncAnthropic
    return kind(api_key="x", base_url=server.url)


def gemini(server: GoogleServer) -> Any:
    return genai.Client(api_key="x", http_options={"base_url": server.url})


class TestAnthropic:
    @pytest.mark.parametrize("sync", [False, True])
    def test_sync_and_async_clients_work_from_everywhere(
        self, anthropic_server: AnthropicServer, run: Runner, sync: bool
    ) -> None:
        """generate and agenerate, from several loops, with nothing left open."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            llm = llm_factory(NATIVE, client=claude(anthropic_server, sync=sync))
            assert llm.name == f"anthropic:{NATIVE}"
            assert llm.generate(PROMPT, Word).word == "text"
            for i in range(2):
                assert asyncio.run(llm.agenerate(f"{PROMPT} {i}", Word)).word == "text"
            del llm
            gc.collect()
        totals = run.ledger.total()
        assert (totals.calls, totals.input_tokens, totals.output_tokens) == (3, 300, 60)

    def test_only_what_the_api_demands_is_added(self, anthropic_server: AnthropicServer, run: Runner) -> None:
        """No temperature; max_tokens is there because the API requires one."""
        llm_factory(NATIVE, client=claude(anthropic_server)).generate(PROMPT, Word)
        (body,) = anthropic_server.bodies
        assert {"temperature", "top_p", "top_k", "thinking"}.isdisjoint(body)
        assert body["max_tokens"] > 1000

    def test_settings_are_sent_as_given(self, anthropic_server: AnthropicServer, run: Runner) -> None:
        """The user's limit, temperature, stop words, system prompt and what pydantic-ai has no name for."""
        llm = llm_factory(
            "claude-sonnet-4-6",
            client=claude(anthropic_server),
            temperature=0.1,
            max_tokens=700,
            stop=["END"],
            metadata={"user_id": "me"},
            system_prompt="Be strict.",
        )
        llm.generate(["See:", Image("data:image/png;base64,AAAA")], Word)
        (body,) = anthropic_server.bodies
        assert (body["temperature"], body["max_tokens"], body["stop_sequences"]) == (0.1, 700, ["END"])
        assert body["metadata"] == {"user_id": "me"}
        assert "Be strict." in str(body["system"])
        assert [part["type"] for part in body["messages"][0]["content"]] == ["text", "image"]

    def test_older_models_answer_through_a_tool(self, anthropic_server: AnthropicServer, run: Runner) -> None:
        """Where the model has no native structured output a forced tool call gives the structure."""
        llm = llm_factory("claude-3-haiku-x", client=claude(anthropic_server))
        assert llm.generate(PROMPT, Word).word == "text"
        assert anthropic_server.bodies[0]["tool_choice"]["type"] in {"any", "tool"}

    def test_a_refused_format_falls_back_and_is_remembered(
        self, anthropic_server: AnthropicServer, run: Runner
    ) -> None:
        """native, then a tool, then the prompt."""

        def answer(request: Any) -> Any:
            if "output_config" in request.body:
                return Reply("output_config.format: structured outputs are not supported", status=400)
            if "tools" in request.body:
                return Reply("tool_choice: tool use is not supported", status=400)
            return '```json\n{"word": "prompted"}\n```'

        anthropic_server.default = answer
        llm = llm_factory(NATIVE, client=claude(anthropic_server))
        assert llm.generate(PROMPT, Word).word == "prompted"
        before = len(anthropic_server.requests)
        assert llm.generate("Again?", Word).word == "prompted"
        assert len(anthropic_server.requests) == before + 1 == 4

    def test_one_repair_round(self, anthropic_server: AnthropicServer, run: Runner) -> None:
        """The bad reply goes back as the assistant's turn."""
        anthropic_server.script = ["So it is.", {"word": "yes"}]
        assert llm_factory(NATIVE, client=claude(anthropic_server)).generate(PROMPT, Word).word == "yes"
        roles = [message["role"] for message in anthropic_server.bodies[1]["messages"]]
        assert roles == ["user", "assistant", "user"]

    def test_a_cut_reply_gets_more_room_or_an_error(
        self, anthropic_server: AnthropicServer, run: Runner
    ) -> None:
        """As everywhere: twice the user's limit, then an error with the numbers."""
        anthropic_server.default = Reply('{"word": "a', finish_reason="length")
        with pytest.raises(TruncatedReplyError, match="max_tokens=50 and, asked again, to 100"):
            llm_factory(NATIVE, client=claude(anthropic_server), max_tokens=50).generate(PROMPT, Word)
        assert [body["max_tokens"] for body in anthropic_server.bodies] == [50, 100]

    def test_limits_are_the_runs(self, anthropic_server: AnthropicServer, run: Runner) -> None:
        """A 429 is retried by the run; the SDK adds no attempts of its own."""
        anthropic_server.script = [Reply(status=429, headers={"retry-after": "0.05"}), {"word": "a"}]
        llm_factory(NATIVE, client=claude(anthropic_server)).generate(PROMPT, Word)
        assert run.stats.rate_limited == 1

    def test_a_wrong_key_names_the_variable(self, anthropic_server: AnthropicServer, run: Runner) -> None:
        """And is not retried."""
        anthropic_server.default = Reply("invalid x-api-key", status=401)
        with pytest.raises(JudgeCallError, match="ANTHROPIC_API_KEY"):
            llm_factory(NATIVE, client=claude(anthropic_server)).generate(PROMPT, Word)
        assert len(anthropic_server.requests) == 1


class TestGoogle:
    def test_one_client_works_from_everywhere(self, google_server: GoogleServer, run: Runner) -> None:
        """generate and agenerate, from several loops, with tokens counted."""
        llm = llm_factory("gemini-2.5-flash", provider="google", client=gemini(google_server))
        assert llm.name == "google:gemini-2.5-flash"
        assert llm.generate(PROMPT, Word).word == "text"
        for i in range(2):
            assert asyncio.run(llm.agenerate(f"{PROMPT} {i}", Word)).word == "text"
        totals = run.ledger.total()
        assert (totals.calls, totals.input_tokens, totals.output_tokens) == (3, 300, 60)

    def test_the_provider_is_read_from_the_client(self, google_server: GoogleServer, run: Runner) -> None:
        """provider= need not be said, and "gemini" is google."""
        assert llm_factory("gemini-2.5-flash", client=gemini(google_server)).name == "google:gemini-2.5-flash"
        named = llm_factory("gemini-2.5-flash", provider="gemini", client=gemini(google_server))
        assert named.name == "google:gemini-2.5-flash"

    def test_nothing_is_sent_that_was_not_asked_for(self, google_server: GoogleServer, run: Runner) -> None:
        """No temperature, no limit; what was asked for is there under Google's names."""
        llm_factory("gemini-2.5-flash", client=gemini(google_server)).generate(PROMPT, Word)
        llm_factory(
            "gemini-2.5-flash", client=gemini(google_server), temperature=0.3, max_tokens=80
        ).generate("B", Word)
        bare, asked = (body["generationConfig"] for body in google_server.bodies)
        assert {"temperature", "topP", "maxOutputTokens"}.isdisjoint(bare)
        assert (asked["temperature"], asked["maxOutputTokens"]) == (0.3, 80)

    def test_truncation_is_understood(self, google_server: GoogleServer, run: Runner) -> None:
        """MAX_TOKENS is a cut."""
        google_server.default = Reply('{"word": "a', finish_reason="length")
        with pytest.raises(TruncatedReplyError):
            llm_factory("gemini-2.5-flash", client=gemini(google_server)).generate(PROMPT, Word)

    def test_two_bad_replies_are_an_error(self, google_server: GoogleServer, run: Runner) -> None:
        """With the reply in it."""
        google_server.default = "So it is."
        with pytest.raises(ReplyError, match="So it is"):
            llm_factory("gemini-2.5-flash", client=gemini(google_server)).generate(PROMPT, Word)


def test_a_pydantic_ai_model_is_a_judge(run: Runner) -> None:
    """Whatever model class the user built, tools and native output included."""
    from pydantic_ai.models.test import TestModel

    llm = as_judge(TestModel())
    assert asyncio.run(llm.agenerate(PROMPT, Word)).word
    assert llm.name == "test:test"


def test_pydantic_ai_models_of_one_name_are_told_apart(openai_server: OpenAIServer, tmp_path: Path) -> None:
    """Another temperature is another judge, in the cache and in signatures; settings are sent as the model has them."""
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    async def asked() -> list[str | None]:
        async with openai.AsyncOpenAI(base_url=openai_server.url, api_key="sk-test") as client:
            provider = OpenAIProvider(openai_client=client)
            settings = ({}, {"temperature": 0.2}, {"temperature": 0.9}, {"temperature": 0.2})
            judges = [
                as_judge(OpenAIChatModel("gpt-4o-mini", provider=provider, settings=one))  # type: ignore[arg-type]
                for one in settings
            ]
            for judge in judges:
                await judge.agenerate(PROMPT, Word)
            return [judge_settings(judge) for judge in judges]

    with use_runner(Runner(cache=SQLiteCache(tmp_path / "cache.db"))):
        plain, cool, warm, cool_again = asyncio.run(asked())
    assert [body.get("temperature") for body in openai_server.bodies] == [None, 0.2, 0.9]
    assert len({plain, cool, warm}) == 3
    assert cool == cool_again
