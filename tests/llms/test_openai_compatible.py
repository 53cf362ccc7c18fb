"""Judges behind OpenAI-compatible endpoints, through the real SDK and a real server."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
import warnings
from types import SimpleNamespace
from typing import Any

import openai
import pytest
import uvloop

from ragas.engine.cache import SQLiteCache
from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner, use_runner
from ragas.exceptions import JudgeCallError, JudgeTimeoutError, ReplyError, TruncatedReplyError
from ragas.llms import llm_factory
from ragas.llms.judge import Image, Judge
from tests.llms.replies import Verdicts, Word
from tests.servers import OpenAIServer, Reply

PROMPT = "Is it so?"


def client(server: OpenAIServer, **settings: Any) -> openai.AsyncOpenAI:
    return openai.AsyncOpenAI(base_url=server.url, api_key="sk-test", **settings)


def judge(server: OpenAIServer, model: str = "gpt-4o-mini", **settings: Any) -> Judge:
    return llm_factory(model, client=client(server), **settings)


def refused(message: str, param: str | None = None, code: str = "unsupported_parameter") -> Reply:
    error = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
    return Reply(status=400, body={"error": error})


def test_nothing_is_sent_that_was_not_asked_for(openai_server: OpenAIServer, run: Runner) -> None:
    """Model, messages and the reply's schema: no temperature, no top_p, no max_tokens."""
    assert judge(openai_server).generate(PROMPT, Verdicts) == Verdicts.model_validate(
        {"verdicts": [{"statement": 1, "supported": True}]}
    )
    (body,) = openai_server.bodies
    assert set(body) == {"model", "messages", "response_format"}
    assert body["messages"] == [{"role": "user", "content": PROMPT}]
    assert body["response_format"]["json_schema"]["strict"] is True


def test_settings_are_sent_as_given(openai_server: OpenAIServer, run: Runner) -> None:
    """Everything llm_factory was given reaches the endpoint, also what the SDK has no name for."""
    llm = judge(
        openai_server, temperature=0.2, top_p=0.5, max_tokens=900, seed=7, top_k=3, system_prompt="Be strict."
    )
    llm.generate(PROMPT, Word)
    (body,) = openai_server.bodies
    assert {key: body[key] for key in ("temperature", "top_p", "max_tokens", "seed", "top_k")} == {
        "temperature": 0.2,
        "top_p": 0.5,
        "max_tokens": 900,
        "seed": 7,
        "top_k": 3,
    }
    assert body["messages"][0] == {"role": "system", "content": "Be strict."}


def test_braces_reach_the_judge_unchanged(openai_server: OpenAIServer, run: Runner) -> None:
    """A prompt is never a template."""
    prompt = '{"pier": {"length": "{unknown}"}} %s {0}'
    judge(openai_server).generate(prompt, Word)
    assert openai_server.bodies[0]["messages"][0]["content"] == prompt


def test_pictures_are_sent_as_parts(openai_server: OpenAIServer, run: Runner) -> None:
    """Text and pictures stay in order."""
    judge(openai_server).generate(["What is it?", Image("data:image/png;base64,AA==")], Word)
    text, picture = openai_server.bodies[0]["messages"][0]["content"]
    assert text == {"type": "text", "text": "What is it?"}
    assert picture["image_url"]["url"].startswith("data:image/png")


@pytest.mark.parametrize("model", ["gpt-5-mini", "o3-mini", "gpt-5.1", "o10", "gpt-12-turbo"])
def test_the_limit_of_reasoning_models_has_another_name(
    openai_server: OpenAIServer, run: Runner, model: str
) -> None:
    """For OpenAI's reasoning models max_tokens goes as max_completion_tokens."""
    judge(openai_server, model, max_tokens=50).generate(PROMPT, Word)
    assert openai_server.bodies[0]["max_completion_tokens"] == 50
    assert "max_tokens" not in openai_server.bodies[0]


