"""Anthropic's messages."""

from __future__ import annotations

import json
from typing import Any

from tests.servers.instances import instance_of
from tests.servers.server import Answer, Recorded, Reply, Server


class AnthropicServer(Server):
    """POST /v1/messages, with forced tools and with output formats."""

    @property
    def url(self) -> str:
        """What an SDK takes as base_url."""
        return self.root

    def improvise(self, request: Recorded) -> Answer:
        schema = _schema(request.body)
        return "Nothing to say." if schema is None else instance_of(schema)

    def respond(self, request: Recorded, reply: Reply) -> Any:
        content: list[dict[str, Any]] = [{"type": "text", "text": reply.text}]
        stop = {"stop": "end_turn", "length": "max_tokens"}.get(str(reply.finish_reason), reply.finish_reason)
        tools = request.body.get("tools")
        if tools:
            try:
                given = json.loads(reply.text)
            except ValueError:
                pass
            else:
                content = [{"type": "tool_use", "id": "toolu_1", "name": tools[0]["name"], "input": given}]
                stop = "tool_use" if stop == "end_turn" else stop
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": request.body["model"],
            "content": content,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {"input_tokens": 100, "output_tokens": 20},
        }
        return _events(message) if request.body.get("stream") else message

    def refusal(self, reply: Reply) -> Any:
        return {
            "type": "error",
            "error": {"type": "invalid_request_error", "message": reply.text or "it failed"},
        }


def _events(message: dict[str, Any]) -> str:
    """The message as a stream of server-sent events."""
    (block,) = message["content"]
    if block["type"] == "text":
        start, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
    else:
        start = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": start},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": message["stop_reason"], "stop_sequence": None},
            "usage": {"output_tokens": 20},
        },
        {"type": "message_stop"},
    ]
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


def _schema(body: dict[str, Any]) -> dict[str, Any] | None:
    if body.get("tools"):
        return dict(body["tools"][0]["input_schema"])
    output = body.get("output_config", {}).get("format") or body.get("output_format")
    return output["schema"] if output else None
