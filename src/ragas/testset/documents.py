"""What a test set is made from: texts of any kind, as documents with a name."""

from __future__ import annotations

import io
import re
import uuid
import warnings
from collections.abc import AsyncIterable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic_core import to_jsonable_python

from ragas.engine.request import sendable
from ragas.exceptions import InputError
from ragas.testset.documents_names import in_one_line, names, pages, source_of, told_apart
from ragas.testset.graph import Node, NodeType

LONGEST_NAME = 1024
"""Characters up to which a string can be a path by mistake."""
MOST_CAUSES = 10
"""Files named one by one when they cannot be read."""
ACCEPTED = (
    "a text, a pathlib.Path of a file or folder, an object with page_content (LangChain) or text (LlamaIndex), "
    "or a list of these"
)
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
    """Documents with something in them, each once, and how many others were given.

    `unreadable` says of each file that could not be read why.
    """

    items: Sequence[Document]
    blank: int = 0
    repeated: int = 0
    mended: int = 0
    unreadable: Sequence[str] = ()

    @property
    def notes(self) -> list[str]:
        """What was left out or replaced, in words."""
        told = (
            (len(self.unreadable), "left out: cannot be read"),
            (self.blank, "left out: blank"),
            (self.repeated, "left out: a repeat of another"),
            (self.mended, "with half a character, left by cutting a text in its middle, now U+FFFD"),
        )
        counts = [f"{_counted(count, 'document')} {what}." for count, what in told if count]
        return [*counts[:1], *_listed(self.unreadable), *counts[1:]] if self.unreadable else counts

    @property
    def fingerprint(self) -> str:
        """The first 16 hex digits of the hash of all texts in order."""
        digest = sha256()
        for one in self.items:
            digest.update(one.page_content.encode("utf-8", "surrogatepass") + b"\x1f")
        return digest.hexdigest()[:16]


def as_documents(given: Any, what: str = "document", *, strict: bool = False) -> Documents:
    """Documents of texts, paths, LangChain documents, LlamaIndex documents or nodes, in any mixture.

    A path (`pathlib.Path`) is read, a folder with all its readable files; a string is a text. Blank texts and repeats
    are left out and counted, and half a character, which no file and no request can hold, becomes U+FFFD. A file that
    cannot be read is left out with a warning, unless `strict`.

    Raises:
        InputError: nothing was given, or nothing has a word in it; says how many were looked at. Or no file can be read,
            with `strict` one of them. Or a string is the name of a file or folder, or something is no document.
    """
    read: list[Document] = []
    causes: list[str] = []
    count = 0
    for count, item in enumerate(_items(given, what), 1):
        found, failed = _read(item, f"{what} {count}")
        read += found
        causes += failed
    if not count:
        raise InputError(f"No {what}s were given: the list is empty. Pass {ACCEPTED}.")
    if causes and (strict or not read):
        several = f"{len(causes)} {what}s cannot be read.\n" if len(causes) > 1 else ""
        raise InputError(several + "\n".join(_listed(causes)))
    if causes:
        told = "\n".join(_listed(causes))
        warnings.warn(
            f"{_counted(len(causes), what)} left out: cannot be read.\n{told}", UserWarning, stacklevel=2
        )
    return _with_words(_named(read), what, causes)


def _with_words(read: Sequence[Document], what: str, causes: Sequence[str]) -> Documents:
    """Those with a word in them, each once.

    Raises:
        InputError: there are none.
    """
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
    return Documents(list(kept.values()), blank, len(read) - blank - len(kept), mended, tuple(causes))


def nodes_of(documents: Sequence[Document], kind: NodeType) -> list[Node]:
    """A node a document, whose id follows from its place and text, so that equal documents give equal graphs."""
    return [
        Node(
            id=uuid.uuid5(_NAMESPACE, f"{index}\x1f{one.page_content}"),
            type=kind,
            properties={
                "page_content": one.page_content,
                "document_metadata": _savable(one.metadata),
                "document_name": one.name,
            },
        )
        for index, one in enumerate(documents)
    ]