def test_a_refused_parameter_is_left_out_once_and_for_all(openai_server: OpenAIServer, run: Runner) -> None:
    """One 400, one warning, and never again in this process, for any judge on that model."""
    message = "Unsupported value: 'temperature' does not support 0.2 with this model."
    openai_server.script = [refused(message, "temperature"), {"word": "a"}, {"word": "b"}]
    with pytest.warns(UserWarning, match="openai:gpt-5-mini does not take 'temperature'") as caught:
        assert judge(openai_server, "gpt-5-mini", temperature=0.2).generate(PROMPT, Word).word == "a"
    assert len(caught) == 1
    assert judge(openai_server, "gpt-5-mini", temperature=0.2).generate("Again?", Word).word == "b"
    assert ["temperature" in body for body in openai_server.bodies] == [True, False, False]


def test_a_renamed_parameter_is_renamed(openai_server: OpenAIServer, run: Runner) -> None:
    """When the endpoint names the parameter it wants instead, that is sent."""
    message = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    openai_server.script = [refused(message, "max_tokens"), {"word": "a"}]
    with pytest.warns(UserWarning, match="sent as 'max_completion_tokens'"):
        judge(openai_server, "reasoner", max_tokens=9).generate(PROMPT, Word)
    assert openai_server.bodies[1]["max_completion_tokens"] == 9


def test_many_calls_learn_of_one_refusal(openai_server: OpenAIServer, run: Runner) -> None:
    """Calls that were on their way together all succeed, with one warning."""

    def answer(request: Any) -> Reply:
        if "temperature" in request.body:
            return refused("Unsupported parameter: 'temperature'", "temperature")
        return Reply('{"word": "a"}')

    openai_server.default = answer
    llm = judge(openai_server, temperature=0.2)

    async def go() -> list[Word]:
        return await asyncio.gather(*(llm.agenerate(f"{PROMPT} {i}", Word) for i in range(8)))

    with pytest.warns(UserWarning, match="temperature") as caught:
        assert len(asyncio.run(go())) == 8
    assert len(caught) == 1


def test_a_bad_value_stays_the_users_error(openai_server: OpenAIServer, run: Runner) -> None:
    """A parameter that is known but out of range is not dropped behind the user's back."""
    openai_server.script = [
        refused(
            "Invalid 'temperature': decimal above maximum value.", "temperature", "decimal_above_max_value"
        )
    ]
    with pytest.raises(JudgeCallError, match="above maximum"):
        judge(openai_server, temperature=9).generate(PROMPT, Word)
    assert len(openai_server.requests) == 1


def test_without_native_structure_the_prompt_says_how(openai_server: OpenAIServer, run: Runner) -> None:
    """A 400 about response_format falls back to JSON mode, then to the prompt alone, and is remembered."""
    no = "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."
    openai_server.script = [
        refused(no),
        refused("response_format json_object is not supported"),
        {"word": "a"},
        {"word": "b"},
    ]
    llm = judge(openai_server)
    assert llm.generate(PROMPT, Word).word == "a"
    assert llm.generate("Again?", Word).word == "b"
    formats = [body.get("response_format", {}).get("type") for body in openai_server.bodies]
    assert formats == ["json_schema", "json_object", None, None]
    assert '"word":{"type":"string"}' in openai_server.bodies[3]["messages"][-1]["content"]


def test_an_endpoint_that_ignores_the_format_is_asked_in_the_prompt(
    openai_server: OpenAIServer, run: Runner
) -> None:
    """Prose where a schema was demanded: the repair round says how, and so does every later prompt."""
    openai_server.script = ["It is so.", {"word": "a"}, {"word": "b"}]
    llm = judge(openai_server)
    assert llm.generate(PROMPT, Word).word == "a"
    assert llm.generate("Again?", Word).word == "b"
    assert "JSON schema" in openai_server.bodies[2]["messages"][-1]["content"]


