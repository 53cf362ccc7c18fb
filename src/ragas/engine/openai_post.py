"""Requests through an OpenAI SDK client, or one that looks like it, from any event loop and at the least cost."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from operator import attrgetter
from types import FunctionType, MethodType
from typing import Any

from pydantic_core import from_json

from ragas.engine.clients import PerLoop, has_default_connections, with_own_connections
from ragas.engine.event_loop import call_in_thread

Post = Callable[[dict[str, Any]], Awaitable[Any]]

_NO_RETRIES: Any = {"max_retries": 0}  # the runner retries, under the run's limits


def poster(client: Any, part: str, *, owns_client: bool = False) -> Post:
    """How to send a request body through this client and get the reply, parsed as little as possible.

    The SDK's `post` reaches an endpoint without transforming the body or building response models. Where somebody
    wrapped `create`, to trace calls for example, `create` is called, and so it is on a stand-in.

    Args:
        client: sync or async, of the OpenAI SDK or with the same methods.
        part: "chat.completions" or "embeddings".
        owns_client: nobody else uses it, so its HTTP client need not be kept.
    """
    create_of = attrgetter(f"{part}.create")
    path = f"/{part.replace('.', '/')}"
    create = create_of(client)
    if not any(base.__module__.startswith("openai.") for base in type(client).__mro__):
        return _through_stand_in(create)
    direct = type(create) is MethodType and _defined_by_openai(create)
    if hasattr(client, "__enter__"):

        def send_sync(use: Any, body: dict[str, Any]) -> Any:
            if not direct:
                return create(**_for_create(create, body))
            return _parsed(use.post(path, body=_merged(body), cast_to=bytes, options=_NO_RETRIES))

        async def post_in_thread(body: dict[str, Any]) -> Any:
            return await call_in_thread(send_sync, client, body)

        return post_in_thread
    own = (
        PerLoop[Any](lambda: with_own_connections(client))
        if owns_client or has_default_connections(client)
        else None
    )

    async def post(body: dict[str, Any]) -> Any:
        use = client if own is None else await own.get()
        if not direct:
            return await create_of(use)(**_for_create(create, body))
        return _parsed(await use.post(path, body=_merged(body), cast_to=bytes, options=_NO_RETRIES))

    return post


def _through_stand_in(create: Callable[..., Any]) -> Post:
    async def post(body: dict[str, Any]) -> Any:
        if inspect.iscoroutinefunction(create):
            return await create(**body)
        answer = await call_in_thread(lambda: create(**body))
        return await answer if inspect.isawaitable(answer) else answer

    return post


def _defined_by_openai(method: Any) -> bool:
    function = method.__func__
    return type(function) is FunctionType and str(function.__globals__.get("__name__", "")).startswith(
        "openai."
    )


def _parsed(content: bytes) -> Any:
    try:
        return from_json(content)
    except ValueError:
        return content.decode(errors="replace")


def _merged(body: dict[str, Any]) -> dict[str, Any]:
    """The body as it goes over the wire: what the SDK calls `extra_body` is part of it."""
    if "extra_body" not in body:
        return body
    return {**{name: value for name, value in body.items() if name != "extra_body"}, **body["extra_body"]}


def _for_create(create: Callable[..., Any], body: dict[str, Any]) -> dict[str, Any]:
    """The body as arguments of `create`, which takes what it does not know as `extra_body`."""
    try:
        parameters = inspect.signature(create).parameters
    except (TypeError, ValueError):
        return body
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return body
    unknown = {name: value for name, value in body.items() if name not in parameters}
    if not unknown:
        return body
    known = {name: value for name, value in body.items() if name in parameters}
    return {**known, "extra_body": {**unknown, **(known.get("extra_body") or {})}}
