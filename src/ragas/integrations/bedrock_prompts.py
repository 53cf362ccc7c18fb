"""The prompt of a step of a Bedrock agent: JSON whose messages are text, JSON, or what Java makes of their blocks."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ragas.integrations.content import RAW, as_json, field, text_of, tool_call
from ragas.schema.messages import AIMessage, AnyMessage, HumanMessage, ToolCall, ToolMessage

JAVA_KIND = re.compile(r"\btype=(text|tool_use|tool_result|image|document)\b")
JAVA_NAME = re.compile(r"\bname=([\w.:/-]+)")
JAVA_ENDS = ("}]}]", "}]", "}")
"""How a text in a map in a list in a map ends, one in a map in a list, and one in a map."""
JAVA_NEXT_BLOCK = re.compile(r"(?<=\}), (?=\{)")
JAVA_NEXT_PAIR = re.compile(r", (?=\w+=)")


def messages_of_prompt(prompt: str) -> list[AnyMessage]:
    """The messages in a prompt, system messages left out; a prompt that is no JSON is what a person said."""
    try:
        read = json.loads(prompt)
    except (ValueError, RecursionError):
        return [HumanMessage(content=prompt)] if prompt.strip() else []
    messages = read.get("messages") if isinstance(read, dict) else read
    if not isinstance(messages, list):
        return [HumanMessage(content=prompt)]
    found: list[AnyMessage] = []
    for index, message in enumerate(messages):
        if isinstance(message, Mapping):
            found.extend(_messages(message, f"message {index} of the prompt"))
    return found


def _messages(message: Mapping[str, Any], place: str) -> list[AnyMessage]:
    """One message of a chat API as ours: the answers of tools stand in a user's message there."""
    blocks = _blocks(message.get("content"))
    kind = field(message, "role")
    text = text_of([one for one in blocks if _type(one) not in ("tool_use", "tool_result")], place)
    if kind == "assistant":
        calls = [_call(one, place) for one in blocks if _type(one) == "tool_use"]
        return [AIMessage(content=text, tool_calls=calls or None)] if text or calls else []
    if kind not in ("user", "tool"):
        return []
    if kind == "tool":
        return [ToolMessage(content=text_of(blocks, place))]
    answers: list[AnyMessage] = [
        ToolMessage(content=_answer(one, place)) for one in blocks if _type(one) == "tool_result"
    ]
    return [*answers, HumanMessage(content=text)] if text else answers


def _type(block: Any) -> Any:
    """The kind of a block. Bedrock's own API has none and names the block after its kind."""
    if not isinstance(block, Mapping):
        return "text"
    return block.get("type") or next(
        (name for name in ("tool_use", "tool_result") if _camel(name) in block), "text"
    )


def _camel(name: str) -> str:
    return {"tool_use": "toolUse", "tool_result": "toolResult"}[name]


def _call(block: Mapping[str, Any], place: str) -> ToolCall:
    inner = block.get("toolUse") or block
    return tool_call(inner.get("name"), inner.get("input"), place)


def _answer(block: Mapping[str, Any], place: str) -> str:
    inner = block.get("toolResult") or block
    content = inner.get("content")
    if isinstance(content, list):
        content = [
            as_json(one["json"], place) if isinstance(one, Mapping) and "json" in one else one
            for one in content
        ]
    return text_of(content, place)


def _blocks(content: Any) -> list[Any]:
    """The blocks of a message's content."""
    if isinstance(content, list):
        return content
    if not isinstance(content, str):
        return [] if content is None else [content]
    if content.startswith(("[", "{")):
        try:
            read = json.loads(content)
        except (ValueError, RecursionError):
            read = None
        if isinstance(read, list) and all(isinstance(one, dict) for one in read):
            return read
        if content.startswith("[{") and JAVA_KIND.search(content):
            return _java(content)
    return [content]


def _java(content: str) -> list[Any]:
    """Blocks as Java writes maps: `[{text=..., type=text}]`. What cannot be read stays as text."""
    if "type=tool_result" in content:
        said = content.partition("content=")[2]
        text = _java_text(said)
        return [{"type": "tool_result", "content": (said or content) if text is None else text}]
    blocks: list[Any] = []
    for part in JAVA_NEXT_BLOCK.split(content[1:].removesuffix("]")):
        name = JAVA_NAME.search(part)
        if "type=tool_use" in part and name is not None:
            blocks.append({"type": "tool_use", "name": name[1], "input": _java_input(part)})
        else:
            text = _java_text(part)
            blocks.append(part if text is None else text)
    return blocks


def _java_text(part: str) -> str | None:
    """The value of `text=`, which ends where the map goes on with its type, or ends."""
    _, found, rest = part.partition("text=")
    if not found:
        return None
    text, goes_on, _ = rest.rpartition(", type=")
    if goes_on:
        return text
    closing = next((one for one in JAVA_ENDS if rest.endswith(one)), "")
    return rest.removesuffix(closing)


def _java_input(part: str) -> dict[str, Any]:
    """The arguments in `input={city=Paris, days=3}`, as text: Java's form does not tell numbers from text."""
    _, _, rest = part.partition("input={")
    depth, end = 1, 0
    for end, letter in enumerate(rest):  # noqa: B007  read after the loop
        depth += (letter == "{") - (letter == "}")
        if not depth:
            break
    inside = rest[:end] if not depth else rest
    if not inside.strip():
        return {}
    pairs = [pair.partition("=") for pair in JAVA_NEXT_PAIR.split(inside)]
    return {name: value for name, _, value in pairs} if all(sign for _, sign, _ in pairs) else {RAW: inside}