@pytest.mark.parametrize(
    ("mode", "sent"), [("json", "json_object"), ("json_schema", "json_schema"), ("prompt", None)]
)
def test_the_mode_can_be_chosen(
    openai_server: OpenAIServer, run: Runner, mode: str, sent: str | None
) -> None:
    """mode= says how structure is asked for."""
    openai_server.default = {"word": "a"}
    judge(openai_server, mode=mode).generate(PROMPT, Word)
    assert openai_server.bodies[0].get("response_format", {}).get("type") == sent


def test_an_unusable_reply_is_asked_for_once_more(openai_server: OpenAIServer, run: Runner) -> None:
    """The second call holds the bad reply and what was wrong with it; the tokens of both count."""
    openai_server.script = ['{"word": ["no"]}', {"word": "yes"}]
    assert judge(openai_server).generate(PROMPT, Word).word == "yes"
    prompt, bad, correction = openai_server.bodies[1]["messages"]
    assert prompt["content"] == PROMPT
    assert bad == {"role": "assistant", "content": '{"word": ["no"]}'}
    assert "Input should be a valid string" in correction["content"]
    totals = run.ledger.total()
    assert (totals.calls, totals.input_tokens, totals.output_tokens) == (2, 200, 40)


def test_two_unusable_replies_are_an_error_that_shows_the_reply(
    openai_server: OpenAIServer, run: Runner
) -> None:
    """There is one repair round, not more."""
    openai_server.default = "I would rather talk about the weather."
    with pytest.raises(ReplyError, match="weather") as caught:
        judge(openai_server).generate(PROMPT, Word)
    assert caught.value.reply == "I would rather talk about the weather."
    assert len(openai_server.requests) == 2


def test_a_reply_that_broke_off_is_asked_for_again(openai_server: OpenAIServer, run: Runner) -> None:
    """Half of the JSON without a word about it is chance: up to four attempts, each corrected, then the error."""
    half = '{"word": "a'
    openai_server.script = [half, half, half, {"word": "a"}]
    assert judge(openai_server).generate(PROMPT, Word).word == "a"
    assert [len(body["messages"]) for body in openai_server.bodies] == [1, 3, 3, 3]
    openai_server.default = half
    with pytest.raises(ReplyError, match="ends in the middle of a JSON object"):
        judge(openai_server).generate("Another?", Word)
    assert len(openai_server.requests) == 8


def test_prose_after_a_broken_reply_is_no_chance(openai_server: OpenAIServer, run: Runner) -> None:
    """A second reply that is beside the point ends it, whatever the first was."""
    openai_server.script = ['{"word": "a', "Nice weather."]
    with pytest.raises(ReplyError, match="weather"):
        judge(openai_server).generate(PROMPT, Word)
    assert len(openai_server.requests) == 2


@pytest.mark.parametrize("reason", ["stop", "eos", "stop_sequence", "whatever", None])
def test_unknown_finish_reasons_are_accepted(
    openai_server: OpenAIServer, run: Runner, reason: str | None
) -> None:
    """Only a cut is a cut."""
    openai_server.default = Reply('{"word": "a"}', finish_reason=reason)
    assert judge(openai_server).generate(PROMPT, Word).word == "a"


def test_a_cut_reply_gets_more_room_where_the_limit_was_the_users(
    openai_server: OpenAIServer, run: Runner
) -> None:
    """With max_tokens set, the call is made again with twice as many."""
    openai_server.script = [
        Reply('{"verdicts": [{"statement": 1, "supp', finish_reason="length"),
        {"word": "a"},
    ]
    assert judge(openai_server, max_tokens=64).generate(PROMPT, Word).word == "a"
    assert [body["max_tokens"] for body in openai_server.bodies] == [64, 128]


def test_a_reply_cut_twice_says_how_to_raise_the_limit(openai_server: OpenAIServer, run: Runner) -> None:
    """The numbers stand in the message."""
    openai_server.default = Reply('{"word": "a', finish_reason="length")
    with pytest.raises(TruncatedReplyError, match=r"max_tokens=64 and, asked again, to 128.*max_tokens=256"):
        judge(openai_server, max_tokens=64).generate(PROMPT, Word)


