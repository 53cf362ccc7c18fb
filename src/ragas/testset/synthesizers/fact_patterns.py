"""Forms of English sentences that a question can be made from without understanding them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ragas.llms.local.vocabulary import words

_NUMBER = r"(?:about |around |roughly |nearly |up to |at least )?(?:[$€£]\s?)?\d[\d.,:]*"
_SUBJECT = r"(?P<s>(?:(?:An?|The) )?[^\s,;:]+(?: [^\s,;:]+){0,6}?)"
_IS = r"(?P<v>is|are|was|were)"
_YEAR = r"(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)\b[^,.;]{0,12}|\d{4}\b)"
_PARTICIPLE = r"(?P<p>\w+ed|built|begun|born|bought|brought|founded|found|given|held|known|laid|made|sold|sunk|taken|won|written)"
_DOES = {
    "accepts": "accept",
    "adds": "add",
    "applies": "apply",
    "calls": "call",
    "checks": "check",
    "contains": "contain",
    "controls": "control",
    "converts": "convert",
    "covers": "cover",
    "creates": "create",
    "defines": "define",
    "describes": "describe",
    "determines": "determine",
    "disables": "disable",
    "displays": "display",
    "emits": "emit",
    "enables": "enable",
    "ensures": "ensure",
    "expects": "expect",
    "extends": "extend",
    "generates": "generate",
    "handles": "handle",
    "holds": "hold",
    "implements": "implement",
    "includes": "include",
    "indicates": "indicate",
    "inherits": "inherit",
    "makes": "make",
    "manages": "manage",
    "needs": "need",
    "offers": "offer",
    "parses": "parse",
    "prevents": "prevent",
    "produces": "produce",
    "provides": "provide",
    "raises": "raise",
    "reads": "read",
    "receives": "receive",
    "records": "record",
    "removes": "remove",
    "renders": "render",
    "replaces": "replace",
    "represents": "represent",
    "requires": "require",
    "returns": "return",
    "sends": "send",
    "shows": "show",
    "specifies": "specify",
    "stores": "store",
    "supports": "support",
    "takes": "take",
    "tells": "tell",
    "uses": "use",
}
_DID = {
    "appeared": "appear",
    "began": "begin",
    "closed": "close",
    "died": "die",
    "ended": "end",
    "opened": "open",
    "sank": "sink",
    "started": "start",
}
_TAKES = r"(?:minutes?|hours?|days?|weeks?|months?|years?|seconds?)"
_DO = words(
    "use try call set pass add make check run consider install create define avoid ensure choose select click open "
    "specify provide write enable disable remove increase reduce upgrade restart"
)
_SOMETHING = words("the a an all any no each every only both some this")


@dataclass(frozen=True)
class Pattern:
    """A form, the question it makes (None where it makes none after all), and how good such questions are, 0 to 1."""

    form: re.Pattern[str]
    ask: Callable[[re.Match[str]], str | None]
    rank: float


def _if(found: re.Match[str]) -> str | None:
    condition, then = f"{found['if'].lower()} {found['c']}", found["then"]
    first = then.split(" ", 1)[0].casefold()
    if first in _DO:
        return f"What should you do {condition}?"
    if re.match(r"you (?:must|should|need to|have to)\b", then):
        return f"What {'must' if 'must' in then[:10] else 'should'} you do {condition}?"
    if re.match(r"you (?:can|may)\b", then):
        return f"What can you do {condition}?"
    return f"What happens {condition}?" if first in _SOMETHING else None


def _does(found: re.Match[str]) -> str:
    verb, rest = _DOES[found["v"]], found["o"]
    if rest.startswith("you to "):
        return f"What does {{s}} {verb} you to do?"
    return f"What does {{s}} {verb}?"


def _made(form: str, ask: str | Callable[[re.Match[str]], str | None], rank: float) -> Pattern:
    make = ask if callable(ask) else (lambda found: ask.replace("{v}", found.groupdict().get("v") or ""))
    return Pattern(re.compile(rf"\A{form}\Z"), make, rank)


PATTERNS: tuple[Pattern, ...] = (
    _made(
        rf"{_SUBJECT} (?P<v>was|were) {_PARTICIPLE}\b.{{0,60}}? (?:in|on) {_YEAR}.*",
        lambda m: f"When {m['v']} {{s}} {m['p']}?",
        1.0,
    ),
    _made(
        rf"{_SUBJECT} (?P<v>{'|'.join(_DID)})\b.{{0,40}}? (?:in|on) {_YEAR}.*",
        lambda m: f"When did {{s}} {_DID[m['v']]}?",
        1.0,
    ),
    _made(rf"{_SUBJECT} takes {_NUMBER}\S* {_TAKES}\b.*", "How long does {s} take?", 1.0),
    _made(rf"{_SUBJECT} costs {_NUMBER}.*", "How much does {s} cost?", 1.0),
    _made(rf"{_SUBJECT} weighs {_NUMBER}.*", "How much does {s} weigh?", 1.0),
    _made(
        rf"{_SUBJECT} (?P<v>is|are) {_NUMBER}\S* \w+ (?P<a>long|high|tall|wide|deep|old|thick)\b.*",
        lambda m: f"How {m['a']} {m['v']} {{s}}?",
        1.0,
    ),
    _made(rf"{_SUBJECT} (?P<v>is|are) used (?:to|for) .+", "What {v} {s} used for?", 0.95),
    _made(rf"{_SUBJECT} can be used (?:to|for) .+", "What can {s} be used for?", 0.9),
    _made(
        rf"{_SUBJECT} (?P<v>is|are) (?P<w>located|stored|found|kept|defined|saved|placed|installed|situated) (?:in|at|on|under|inside|near) .+",
        lambda m: f"Where {m['v']} {{s}} {m['w']}?",
        0.85,
    ),
    _made(
        rf"{_SUBJECT} (?P<v>is|are|was|were|can|cannot|must|should|will) (?P<x>[^,;]{{8,90}}?),? because .+",
        lambda m: f"Why {m['v']} {{s}} {m['x']}?",
        0.95,
    ),
    _made(
        r"To (?P<g>[a-z]+ [^,;:]{8,90}), (?!(?:please )?(?:see|refer|read|check out|visit|follow|one|we|it|they|this|that|these|you'll)\b)(?!(?!you )(?:\S+ ){1,4}(?:will|is|are|was|were|can|must|should|has|have|may)\b)(?P<how>[a-z].+)",
        "How do you {g}?",
        0.9,
    ),
    _made(
        r"You can (?:also )?(?P<g>[a-z]+ [^,;:]{8,90}?) (?:by \w+ing|using|with the) .+",
        "How can you {g}?",
        0.9,
    ),
    _made(r"(?P<if>If|When|Whenever) (?P<c>[^,;:]{14,110}), (?P<then>.+)", _if, 0.75),
    _made(
        r"There are (?:two|three|four|five|six|several|\d+) (?P<n>(?:\w+ )?(?:kinds|types|ways|forms|modes|options|methods|levels|sorts) (?:of|to|for) [^:,.;]{4,70}).*",
        "Which {n} are there?",
        0.9,
    ),
    _made(rf"{_SUBJECT} (?P<v>is|are) (?:an?|the|one of) (?P<o>\S+(?: \S+){{3,}})", "What {v} {s}?", 0.9),
    _made(rf"(?P<s>The [^,;:]{{4,70}}?) (?P<v>is|are) (?P<o>to \S+ .+|{_NUMBER}.*)", "What {v} {s}?", 0.85),
    _made(rf"{_SUBJECT} (?P<v>{'|'.join(_DOES)}) (?P<o>\S+(?: \S+){{2,}})", _does, 0.75),
)
