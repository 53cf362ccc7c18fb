"""An agent that keeps lists, which tells what it does in the events of LlamaIndex's agents.

The events have the attributes of those in `llama_index.core.agent.workflow`, so `to_messages` reads both.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import Any

from ragas.messages import AIMessage, HumanMessage, ToolCall, ToolMessage


@dataclass
class ToolSelection:
    """A call the model asks for."""

    tool_name: str
    tool_kwargs: dict[str, Any]


@dataclass
class Said:
    """What the model says."""

    content: str


@dataclass
class AgentOutput:
    """The model's turn: what it says and the calls it asks for."""

    response: Said
    tool_calls: list[ToolSelection] = field(default_factory=list)


@dataclass
class ToolCallResult:
    """What a call came to."""

    tool_name: str
    tool_kwargs: dict[str, Any]
    tool_output: Said


class ListAgent:
    """Puts things on lists and takes them off; it stands in for a LlamaIndex agent with these tools."""

    def __init__(self) -> None:
        self.lists: dict[str, list[str]] = {}

    def add(self, item: str, to: str) -> str:
        """Put an item on a list."""
        self.lists.setdefault(to, []).append(item)
        return f"{to}: {', '.join(self.lists[to])}"

    def remove(self, item: str, to: str) -> str:
        """Take an item off a list."""
        kept = self.lists.get(to, [])
        if item not in kept:
            return f"{item} is not on {to}"
        kept.remove(item)
        return f"{to}: {', '.join(kept) or 'empty'}"

    async def run(self, request: str) -> AsyncIterator[Any]:
        """The events of answering a request, such as "add milk and bread to shopping"."""
        told = re.fullmatch(r"(add|remove) (.+) (?:to|from) (\w+)", request)
        if told is None:
            yield AgentOutput(Said("Which list do you mean?"))
            return
        name, things, target = told.groups()
        calls = [ToolSelection(name, {"item": item, "to": target}) for item in re.split(", | and ", things)]
        yield AgentOutput(Said(""), calls)
        for call in calls:
            output = getattr(self, name)(**call.tool_kwargs)
            yield ToolCallResult(call.tool_name, call.tool_kwargs, Said(output))
        yield AgentOutput(Said("Done."))


def to_messages(request: str, events: Iterable[Any]) -> list[HumanMessage | AIMessage | ToolMessage]:
    """The events of a run as the messages that metrics read; other kinds of events are passed over."""
    messages: list[HumanMessage | AIMessage | ToolMessage] = [HumanMessage(content=request)]
    for event in events:
        if hasattr(event, "tool_output"):
            messages.append(ToolMessage(content=str(event.tool_output.content)))
        elif hasattr(event, "response") and hasattr(event, "tool_calls"):
            calls = [ToolCall(name=call.tool_name, args=call.tool_kwargs) for call in event.tool_calls]
            messages.append(AIMessage(content=event.response.content or "", tool_calls=calls or None))
    return messages
