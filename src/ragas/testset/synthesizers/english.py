"""The words of an English sentence with their parts of speech, and the phrases they make."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from ragas._extras import optional
from ragas.llms.local.vocabulary import words

_WORD = re.compile(
    r"`[^`]+`|\"[^\"\s]+\"|'[^'\s]+'(?!\w)|[^\W_]+(?:[-'’./_@:*+#][\w+#]+)*(?:\(\))?|--?[a-z][\w-]*|\S"
)
_LETTERS = {
    "AT0": "D", "DPS": "p", "DT0": "q", "AJ0": "J", "AJC": "J", "AJS": "J", "ORD": "J", "CRD": "C",
    "NN0": "N", "NN1": "N", "NN2": "N", "NP0": "N", "UNC": "N", "ZZ0": "N", "POS": "S", "PRF": "O", "PRP": "I",
    "TO0": "t", "CJC": "&", "CJS": "K", "CJT": "h", "DTQ": "w", "PNQ": "w", "AVQ": "w", "AV0": "R", "AVP": "R",
    "XX0": "n", "VBZ": "B", "VBB": "B", "VBD": "B", "VBI": "b", "VBN": "b", "VBG": "b", "VHZ": "H", "VHB": "H",
    "VHD": "H", "VM0": "L", "VDB": "o", "VDZ": "o", "VDD": "o", "VVZ": "V", "VVB": "V", "VVD": "V", "VVI": "i",
    "VVN": "e", "VVG": "g", "VHI": "i", "VDI": "i", "VHG": "g", "VDG": "g", "EX0": "E", "PNP": "x", "PNI": "x", "PNX": "x",
}  # fmt: skip
"""One letter for each part of speech, so that phrases are found with regular expressions."""
_PUNCTUATION = {",": ",", "(": "(", ")": ")", ";": ";", ":": ";", "–": ";", "—": ";"}
_KNOWN = {
    "a": "D", "an": "D", "the": "D", "if": "K", "when": "K", "whenever": "K", "because": "K", "unless": "K", "until": "K",
    "once": "K", "of": "O", "and": "&", "or": "&", "but": "&", "not": "n", "is": "B", "are": "B", "was": "B", "were": "B",
    "can": "L", "will": "L", "must": "L", "should": "L", "may": "L", "might": "L", "could": "L", "would": "L", "shall": "L",
    "cannot": "L", "which": "w", "who": "w", "whose": "w", "whom": "w", "how": "w", "what": "w", "where": "w", "why": "w",
    "it": "x", "they": "x", "them": "x", "he": "x", "she": "x", "him": "x", "we": "x", "us": "x", "i": "x", "you": "x",
    "one": "C", "its": "p", "their": "p", "his": "p", "her": "p", "our": "p", "your": "p", "my": "p", "each": "q",
    "every": "q", "this": "q", "these": "q", "those": "q", "such": "q", "all": "q", "some": "q", "any": "q", "no": "q",
    "both": "q", "many": "q", "most": "q", "several": "q", "another": "q", "via": "I", "per": "I", "than": "K",
}  # fmt: skip
"""Words of the grammar whose part the tagger need not guess."""
NAME = "N"
CORE = r"D?(?:R?[JeCg])*N+(?:\(N{1,3}\))?(?:S(?:[Jeg])*N+)*"
NOUN_PHRASE = rf"{CORE}(?:[OI]{CORE}){{0,2}}"

GENERIC = words(
    "function method class option argument parameter value object result user application file name number list data "
    "type thing way case code default main idea purpose goal point reason problem difference first second item kind "
    "string key text field attribute module command line output input set new object documentation version return call "
    "library package project program system feature property event callback error process server client request "
    "response stream buffer script directory folder page section example following element array setting flag action "
    "step part change state information message time content directive only same other various different additional "
    "specific particular current possible available certain given required optional last next previous options args req "
    "res err self this props config opts provide set specify give pass omit define true false null none undefined "
    "present empty path url enable disable typical usual normal actual total whole entire instance data context handle happen occur exist"
)
"""Words that do not tell which one is meant."""
POINTING = words(
    "this these those here there above below following former latter such previous next another same section chapter "
    "page document documentation example examples figure table listing current corresponding respective aforementioned "
    "other others remaining resulting subsequent preceding given specified said mentioned column row cell button badge release releases changelog manual article guide tutorial book "
    "appropriate relevant suitable simultaneous intermediate named altered indicated prior single"
)
"""Words that point at something else in a text."""


@dataclass(frozen=True)
class Word:
    """A word, its dictionary form, one letter for its part of speech, and the part as the tagger calls it."""

    text: str
    lemma: str
    letter: str
    tag: str

    @property
    def is_code(self) -> bool:
        """Whether it is set as code."""
        return self.text.startswith("`")

    @property
    def is_name(self) -> bool:
        """Whether it stands for one thing by itself: an abbreviation, or written as no common word is.

        Code that could be anybody's (`name`, `options.path`, `maxSize`) does not.
        """
        bare = self.text.strip("`\"'")
        if (
            self.letter != NAME
            or re.fullmatch(r".|[A-Z]{1,2}\d?", bare)
            or re.split(r"[.:/(\[]", bare)[0].lower() in GENERIC
        ):
            return False
        return re.search(
            r"[A-Z].*[a-z].*[A-Z]|[A-Z]{2}|\d|\w[._/:-]\w|^--?\w|\w\(|^[A-Z]\w+$", bare
        ) is not None and (
            self.text[0] in "`\"'"
            or re.search(r"[a-z][A-Z]|[A-Z]{2}|\d|\w[._/]\w|^--?\w|\w\(", bare) is not None
        )


@dataclass(frozen=True)
class Sentence:
    """The words of a sentence without its end mark. `known` are the words of the text as it writes them inside sentences."""

    words: Sequence[Word]
    known: frozenset[str] = frozenset()

    @cached_property
    def letters(self) -> str:
        """The parts of speech in a row."""
        return "".join(one.letter for one in self.words)

    def lower(self, at: int) -> str:
        """A word without its capital."""
        return self.words[at].text.lower()

    def said(self, start: int, end: int | None = None) -> str:
        """Some words as text, as they stand inside a sentence: without the capital of its beginning."""
        chosen = [one.text for one in self.words[start:end]]
        if start == 0 and chosen and self.loses_capital(0):
            chosen[0] = chosen[0][0].lower() + chosen[0][1:]
        text = " ".join(chosen)
        text = re.sub(r" (?=[,;:.)!?%])|(?<=[(]) | (?=['’]s\b)|(?<=\w) (?=\(\s?\d\w?\s?\))", "", text)
        return re.sub(r"(?<=\w) (?=/ )|(?<=/) ", "", text)

    def loses_capital(self, at: int) -> bool:
        """Whether a word has its capital from the beginning of the sentence only."""
        text, following = self.words[at].text, self.words[at + 1].text if at + 1 < len(self.words) else ""
        if text in ("A", "An", "The"):
            return True
        return (
            text[:1].isupper()
            and text[1:].islower()
            and text not in self.known
            and not (following[:1].isupper() and following[1:2].islower() and self.words[at].tag != "VVG")
            and (self.words[at].tag != "NP0" or text.lower() in self.known)
        )

    def is_proper(self, at: int) -> bool:
        """Whether a word is a name."""
        one = self.words[at]
        capital = one.text[:1].isupper() and len(one.text) > 1 and (at > 0 or one.text in self.known)
        return one.is_name or (one.letter == NAME and capital)

    def telling(self, start: int, end: int) -> int:
        """How many words tell what is meant; a name counts as two."""
        found = {
            one.lemma.lower(): 2 if self.is_proper(start + at) else 1
            for at, one in enumerate(self.words[start:end])
            if one.letter in "NJegViC"
            and len(one.text) > 1
            and one.lemma.lower().strip("`\"'") not in GENERIC
            and one.text.lower().strip("`\"'") not in GENERIC
            and (
                one.letter not in "Vi"
                or one.lemma not in ("have", "do", "use", "get", "make", "want", "need", "contain", "include")
            )
        }
        return sum(found.values())

    def points(self, start: int, end: int) -> bool:
        """Whether some words point at something outside them."""
        return any(
            (one.letter in "xp" and one.text.lower() not in ("you", "your"))
            or (
                one.letter == "q"
                and one.text.lower() not in ("all", "each", "every", "several", "no", "any", "many")
            )
            or one.text.lower() in POINTING
            for one in self.words[start:end]
        )

    def is_subject(self, start: int, end: int, least: int = 0) -> bool:
        """Whether a noun phrase can be asked about by somebody who has not read the sentences before."""
        if self.points(start, end):
            return False
        first = self.words[start]
        definite = first.text.lower() == "the"
        named = any(self.is_proper(at) for at in range(start, end))
        if not named and any(one.tag in ("AJC", "AJS", "ORD") for one in self.words[start:end]):
            return False  # "the biggest problem", "the first two columns", of what?
        head = self.head(start, end)
        bare = head.tag in ("NN1",) and first.letter != "D" and not self.is_proper(head_at(self, start, end))
        if bare and not _is_mass(head.text) and not named:
            return False
        unmarked = bare and not named
        return self.telling(start, end) >= (least or (2 if definite or unmarked else 1))

    def head(self, start: int, end: int) -> Word:
        """The noun a noun phrase is about."""
        return self.words[head_at(self, start, end)]

    def is_plural(self, start: int, end: int) -> bool:
        """Whether a noun phrase takes the plural, as its head says."""
        head = self.head(start, end)
        if head.tag in ("NP0", "UNC") and head.text not in self.known and head.text[1:].islower():
            return re.search(r"[^\Wsui]s\Z", head.text) is not None  # no word the tagger knows, nor a name
        return head.tag == "NN2"


def head_at(sentence: Sentence, start: int, end: int) -> int:
    """Where the head of a noun phrase stands: its last noun before a preposition or bracket."""
    letters = sentence.letters[start:end]
    cut = re.search(r"[OI(]", letters)
    return start + letters[: cut.start() if cut and cut.start() else None].rfind("N")


def _is_mass(noun: str) -> bool:
    """Whether a singular noun can stand without an article, by its ending."""
    return noun.lower().endswith(
        (
            "ing",
            "tion",
            "sion",
            "ment",
            "ity",
            "ness",
            "ance",
            "ence",
            "ism",
            "ship",
            "ware",
            "age",
            "ics",
            "ology",
            "acy",
        )
    )


def parsed(sentence: str, known: frozenset[str] = frozenset()) -> Sentence:
    """The words of a sentence with their parts.

    Raises:
        MissingDependencyError: HanTa is not installed.
    """
    pieces: list[str] = []
    for found in _WORD.findall(sentence.rstrip("\"')”’»").rstrip(".")):
        possessive = re.fullmatch(r"(.+)(['’]s)", found)
        pieces += possessive.groups() if possessive and found[0] not in "`'\"" else [found]
    given = [f"Q{at}x" if _is_opaque(one) else one for at, one in enumerate(pieces)]
    if given and pieces[0][:1].isupper() and pieces[0][1:].islower() and pieces[0] not in known:
        given[0] = given[0].lower()
    tagged = _tagged(tuple(given))
    found = [_word(piece, *one) for piece, one in zip(pieces, tagged, strict=True)]
    if not any(one.letter in "BVLHo" for one in found):  # "opened" is no participle where no other verb is
        at = next(
            (at for at, one in enumerate(found) if one.letter == "e" and at and found[at - 1].letter == NAME),
            None,
        )
        if at is not None:
            found[at] = replace(found[at], letter="V", tag="VVD")
    return Sentence(found, known)


def _is_opaque(piece: str) -> bool:
    return piece[0] in "`\"'-" and len(piece) > 1


def _word(piece: str, lemma: str, tag: str) -> Word:
    lower = piece.lower()
    if _is_opaque(piece):
        return Word(piece, piece, NAME, "NP0")
    if piece in ("'s", "’s"):
        return Word(piece, piece, "S", "POS")
    if not any(c.isalnum() for c in piece):
        return Word(piece, piece, _PUNCTUATION.get(piece, "?"), "PUN")
    if lower in _KNOWN and not (len(piece) > 1 and piece.isupper()):
        return Word(
            piece,
            lemma,
            _KNOWN[lower],
            {"is": "VBZ", "was": "VBD", "are": "VBB", "were": "VBD"}.get(lower, tag),
        )
    if re.search(r"[a-z][A-Z]|\w[._]\w|\(\)|^[A-Z]{2,}\d*s?$", piece):
        return Word(piece, piece, NAME, "NN2" if re.fullmatch(r"[A-Z]{2,}s", piece) else "NP0")
    return Word(piece, lemma, _LETTERS.get(tag, "?"), tag)


@lru_cache(maxsize=1)
def _tagger() -> Any:
    """HanTa's model of English, read once."""
    module = optional(
        "HanTa.HanoverTagger", extra="testset", purpose="Making questions without a language model"
    )
    return module.HanoverTagger("morphmodel_en.pgz")


@lru_cache(maxsize=20_000)
def _tagged(given: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((lemma, tag) for _, lemma, tag in _tagger().tag_sent(list(given)))
