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
from ragas.testset.synthesizers.fact_quotes import is_said
from ragas.testset.synthesizers.fact_statements import TELLING
from ragas.testset.synthesizers.fact_subjects import LOOSE, OPENS, UNBOUND, is_bound
from ragas.testset.synthesizers.fact_text import Paragraph, paragraphs

FEWEST_WORDS, MOST_WORDS = 4, 34
_BEGINNING = 4000
"""Characters by which the language of a text is told."""
_OFTEN = 3
"""Times a text names what it is about."""

_LINKING = re.compile(
    r"(?:(?:However|In general|Generally|Typically|Usually|Basically|Currently), |Note that |Remember that |"
    r"Please note that |Generally speaking, )"
)
_LEANING = re.compile(
    r"\b(?:this|these|those|following|below|above|aforementioned|aforesaid|as follows|here|mentioned earlier|"
    r"latter|former|similar(?:ly)?|there(?! (?:is|are|was|were)\b)|e\.g|i\.e|such|for example|for instance|respectively|likewise|therefore|thus|instead|"
    r"otherwise|too|also|again|another|same|so|even|then)\b|\b(?:we|our|us|I|my|he|she|his|her|him)\b"
)
_LEGAL = re.compile(
    r"copyright|licen[cs]e|all rights reserved|warrant(?:y|ies)|trademark|pull request|changelog|sponsor|donat|mailing list|"
    r"\bissue tracker|open an issue|report\w* .*vulnerab|pre-commit|feel free|discord|slack|\bfund(?:s|ing)?\b|(?:run|running|pass) (?:all )?(?:the |our )?(?:unit )?tests?\b|please |sign up|subscribe|newsletter|table of contents|click|this (?:page|document)|deprecated|"
    r"(?:added|changed|introduced|removed|renamed) in (?:version )?v?\d|©|\bTODO\b|\bsee\b",
    re.IGNORECASE,
)
_PARTLY = re.compile(
    r"\A(?:In addition|Additionally|Also|Finally|Moreover|Furthermore|Therefore|Thus|In other words|Similarly|Consequently|"
    r"As a result|Hence|Besides|Sometimes|In (?:some|many|most|certain|rare) cases)\b|"
    r"\b(?:one|an?other|other|another) (?:option|way|example|possibility|approach|method|reason|solution|advantage|use)s?\b|"
    r"\bone of (?:the|its|their|several|many)\b|\bas well(?! as)\b|\bamong (?:others|other things)\b|\betc\b|\band so on\b|"
    r"\bof course\b|\bin addition\b|\badditionally\b|\bfurther(?:more)?\b|\b(?:either|both) of\b|\bsometimes\b|\bin (?:some|certain|rare) cases\b|"
    r"\b(?:discussed|described|explained|mentioned|shown|covered|seen|listed) (?:in|later|earlier|before)\b|\blater (?:in|on)\b|\bearlier\b|"
    r"\b(?:listing|figure|table|chapter|section|step|appendix) [A-Z]?\d",
    re.IGNORECASE,
)
"""What says that there is more to it than the sentence tells, or that it is told elsewhere."""
_OF_A_VERSION = re.compile(
    r"\b(?:as of|since|until|prior to|before|after|starting (?:with|from|in)|from|in|with) (?:[A-Z]\w+ )?(?:version |release |v)?\d+\.\d|"
    r"\bno longer\b|\b(?:is|are|has|have|can|will) now\b|\bnow (?:is|are|has|have|can|supports?|uses?)\b|\bfix(?:es|ed) (?:an?|the)\b|"
    r"\b(?:was|were|been) (?:added|removed|introduced|fixed|changed|renamed|replaced)\b|\b(?:older|newer|previous|earlier|recent) (?:versions?|releases?)\b",
    re.IGNORECASE,
)
"""What is said of one version, as change logs do."""
_PLACEHOLDER = re.compile(r"\b(?:foo|baz|qux|quux|alice|bob)\b", re.IGNORECASE)
_CODE = re.compile(r"https?:|www\.|[{}<>|\\=]|\[\^?\d+\]|::|\$ |\.\.\.|…|->|=>")


