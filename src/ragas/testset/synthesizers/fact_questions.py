"""Questions made from sentences by rules: no model, so no more than the sentence's own words turned round."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ragas.llms.local.sentences import is_question, sentences
from ragas.testset.synthesizers.english import parsed
from ragas.testset.synthesizers.fact_languages import asked_in, language_of
from ragas.testset.synthesizers.fact_patterns import asked
from ragas.testset.synthesizers.fact_statements import TELLING
from ragas.testset.synthesizers.fact_subjects import LOOSE, OPENS
from ragas.testset.synthesizers.fact_text import paragraphs

FEWEST_WORDS, MOST_WORDS = 4, 34

_LINKING = re.compile(
    r"(?:(?:However|In addition|Additionally|Also|Finally|Moreover|Furthermore|Therefore|Thus|In other words|Similarly|"
    r"Consequently|As a result|In general|Generally|Typically|Usually|Basically|Currently), |Note that |Remember that |"
    r"Please note that |Generally speaking, )"
)
_LEANING = re.compile(
    r"\b(?:this|these|those|following|below|above|aforementioned|aforesaid|as follows|here|mentioned earlier|"
    r"latter|former|similar(?:ly)?|there(?! (?:is|are|was|were)\b)|e\.g|i\.e|such (?:as|a|an)|for example|for instance|respectively|likewise|therefore|thus|instead|"
    r"otherwise|too|also|again|another|same|so|even|then)\b|\b(?:we|our|us|I|my|he|she|his|her|him)\b"
)
_LEGAL = re.compile(
    r"copyright|licen[cs]e|all rights reserved|warrant(?:y|ies)|trademark|pull request|changelog|sponsor|donat|mailing list|"
    r"\bissue tracker|open an issue|report\w* .*vulnerab|pre-commit|feel free|discord|slack|\bfund(?:s|ing)?\b|(?:run|running|pass) (?:all )?(?:the |our )?(?:unit )?tests?\b|please |sign up|subscribe|newsletter|table of contents|click|this (?:page|document)|deprecated|"
    r"(?:added|changed|introduced|removed|renamed) in (?:version )?v?\d|©|\bTODO\b|\bsee\b",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(r"\b(?:foo|baz|qux|quux|alice|bob)\b", re.IGNORECASE)
_CODE = re.compile(r"https?:|www\.|[{}<>|\\=]|::|\$ |\.\.\.|…|->|=>")


@dataclass(frozen=True)
class FactQuestion:
    """A question, the sentence that answers it, how good such questions are (0 to 1), and the language."""

    question: str
    answer: str
    rank: float
    language: str = "en"


_CUE = re.compile(
    r"\A(?:If|When|Whenever|To|You can|There are) |\b(?:because|when|if|after|before|once|by \w+ing|by [A-Z]|used|designed|intended|"
    r"meant|[12]\d{3}|takes?|costs?|weighs?|\d+|one|two|three|four|five|six|is|are|was|were|[a-z]+ed|(?:"
    + "|".join(sorted(TELLING | OPENS))
    + r")(?:e?s)?)\b"
)
"""What a sentence of any of the forms holds; told before its words are tagged, which takes a hundred times as long."""
_LEANING_START = re.compile(
    r"(?:It|They|This|These|Those|That|He|She|We|Here|Such|Its|Their|Our|In|For|As|For|But|And|So)\b"
)


def fact_questions(text: str, language: str = "") -> list[FactQuestion]:
    """The questions to a text, the best first; with `language` (a code), those in it only."""
    found: list[FactQuestion] = []
    known = names(text)
    for sentence, item in _whole(text):
        spoken = language_of(sentence)
        if language and spoken != language:
            continue
        made = _english(sentence, item, known) if spoken == "en" else asked_in(spoken, sentence)
        if made is not None:
            question, answer, rank = made
            found.append(FactQuestion(question, answer, rank, spoken))
    asked_often = Counter(one.question for one in found)
    whole = [one for one in found if asked_often[one.question] == 1 or one.rank > LOOSE]
    return sorted(whole, key=lambda one: -one.rank)


def sentence_count(text: str, language: str = "") -> int:
    """How many sentences the rules have to choose from."""
    return sum(not language or language_of(one) == language for one, _ in _whole(text))


def names(text: str) -> frozenset[str]:
    """The words inside sentences, with a capital where they mostly have one though nothing but being names gives it to them."""
    capital = Counter(one.rstrip(".") for one in re.findall(r"(?<=[a-z,] )[A-Z][\w.-]*", text))
    lower = Counter(re.findall(r"(?<![\w.`/-])[a-z][a-z-]+\b(?![`/(])", text))
    return frozenset(lower).union(one for one, count in capital.items() if count >= lower[one.lower()])


def _whole(text: str) -> Iterator[tuple[str, bool]]:
    """The sentences of running text, and whether each stands in a list."""
    for paragraph in paragraphs(text):
        for sentence in sentences(paragraph.text):
            if sentence[-1:] in ".。।)”\"'" and not is_question(sentence):
                yield sentence, paragraph.item


def _english(sentence: str, item: bool, known: frozenset[str]) -> tuple[str, str, float] | None:
    opening = _LINKING.match(sentence)
    bare = sentence[opening.end() :] if opening else sentence
    always = bare.startswith("By default, ")
    stated = bare[len("By default, ") :] if always else bare
    stated = stated[:1].upper() + stated[1:]
    count = len(stated.split())
    words_only = re.sub(r"`[^`]*`", "X", stated)
    if (
        not FEWEST_WORDS <= count <= MOST_WORDS
        or not (stated[0].isalnum() or stated[0] in "`\"'-")
        or not stated.rstrip("\"')”’").endswith(".")
        or (bare[:1].islower() and not opening and not always)
        or _LEANING_START.match(stated)
        or not _CUE.search(stated)
        or _CODE.search(words_only)
        or _LEANING.search(words_only)
        or _PLACEHOLDER.search(stated)
        or _LEGAL.search(words_only)
        or stated.count("(") != stated.count(")")
        or stated.count('"') % 2
        or stated.count("`") % 2
        or (always and re.match(r"(?:If|When|To)\b", stated))
        or (item and re.match(r"(?:If|When|To|You)\b", stated))
    ):
        return None
    found = asked(parsed(stated, known))
    if found is None:
        return None
    question = found.question.replace("`", "")
    if always:
        question = f"{question[:-1]} by default?"
    answer = (stated if not always else f"By default, {bare[len('By default, ') :]}").replace("`", "")
    return question, answer, found.rank
