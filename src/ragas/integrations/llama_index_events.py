"""The events of LlamaIndex's agents, as the messages metrics read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ragas.exceptions import InputError
from ragas.integrations.content import chat_calls, field, text_of
from ragas.schema.complaints import shown
from ragas.schema.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage


def convert_to_ragas_messages(events: Iterable[Any]) -> list[AnyMessage]:
    """The events of an agent's run, or of several one after another, as a conversation.

    `AgentInput` tells what was asked, `AgentOutput` what the agent said and which tools it called, `ToolCallResult`
    what they answered. An agent is handed its whole history at every step: it is read at the first one, and where a
    new turn begins only what is new. Other events are passed over.

    Raises:
        InputError: none of the events is one of these three, or one cannot be read; names its index.

    Example:
        >>> from types import SimpleNamespace
        >>> class AgentOutput(SimpleNamespace): ...
        >>> said = AgentOutput(response=SimpleNamespace(content="It is open."), tool_calls=[])
        >>> convert_to_ragas_messages([said])[0].content
        'It is open.'
    """
    if isinstance(events, (str, Mapping)) or not isinstance(events, Iterable):
        raise InputError(
            f"events is {shown(events)}, not a list of events. Collect them: "
            "events = [event async for event in handler.stream_events()]."
        )
    found: list[AnyMessage] = []
    turn_begins, known = True, 0
    events = list(events)
    told: set[Any] = set()
    for index, event in enumerate(events):
        place = f"event {index}"
        match _kind(event):
            case "AgentInput":
                known += 1
                if turn_begins:
                    found.extend(_asked(field(event, "input"), place, first=not found))
                turn_begins = False
            case "AgentOutput":
                known += 1
                calls = _own_calls(events, index, told)
                message = _said(field(event, "response"), f"{place} (AgentOutput)", calls)
                found.append(message)
                turn_begins = not message.tool_calls and not field(event, "retry_messages")
            case "ToolCallResult":
                known += 1
                found.append(ToolMessage(content=_output(event, f"{place} (ToolCallResult)")))
    if events and not known:
        raise InputError(
            f"none of the {len(events)} events is an AgentInput, an AgentOutput or a ToolCallResult. Pass what "
            "handler.stream_events() gives."
        )
    return found


def _kind(event: Any) -> str:
    """Which of our three events it is, by the names of its class and those above: several have the same fields."""
    kinds = {kind.__name__ for kind in type(event).__mro__}
    return next((name for name in ("AgentInput", "AgentOutput", "ToolCallResult") if name in kinds), "")


def _own_calls(events: Sequence[Any], index: int, told: set[Any]) -> Any:
    """The calls an output makes. LlamaIndex adds all calls of a run to its last output: those are left out.

    `told` holds the ids of earlier calls. One of them counts again only where it is carried out again, as ids are not
    unique with every model.
    """
    calls = field(events[index], "tool_calls")
    if not isinstance(calls, list):
        return calls
    carried_out = set()
    for position in range(index + 1, len(events)):
        if _kind(events[position]) == "AgentOutput":
            break
        carried_out.add(_call_id(events[position]))
    repeated = told - carried_out
    told.update(id for call in calls if (id := _call_id(call)) is not None)
    return [call for call in calls if _call_id(call) not in repeated]


def _call_id(thing: Any) -> str | None:
    """The id of a call, of its result, or of the event that tells of it."""
    id = field(thing, "tool_id")
    return id if isinstance(id, str) else None


def _asked(messages: Any, place: str, *, first: bool) -> Iterator[AnyMessage]:
    """What an agent is handed: the history, where nothing of it is known yet, else what people said last."""
    if messages is None:
        return
    if isinstance(messages, (str, Mapping)) or not isinstance(messages, Iterable):
        raise InputError(f"{place} (AgentInput): the input is {shown(messages)}, not a list of messages.")
    history = list(messages)
    if not first:
        last = max((at for at, one in enumerate(history) if _role(one) not in ("user", "system")), default=-1)
        history = history[last + 1 :]
    for number, message in enumerate(history):
        where = f"{place} (AgentInput), message {number}"
        match _role(message):
            case "user":
                yield HumanMessage(content=text_of(_content(message), where))
            case "tool" | "function":
                yield ToolMessage(content=text_of(_content(message), where))
            case "assistant":
                yield _said(message, where)


def _role(message: Any) -> str:
    role = field(message, "role")
    return str(getattr(role, "value", role)).lower()


def _content(message: Any) -> Any:
    """The blocks of a message, which name its pictures; else its text."""
    return field(message, "blocks") or field(message, "content")


def _said(message: Any, place: str, calls: Any = None) -> AIMessage:
    """What an agent said. Its calls are those told beside the message, else those inside it."""
    if isinstance(message, str):
        text, inside = message, []
    else:
        blocks = field(message, "blocks") or []
        text = text_of(_content(message), place)
        inside = [block for block in blocks if field(block, "block_type") == "tool_call"]
        sent = field(message, "additional_kwargs") or {}
        inside = inside or (sent.get("tool_calls") if isinstance(sent, Mapping) else None) or []
    return AIMessage(content=text, tool_calls=chat_calls(calls or inside, place) or None)


def _output(event: Any, place: str) -> str:
    """What a tool answered: its text, else the value it returned."""
    output = field(event, "tool_output")
    if isinstance(output, (str, Mapping, list, bool, int, float)):
        return text_of(output, place)
    said = text_of(_content(output), place)
    if said:
        return said
    raw = field(output, "raw_output")
    return (
        ""
        if raw is None
        else text_of(raw, place)
        if isinstance(raw, (str, Mapping, list, bool, int, float))
        else shown(raw)
    )
