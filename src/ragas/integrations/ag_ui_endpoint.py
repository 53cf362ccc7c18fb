"""Call an AG-UI agent over HTTP and read the events it streams."""

from __future__ import annotations

import asyncio
import json
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from ragas._extras import optional
from ragas.integrations.ag_ui_messages import as_wire, read_input
from ragas.integrations.ag_ui_stream import EventStream
from ragas.schema.complaints import printable

PATIENCE = 10
"""A run may take so many times the timeout in all; the timeout itself is for each wait."""

INPUT_FIELDS = {"state", "tools", "context", "forwardedProps", "parentRunId"}


@dataclass(frozen=True, repr=False)
class AGUIEvent:
    """An event as it came. Its fields are attributes, under their names in Python: `event.message_id`."""

    type: str
    fields: Mapping[str, Any]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "fields":  # copying and pickling ask before there are any
            raise AttributeError(name)
        for key in (name, _camel(name)):
            if key in self.fields:
                return self.fields[key]
        raise AttributeError(f"the event {self.type} has no {name!r}")

    def __repr__(self) -> str:
        return f"AGUIEvent({self.type}, {dict(self.fields)!r:.80})"


async def call_ag_ui_endpoint(
    endpoint_url: str,
    user_input: Any,
    thread_id: str | None = None,
    agent_config: Mapping[str, Any] | None = None,
    timeout: float = 60.0,  # noqa: ASYNC109  callers pass it
    extra_headers: Mapping[str, str] | None = None,
    *,
    total_timeout: float | None = None,
) -> list[AGUIEvent]:
    """Run an agent once and give back the events it streams. Events that cannot be read are counted in a warning.

    Args:
        endpoint_url: the agent's address.
        user_input: a text, or the conversation so far: messages, or dicts of them.
        thread_id: the conversation the run belongs to; without it a new one.
        agent_config: `state`, `tools` and `context` of the run; other keys are passed on as its forwarded properties.
        timeout: seconds to wait for the connection, and for each event.
        extra_headers: headers of the request, such as an authorization.
        total_timeout: seconds the whole run may take; without it ten times `timeout`.

    Raises:
        InputError: `user_input` is neither a text nor messages.
        MissingDependencyError: httpx is not installed.
        httpx.HTTPError: the agent cannot be reached, refuses, or does not go on in time.
        RagasError: it streams more than is safe to read.
        TimeoutError: the whole run took longer than `total_timeout`.
    """
    httpx = optional("httpx", extra="ag-ui", purpose="Calling an AG-UI endpoint")
    body = _run_input(user_input, thread_id, agent_config)
    # Compressed, a small stream could become a large one before its size is known.
    headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity", **(extra_headers or {})}
    events: list[AGUIEvent] = []
    bad: list[str] = []
    stream = EventStream()
    async with (
        asyncio.timeout(timeout * PATIENCE if total_timeout is None else total_timeout),
        httpx.AsyncClient(timeout=timeout) as client,
        client.stream("POST", endpoint_url, json=body, headers=headers) as response,
    ):
        response.raise_for_status()
        async for chunk in response.aiter_bytes():
            for data in stream.feed(chunk):
                _read(data, events, bad)
        for data in stream.end():
            _read(data, events, bad)
    _tell(bad, len(events), response.headers.get("content-type", "unknown"))
    return events


def _run_input(user_input: Any, thread_id: str | None, config: Mapping[str, Any] | None) -> dict[str, Any]:
    """The request as the protocol has it."""
    asked = read_input(user_input)
    told = {_camel(name): value for name, value in (config or {}).items()}
    own = {name: value for name, value in told.items() if name in INPUT_FIELDS}
    rest = {name: value for name, value in (config or {}).items() if _camel(name) not in INPUT_FIELDS}
    forwarded = own.pop("forwardedProps", None)
    return {
        "threadId": thread_id or str(uuid4()),
        "runId": str(uuid4()),
        "messages": as_wire([{"role": "user", "content": asked}] if isinstance(asked, str) else asked),
        "state": {},
        "tools": [],
        "context": [],
        "forwardedProps": {**forwarded, **rest} if isinstance(forwarded, Mapping) else forwarded or rest,
        **own,
    }


def _read(data: str, events: list[AGUIEvent], bad: list[str]) -> None:
    """Add the event in `data`, or why there is none."""
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        fields = None
    if isinstance(fields, dict) and isinstance(fields.get("type"), str):
        events.append(AGUIEvent(fields["type"], fields))
    else:
        bad.append(data)


def _tell(bad: list[str], good: int, content_type: str) -> None:
    if bad:
        warnings.warn(
            f"{len(bad)} of {good + len(bad)} events of the agent could not be read and are left out; "
            f"the first: {printable(f'{bad[0]!r:.80}')}",
            UserWarning,
            stacklevel=3,
        )
    elif not good:
        warnings.warn(
            f"The agent streamed no event. Its answer is of the type {printable(content_type)}, not text/event-stream?",
            UserWarning,
            stacklevel=3,
        )


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)
