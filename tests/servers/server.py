"""A small HTTP/1.1 server with a script: what it answers, how late, with which faults; and a record of what came in."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self


@dataclass(frozen=True)
class Recorded:
    """One request as it came over the wire."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


@dataclass(frozen=True)
class Reply:
    """One answer. `text` is what the model says; `body` replaces the provider's whole JSON."""

    text: str = ""
    finish_reason: str | None = "stop"
    usage: Any = "counted"
    """None: the provider tells nothing."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    delay: float = 0.0
    hang: bool = False


Answer = Reply | str | dict[str, Any] | list[Any]


class Server:
    """Runs in a thread of its own inside a `with` block. Subclasses speak a provider's API in `respond`.

    Answers come from `script` in order, then from `default`: a function of the request, or one answer for all.
    """

    def __init__(self, *, latency: float = 0.0) -> None:
        self.latency = latency
        self.requests: list[Recorded] = []
        self.script: list[Answer] = []
        self.default: Answer | Callable[[Recorded], Answer] | None = None
        self.connections = 0
        self.in_flight = 0
        self.peak = 0
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def root(self) -> str:
        """The address without a path."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def bodies(self) -> list[Any]:
        """The JSON of every request so far."""
        return [request.body for request in self.requests]

    def respond(self, request: Recorded, reply: Reply) -> Any:
        """The provider's JSON for a reply."""
        raise NotImplementedError

    def improvise(self, request: Recorded) -> Answer:
        """What to answer when nothing is scripted."""
        raise NotImplementedError

    def refusal(self, reply: Reply) -> Any:
        """The provider's JSON for an error."""
        return {"error": {"message": reply.text or "it failed", "type": "error", "code": None, "param": None}}

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._started.wait(10)
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        self._stop = asyncio.Event()
        tasks: set[asyncio.Task[None]] = set()
        writers: list[asyncio.StreamWriter] = []

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            tasks.add(task)
            self.connections += 1
            writers.append(writer)
            try:
                await self._talk(reader, writer)
            except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                pass
            finally:
                tasks.discard(task)
                writer.close()

        server = await asyncio.start_server(connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._started.set()
        await self._stop.wait()
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for writer in writers:
            writer.transport.abort()
        for _ in range(3):  # transports close in steps of the loop
            await asyncio.sleep(0)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (request := await _read(reader)) is not None:
            self.requests.append(request)
            self.in_flight += 1
            self.peak = max(self.peak, self.in_flight)
            try:
                reply = self._reply(request)
                if reply.hang:
                    await asyncio.Event().wait()
                await asyncio.sleep(self.latency + reply.delay)
                body = reply.body
                if body is None:
                    body = self.respond(request, reply) if reply.status < 400 else self.refusal(reply)
            finally:
                self.in_flight -= 1
            await _write(writer, reply, body)

    def _reply(self, request: Recorded) -> Reply:
        answer: Any = self.script.pop(0) if self.script else self.default
        if callable(answer):
            answer = answer(request)
        if answer is None:
            answer = self.improvise(request)
        if isinstance(answer, Reply):
            return answer
        return Reply(answer if isinstance(answer, str) else json.dumps(answer))


async def _read(reader: asyncio.StreamReader) -> Recorded | None:
    first = await reader.readline()
    if not first:
        return None
    method, path, _ = first.decode().split(" ", 2)
    headers: dict[str, str] = {}
    while (line := await reader.readline()) not in (b"\r\n", b""):
        name, _, value = line.decode().partition(":")
        headers[name.strip().lower()] = value.strip()
    raw = await reader.readexactly(int(headers.get("content-length", 0)))
    return Recorded(method, path, headers, json.loads(raw) if raw else None)


def _kind_of(text: str) -> str:
    return "text/event-stream" if text.startswith("event:") else "text/html"


async def _write(writer: asyncio.StreamWriter, reply: Reply, body: Any) -> None:
    is_text = isinstance(body, str)
    content = body.encode() if is_text else json.dumps(body).encode()
    headers = {
        "content-type": _kind_of(body) if is_text else "application/json",
        "content-length": str(len(content)),
        **reply.headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    writer.write(f"HTTP/1.1 {reply.status} X\r\n{head}\r\n".encode() + content)
    await writer.drain()
