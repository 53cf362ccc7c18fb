"""Clients that outlive a loop, and sync ones awaited through threads."""

from __future__ import annotations

import asyncio
import gc
import threading
from types import SimpleNamespace
from typing import Any

import openai
import pytest

from ragas.engine.clients import InThread, PerLoop, call_foreign, has_default_connections
from ragas.engine.event_loop import run_sync


class Client:
    """Knows the loop it was opened on, and whether it was closed there."""

    opened = 0

    async def __aenter__(self) -> Client:
        await asyncio.sleep(0)
        Client.opened += 1
        self.loop = asyncio.get_running_loop()
        self.closed_on: Any = None
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        self.closed_on = asyncio.get_running_loop()


def test_every_loop_has_a_client_of_its_own_closed_with_it() -> None:
    """The same one within a loop, another in the next; each is closed on its own loop."""
    clients = PerLoop(Client)

    async def twice() -> tuple[Client, Client]:
        return await clients.get(), await clients.get()

    first, same = asyncio.run(twice())
    second, _ = asyncio.run(twice())
    assert first is same
    assert first is not second
    assert first.closed_on is first.loop
    assert second.closed_on is second.loop


def test_tasks_that_start_together_share_one() -> None:
    """The slower ones' are closed."""
    clients = PerLoop(Client)

    async def go() -> set[int]:
        return {id(client) for client in await asyncio.gather(*(clients.get() for _ in range(5)))}

    assert len(asyncio.run(go())) == 1


def test_an_owner_that_is_gone_closes_its_clients() -> None:
    """On a loop that goes on, as the shared one does."""
    clients = PerLoop(Client)
    client = run_sync(clients.get())
    del clients
    gc.collect()
    run_sync(asyncio.sleep(0.02))
    assert client.closed_on is client.loop


def test_a_sync_client_is_awaited_through_threads() -> None:
    """Its nested parts too; plain values come as they are, and streams as async ones."""

    class Messages:
        def create(self, text: str) -> tuple[str, int]:
            return text, threading.get_ident()

        def stream(self) -> Any:
            yield from (1, 2)

    face = InThread(SimpleNamespace(beta=SimpleNamespace(messages=Messages()), base_url="u"))

    async def go() -> tuple[Any, list[int]]:
        stream = await face.beta.messages.stream()
        return await face.beta.messages.create("x"), [event async for event in stream]

    (text, thread), events = asyncio.run(go())
    assert text == "x"
    assert thread != threading.get_ident()
    assert events == [1, 2]
    assert face.base_url == "u"


def test_only_clients_with_the_sdks_own_connections_are_copied() -> None:
    """One with a transport, or traced on the instance, would lose it."""
    import httpx2

    plain = openai.AsyncOpenAI(api_key="x")
    assert has_default_connections(plain)
    assert not has_default_connections(openai.OpenAI(api_key="x"))
    assert not has_default_connections(openai.AsyncOpenAI(api_key="x", http_client=httpx2.AsyncClient()))
    plain.chat.completions.create = print  # type: ignore[assignment, method-assign]
    assert not has_default_connections(plain)


def test_foreign_async_methods_stay_on_their_loop() -> None:
    """On the first loop the async form is used, on others the sync one, in a thread; without it the async one again."""
    model = type("Model", (), {"__module__": "somebody_elses_package"})()

    async def asynchronous() -> str:
        return "async"

    def missing() -> str:
        raise NotImplementedError

    async def ask(synchronous: Any) -> Any:
        return await call_foreign(model, asynchronous, synchronous)

    loop = asyncio.new_event_loop()
    try:
        assert loop.run_until_complete(ask(lambda: "sync")) == "async"
        assert asyncio.run(ask(lambda: "sync")) == "sync"
        assert asyncio.run(ask(missing)) == "async"
        assert asyncio.run(ask(None)) == "async"
    finally:
        loop.close()


def test_a_method_in_neither_form_is_an_error() -> None:
    """Not silence."""
    with pytest.raises(TypeError, match="neither form"):
        asyncio.run(call_foreign(object(), None, None))
