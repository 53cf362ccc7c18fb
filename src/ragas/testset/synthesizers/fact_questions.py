"""Questions made from sentences by rules: no model, so no more than the sentence's own words turned round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragas.llms.local.entities import entities
from ragas.llms.local.sentences import is_question, sentences
from ragas.llms.local.tokens import fold, tokenize
from ragas.llms.local.vocabulary import FUNCTION_WORDS, words
from ragas.testset.synthesizers.fact_patterns import PATTERNS
from ragas.testset.transforms.extractors.rules import prose

GAP = "____"
"""What stands for the left-out word in a question that is a sentence with a gap."""
CLOZE_RANK = 0.2
FEWEST_WORDS, MOST_WORDS = 5, 40

_ROLE = re.compile(r":[a-z:]+:(?=\w)|\{[#.:][^}\n]*\}|\]\[[^\]\n]*\]|(?<!\w)\[(?=[^\]\n]*\](?:[^(]|$))")
_EMPHASIS = re.compile(r"(?<![\w.*/-])([*_]{1,3})(?=\S)([^*_\n]+?)(?<=\S)\1(?![\w*])")
_CODE = re.compile(r"[{}<>|=\\]|::|>>>|\$ |\(\)\.|\.\.\.|http|e\.g|i\.e|\bvia\b$")
_OPENING = re.compile(
    r"(?:(?:By default|Currently|In general|Generally|Typically|Usually|Basically|Internally|However|In addition|"
    r"Additionally|Also|Finally|Moreover|Furthermore|Instead|Therefore|Thus|For example|In other words),|"
    r"Currently|Note that|Remember that) "
)
_POINTING = words(
    "this that these those it its they them their he she his her here there above below following former latter such "
    "previous next another same section chapter page example examples figure table listing current corresponding "
    "respective aforementioned remaining rest resulting"
)
_NO_SUBJECT = _POINTING | words(
    "i we you if when while although because since as for in on at by with to from after before note also however but "
    "and or so then thus what which who where how why see use both other others one ones some many most all each any "
    "every first second third last let's let not no nothing everything something anyone everyone part parts either "
    "neither only just even our your my please simply instead rather more less whether unless until once though whereas"
)
_GENERIC = words(
    "function method class option argument parameter value object result user application file name number list data "
    "type thing way case code default main idea purpose goal point reason problem difference first second item kind "
    "string key text field attribute module command line output input list set new object documentation version "
    "return call library package project program system feature"
)
_DANGLING = re.compile(
    r"\b(?:following|below|above|as follows|aforementioned|mentioned earlier|shown here)\b", re.IGNORECASE
)
_NO_GOAL = re.compile(
    r"\b(?:this|that|these|those|it|them|do so|above|below|following|here|be|another|the (?:object|results?|form|file|"
    r"value|function|method|class|user|script|command|page|list|option|same|first|second|last))\b"
)


_NUMBER = re.compile(r"[\d.,:]+%?")
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"), ("“", "”"))


@dataclass(frozen=True)
class FactQuestion:
    """A question, the sentence that answers it, and how good such questions are, 0 to 1."""

    question: str
    answer: str
    rank: float
    cloze: bool = False


def fact_questions(text: str) -> list[FactQuestion]:
    """The questions to a text, the best first; sentences with a gap where no question can be made."""
    plain = _plain(text)
    found: list[FactQuestion] = []
    for sentence in _fit(plain):
        made = _asked(sentence, plain)
        if made is None:
            made = _with_gap(sentence)
        if made is not None:
            found.append(made)
    return sorted(found, key=lambda one: -one.rank)


def sentence_count(text: str) -> int:
    """How many sentences the rules have to choose from."""
    return sum(
        any(character.isalnum() for character in sentence)
        for paragraph in re.split(r"\n\s*\n", _plain(text))
        for sentence in sentences(paragraph)
    )


def _plain(text: str) -> str:
    return _EMPHASIS.sub(r"\2", _ROLE.sub("", prose(text)))


def _fit(plain: str) -> Iterator[str]:
    """The sentences that stand by themselves."""
    for paragraph in re.split(r"\n\s*\n", plain):
        for sentence in sentences(paragraph):
            one = " ".join(sentence.split())
            count = len(one.split())
            if (
                FEWEST_WORDS <= count <= MOST_WORDS
                and one[0].isalnum()
                and not one[0].islower()
                and one.rstrip("\"')”’»")[-1:] in (".", "。", "।")
                and not _CODE.search(one)
                and not _DANGLING.search(one)
                and one.count("(") == one.count(")")
                and one.count('"') % 2 == 0
                and not is_question(one)
            ):
                yield one


def _asked(sentence: str, plain: str) -> FactQuestion | None:
    if not _is_english(sentence):
        return None
    opening = _OPENING.match(sentence)
    bare = sentence.rstrip("\"')”’»").rstrip(".")
    if opening:
        rest = bare[opening.end() :]
        first = rest.split(" ", 1)[0]
        bare = rest[:1].upper() + rest[1:] if first.isalpha() else rest
    for pattern in PATTERNS:
        match = pattern.form.match(bare)
        if match is None:
            continue
        asked = pattern.ask(match)
        if asked is None:
            continue
        parts = match.groupdict()
        subject = parts.get("s")
        if subject is not None and not _is_subject(subject, pattern.rank == 1.0):
            continue
        goal = parts.get("g") or parts.get("c") or parts.get("n")
        if goal is not None and not _is_goal(goal):
            continue
        for name in ("s", "g", "c", "n"):
            if (value := parts.get(name)) is not None:
                asked = asked.replace(f"{{{name}}}", _inside(value, plain) if name == "s" else value)
        if not _is_balanced(asked):
            continue
        if opening and opening.group().startswith("By default"):
            asked = f"{asked[:-1]} by default?"
        specific = _specificity(subject or goal or "")
        return FactQuestion(asked, sentence, round(pattern.rank * (0.5 + 0.5 * specific), 3))
    return None


def _with_gap(sentence: str) -> FactQuestion | None:
    """The sentence with its last figure or name left out."""
    if _starts_pointing(sentence):
        return None
    for found in reversed(entities(sentence)):
        if sentence.count(found) == 1 and not sentence.startswith(found):
            return FactQuestion(sentence.replace(found, GAP), sentence, CLOZE_RANK, cloze=True)
    return None


def _starts_pointing(sentence: str) -> bool:
    return fold(sentence.split()[0].strip(",")) in _NO_SUBJECT


def _is_english(sentence: str) -> bool:
    found = re.findall(r"[^\W\d_]+", sentence.casefold())
    hits = {code: sum(word in known for word in found) for code, known in FUNCTION_WORDS.items()}
    return hits["en"] > 0 and hits["en"] >= max(hits.values())


def _is_subject(subject: str, measured: bool) -> bool:
    """Whether what a sentence is about can be asked about without the sentences before it."""
    folded = [fold(word.strip("\"'()")) for word in subject.split()]
    return (
        folded[0] not in _NO_SUBJECT
        and not _NUMBER.fullmatch(folded[0])
        and all(any(c.isalnum() for c in word) or word == "&" for word in folded)
        and any(c.isalpha() for c in subject)
        and not any(word in _POINTING for word in folded)
        and not any(
            word
            in (
                "that",
                "which",
                "who",
                "if",
                "when",
                "and",
                "or",
                "but",
                "not",
                "can",
                "will",
                "is",
                "are",
                "to",
            )
            for word in folded[1:]
        )
        and (folded[0] not in ("the", "a", "an") or len(folded) > 1)
        and (measured or _is_specific(subject))
    )


def _is_balanced(text: str) -> bool:
    """Whether no bracket or quotation mark is left open, as in a piece cut out of a longer phrase."""
    return text.count('"') % 2 == 0 and all(text.count(one) == text.count(other) for one, other in _PAIRS)


def _is_goal(goal: str) -> bool:
    first = fold(goal.split()[0])
    content = [token for token in tokenize(goal) if token.is_content and fold(token.text) not in _GENERIC]
    return (
        not _NO_GOAL.search(goal)
        and first not in _POINTING
        and len(content) >= 2
        and not goal.endswith((" to", " of"))
    )


def _is_specific(subject: str) -> bool:
    if any(c in subject for c in "_`") or re.search(r"\w\.\w|[a-z][A-Z]|\d", subject):
        return True
    capital = any(word[:1].isupper() for word in subject.split()[1:])
    content = [token for token in tokenize(subject) if token.is_content]
    telling = [token for token in content if fold(token.text) not in _GENERIC]
    return bool(telling) and (capital or len(content) > 1 or not subject.startswith(("The ", "the ")))


def _specificity(text: str) -> float:
    telling = {
        token.keys[0] for token in tokenize(text) if token.is_content and fold(token.text) not in _GENERIC
    }
    return min(1.0, len(telling) / 3)


def _inside(subject: str, plain: str) -> str:
    """A subject as it stands inside a sentence: a common word loses the capital it had at the start."""
    first, _, rest = subject.partition(" ")
    if first in ("A", "An", "The"):
        return f"{first.lower()} {rest}"
    if not first[:1].isupper() or not first[1:].islower() or not first.isalpha():
        return subject
    elsewhere = re.search(rf"(?<![.!?:\n] )(?<=[^\n.] ){re.escape(first)}\b", plain)
    if not elsewhere and re.search(rf"\b{re.escape(first.lower())}\b", plain):
        return f"{first.lower()} {rest}".strip()
    return subject
