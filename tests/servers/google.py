"""Google's generateContent and embedContent."""

from __future__ import annotations

from typing import Any

from tests.servers.instances import instance_of
from tests.servers.openai import vector_of
from tests.servers.server import Answer, Recorded, Reply, Server


class GoogleServer(Server):
    """POST /v1beta/models/MODEL:generateContent, :embedContent and :batchEmbedContents."""

    @property
    def url(self) -> str:
        """What an SDK takes as base_url."""
        return self.root

    def improvise(self, request: Recorded) -> Answer:
        settings = request.body.get("generationConfig", {})
        schema = settings.get("responseJsonSchema") or settings.get("responseSchema")
        return "Nothing to say." if schema is None else instance_of(schema)

    def respond(self, request: Recorded, reply: Reply) -> Any:
        if request.path.split("?")[0].endswith("mbedContents") or ":embedContent" in request.path:
            return self._embeddings(request)
        reason = {"stop": "STOP", "length": "MAX_TOKENS"}.get(str(reply.finish_reason), reply.finish_reason)
        return {
            "candidates": [
                {
                    "content": {"role": "model", "parts": [{"text": reply.text}]},
                    "finishReason": reason,
                    "index": 0,
                }
            ],
            "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120},
            "modelVersion": "gemini-test",
        }

    def _embeddings(self, request: Recorded) -> Any:
        asked = request.body.get("requests") or [request.body]
        texts = [part["content"]["parts"][0]["text"] for part in asked]
        values = [{"values": vector_of(text)} for text in texts]
        return {"embeddings": values} if "requests" in request.body else {"embedding": values[0]}

    def refusal(self, reply: Reply) -> Any:
        error = {"code": reply.status, "message": reply.text or "it failed", "status": "INVALID_ARGUMENT"}
        return {"error": error}
