"""User case C13: what is sent to reasoning models, and sync clients in sync and async calls."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import openai
import pytest

from ragas.llms import llm_factory
from ragas.metrics.collections import Faithfulness
from tests.servers import OpenAIServer, Reply
from tests.servers.instances import instance_of

ROW: dict[str, Any] = {
    "user_input": "When does the tram run?",
    "response": "The tram runs at nine.",
    "retrieved_contexts": ["The tram runs at nine."],
}
NOT_TAKEN = ("temperature", "top_p", "max_tokens")


def picky(request: Any) -> Any:
    """An endpoint that refuses what reasoning models do not take, one parameter a time."""
    body = request.body
    for name in NOT_TAKEN if body["model"] in ("gpt-5-mini", "o3-mini") else ():
        if name in body:
            message = f"Unsupported parameter: '{name}' is not supported with this model."
            error = {"message": message, "param": name, "code": "unsupported_parameter"}
            return Reply(status=400, body={"error": error})
    return instance_of(body["response_format"]["json_schema"]["schema"])


@pytest.mark.parametrize("kind", [openai.AsyncOpenAI, openai.OpenAI])
@pytest.mark.parametrize("model", ["gpt-5-mini", "o3-mini"])
def test_c13_reasoning_models_get_what_they_take(openai_server: OpenAIServer, model: str, kind: Any) -> None:
    """Refused parameters are told once and never sent again; a limit of tokens goes under the name they know."""
    openai_server.default = picky
    client = kind(base_url=openai_server.url, api_key="sk-test")
    judge = llm_factory(model, client=client, temperature=0.2, top_p=0.5, max_tokens=900)
    metric = Faithfulness(llm=judge)
    with pytest.warns(UserWarning, match="does not take") as told:
        first = metric.score(**ROW)
    named = [name for name in NOT_TAKEN for one in told if f"'{name}'" in str(one.message)]
    assert named == ["temperature", "top_p"]
    learned = len(openai_server.bodies)
    second = asyncio.run(metric.ascore(**ROW))
    assert first.value is not None
    assert second.value is not None
    assert all("max_tokens" not in body for body in openai_server.bodies)
    assert all(body["max_completion_tokens"] == 900 for body in openai_server.bodies)
    assert all(name not in body for body in openai_server.bodies[learned:] for name in NOT_TAKEN)
    assert len(openai_server.bodies) > learned


def test_c13_a_temperature_is_honoured_where_it_is_taken(openai_server: OpenAIServer) -> None:
    """Another model gets the user's own temperature."""
    openai_server.default = picky
    client = openai.AsyncOpenAI(base_url=openai_server.url, api_key="sk-test")
    Faithfulness(llm=llm_factory("gpt-4o-mini", client=client, temperature=0.2)).score(**ROW)
    assert {body["temperature"] for body in openai_server.bodies} == {0.2}


def test_c13_a_sync_client_does_not_block_the_loop(openai_server: OpenAIServer) -> None:
    """While a sync client waits for its answer, other work on the loop goes on."""

    def slow(request: Any) -> Any:
        time.sleep(0.3)
        return picky(request)

    openai_server.default = slow
    client = openai.OpenAI(base_url=openai_server.url, api_key="sk-test")
    metric = Faithfulness(llm=llm_factory("gpt-4o-mini", client=client))
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.02)
            ticks += 1

    async def both() -> Any:
        ticking = asyncio.create_task(tick())
        try:
            return await metric.ascore(**ROW)
        finally:
            ticking.cancel()

    assert asyncio.run(both()).value is not None
    assert ticks >= 5
