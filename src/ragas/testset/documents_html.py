"""The part of a web page that is its text: without the head, menus, side bars, scripts, and links that only lead elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from ragas.llms.local.vocabulary import words

LEAST_SHARE = 0.3
"""Of the words, so many what is kept must have; else the page marks something else as its main part, or all as a menu."""
_LEFT_OUT = frozenset(
    {
        "aside",
        "button",
        "dialog",
        "footer",
        "head",
        "nav",
        "noscript",
        "script",
        "select",
        "style",
        "svg",
        "template",
    }
)
_VOID = words("area base br col embed hr img input link meta param source track wbr")
"""Elements without an end tag."""
_MENU = re.compile(
    r"(?:^|\s)(?:(?!has-|no-)[a-z]{1,3}-)?(?:nav|navbar|navheader|navfooter|navigation|menu|menubar|breadcrumbs?|sidebar|side-bar|sphinxsidebar|"
    r"related|pagination|pager|toc|toctree|toctree-wrapper|localtoc|headerlink|heading-anchor|anchor-link|skip-link|cookie|"
    r"theme-popup|nav-chapters|prev-next|prev|next-prev|footer-nav|rst-versions|searchbox|search-box)(?:$|[\s_])",
    re.IGNORECASE,
)
"""Classes and ids that generators of documentation give to what leads to other pages."""
_MENU_ROLES = frozenset({"navigation", "menu", "menubar", "search", "banner", "contentinfo"})
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
_HEAD = 4096


def main_part(page: str) -> str:
    """The page as HTML with its text only; as it was where its tags do not fit together."""
    reader = _Reader()
    try:
        reader.feed(page)
        reader.close()
    except (AssertionError, ValueError):  # what the standard library raises on a broken declaration
        return page
    if reader.leaving or reader.whole.words < LEAST_SHARE * (reader.whole.words + reader.words_left_out):
        return page  # an element without its end, or a menu that holds the text
    wanted = LEAST_SHARE * reader.whole.words
    for part in (reader.main, reader.article):
        if part.words and part.words >= wanted:
            return part.html
    return reader.whole.html if reader.whole.words else page


def decoded(page: bytes) -> str:
    """The text of a page by its byte order mark or its own word, else as UTF-8, else as browsers take old pages."""
    for mark, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if page.startswith(mark):
            return page.decode(name, errors="replace")
    told = _CHARSET.search(page[:_HEAD])
    for name in (told[1].decode("ascii") if told else "utf-8", "utf-8"):
        try:
            return page.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
    return page.decode("cp1252", errors="replace")


@dataclass
class _Part:
    """Pieces of HTML, and how many words of them stand outside links."""

    pieces: list[str] = field(default_factory=list)
    words: int = 0

    @property
    def html(self) -> str:
        return f"<html><body>{''.join(self.pieces)}</body></html>"


class _Reader(HTMLParser):
    """Writes the page down again, whole and by its marked parts, without what is left out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.whole, self.main, self.article = _Part(), _Part(), _Part()
        self.leaving: list[str] = []
        """Of the element being left out, the open elements of its own kind."""
        self._open: list[tuple[str, list[_Part]]] = []
        self._into = [self.whole]
        self._links = 0
        self.words_left_out = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.leaving:
            if tag == self.leaving[0]:
                self.leaving.append(tag)
            return
        told = {name: value or "" for name, value in attrs}
        named = f"{told.get('class', '')} {told.get('id', '')}"
        is_root = tag in ("html", "body", "main", "article")
        if tag in _LEFT_OUT or (
            not is_root and (_MENU.search(named) or told.get("role") in _MENU_ROLES) and tag not in _VOID
        ):
            self.leaving.append(tag)
            return
        if tag in ("html", "body"):
            return
        if tag not in _VOID:
            self._open.append((tag, self._into))
        if tag == "main" or told.get("role") == "main":
            self._enter(self.main)
        elif tag == "article":
            self._enter(self.article)
        self._links += tag == "a"
        self._write(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self.leaving:
            self._write(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if self.leaving:
            if tag == self.leaving[0]:
                self.leaving.pop()
            return
        if tag in ("html", "body") or tag in _VOID:
            return
        self._links -= tag == "a" and self._links > 0
        self._write(f"</{tag}>")
        place = next((at for at in range(len(self._open) - 1, -1, -1) if self._open[at][0] == tag), None)
        if place is not None:
            self._into = self._open[place][1]
            del self._open[place:]

    def handle_data(self, data: str) -> None:
        if self.leaving:
            self.words_left_out += len(data.split()) if self.leaving[0] not in _LEFT_OUT else 0
            return
        self._write(data)
        if not self._links:
            count = len(data.split())
            for part in self._into:
                part.words += count

    def handle_entityref(self, name: str) -> None:
        if not self.leaving:
            self._write(f"&{name};")

    def handle_charref(self, name: str) -> None:
        if not self.leaving:
            self._write(f"&#{name};")

    def _enter(self, part: _Part) -> None:
        if all(one is not part for one in self._into):
            self._into = [*self._into, part]

    def _write(self, piece: str) -> None:
        for part in self._into:
            part.pieces.append(piece)