def test_a_reply_cut_by_the_server_is_not_asked_again(openai_server: OpenAIServer, run: Runner) -> None:
    """Without a limit of the user's there is nothing to raise but the server's own."""
    openai_server.default = Reply('{"word": "a', finish_reason="length")
    with pytest.raises(TruncatedReplyError, match=r"after 20 tokens.*no max_tokens set"):
        judge(openai_server).generate(PROMPT, Word)
    assert len(openai_server.requests) == 1


@pytest.mark.parametrize(
    ("usage", "known"),
    [
        ("counted", (100, 20)),
        ({"prompt_token_count": 120, "candidates_token_count": 30}, (120, 30)),
        ({"prompt_tokens": 9, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 4}}, (9, 3)),
        (None, (None, None)),
        ({}, (None, None)),
    ],
)
def test_usage_is_read_or_unknown(openai_server: OpenAIServer, run: Runner, usage: Any, known: Any) -> None:
    """Token counts of any shape are found; none at all is unknown, not 0."""
    openai_server.default = Reply('{"word": "a"}', usage=usage)
    judge(openai_server).generate(PROMPT, Word)
    totals = run.ledger.total()
    assert (totals.input_tokens, totals.output_tokens) == known
    assert totals.unknown_calls == (1 if known == (None, None) else 0)