@dataclass(frozen=True)
class FactQuestion:
    """A question, the sentence that answers it, how good such questions are (0 to 1), and the language."""

    question: str
    answer: str
    rank: float
    language: str = "en"

    @property
    def form(self) -> str:
        """How it begins, or in a script without spaces how it ends; "What is" and "What are" begin alike."""
        words = self.question.split()
        if len(words) < 3:
            return self.question[-5:]
        return " ".join(_NUMBER.get(word, word) for word in words[:2]).casefold()


_FIGURES = ("measured", "counted", "dated", "maker")
"""Forms whose answer is a figure or a person, and so the same wherever it is asked."""
_NUMBER = {"are": "is", "were": "was", "do": "does", "sind": "ist", "sont": "est", "zijn": "is"}
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
    known, around = names(text), language_of(text[:_BEGINNING])
    for sentence, paragraph, opens in _whole(text):
        spoken = language_of(sentence, around)
        if language and spoken != language:
            continue
        made = (
            _english(sentence, paragraph, opens, known, text)
            if spoken == "en"
            else asked_in(spoken, sentence, text)
        )
        if made is not None and is_said(made[1], text):
            question, answer, rank = made
            found.append(FactQuestion(question, answer, rank, spoken))
    asked_often = Counter(one.question for one in found)
    whole = [one for one in found if asked_often[one.question] == 1 or one.rank > LOOSE]
    return sorted(whole, key=lambda one: -one.rank)


def sentence_count(text: str, language: str = "") -> int:
    """How many sentences the rules have to choose from."""
    around = language_of(text[:_BEGINNING])
    return sum(not language or language_of(one, around) == language for one, _, _ in _whole(text))


def names(text: str) -> frozenset[str]:
    """The words inside sentences, with a capital where they mostly have one though nothing but being names gives it to them."""
    capital = Counter(one.rstrip(".") for one in re.findall(r"(?<=[a-z,] )[A-Z][\w.-]*", text))
    lower = Counter(re.findall(r"(?<![\w.`/-])[a-z][a-z-]+\b(?![`/(])", text))
    return frozenset(lower).union(one for one, count in capital.items() if count >= lower[one.lower()])


def _whole(text: str) -> Iterator[tuple[str, Paragraph, bool]]:
    """The sentences of running text with their paragraph, and whether each opens a section."""
    for paragraph in paragraphs(text):
        for place, sentence in enumerate(sentences(paragraph.text)):
            if sentence[-1:] in ".。।)”\"'" and not is_question(sentence):
                yield sentence, paragraph, paragraph.first and not place


def _english(
    sentence: str, paragraph: Paragraph, opens: bool, known: frozenset[str], text: str
) -> tuple[str, str, float] | None:
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
        or _PARTLY.search(words_only)
        or _OF_A_VERSION.search(words_only)
        or _PLACEHOLDER.search(stated)
        or _LEGAL.search(words_only)
        or stated.count("(") != stated.count(")")
        or stated.count('"') % 2
        or stated.count("`") % 2
        or (always and re.match(r"(?:If|When|To)\b", stated))
        or (paragraph.item and re.match(r"(?:If|When|To|You)\b", stated))
    ):
        return None
    words_of = parsed(stated, known)
    if any(one.letter == "V" and one.text[:1].isupper() for one in words_of.words[1:]):
        return None  # a term and what is said of it, put together
    found = asked(words_of)
    if found is None:
        return None
    rank = found.rank
    if not is_bound(parsed(found.question, known)):
        rank = min(rank, LOOSE if found.form in _FIGURES else UNBOUND)
    elif found.form == "definition" and not (opens or _is_topic(found.question, paragraph.heading, text)):
        rank = min(rank, LOOSE)
    question = found.question.replace("`", "")
    if always:
        question = f"{question[:-1]} by default?"
    answer = (stated if not always else f"By default, {bare[len('By default, ') :]}").replace("`", "")
    return question, answer, rank


def _is_topic(question: str, heading: str, text: str) -> bool:
    """Whether the heading names what a definition is of, or the text keeps coming back to it."""
    subject = (
        re.sub(r"\A\w+ \w+ (?:(?:an?|the) )?", "", question.rstrip("?")).replace("`", "").lower().rstrip("s")
    )
    return (
        subject in heading.replace("`", "").lower() or text.replace("`", "").lower().count(subject) >= _OFTEN
    )
