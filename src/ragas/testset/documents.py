"""What a test set is made from: texts of any kind, as documents with a name."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from ragas.engine.request import sendable
from ragas.exceptions import InputError
from ragas.testset.graph import Node, NodeType

NAME_KEYS = ("source", "file_name", "file_path", "filename", "path", "url", "title", "id")
"""Where loaders write down where a text comes from, the most telling first."""
LONGEST_NAME = 1024
"""Characters up to which a string can be a path by mistake."""
_NAMESPACE = uuid.UUID("5b0f6c2e-8f0c-4c58-9b53-3f2f4f0d8a11")
_WORD = re.compile(r"\w")


@dataclass(frozen=True)
class Document:
    """A text with what is known about it. `name` is what tables call it."""

    page_content: str
    metadata: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""


@dataclass(frozen=True)
class Documents:
    """Documents with something in them, each once, and how many others were given."""

    items: Sequence[Document]
    blank: int = 0
    repeated: int = 0
    mended: int = 0

    @property
    def notes(self) -> list[str]:
        """What was left out or replaced, in words."""
        told = (
            (self.blank, "left out: blank"),
            (self.repeated, "left out: a repeat of another"),
            (self.mended, "with half a character, left by cutting a text in its middle, now U+FFFD"),
        )
        return [f"{count} document{'' if count == 1 else 's'} {what}." for count, what in told if count]

    @property
    def fingerprint(self) -> str:
        """The first 16 hex digits of the hash of all texts in order."""
        digest = sha256()
        for one in self.items:
            digest.update(one.page_content.encode("utf-8", "surrogatepass") + b"\x1f")
        return digest.hexdigest()[:16]


def as_documents(given: Any, what: str = "document") -> Documents:
    """Documents of texts, paths, LangChain documents, LlamaIndex documents or nodes, in any mixture.

    A path (`pathlib.Path`) is read, a folder with all its readable files; a string is a text. Blank texts and repeats
    are left out and counted, and half a character, which no file and no request can hold, becomes U+FFFD.

    Raises:
        InputError: nothing was given, or nothing has a word in it; says how many were looked at. Or a string is the name
            of a file or folder.
    """
    items = [given] if isinstance(given, (str, Path)) or _text_of(given) is not None else list(given or ())
    read: list[Document] = []
    for index, item in enumerate(items):
        read += _read(item, f"{what} {index + 1}")
    if not read:
        raise InputError(
            f"No {what}s were given: the list is empty. Pass texts, paths or loaded documents to make questions from."
        )
    kept: dict[str, Document] = {}
    blank = mended = 0
    for one in read:
        if (whole := sendable(one.page_content)) != one.page_content:
            one = replace(one, page_content=whole)
            mended += 1
        if not _WORD.search(one.page_content):
            blank += 1
        else:
            kept.setdefault(" ".join(one.page_content.split()), one)
    if not kept:
        longest = max(len(one.page_content) for one in read)
        what_is = f"The {what} is" if len(read) == 1 else f"All {len(read)} {what}s are"
        raise InputError(
            f"{what_is} blank: not one word in {longest} characters{'' if len(read) == 1 else ' at most'}. A loader that "
            "returns empty texts, or a scanned PDF, is the usual cause."
        )
    return Documents(_named(list(kept.values())), blank, len(read) - blank - len(kept), mended)


def nodes_of(documents: Sequence[Document], kind: NodeType) -> list[Node]:
    """A node a document, whose id follows from its place and text, so that equal documents give equal graphs."""
    return [
        Node(
            id=uuid.uuid5(_NAMESPACE, f"{index}\x1f{one.page_content}"),
            type=kind,
            properties={
                "page_content": one.page_content,
                "document_metadata": dict(one.metadata),
                "document_name": one.name,
            },
        )
        for index, one in enumerate(documents)
    ]


def _read(item: Any, place: str) -> list[Document]:
    if isinstance(item, Document):
        return [item]
    if isinstance(item, str):
        if _is_path(item):
            raise InputError(
                f"{place} is the string {item!r}, and there is a file or folder of that name. A string is taken as the "
                f"text itself; to read what is there, pass pathlib.Path({item!r})."
            )
        return [Document(item)]
    if isinstance(item, Path):
        from ragas.testset.documents_files import read_path

        return read_path(item)
    text = _text_of(item)
    if text is None:
        raise InputError(
            f"{place} is a {type(item).__name__!r}. Pass a text, a pathlib.Path, or an object with page_content "
            "(LangChain) or text (LlamaIndex)."
        )
    metadata = getattr(item, "metadata", None)
    return [Document(text, dict(metadata) if isinstance(metadata, Mapping) else {})]


def _is_path(text: str) -> bool:
    """Whether a text is the name of a file or folder that is there."""
    if len(text) > LONGEST_NAME or "\n" in text or not _WORD.search(text):
        return False
    try:
        return Path(text).expanduser().exists()
    except (OSError, ValueError, RuntimeError):  # too long, not encodable, nobody's home
        return False


def _text_of(item: Any) -> str | None:
    """The text of somebody's document or node, None if it is no such thing."""
    if isinstance(item, (str, Path, Mapping)) or item is None:
        return None
    for name in ("page_content", "text"):
        value = getattr(item, name, None)
        if isinstance(value, str):
            return value
    get = getattr(item, "get_content", None)
    if callable(get):
        value = get()
        return value if isinstance(value, str) else None
    return None


def _named(documents: Iterable[Document]) -> list[Document]:
    """The documents with a name each, and no two with the same."""
    found: list[Document] = []
    taken: dict[str, int] = {}
    for number, one in enumerate(documents, 1):
        told = (one.metadata.get(key) for key in NAME_KEYS)
        name = sendable(one.name or next((str(value) for value in told if value), "") or f"document {number}")
        taken[name] = taken.get(name, 0) + 1
        if taken[name] > 1:
            page = one.metadata.get("page")
            name = f"{name} (page {page})" if isinstance(page, int) else f"{name} ({taken[name]})"
        found.append(Document(one.page_content, one.metadata, name))
    return found
