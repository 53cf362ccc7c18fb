"""OpenAI's chat completions and embeddings."""

from __future__ import annotations

import array
import base64
from typing import Any

from tests.servers.instances import instance_of
from tests.servers.server import Answer, Recorded, Reply, Server


class OpenAIServer(Server):
    """POST /v1/chat/completions and /v1/embeddings, the Azure paths included."""

    reversed = False
    """Vectors come out of order; the index says which text each belongs to."""

    @property
    def url(self) -> str:
        """What an SDK takes as base_url."""
        return f"{self.root}/v1"

    def improvise(self, request: Recorded) -> Answer:
        if "embeddings" in request.path:
            return Reply()
        schema = request.body.get("response_format", {}).get("json_schema", {}).get("schema")
        return "Nothing to say." if schema is None else instance_of(schema)

    def respond(self, request: Recorded, reply: Reply) -> Any:
        if "embeddings" in request.path:
            return self._embeddings(request, reply)
        message = {"role": "assistant", "content": reply.text}
        body: dict[str, Any] = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": f"{request.body['model']}-2026-01-01",
            "choices": [
                {"index": 0, "message": message, "finish_reason": reply.finish_reason, "logprobs": None}
            ],
        }
        usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
        if reply.usage is not None:
            body["usage"] = usage if reply.usage == "counted" else reply.usage
        return body

    def _embeddings(self, request: Recorded, reply: Reply) -> Any:
        texts = request.body["input"]
        texts = [texts] if isinstance(texts, str) else texts
        vectors = [vector_of(text, request.body.get("dimensions", 4)) for text in texts]
        encoded: list[Any] = vectors
        if request.body.get("encoding_format") == "base64":
            encoded = [base64.b64encode(array.array("f", vector).tobytes()).decode() for vector in vectors]
        data = [{"object": "embedding", "index": i, "embedding": vector} for i, vector in enumerate(encoded)]
        if self.reversed:
            data.reverse()
        usage = {"prompt_tokens": 3 * len(texts), "total_tokens": 3 * len(texts)}
        return {"object": "list", "data": data, "model": request.body["model"], "usage": usage}

    def refusal(self, reply: Reply) -> Any:
        return reply.body or {
            "error": {
                "message": reply.text or "it failed",
                "type": "invalid_request_error",
                "code": None,
                "param": None,
            }
        }


def vector_of(text: str, dimensions: int = 4) -> list[float]:
    """A vector that tells texts apart; its numbers are exact in 32 bits."""
    return [
        float(len(text)),
        *(float(ord(char) % 16) / 16 for char in text.ljust(dimensions)[: dimensions - 1]),
    ]
