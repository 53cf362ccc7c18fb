"""What English sentences are about, and whether somebody who has not read the text can be asked about it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragas.llms.local.vocabulary import words
from ragas.testset.synthesizers.english import CORE, NOUN_PHRASE, Sentence

NAMED, PLAIN, LOOSE, UNBOUND = 1.0, 0.8, 0.6, 0.3
"""How good questions are: about something with a name, about something described, about what somebody does, about "the
target" of which only the page says whose it is."""
VAGUE = words(
    "many various several some certain numerous multiple different either both mainly mostly typically usually often"
)
OPENS = words("allow enable let permit cause force instruct tell help require")


@dataclass(frozen=True)
class Asked:
    """A question, how good such questions are, 0 to 1, and the form of sentence it is made from."""

    question: str
    rank: float
    form: str = ""


@dataclass(frozen=True)
class Subject:
    """The noun phrase a sentence begins with: where it ends, how it is written in a question, its number and rank."""

    end: int
    text: str
    plural: bool
    rank: float
    proper: bool = False

    def agrees(self, be: str) -> bool:
        """Whether a form of "to be" fits its number; a name may be a plural and stand for one thing."""
        return self.proper or be not in ("is", "was") if self.plural else be not in ("are", "were")


def subject_of(one: Sentence, least: int = 0) -> Subject | None:
    """The noun phrase a sentence begins with, if a stranger can be asked about it."""
    match = re.match(rf"{NOUN_PHRASE}(?:&{CORE})?(?=[BVLo]|R[BVL])", one.letters)
    if match is None:
        return None
    end = match.end()
    joined = match.group().find("&")
    if joined > 0 and not one.is_subject(joined + 1, end, least):
        return None
    first_end = joined if joined > 0 else end
    if not one.is_subject(0, first_end, least):
        return None
    named = any(one.is_proper(at) for at in range(end))
    is_plural = joined > 0 or one.is_plural(0, first_end)
    capitals = all(word.text[:1].isupper() and word.letter == "N" for word in one.words[:end])
    proper = capitals and named and (end > 1 or not is_plural)
    if proper and one.words[end].tag in ("VVZ", "VBZ"):
        is_plural = False
    return Subject(end, one.said(0, end), is_plural, NAMED if named else _unnamed_rank(one, end), proper)


def _unnamed_rank(one: Sentence, end: int) -> float:
    """How good a subject without a name is: "the last test" or `size` could be anybody's, "the test of a kiln" less so."""
    vague = one.lower(0) == "the" and one.telling(0, end) < 3 and not re.search("[OI]", one.letters[:end])
    return LOOSE if vague or (end == 1 and one.words[0].is_code) else PLAIN


def fits(one: Sentence, subject: Subject) -> bool:
    """Whether a verb in the present has the ending its subject asks for."""
    tag = one.words[subject.end].tag
    return tag == ("VVB" if subject.plural else "VVZ")


def is_anchored(one: Sentence, start: int, end: int, least: int = 2) -> bool:
    """Whether some words tell a stranger what is meant: a name, or enough said about it."""
    return not one.points(start, end) and one.telling(start, end) >= least


def is_bound(one: Sentence) -> bool:
    """Whether a question tells what it means by each "the": with a name, two words that describe it, or what it is of."""
    for found in re.finditer(r"D(?P<what>(?:R?[JeCg])*N+(?:S(?:[JeC])*N+)*)(?P<then>.?)", one.letters):
        start, end = found.span("what")
        if (
            one.lower(found.start()) == "the"
            and found["then"] not in ("O", "w", "h")
            and not any(one.is_proper(at) for at in range(start, end))
            and one.telling(start, end) < 2
        ):
            return False
    return True


def rank_of(one: Sentence, start: int, end: int) -> float:
    """How good a question with these words is: best with a name, worst with an article and little else."""
    if any(one.is_proper(at) for at in range(start, end)):
        return NAMED
    loose = any(word.text.lower() in ("the", "an", "a") for word in one.words[start:end])
    return PLAIN if is_anchored(one, start, end, 3 if loose else 2) else LOOSE
