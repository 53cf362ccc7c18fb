"""Find the sentences of a text in any language, and the statements an answer makes."""

from __future__ import annotations

import re

from ragas.llms.local.refusals import is_refusal
from ragas.llms.local.short_answers import is_short_answer, with_question
from ragas.llms.local.small_talk import is_small_talk, without_small_talk
from ragas.llms.local.tokens import tokenize
from ragas.llms.local.vocabulary import ALL_FUNCTION_WORDS, words

_ABBREVIATIONS = words(
    "mr mrs ms dr prof rev hon sr jr st gen col lt sgt capt cmdr gov sen rep pres mt ft etc vs al approx est "
    "dept inc ltd co corp no nos vol fig figs ed eds pp p ch sec art op cit ca cf viz e.g i.e eg ie a.m p.m "
    "u.s u.k u.n e.u d.c b.c a.d ph.d m.d jan feb mar apr jun jul aug sep sept oct nov dec min max avg tel "
    "ext z.b d.h u.a bzw usw ggf evtl inkl zzgl nr str hr fr abs bspw vgl geb gest m mme mlle mgr av bd env "
    "sra srta dra ud uds ej pág págs núm ee.uu sig dott dott.ssa ing avv dhr mevr bijv mio mrd tsd т.е т.д т.п г гг др им "
    "ул стр руб тыс млн млрд"
)
# After these a full stop never ends a sentence; after the others it does when a plain word follows with a capital.
_TITLES = words(
    "mr mrs ms dr prof rev hon gen col lt sgt capt cmdr gov sen rep pres mt e.g i.e eg ie cf vs no nos vol "
    "fig figs pp ca z.b d.h bzw nr hr fr m mme mlle sra srta dra dott avv dhr mevr bijv"
)
_MONTHS_AFTER_ORDINAL = re.compile(
    r"\s*(?:Jan|Feb|Mär|Mar|Apr|Mai|Maj|Jun|Jul|Aug|Sep|Okt|Oct|Nov|Dez|Dec|Klasse|Jahrhundert|Platz|Etage|Stock)"
)
_CLOSERS = r"[\"'”’»)\]}*_」』）】〉》]*"
_END = re.compile(
    rf"(?P<wide>[。！？｡．‼⁇⁈⁉।॥۔؟።։។៖༎]+{_CLOSERS}(?!\d))"
    rf"|(?P<mark>[!?…]+{_CLOSERS}(?=\s|$))"
    rf"|(?P<dot>\.+{_CLOSERS}(?:\[\d+\]|(?<!\d\.)\d{{1,2}}(?=\s+[A-Z]|\s*$))?(?=\s|$|(?<=[a-z0-9)]\.)[A-Z][a-z]))"
    r"|(?P<line>(?:\r?\n|\u2028|\u2029)\s*)"
)
# Of a row of marks only the first can begin an ending, of full stops the first three ("etc.. The", "... the").
_MAY_END = re.compile(r"(?<!\.\.\.)\.|(?<![!?…])[!?…]|[\r\n\u2028\u2029。！？｡．‼⁇⁈⁉।॥۔؟።։។៖༎]")
_SPACE = re.compile(r"\s*")
_BEFORE_TEXT = re.compile(r"[ \t\n*•(-]*")
_BULLET = re.compile(r"\s*(?:[-*+•‣◦▪–—·]|#{1,6}|\(?\d{1,3}[.)]|\(?[a-z][.)]|\(?[A-Z]\)|[①-⑳]|>)\s+")
_LAST_WORD = re.compile(r"[^\s(\[\"“'«]+$")
_QUESTION = re.compile(r"[?？؟;]\s*[\"'”’»)\]」』）]*$")

_LONGEST_MARK = 12
_LONG_LINE = 40

Span = tuple[int, int]


def sentence_spans(text: str) -> list[Span]:
    """Character offsets of the sentences of `text`, in order, without surrounding space and list marks."""
    lowercase = text == text.lower()
    spans: list[Span] = []
    start = _after_space(text, 0)
    for place in _MAY_END.finditer(text):
        match = _END.match(text, place.start()) if place.start() >= start else None
        if match is None:
            continue
        end = match.start() if match.lastgroup == "line" else match.end()
        if match.lastgroup == "dot" and not _dot_ends(text, start, match, lowercase):
            continue
        if match.lastgroup == "line" and not _line_ends(text, start, match, lowercase):
            continue
        _add(text, start, end, spans)
        start = _after_space(text, match.end())
    _add(text, start, len(text), spans)
    return spans


