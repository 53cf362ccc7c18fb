"""The running text of a document: paragraphs without headings, code, tables, menus and legal notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragas.llms.local.vocabulary import words

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FENCED = re.compile(r"^ *(```+|~~~+).*?(?:^ *\1`*~*\s*$|\Z)", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->|<(script|style|pre|table)\b.*?</\1>", re.DOTALL | re.IGNORECASE)
_LITERAL = re.compile(r"(?P<lead>::[ \t]*\n)\s*\n(?P<pad>[ \t]+)\S.*\n(?:(?P=pad).*\n|\s*\n)*")
"""What reStructuredText sets off with two colons and a deeper indent."""
_DIRECTIVE = re.compile(
    r"^(?P<pad>[ \t]*)\.\. (?!(?:note|tip|hint|important)::).*\n(?:(?P=pad)[ \t]+\S.*\n|[ \t]*\n(?=(?P=pad)[ \t]{2}))*",
    re.MULTILINE,
)
_NOTE = re.compile(r"^[ \t]*\.\. (?:note|tip|hint|important)::[ \t]*", re.MULTILINE)
_CODE_TAG = re.compile(r"</?(?:code|tt|kbd|samp|var)\b[^>]*>", re.IGNORECASE)
_TAG = re.compile(r"(?P<code>`[^`\n]*`)|</?(?P<name>[a-zA-Z][\w-]*)(?P<more>[^<>\n]*)>")
_COMPONENT = re.compile(r"^[ \t]*</?[A-Z][^<>\n]*>[ \t]*$", re.MULTILINE)
"""A line that is a tag of a component in MDX and the like."""
_ALONE = frozenset({"br", "dd", "dt", "hr", "li", "p", "td", "th", "tr", "wbr"})
"""Tags that come without an end."""
_TAGS = _ALONE | words(
    "a abbr address article aside audio b bdi bdo big blockquote body button caption center cite code col colgroup data del "
    "details dfn dialog div dl em figcaption figure font footer form g h1 h2 h3 h4 h5 h6 head header html i iframe img input "
    "ins kbd label legend main mark meta nav object ol optgroup option output p param path picture pre progress q s samp "
    "section select small source span strike strong sub summary sup svg table tbody template textarea tfoot thead time title "
    "tt u ul var video"
)
_ROLE = re.compile(r":[a-z:]+:`~?!?(?P<name>[^`<\n]+?)(?:\s*<[^>`]*>)?`")
_DOUBLE = re.compile(r"``+ ?(?P<code>[^`\n]+?) ?``+")
_NAMED = re.compile(r"`(?P<text>[^`<]{1,200}?)\s*<[^>`]{1,300}>`_{1,2}|(?<!`)`(?P<plain>[^`\n]+)`_{1,2}")
_LINK = re.compile(
    r"!?\[(?P<text>(?:[^\[\]\n]|\[[^\[\]\n]*\])*)\](?:\([^)\s]*(?:\s+[^)\n]*)?\)|\[[^\]\n]*\])"
)
_LABEL = re.compile(r"(?<![\w`])\[(?P<text>(?!\^?\d+\])[^\[\]\n]+)\](?![\w(\[`])")
_NOTE_MARK = re.compile(r"(?<=[.,;:!?)”\"])\[\^?\d{1,3}\](?=\s|\[|$)", re.MULTILINE)
"""The number of a footnote, which follows the end of what it is to; elsewhere a number in brackets may be anything."""
_EMPHASIS = re.compile(r"(?<![\w.*/`-])([*_]{1,3})(?=\S)([^*_\n]+?)(?<=\S)\1(?![\w*])")
_STRONG = re.compile(r"\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*")
_ESCAPE = re.compile(r"(?P<code>`[^`\n]*`)|\\(?P<mark>[\\`*_{}\[\]()#+.!<>|~-])")
_ATTRIBUTES = re.compile(r"[ \t]*\{[#.:][^}\n]*\}[ \t]*$", re.MULTILINE)
_HEADING = re.compile(r"^ {0,3}(?P<marks>#{1,6})[ \t]+(?P<title>.*?)[ \t]*#*[ \t]*$")
_RULE = re.compile(r"^ {0,3}(?P<mark>[=\-~^\"'`*+#.:_])(?P=mark){2,}[ \t]*$")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)]|[a-z]\))\s+")
_TABLE = re.compile(r"^\s*(?:\|.*\||\+[-=+]+\+|.*\s\|\s.*\s\|\s.*)\s*$")
_FURNITURE = re.compile(
    r"licen[cs]|copyright|contribut|change ?log|changes?\b|history|release notes|what.s new|news|credit|acknowledg|authors?\b|"
    r"sponsor|backers|donat|contents|see also|further reading|references|bibliograph|comments|links|feedback|"
    r"lizenz|mitwirk|änderung|inhalt|siehe auch|danksag|licence|contribu|sommaire|voir aussi|remerciement|commentaire|"
    r"许可|授权|贡献|更新日志|目录|参见|ライセンス|著作権|変更履歴|目次|参照|コメント",
    re.IGNORECASE,
)
_LONGEST_TITLE = 8
"""Words. A longer heading is a sentence that happens to hold such a word."""


_CHANGE_LOG = re.compile(
    r"(?:change[ _-]?logs?|changes?|release[ _-]?(?:notes?|logs?)|what.?s[ _-]?new(?: in .*)?|history|news|important notes.*|"
    r"releases?[ _-]?\d[\d.-]*|änderungen|änderungsprotokoll|更新日志|変更履歴|변경 ?사항)",
    re.IGNORECASE,
)
_VERSION = re.compile(r"v?\d+[._]\d[\w.-]*")
_LINKED = re.compile(r"!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\([^)\n]*\)|<?https?://[^\s>]+>?")
_SIGNS = re.compile(r"[\W_\d]+")


def is_change_log(name: str, title: str) -> bool:
    """Whether a document tells what changed from version to version, by its file or its first heading."""
    *folders, file = re.split(r"[/\\]", re.sub(r"\.[a-z]{1,8}\Z", "", name))
    bare = re.sub(r"\A(?:[A-Z\d]+\.)+\s*|[#*`]", "", title).strip()
    told = any(_CHANGE_LOG.fullmatch(one) for one in (*folders, file, bare))
    return told or any(_VERSION.fullmatch(one) for one in (file, bare))


def without_menus(text: str) -> str:
    """A text without settings before it, and without paragraphs that are links only: menus, breadcrumbs, tables of contents."""
    blocks = re.split(r"(\n[ \t]*\n)", _FRONT_MATTER.sub("", text))
    kept = ["" if "](" in one and _is_menu(one) else one for one in blocks]
    return "".join(kept) if "" in kept else _FRONT_MATTER.sub("", text)


def _is_menu(block: str) -> bool:
    return not _HEADING.match(block) and not _SIGNS.sub("", _LINKED.sub("", block))


@dataclass(frozen=True)
class Paragraph:
    """A paragraph in one line, code in backquotes; `item` if it is one of a list, which leans on what introduces it.

    `heading` is what stands over it, `first` whether it is the first below.
    """

    text: str
    item: bool = False
    heading: str = ""
    first: bool = False


def paragraphs(text: str) -> Iterator[Paragraph]:
    """The paragraphs that say something, in order."""
    bare = _ESCAPE.sub(lambda found: found["code"] or found["mark"], _unmarked(text))
    depth_left_out = 0
    lines: list[str] = []
    item, heading, first = False, "", True
    every = bare.splitlines()
    for at, line in enumerate([*every, ""]):
        title = _HEADING.match(line)
        below = every[at + 1] if at + 1 < len(every) else ""
        ruled = bool(line.strip()) and not lines and _RULE.match(below) is not None
        if title or ruled or _RULE.match(line):
            yield from _joined(lines, item, depth_left_out, heading, first)
            lines, item = [], False
            if title or ruled:
                depth = len(title["marks"]) if title else 1
                named = title["title"] if title else line
                heading, first = named, True
                if not depth_left_out or depth <= depth_left_out:
                    is_furniture = _FURNITURE.search(named) and len(named.split()) <= _LONGEST_TITLE
                    depth_left_out = depth if (is_furniture and depth > 1) or (is_furniture and ruled) else 0
            continue
        stripped = re.sub(r"^\s*>\s?", "", line)
        starts_item = _ITEM.match(stripped)
        if not stripped.strip() or starts_item or _TABLE.match(stripped):
            whole = [*_joined(lines, item, depth_left_out, heading, first)]
            yield from whole
            first = first and not whole
            indented = re.match(r"(?: {2,}|\t)\S", below) is not None
            lines, item = [], bool(starts_item) or (item and not stripped.strip() and indented)
            if starts_item:
                lines = [stripped[starts_item.end() :]]
            continue
        if not lines and not item and re.match(r"(?: {4}|\t)", stripped):
            continue  # code set off by its indent
        lines.append(stripped)


def _unmarked(text: str) -> str:
    """The text with one mark left: backquotes around code."""
    bare = _FENCED.sub("\n", _FRONT_MATTER.sub("", text))
    bare = _LITERAL.sub(lambda found: f"{found['lead'][:1]}\n\n", f"{bare}\n")
    bare = _NOTE.sub("", _DIRECTIVE.sub("\n", _COMMENT.sub("\n\n", bare)))
    bare = _NAMED.sub(lambda found: found["text"] or found["plain"], bare)
    bare = _without_tags(_COMPONENT.sub("", _CODE_TAG.sub("`", bare)))
    bare = _DOUBLE.sub(r"`\g<code>`", _ROLE.sub(_named, bare))
    for _ in range(2):  # a picture in a link
        bare = _LINK.sub(lambda found: "" if found.group().startswith("!") else found["text"], bare)
    bare = _LABEL.sub(r"\g<text>", _ATTRIBUTES.sub("", _NOTE_MARK.sub("", bare)))
    return _EMPHASIS.sub(r"\2", _STRONG.sub(r"\1", bare))


def _without_tags(text: str) -> str:
    """Without the tags of HTML; `<archive>` and `<source>` in "copy <source> to <archive>" are words of the text."""
    closed = {name.lower() for name in re.findall(r"</([a-zA-Z][\w-]*)\s*>", text)}

    def bare(found: re.Match[str]) -> str:
        if found["code"]:
            return found["code"]
        name = found["name"].lower()
        is_tag = name in _TAGS and (name in _ALONE or name in closed or re.search(r"[=/]", found["more"]))
        return "" if is_tag else found.group()

    return _TAG.sub(bare, text)


def _named(role: re.Match[str]) -> str:
    """What a role of reStructuredText names; of a numbered paper, with its kind."""
    kind, name = role.group().split(":")[1], role["name"].strip()
    return f"{kind.upper()} {name}" if kind in ("rfc", "pep") else f"`{name}`"


def _joined(lines: list[str], item: bool, left_out: int, heading: str, first: bool) -> Iterator[Paragraph]:
    whole = " ".join(" ".join(lines).split())
    if whole and not left_out:
        yield Paragraph(whole, item, heading, first)