class TestClients:
    """Every kind of client, from every kind of code."""

    def test_a_sync_client_works_in_both_calls(self, openai_server: OpenAIServer, run: Runner) -> None:
        """generate and agenerate take a sync client, and the loop keeps turning meanwhile."""
        openai_server.latency = 0.2
        llm = llm_factory("gpt-4o-mini", client=openai.OpenAI(base_url=openai_server.url, api_key="x"))
        llm.generate(PROMPT, Word)

        async def go() -> int:
            ticks = 0
            task = asyncio.ensure_future(llm.agenerate("Other?", Word))
            while not task.done():
                await asyncio.sleep(0.02)
                ticks += 1
            await task
            return ticks

        assert asyncio.run(go()) >= 5

    def test_one_async_client_serves_many_loops(self, openai_server: OpenAIServer, run: Runner) -> None:
        """No "Event loop is closed", no second attempt, no connection left open."""
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            llm = judge(openai_server)
            for i in range(3):
                assert asyncio.run(llm.agenerate(f"{PROMPT} {i}", Word)).word == "text"
                llm.generate(f"{PROMPT} sync {i}", Word)
            gc.collect()
        assert len(openai_server.requests) == 6

    def test_threads_with_loops_of_their_own_share_a_judge(self, openai_server: OpenAIServer) -> None:
        """Eight threads at once."""
        llm = judge(openai_server)
        words: list[str] = []

        def work(i: int) -> None:
            words.append(asyncio.run(llm.agenerate(f"{PROMPT} {i}", Word)).word)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert words == ["text"] * 8

    def test_uvloop_is_a_loop_like_any_other(self, openai_server: OpenAIServer, run: Runner) -> None:
        """The async and the sync call, both from inside it."""
        llm = judge(openai_server)

        async def go() -> list[Word]:
            return [await llm.agenerate(PROMPT, Word), llm.generate("Other?", Word)]

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            assert [reply.word for reply in runner.run(go())] == ["text", "text"]

    def test_the_users_client_is_left_alone(self, openai_server: OpenAIServer, run: Runner) -> None:
        """It is neither closed nor changed: the user's own calls go on."""
        own = client(openai_server, max_retries=7)

        async def go() -> None:
            llm = llm_factory("gpt-4o-mini", client=own)
            await llm.agenerate(PROMPT, Word)
            answer = await own.chat.completions.create(model="m", messages=[{"role": "user", "content": "x"}])
            assert answer.choices[0].message.content == "Nothing to say."
            await own.close()

        asyncio.run(go())
        assert own.max_retries == 7

    def test_a_client_with_its_own_transport_keeps_it(self, run: Runner) -> None:
        """A proxy, a test transport: what the user plugged in is what is used."""
        import httpx2

        def answer(request: Any) -> Any:
            message = {"role": "assistant", "content": '{"word": "plugged"}'}
            return httpx2.Response(200, json={"choices": [{"message": message, "finish_reason": "stop"}]})

        async def go() -> str:
            async with httpx2.AsyncClient(transport=httpx2.MockTransport(answer)) as http:
                own = openai.AsyncOpenAI(api_key="x", base_url="http://nowhere.test/v1", http_client=http)
                return (await llm_factory("m", client=own).agenerate(PROMPT, Word)).word

        assert asyncio.run(go()) == "plugged"

    def test_azure_clients_use_their_deployments(self, openai_server: OpenAIServer, run: Runner) -> None:
        """The deployment is in the path, and the judge is called azure."""
        own = openai.AsyncAzureOpenAI(
            azure_endpoint=openai_server.root, api_key="x", api_version="2024-10-21"
        )
        llm = llm_factory("my-deployment", client=own)
        llm.generate(PROMPT, Word)
        assert llm.name == "azure:my-deployment"
        assert openai_server.requests[0].path.startswith(
            "/openai/deployments/my-deployment/chat/completions?api-version"
        )

    def test_a_traced_client_is_called_where_it_is_traced(
        self, openai_server: OpenAIServer, run: Runner
    ) -> None:
        """Tools that wrap `create` see every call."""
        own = client(openai_server)
        seen: list[str] = []
        create: Any = own.chat.completions.create

        async def traced(**arguments: Any) -> Any:
            seen.append(arguments["model"])
            return await create(**arguments)

        own.chat.completions.create = traced  # type: ignore[method-assign]

        async def go() -> None:
            assert (await llm_factory("gpt-4o-mini", client=own).agenerate(PROMPT, Word)).word == "text"
            await own.close()

        asyncio.run(go())
        assert seen == ["gpt-4o-mini"]

    @pytest.mark.parametrize("asynchronous", [True, False])
    def test_a_stand_in_is_a_client(self, run: Runner, asynchronous: bool) -> None:
        """Anything with chat.completions.create, sync or async, giving objects or dicts."""
        sent: list[dict[str, Any]] = []
        message = SimpleNamespace(content='{"word": "a"}')
        answer = SimpleNamespace(choices=[SimpleNamespace(message=message, finish_reason="stop")], usage=None)

        def create(**arguments: Any) -> Any:
            sent.append(arguments)
            return answer

        async def acreate(**arguments: Any) -> Any:
            return create(**arguments)

        completions = SimpleNamespace(create=acreate if asynchronous else create)
        llm = llm_factory("m", client=SimpleNamespace(chat=SimpleNamespace(completions=completions)))
        assert llm.generate(PROMPT, Word).word == "a"
        assert asyncio.run(llm.agenerate("Other?", Word)).word == "a"
        assert sent[0]["model"] == "m"

    def test_a_stand_in_that_refuses_is_understood(self, run: Runner) -> None:
        """A recorded 400 of a fake client counts like a server's."""

        class Refused(Exception):
            status_code = 400

        def create(**arguments: Any) -> Any:
            for name in ("temperature", "top_p", "max_tokens"):
                if name in arguments:
                    raise Refused(f"Unsupported parameter: '{name}' is not supported with this model.")
            message = {"content": '{"word": "a"}'}
            return {"choices": [{"message": message, "finish_reason": "stop"}]}

        fake = SimpleNamespace(chat=SimpleNamespace(completions=SimpleNamespace(create=create)))
        llm = llm_factory("o3-mini", client=fake, temperature=0.1, top_p=0.2, max_tokens=5)
        with pytest.warns(UserWarning, match="does not take") as caught:
            assert llm.generate(PROMPT, Word).word == "a"
        assert len(caught) == 2  # the limit went under its other name at once