def _savable(metadata: Mapping[Any, Any]) -> dict[str, Any]:
    """Metadata as the file of a graph holds it, the same in every process, so that a run can be gone on with."""
    found: dict[str, Any] = {}
    for key, value in metadata.items():
        listed = sorted(value, key=repr) if isinstance(value, Set) else value
        try:
            found[str(key)] = to_jsonable_python(listed, fallback=_kind, bytes_mode="base64")
        except (ValueError, TypeError, RecursionError):  # it holds itself
            found[str(key)] = _kind(value)
    return found


def _kind(value: Any) -> str:
    """What an object without a form in JSON is; its own text often holds an address in memory."""
    return f"a {type(value).__name__}"


def _items(given: Any, what: str) -> Iterable[Any]:
    """What was given, one by one.

    Raises:
        InputError: it is neither a document nor a list of some.
    """
    if isinstance(given, (str, Path, Document)) or _text_of(given) is not None:
        return [given]
    if isinstance(given, Set):  # its order is another in every process
        return sorted(given, key=str)
    closed = (Mapping, bytes, bytearray, io.IOBase, AsyncIterable)
    if isinstance(given, Iterable) and not isinstance(given, (*closed, type)):
        return given
    raise InputError(f"The {what}s are {given!r:.80}, of type {type(given).__name__}. Pass {ACCEPTED}.")


def _read(item: Any, place: str) -> tuple[list[Document], list[str]]:
    """The documents of one item, and for each file that cannot be read why."""
    if isinstance(item, Document):
        return [item], []
    if isinstance(item, str):
        if _is_path(item):
            raise InputError(
                f"{place} is the string {item!r}, and there is a file or folder of that name. A string is taken as the "
                f"text itself; to read what is there, pass pathlib.Path({item!r})."
            )
        return [Document(item)], []
    if isinstance(item, Path):
        from ragas.testset.documents_files import read_path

        return read_path(item)
    text = _text_of(item)
    if text is None:
        raise InputError(f"{place} is {item!r:.80}, of type {type(item).__name__}. Pass {ACCEPTED}.")
    metadata = getattr(item, "metadata", None)
    return [Document(text, dict(metadata) if isinstance(metadata, Mapping) else {})], []


def _listed(causes: Sequence[str]) -> list[str]:
    """The causes, of many the first."""
    more = len(causes) - MOST_CAUSES
    return [*causes[:MOST_CAUSES], *([f"… and {more} more."] if more > 0 else [])]


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _is_path(text: str) -> bool:
    """Whether a text is the name of a file or folder that is there."""
    if len(text) > LONGEST_NAME or "\n" in text or not _WORD.search(text):
        return False
    try:
        return Path(text).expanduser().exists()
    except (OSError, ValueError, RuntimeError):  # too long, not encodable, nobody's home
        return False


def _text_of(item: Any) -> str | None:
    """The text of somebody's document or node, empty if it has none; None if it is no such thing."""
    if isinstance(item, (str, Path, Mapping, type)) or item is None:
        return None
    for name in ("page_content", "text"):
        value = getattr(item, name, item)
        if isinstance(value, str) or value is None:
            return value or ""
    get = getattr(item, "get_content", None)
    if callable(get):
        value = get()
        return value if isinstance(value, str) else None
    return None


def _named(documents: Sequence[Document]) -> list[Document]:
    """The documents with a name each, and no two with the same."""
    metadata = [one.metadata for one in documents]
    found = names([source_of(one) for one in metadata], pages(metadata))
    own = [
        in_one_line(sendable(one.name) or name) or f"document {number}"
        for number, (one, name) in enumerate(zip(documents, found, strict=True), 1)
    ]
    return [replace(one, name=name) for one, name in zip(documents, told_apart(own), strict=True)]