def _after_space(text: str, start: int) -> int:
    space = _SPACE.match(text, start)
    return space.end() if space else start


def _add(text: str, start: int, end: int, spans: list[Span]) -> None:
    bullet = _BULLET.match(text, start, end)
    start = bullet.end() if bullet else start
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if any(c.isalnum() for c in text[start:end]):
        spans.append((start, end))


def _dot_ends(text: str, start: int, match: re.Match[str], lowercase: bool) -> bool:
    """Whether a full stop ends the sentence, judged by what stands before and after it."""
    after = text[match.end() : match.end() + 40].lstrip(" \t\"'“”‘’«»([*_")
    if not after or after[0] == "\n":
        return True
    before = _LAST_WORD.search(text, max(start, match.start() - 40), match.start())
    word = before.group() if before else ""
    if _BEFORE_TEXT.fullmatch(text, start, match.start()):
        return False
    if match.end() - start < _LONGEST_MARK and _BULLET.fullmatch(text[start : match.end()] + " "):
        return False
    if after[0].islower() and not (lowercase and len(word) > 1 and word not in _ABBREVIATIONS):
        return False
    if word.isdigit() and len(word) <= 2 and _MONTHS_AFTER_ORDINAL.match(after):
        return False
    folded = word.casefold()
    first = re.match(r"[^\W\d_]+", after)
    plain = first is not None and first.group().casefold() in ALL_FUNCTION_WORDS and len(first.group()) > 1
    if folded in _TITLES:
        return False
    initial = len(word) == 1 and word.isalpha() and (word.isupper() or lowercase)
    if initial or folded in _ABBREVIATIONS or re.fullmatch(r"(?:[^\W\d_]\.)+[^\W\d_]", word):
        return plain
    return True


def _line_ends(text: str, start: int, match: re.Match[str], lowercase: bool) -> bool:
    """Whether a line break ends the sentence: it does not in the middle of a hard-wrapped paragraph."""
    if sum(match.group().count(mark) for mark in "\n\u2028\u2029") > 1 or _BULLET.match(text, match.end()):
        return True
    line = text[max(start, match.start() - _LONG_LINE) : match.start()]
    goes_on = text[match.end() : match.end() + 1].islower() and not lowercase
    return not (goes_on or (len(line) == _LONG_LINE and "\n" not in line and line[-1] in ",;-–("))


def sentences(text: str) -> list[str]:
    """The sentences of `text`."""
    return [text[start:end] for start, end in sentence_spans(text)]


def is_question(sentence: str) -> bool:
    """Whether the sentence asks instead of stating."""
    return _QUESTION.search(sentence) is not None


def statements(text: str, question: str = "") -> list[str]:
    """What `text` states: its sentences but small talk, questions, refusals to answer, and lines that open a list.

    A sentence with a semicolon makes two. An answer without a content word ("Yes.", "No, it is not.") is put before the
    question it answers.
    """
    found: list[str] = []
    for sentence in sentences(text):
        rest = without_small_talk(_without_refusal(sentence))
        if rest and not is_question(rest) and not is_small_talk(rest) and not rest.endswith((":", "：")):
            found += [part for part in _halves(rest) if tokenize(part)]
    if found and question.strip() and is_short_answer(" ".join(found)):
        return [with_question(" ".join(found), question)]
    return found


def _halves(sentence: str) -> list[str]:
    """The sentence in two at a semicolon between two halves of four words or more."""
    parts = re.split(r"(?<=[;；])\s*", sentence, maxsplit=1)
    return parts if len(parts) == 2 and all(len(tokenize(part)) >= 4 for part in parts) else [sentence]


_TURN = re.compile(
    r"(?:[,;:]\s{0,2}|\s)(?:but|however|although|aber|mais|pero|ma|mas|maar|но)\b[,\s]{0,3}", re.IGNORECASE
)


def _without_refusal(sentence: str) -> str:
    """The sentence; only what follows "but" where the part before it refuses; nothing where all of it refuses."""
    turn = _TURN.search(sentence)
    if turn and is_refusal(sentence[: turn.start()]):
        rest = sentence[turn.end() :]
        return "" if is_refusal(rest) else rest
    return "" if is_refusal(sentence) else sentence
