"""What documents are called in tables and sources: by file and page, and no two the same."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from ragas.engine.request import sendable

NAME_KEYS = ("source", "file_name", "file_path", "filename", "path", "url", "title", "id")
"""Where loaders write down where a text comes from, the most telling first."""
PAGE_KEYS = ("page_label", "page_number", "page")
"""Where they write down the page: as it is printed, counted from 1, counted from 0 or 1."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def source_of(metadata: Mapping[str, Any]) -> str:
    """Where a text comes from, as its loader tells it; empty if it does not."""
    told = (metadata.get(key) for key in NAME_KEYS)
    return next((sendable(str(value)) for value in told if value), "")


def names(sources: Sequence[str], pages: Sequence[str]) -> list[str]:
    """A name for each text, of where it comes from and its page: "file.pdf, page 3".

    The folders that all files have in common are left out. A text that comes from nowhere gets a number.
    """
    short = _short(sources)
    return [
        (f"{short[source]}, page {page}" if page else short[source]) if source else f"document {number}"
        for number, (source, page) in enumerate(zip(sources, pages, strict=True), 1)
    ]


def pages(metadata: Sequence[Mapping[str, Any]]) -> list[str]:
    """The page of each text, empty if its loader tells none. One that counts from 0 is counted on by one."""
    from_zero = {source_of(one) for one in metadata if one.get("page") == 0}
    return [_page(one, source_of(one) in from_zero) for one in metadata]


def in_one_line(name: str) -> str:
    """A name without line breaks and control characters, which would break a table or a terminal."""
    return " ".join(_CONTROL.sub(" ", name).split()) if _CONTROL.search(name) else name


def told_apart(given: Iterable[str]) -> list[str]:
    """The names, each one that was there before with a number: "a", "a (2)"."""
    found: dict[str, None] = {}
    seen: dict[str, int] = {}
    for name in given:
        free = name
        while free in found:
            seen[name] = seen.get(name, 1) + 1
            free = f"{name} ({seen[name]})"
        found[free] = None
    return list(found)


def _page(metadata: Mapping[str, Any], from_zero: bool) -> str:
    for key in PAGE_KEYS:
        page = metadata.get(key)
        if isinstance(page, bool) or not isinstance(page, (int, str)) or not str(page).strip():
            continue
        if key == "page" and isinstance(page, int) and from_zero:
            page += 1
        return sendable(str(page).strip())
    return ""


def _short(sources: Sequence[str]) -> dict[str, str]:
    """Paths without the folders they have in common, absolute and relative ones apart; other sources as they are."""
    found = {one: one for one in sources}
    groups: dict[tuple[str, bool], list[str]] = {}
    for one in filter(_is_file, sources):
        groups.setdefault((os.path.splitdrive(one)[0], os.path.isabs(one)), []).append(one)
    for group in groups.values():
        common = os.path.commonpath(
            [os.path.dirname(one) or os.curdir for one in map(os.path.normpath, group)]
        )
        for one in group:
            found[one] = PurePath(os.path.relpath(one, common)).as_posix()
    return found


def _is_file(source: str) -> bool:
    """Whether a source reads like the path of a file, and not like an address or a title."""
    return "://" not in source and "\n" not in source and bool(os.path.splitext(source)[1])
