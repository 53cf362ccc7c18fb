"""Other people's frameworks, one module each: their objects become messages and samples, their runs get scores.

Nothing of a framework is needed to convert its objects: they are read by their attributes. What comes from a framework
is data: it is never executed, fetched or opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragas._lazy import door

if TYPE_CHECKING:
    from ragas.integrations import (
        ag_ui,
        amazon_bedrock,
        griptape,
        helicone,
        langchain,
        langgraph,
        langsmith,
        llama_index,
        opik,
        r2r,
        swarm,
        tracing,
    )

_HOME = {
    "ag_ui": "ragas.integrations.ag_ui:",
    "amazon_bedrock": "ragas.integrations.amazon_bedrock:",
    "griptape": "ragas.integrations.griptape:",
    "helicone": "ragas.integrations.helicone:",
    "langchain": "ragas.integrations.langchain:",
    "langgraph": "ragas.integrations.langgraph:",
    "langsmith": "ragas.integrations.langsmith:",
    "llama_index": "ragas.integrations.llama_index:",
    "opik": "ragas.integrations.opik:",
    "r2r": "ragas.integrations.r2r:",
    "swarm": "ragas.integrations.swarm:",
    "tracing": "ragas.integrations.tracing:",
}

__all__ = [
    "ag_ui",
    "amazon_bedrock",
    "griptape",
    "helicone",
    "langchain",
    "langgraph",
    "langsmith",
    "llama_index",
    "opik",
    "r2r",
    "swarm",
    "tracing",
]


__getattr__, __dir__ = door(__name__, _HOME)
