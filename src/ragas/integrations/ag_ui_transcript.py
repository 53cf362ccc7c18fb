"""What was said and called in a run, in its order, and the messages that makes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.integrations.content import arguments_of
from ragas.schema.messages import AIMessage, AnyMessage, HumanMessage, ToolCall, ToolMessage

UNKNOWN_TOOL = "unknown_tool"
"""The name of a tool that answered, or was called, without being named."""


@dataclass(slots=True)
class Text:
    """Something said, in parts as they came."""

    id: str
    role: str
    parts: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Call:
    """A call of a tool; its arguments are the parts together. `parent` is the message it belongs to."""

    id: str
    name: Any = None
    parts: list[str] = field(default_factory=list)
    parent: Any = None

    def read(self) -> ToolCall:
        """The call with its arguments read."""
        name = self.name if isinstance(self.name, str) and self.name else UNKNOWN_TOOL
        return ToolCall(name=name, args=arguments_of("".join(self.parts)))


@dataclass(slots=True)
class Result:
    """What a tool answered to the call of that id."""

    call: str
    content: str
    facts: dict[str, Any] = field(default_factory=dict)


class Transcript:
    """Texts, calls and results in the order they began in."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.items: list[Text | Call | Result] = []
        self._texts: dict[str, Text] = {}
        self._calls: dict[str, Call] = {}

    def add(self, item: Text | Call) -> None:
        """Put a text or a call at the end."""
        self.items.append(item)
        if isinstance(item, Text):
            self._texts[item.id] = item
        else:
            self._calls[item.id] = item

    def text(self, id: str, role: str) -> Text:
        """The text of that id, begun here where there is none."""
        if id not in self._texts:
            self.add(Text(id, role))
        return self._texts[id]

    def call(self, id: str) -> Call:
        """The call of that id, begun here where there is none."""
        if id not in self._calls:
            self.add(Call(id))
        return self._calls[id]

    def messages(self, *, metadata: bool) -> list[AnyMessage]:
        """The messages. What is neither a person's nor the agent's, and what says nothing, is left out.

        A call belongs to the message it names, where no tool has answered since; else to the agent's last words, else
        to a message of its own. An answer to a call nobody made is one to `unknown_tool`.
        """
        found: list[AnyMessage] = []
        at: dict[Any, int] = {}
        answered = -1
        called: set[str] = set()

        def attach(call: ToolCall, parent: Any = None) -> None:
            place = at.get(parent, -1)
            if place <= answered:
                place = len(found) - 1
            if place < 0 or not isinstance(found[place], AIMessage):
                found.append(AIMessage(content=""))
                place = len(found) - 1
            message = found[place]
            assert isinstance(message, AIMessage)
            if message.tool_calls is None:
                message.tool_calls = []
            message.tool_calls.append(call)

        for item in self.items:
            if isinstance(item, Call):
                called.add(item.id)
                attach(item.read(), item.parent)
            elif isinstance(item, Result):
                if item.call not in called:
                    called.add(item.call)
                    attach(ToolCall(name=UNKNOWN_TOOL, args={}))
                answered = len(found)
                found.append(ToolMessage(content=item.content, metadata=item.facts if metadata else None))
            elif item.role in ("user", "assistant"):
                kind = HumanMessage if item.role == "user" else AIMessage
                at[item.id] = len(found)
                found.append(kind(content="".join(item.parts), metadata=item.facts if metadata else None))
        return [
            one
            for one in found
            if isinstance(one, ToolMessage) or one.content or getattr(one, "tool_calls", None)
        ]
