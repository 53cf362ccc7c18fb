"""The events of an AG-UI agent, collected into messages."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from ragas.exceptions import InputError
from ragas.integrations.ag_ui_transcript import Call, Result, Text, Transcript
from ragas.integrations.content import as_json, field, text_of
from ragas.schema.complaints import shown
from ragas.schema.messages import AnyMessage

SNAPSHOT = "MESSAGES_SNAPSHOT"

SHOWN = 3
"""How many unreadable events a warning tells of."""


class AGUIEventCollector:
    """Takes the events of a run one by one and makes messages of them.

    Events may be those of the `ag-ui-protocol` package, dicts of the same fields, or what `call_ag_ui_endpoint` gives.
    Kinds that say nothing (state, activity, reasoning) are passed over. An event that cannot be read is passed over
    too, and told in `skipped`; what an agent reports as its own failure stands in `errors`.

    Args:
        metadata: keep the ids and times of messages in their `metadata`.

    Example:
        >>> collector = AGUIEventCollector()
        >>> collector.process_event({"type": "TEXT_MESSAGE_CHUNK", "messageId": "1", "delta": "At ten."})
        >>> collector.get_messages()[0].content
        'At ten.'
    """

    def __init__(self, metadata: bool = False) -> None:
        self.metadata = metadata
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.skipped: list[str] = []
        """Why each event that could not be read was passed over."""
        self.errors: list[str] = []
        """What the agent said it failed of."""
        self._transcript = Transcript()
        self._run: dict[str, Any] = {}
        self._count = 0
        self._text: str | None = None
        self._call: str | None = None

    def process_event(self, event: Any) -> None:
        """Take an event."""
        self._count += 1
        try:
            self._take(event)
        except InputError as error:
            self.skipped.append(f"event {self._count}: {error}")

    def get_messages(self) -> list[AnyMessage]:
        """The messages so far, those that are not at their end included."""
        return self._transcript.messages(metadata=self.metadata)

    def _take(self, event: Any) -> None:
        kind = kind_of(event)
        match kind:
            case "TEXT_MESSAGE_START" | "TEXT_MESSAGE_CONTENT" | "TEXT_MESSAGE_CHUNK":
                chunk = kind == "TEXT_MESSAGE_CHUNK"
                self._text = _id(event, kind, "message_id", self._text or "text" if chunk else None)
                text = self._transcript.text(self._text, str(field(event, "role") or "assistant"))
                text.parts.append(_delta(event, kind, needed=kind == "TEXT_MESSAGE_CONTENT"))
                text.facts = text.facts or self._facts(event, message_id=self._text)
            case "TOOL_CALL_START" | "TOOL_CALL_ARGS" | "TOOL_CALL_CHUNK":
                chunk = kind == "TOOL_CALL_CHUNK"
                self._call = _id(event, kind, "tool_call_id", self._call if chunk else None)
                call = self._transcript.call(self._call)
                call.name = call.name or field(event, "tool_call_name", "toolCallName")
                call.parent = call.parent or field(event, "parent_message_id", "parentMessageId")
                call.parts.append(_delta(event, kind, needed=kind == "TOOL_CALL_ARGS"))
            case "TOOL_CALL_RESULT":
                id = _id(event, kind, "tool_call_id")
                facts = self._facts(
                    event, tool_call_id=id, message_id=field(event, "message_id", "messageId")
                )
                said = text_of(field(event, "content"), kind)
                self._transcript.items.append(Result(id, said, facts))
            case "MESSAGES_SNAPSHOT":
                self.skipped += take_snapshot(event, self._transcript, self._facts(event))
            case "RUN_STARTED":
                self._run = {
                    "run_id": field(event, "run_id", "runId"),
                    "thread_id": field(event, "thread_id", "threadId"),
                }
            case "STEP_STARTED":
                self._run["step_name"] = field(event, "step_name", "stepName")
            case "STEP_FINISHED":
                self._run.pop("step_name", None)
            case "RUN_ERROR":
                self.errors.append(str(field(event, "message") or "the agent failed and does not say why"))

    def _facts(self, event: Any, **ids: Any) -> dict[str, Any]:
        facts = {**self._run, **ids, "timestamp": field(event, "timestamp")}
        return {name: value for name, value in facts.items() if value is not None}


def convert_to_ragas_messages(events: Iterable[Any], metadata: bool = False) -> list[AnyMessage]:
    """The messages in the events of a run. Warns of events that could not be read, with their number."""
    collector = AGUIEventCollector(metadata)
    for event in events:
        collector.process_event(event)
    warn_of_skipped(collector.skipped, collector._count)
    return collector.get_messages()


def convert_messages_snapshot(snapshot_event: Any, metadata: bool = False) -> list[AnyMessage]:
    """The messages of a `MessagesSnapshotEvent`. Those of the system and of developers are left out.

    Raises:
        TypeError: it is another event.
    """
    if not _is_event(snapshot_event) or kind_of(snapshot_event) != SNAPSHOT:
        raise TypeError(
            f"Expected MessagesSnapshotEvent, got {type(snapshot_event).__name__}: {shown(snapshot_event)}"
        )
    transcript = Transcript()
    skipped = take_snapshot(snapshot_event, transcript, {})
    warn_of_skipped(skipped, len(field(snapshot_event, "messages") or ()))
    return transcript.messages(metadata=metadata)


def take_snapshot(event: Any, transcript: Transcript, facts: dict[str, Any]) -> list[str]:
    """Put the messages of a snapshot in the place of all that was there; gives back why some could not be read."""
    messages = field(event, "messages")
    if messages is None or isinstance(messages, (str, Mapping)) or not isinstance(messages, Iterable):
        raise InputError(f"{SNAPSHOT} holds {shown(messages)} where a list of messages belongs.")
    transcript.clear()
    skipped = []
    for index, message in enumerate(messages):
        try:
            _take_message(message, index, transcript, facts)
        except InputError as error:
            skipped.append(f"snapshot: {error}")
    return skipped


def _take_message(message: Any, index: int, transcript: Transcript, facts: dict[str, Any]) -> None:
    role = field(message, "role")
    if not isinstance(role, str):
        raise InputError(f"message {index} is {shown(message)}, without a role.")
    place = f"message {index} ({role})"
    id = str(field(message, "id") or f"snapshot-{index}")
    if role == "tool":
        call_id = field(message, "tool_call_id", "toolCallId")
        said = text_of(field(message, "content"), place)
        transcript.items.append(
            Result(str(call_id), said, {**facts, "tool_call_id": call_id, "message_id": id})
        )
        return
    content = field(message, "content")
    transcript.add(
        Text(
            id,
            role,
            [text_of(content, place) if role in ("user", "assistant") else ""],
            {**facts, "message_id": id},
        )
    )
    for number, one in enumerate(field(message, "tool_calls", "toolCalls") or ()):
        function = field(one, "function") or one
        arguments = field(function, "arguments", "args")
        text = arguments if isinstance(arguments, str) else as_json(arguments or {}, place)
        call_id = str(field(one, "id") or f"{id}-call-{number}")
        transcript.add(Call(call_id, field(function, "name"), [text], parent=id))


def kind_of(event: Any) -> str:
    """The type of an event: text, or a member of the protocol's enumeration.

    Raises:
        InputError: it has none.
    """
    kind = field(event, "type")
    kind = getattr(kind, "value", kind)
    if not isinstance(kind, str):
        raise InputError(f"{shown(event)} is no event: it has no type.")
    return kind


def _is_event(event: Any) -> bool:
    kind = field(event, "type")
    return isinstance(getattr(kind, "value", kind), str)


def warn_of_skipped(skipped: list[str], count: int) -> None:
    """Say how many events could not be read, and what was wrong with the first."""
    if skipped:
        first = "; ".join(skipped[:SHOWN])
        warnings.warn(
            f"{len(skipped)} of {count} AG-UI events could not be read and are left out: {first}"
            f"{'; …' if len(skipped) > SHOWN else ''}",
            UserWarning,
            stacklevel=3,
        )


def _id(event: Any, kind: str, name: str, default: str | None = None) -> str:
    first, *rest = name.split("_")
    id = field(event, name, first + "".join(word.title() for word in rest)) or default
    if not isinstance(id, str):
        raise InputError(f"{kind} has no {name}: {shown(event)}.")
    return id


def _delta(event: Any, kind: str, *, needed: bool) -> str:
    delta = field(event, "delta")
    if delta is None and not needed:
        return ""
    if not isinstance(delta, str):
        raise InputError(f"{kind} has the delta {shown(delta)}, not a text.")
    return delta
