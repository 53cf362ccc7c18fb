"""What a judge would plausibly reply, made of the prompt and the reply model alone: to count calls and tokens by."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from ragas.llms.local.sentences import statements
from ragas.llms.schemas import schema_of

REASON = "The text says so in its second sentence, with the same name and the same figure."
"""As long as reasons usually are."""

_BLOCK = re.compile(
    r"^<(?P<label>[^<>\n]+) (?P<mark>[0-9a-f]{4,64})>\n(?P<body>.*?)\n</(?P=label) (?P=mark)>$",
    re.MULTILINE | re.DOTALL,
)
_LINE = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
_NUMBERED = re.compile(r"(?P<name>.+) (?P<number>\d+)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_LOWEST = re.compile(r"\bfrom (-?\d+(?:\.\d+)?) to ")
_LEVEL = re.compile(r"^(-?\d+): ", re.MULTILINE)
_NAME = re.compile(r"\d[\d.,:%]*|(?<![.!?] )(?!\A)\b[A-ZÀ-Þ][\w'-]+(?: [A-ZÀ-Þ][\w'-]+)*")
_STATEMENTS = ("statement", "claim", "sentence", "fact")
_NAMES = ("entit", "phrase", "keyword", "topic", "name")
_UNLIKELY = ("noncommittal", "refus", "evasive")
_MOST_TOPICS = 3
_LONGEST = 240
_DEEPEST = 8


class Asked:
    """A prompt as the one who answers it reads it: its blocks of data, and the items in it that are numbered."""

    def __init__(self, prompt: str) -> None:
        self.prompt = prompt
        found = list(_BLOCK.finditer(prompt))
        # Worked examples stand before the data, fenced with marks of their own.
        own = [one for one in found if one["mark"] == found[-1]["mark"]] if found else []
        self.blocks = {one["label"]: one["body"] for one in own}
        self.items = self._lines() or self._parts()
        self.instruction = prompt[: own[0].start()] if own else prompt

    @cached_property
    def text(self) -> str:
        """What is to be read: the block called so, else the longest, else the whole prompt."""
        if "text" in self.blocks:
            return self.blocks["text"]
        return max(self.blocks.values(), key=len, default=self.prompt)

    @cached_property
    def sentences(self) -> list[str]:
        """What the text states, a statement a sentence."""
        return statements(self.text, self.blocks.get("question", ""))

    @property
    def count(self) -> int | None:
        """How many of something are asked for."""
        wanted = self.blocks.get("count", "")
        return int(wanted) if wanted.isdecimal() else None

    def _lines(self) -> list[str]:
        """The items of the last block that numbers its lines."""
        numbered = (_LINE.findall(body) for body in reversed(self.blocks.values()))
        return next(([text for _, text in lines] for lines in numbered if lines), [])

    def _parts(self) -> list[str]:
        """The last blocks that are numbered themselves: chunk 1, chunk 2."""
        named = [(_NUMBERED.fullmatch(label), body) for label, body in self.blocks.items()]
        parts = [(match["name"], body) for match, body in named if match]
        return [body for name, body in parts if name == parts[-1][0]]


def plausible(prompt: str, model: type[BaseModel]) -> Any:
    """A reply of this model to this prompt, as JSON data.

    It holds a statement for every sentence, a verdict for every numbered item, and reasons of usual length.
    """
    schema = schema_of(model)
    return _value("", schema, schema, Asked(prompt), "", 0)


def _value(
    name: str, node: Mapping[str, Any], root: Mapping[str, Any], asked: Asked, item: str, depth: int
) -> Any:
    if "$ref" in node:
        target: Any = root
        for part in str(node["$ref"]).removeprefix("#/").split("/"):
            target = target[part]
        node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
    for key in ("anyOf", "oneOf", "allOf"):
        if key in node:
            options = [one for one in node[key] if one.get("type") != "null"] or node[key]
            return _value(name, options[0], root, asked, item, depth)
    if "const" in node:
        return node["const"]
    if "enum" in node:
        return node["enum"][0]
    match node.get("type"):
        case "object":
            properties = node.get("properties", {})
            return {
                key: _value(key, child, root, asked, item, depth + 1) for key, child in properties.items()
            }
        case "array":
            return _list(name, node, root, asked, item, depth)
        case "boolean":
            return not any(word in name for word in _UNLIKELY)
        case "integer":
            return int(_number(name, node, asked))
        case "number":
            return _number(name, node, asked)
        case "null":
            return None
        case _:
            return _words(name, asked, item)


def _list(
    name: str, node: Mapping[str, Any], root: Mapping[str, Any], asked: Asked, item: str, depth: int
) -> list[Any]:
    child = node.get("items", {})
    if "$ref" in child:
        child = root.get("$defs", {}).get(str(child["$ref"]).rsplit("/", 1)[-1], child)
    if depth > _DEEPEST:
        return []
    fields = child.get("properties", {})
    if "number" in fields:
        return [
            _value(name, child, root, asked, text, depth + 1) | {"number": number}
            for number, text in enumerate(asked.items, 1)
        ]
    if fields:
        texts = _repeated(asked.sentences or [asked.text], asked.count)
        return [_value(name, child, root, asked, text, depth + 1) for text in texts]
    if child.get("type") in ("integer", "number"):
        return [1]
    if child.get("type") == "string":
        return _strings(name, asked, node)
    return [_value(name, child, root, asked, item, depth + 1)]


def _strings(name: str, asked: Asked, node: Mapping[str, Any]) -> list[str]:
    least = int(node.get("minItems", 0))
    if "question" in name:
        texts = [f"Does the text speak of {one}?" for one in asked.items or asked.sentences]
    elif any(word in name for word in _NAMES):
        texts = _names(asked.text)
        if "topic" in name:
            texts = texts[:_MOST_TOPICS]
    else:
        texts = asked.sentences
        described = _NUMBER.search(str(node.get("description", "")))
        if described and not any(word in name for word in _STATEMENTS):
            least = int(float(described[0]))
            texts = texts[:least]
    return texts + [f"{name} {number}" for number in range(len(texts) + 1, least + 1)]


def _names(text: str) -> list[str]:
    """Names and figures, each once; the first words of a text without any."""
    return list(dict.fromkeys(_NAME.findall(text))) or [" ".join(text.split()[:4])]


def _repeated(texts: Sequence[str], count: int | None) -> list[str]:
    if count is None:
        return list(texts)
    return [f"{texts[number % len(texts)]}{' again' * (number // len(texts))}" for number in range(count)]


def _number(name: str, node: Mapping[str, Any], asked: Asked) -> float:
    """The lowest number that is allowed, as far as schema or prompt say which."""
    for key in ("minimum", "exclusiveMinimum"):
        if key in node:
            return float(node[key]) + (key == "exclusiveMinimum")
    for found in (
        _NUMBER.search(str(node.get("description", ""))),
        _LEVEL.search(asked.blocks.get("rubric", "")),
        _LEVEL.search(asked.instruction),
        _LOWEST.search(asked.instruction),
    ):
        if found:
            return float(found[found.lastindex or 0])
    return 1.0


def _words(name: str, asked: Asked, item: str) -> str:
    if name == "quote":
        return item[:_LONGEST]
    if "question" in name:
        return f"What does the text say about this: {item[:_LONGEST]}?"
    if any(word in name for word in ("reason", "feedback", "explanation", "rationale")):
        return REASON
    sentences = asked.sentences
    return (sentences[0] if sentences else REASON)[:_LONGEST]
