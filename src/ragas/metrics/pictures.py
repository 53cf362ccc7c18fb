"""Contexts that may be pictures, as parts of a prompt. Nothing is fetched from the network or opened on the disk."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragas.llms.judge import Image
from ragas.prompt.fence import Data
from ragas.prompt.judge_prompt import JudgePrompt

_PICTURE = re.compile(r"data:image/(png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]+)", re.IGNORECASE)
_DATA_URI = re.compile(r"data:([\w.+-]+/[\w.+-]+)?[;,]", re.IGNORECASE)
_ELSEWHERE = re.compile(
    r"(?:(?:https?|file|ftp)://\S+|\S+\.(?:png|jpe?g|gif|webp|bmp|tiff?|svg)(?:[?#]\S*)?)", re.IGNORECASE
)
LONGEST = 60
"""How many characters of a context a note shows."""


@dataclass(frozen=True)
class Contexts:
    """Contexts ready to be shown: a text for each, the pictures, and a note for each that is not shown as meant."""

    texts: list[str]
    pictures: list[tuple[int, Image]]
    notes: list[str]

    def prompt(self, prompt: JudgePrompt, data: Mapping[str, Data]) -> list[str | Image]:
        """The parts of a prompt: its text with all data, then every picture under its number."""
        parts: list[str | Image] = [prompt.render({**data, "context": self.texts})]
        for number, (position, picture) in enumerate(self.pictures, 1):
            parts += [f"Picture {number}, which is context {position}:", picture]
        return parts

    def reason(self, given: str) -> str:
        """The judge's reason, and what it has not seen."""
        return " ".join(part for part in [given.strip(), *self.notes] if part)


def contexts(retrieved: Sequence[str]) -> Contexts:
    """The contexts of a sample. A `data:` URI of a picture is one; a URL or a path stays text, with a note."""
    texts: list[str] = []
    pictures: list[tuple[int, Image]] = []
    notes: list[str] = []
    for position, context in enumerate(retrieved, 1):
        text = context.strip()
        if found := _PICTURE.fullmatch(text):
            kind = found[1].lower().replace("jpg", "jpeg")
            pictures.append((position, Image(f"data:image/{kind};base64,{''.join(found[2].split())}")))
            texts.append(f"(picture {len(pictures)})")
        elif found := _DATA_URI.match(text):
            texts.append(f"(data of the type {found[1] or 'text/plain'}, which is not shown)")
            notes.append(f"Context {position} is data of a type that is not shown ({_short(text)!r}).")
        else:
            texts.append(context)
            if _ELSEWHERE.fullmatch(text):
                notes.append(
                    f"Context {position} ({_short(text)!r}) was judged as text: nothing is fetched or opened, "
                    "pass pictures as data: URIs."
                )
    return Contexts(texts, pictures, notes)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