class TestTrouble:
    """What a failing endpoint looks like to the user."""

    def test_limits_are_waited_for(self, openai_server: OpenAIServer, run: Runner) -> None:
        """A 429 is retried by the run, not by the SDK behind its back, after the time the server asks for."""
        busy = Reply(status=429, headers={"retry-after": "0.2"})
        openai_server.script = [busy, {"word": "a"}]
        started = time.monotonic()
        assert judge(openai_server).generate(PROMPT, Word).word == "a"
        assert time.monotonic() - started >= 0.2
        assert run.stats.rate_limited == 1

    def test_a_wrong_key_names_the_variable(self, openai_server: OpenAIServer, run: Runner) -> None:
        """One call, and the message says where the key comes from."""
        openai_server.default = Reply("Incorrect API key provided", status=401)
        with pytest.raises(JudgeCallError, match="OPENAI_API_KEY"):
            judge(openai_server).generate(PROMPT, Word)
        assert len(openai_server.requests) == 1

    def test_a_page_instead_of_a_completion_asks_about_the_url(
        self, openai_server: OpenAIServer, run: Runner
    ) -> None:
        """A proxy's HTML with status 200 is no reply."""
        openai_server.default = Reply(body="<html>Welcome</html>")
        with pytest.raises(JudgeCallError, match="Is the base_url right"):
            judge(openai_server).generate(PROMPT, Word)

    def test_an_error_in_a_good_status_is_an_error(self, openai_server: OpenAIServer, run: Runner) -> None:
        """Some gateways answer 200 with an error inside; its code counts, so a limit is waited for."""
        openai_server.script = [Reply(body={"error": {"message": "slow down", "code": 429}}), {"word": "a"}]
        assert judge(openai_server).generate(PROMPT, Word).word == "a"
        assert run.stats.rate_limited == 1

    def test_a_hanging_call_meets_the_deadline(self, openai_server: OpenAIServer) -> None:
        """No answer is an error after the deadline, for sync clients too."""
        openai_server.default = Reply(hang=True)
        for own in (client(openai_server), openai.OpenAI(base_url=openai_server.url, api_key="x")):
            with (
                use_runner(Runner(RunConfig(timeout=0.3, max_retries=1))),
                pytest.raises(JudgeTimeoutError, match="no answer"),
            ):
                llm_factory("m", client=own).generate(PROMPT, Word)


def test_a_judge_may_have_a_cache_of_its_own(openai_server: OpenAIServer, tmp_path: Any) -> None:
    """What one run paid for, the next takes from the file; another model or setting does not."""
    cache = SQLiteCache(tmp_path / "judge.sqlite")
    for settings in ({}, {}, {"temperature": 0.5}):
        with use_runner(Runner()):
            judge(openai_server, cache=cache, **settings).generate(PROMPT, Word)
    with use_runner(Runner()):
        judge(openai_server, "gpt-4o", cache=cache).generate(PROMPT, Word)
    assert len(openai_server.requests) == 3


def test_modes_do_not_share_cached_replies(openai_server: OpenAIServer, tmp_path: Any) -> None:
    """Another chosen mode sends another request, so it is asked anew; the same mode is not."""
    cache = SQLiteCache(tmp_path / "judge.sqlite")
    openai_server.default = {"word": "a"}
    for mode in (None, "json", "prompt", "json", None):
        with use_runner(Runner()):
            judge(openai_server, cache=cache, mode=mode).generate(PROMPT, Word)
    assert len(openai_server.requests) == 3


def test_half_a_character_is_no_error(openai_server: OpenAIServer, run: Runner) -> None:
    """Lone surrogates, left by cutting texts in a character's middle, are sent as U+FFFD."""
    openai_server.default = {"word": "a"}
    llm = judge(openai_server, system_prompt="Be strict \ud83d")
    assert llm.generate("cut \ud83d", Word).word == "a"
    assert llm.generate(["cut \ud83d"], Word).word == "a"
    system, user = openai_server.bodies[0]["messages"]
    assert (system["content"], user["content"]) == ("Be strict \ufffd", "cut \ufffd")
    assert openai_server.bodies[1]["messages"][1]["content"][0]["text"] == "cut \ufffd"
