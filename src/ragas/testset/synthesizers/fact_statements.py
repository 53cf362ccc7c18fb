"""Questions to English sentences that say what something is, does, takes or is for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragas.llms.local.vocabulary import words
from ragas.testset.synthesizers.english import CORE, Sentence
from ragas.testset.synthesizers.fact_subjects import (
    LOOSE,
    NAMED,
    OPENS,
    PLAIN,
    VAGUE,
    Asked,
    fits,
    rank_of,
    subject_of,
)

_VERSION = re.compile(r"\b\d+\.\d")
_YEAR = re.compile(r"1[0-9]{3}|20\d\d")
_TIME = words("second seconds minute minutes hour hours day days week weeks month months year years")
_MEASURES = words("long high tall wide deep old thick heavy")
_PEOPLE = words(
    "person man woman boy girl actor actress artist author writer singer player politician scientist engineer teacher "
    "composer musician director producer lawyer king queen president philosopher poet painter developer programmer "
    "physicist chemist mathematician economist historian journalist businessman footballer racer leader founder chief model rapper comedian"
)
_ABOUT = words("about around over under nearly almost roughly approximately")
_PLAINLY = words("simply just essentially basically")
_PLACED = words("locate store find keep define save place install situate")
_USED = ("used", "designed", "intended", "meant")
TELLING = words(
    "accept allow assign calculate check collect compute configure contain control convert create define delete denote "
    "describe determine disable emit enable ensure extend generate handle identify ignore implement indicate insert limit "
    "list load lock manage map match measure permit prevent print produce provide raise read record reduce remove replace "
    "represent require return send set show specify store transform translate trigger validate verify wrap write yield"
)
"""Verbs with which texts say what a thing does."""
_JUDGING = words(
    "good bad right wrong recommended great best better worse worst nice powerful popular important common useful likely simple easy big least most more "
    "complex new major minor preferred minimum hard difficult different key convenient handy perfect ideal"
)


def definition(one: Sentence) -> Iterator[Asked]:
    """Cheese is a food of pressed milk: What is cheese?"""
    subject = subject_of(one)
    if subject is None or one.letters[subject.end] != "B":
        return
    at = subject.end
    bare = "?" if subject.plural else ""
    rest = re.match(rf"R?(?:D|C(?=O)){bare}(?:R?[JeCg,])*N+", one.letters[at + 1 :])
    if rest is None or not subject.agrees(one.lower(at)) or len(one.words) - at < 6:
        return
    noun = one.words[at + rest.end()]
    plural = rest.group().lstrip("R")[0] not in "DC"
    if plural and (re.search("[,e]", rest.group()) or noun.text.endswith("ed")):
        return
    then = at + 1 + rest.end()
    if (
        not re.match(r"[OIwghet]|n?R?[eg]", one.letters[then:])
        or sum(letter in "NJegVi" for letter in one.letters[then:]) < 2
    ):
        return  # nothing tells it from others of its kind
    if one.lower(at + 1) == "the" and one.letters[then] not in "wh":
        return  # "the last one of the list"
    if not one.words[0].text.strip("`\"'")[:1].isalpha() or _VERSION.search(subject.text):
        return
    if at > 1 and one.lower(0).endswith("ing"):
        return  # what somebody does is judged, not defined
    if (one.letters[at + 1] == "R" and one.lower(at + 1) not in _PLAINLY) or one.head(
        0, subject.end
    ).lemma.lower() in ("part", "kind", "sort"):
        return
    told = [*one.words[: subject.end], *one.words[at + 1 : at + 1 + rest.end()]]
    if any(word.text.lower() in _JUDGING or word.tag == "AJS" for word in told):
        return  # an opinion
    if (
        noun.lemma.lower()
        in (
            "example",
            "part",
            "source",
            "way",
            "matter",
            "case",
            "result",
            "release",
            "bit",
            "reason",
            "problem",
            "alias",
            "synonym",
            "extension",
            "requirement",
            "alternative",
            "choice",
            "exception",
            "replacement",
            "improvement",
            "variant",
            "version",
            "name",
            "step",
            "one",
            "lot",
            "fan",
            "term",
            "word",
            "work",
            "solution",
        )
        or sum(letter in "NJegVi" for letter in one.letters[at + 1 :]) < 3
    ):
        return
    if noun.tag == "NN2" and not subject.plural and one.lower(at + 1) != "one":
        return
    proper = all(word.text[:1].isupper() for word in one.words[: subject.end])
    person = any(word.lemma.lower() in _PEOPLE for word in one.words[at + 1 : at + 1 + rest.end()])
    yield Asked(f"{'Who' if person and proper else 'What'} {one.lower(at)} {subject.text}?", subject.rank)


def purpose(one: Sentence) -> Iterator[Asked]:
    """Rennet is used to curdle milk: What is rennet used for?"""
    subject = subject_of(one)
    if subject is None:
        return
    match = re.match(r"(?P<be>B|Lb)(?:R)?[eV](?P<to>t|I)", one.letters[subject.end :])
    if match is None:
        return
    participle, link = subject.end + match.end() - 2, subject.end + match.end() - 1
    used, preposition, be = one.lower(participle), one.lower(link), one.lower(subject.end)
    if (
        used not in _USED
        or preposition not in ("to", "for")
        or (preposition == "to" and one.letters[link + 1 : link + 2] not in "ibR")
        or one.telling(link + 1, len(one.words)) < 2
        or one.letters[link + 2 : link + 3] == "w"
    ):
        return
    if any(one.lower(at) in VAGUE for at in range(link + 1, min(link + 4, len(one.words)))):
        return
    if be in ("can", "may", "could", "must", "should") and used == "used":
        rank = subject.rank if subject.rank == NAMED else LOOSE
        yield Asked(f"What {be} {subject.text} be used for?", rank)
    elif match["be"] == "B" and subject.agrees(be):
        yield Asked(
            f"What {be} {subject.text} {used} {'to do' if (used, preposition) == ('designed', 'to') else 'for'}?",
            subject.rank,
        )


def dated(one: Sentence) -> Iterator[Asked]:
    """The creamery opened in 1911: When did the creamery open?"""
    subject = subject_of(one, least=1)
    years = [at for at, word in enumerate(one.words) if _YEAR.fullmatch(word.text)]
    before = one.said(subject.end, years[0]) if subject and years else ""
    if subject is None or not re.search(r"\b(?:in|on)(?: [A-Z][a-z]+| \d+(?:st|nd|rd|th)?| of|,)*\Z", before):
        return
    verb = one.words[subject.end]
    if verb.letter == "B" and one.letters[subject.end + 1] in "eV" and years[0] - subject.end < 12:
        if verb.text in ("was", "were") and subject.agrees(verb.text):
            yield Asked(f"When {verb.text} {subject.text} {one.words[subject.end + 1].text}?", subject.rank)
    elif verb.tag == "VVD" and years[0] - subject.end < 8:
        yield Asked(f"When did {subject.text} {verb.lemma}?", subject.rank)


def measured(one: Sentence) -> Iterator[Asked]:
    """The ripening takes 40 days: How long does the ripening take?"""
    subject = subject_of(one, least=1)
    if subject is None:
        return
    verb, rest = one.words[subject.end], one.letters[subject.end + 1 :]
    does = "do" if subject.plural else "does"
    figure = re.match(r"R{0,2}C+|\?C+|I?RIC+", rest)
    following = subject.end + 1 + (figure.end() if figure else 0)
    unit = one.lower(following) if following < len(one.words) else ""
    if figure is None:
        return
    if verb.lemma in ("take", "last") and unit in _TIME:
        yield Asked(f"How long {does} {subject.text} take?", max(PLAIN, subject.rank))
    elif verb.lemma in ("cost", "weigh"):
        yield Asked(f"How much {does} {subject.text} {verb.lemma}?", max(PLAIN, subject.rank))
    elif verb.letter == "B" and following + 1 < len(one.words) and one.lower(following + 1) in _MEASURES:
        yield Asked(
            f"How {one.lower(following + 1)} {one.lower(subject.end)} {subject.text}?",
            max(PLAIN, subject.rank),
        )


def counted(one: Sentence) -> Iterator[Asked]:
    """The dairy makes 200 cheeses a day: How many cheeses does the dairy make?"""
    subject = subject_of(one, least=1)
    if subject is None:
        return
    at, does = subject.end, "do" if subject.plural else "does"
    verb, rest = one.words[at], one.letters[at + 1 :]
    figure = (
        re.match(r"[RI]?C(?P<of>J?N{1,2})", rest)
        if not rest.startswith("I") or one.lower(at + 1) in _ABOUT
        else None
    )
    if (
        verb.letter == "V"
        and verb.lemma not in ("take", "last", "cost", "weigh", "have")
        and figure
        and fits(one, subject)
    ):
        start, end = (at + 1 + place for place in figure.span("of"))
        before, after = one.lower(start - 1), one.letters[end : end + 1]
        if (
            one.words[end - 1].tag in ("NN2", "NN0", "UNC")
            and before not in ("one", "1")
            and one.telling(start, end)
            and (after in ("", ",", "D", "C") or one.lower(end) in ("in", "at", "on", "per", "from"))
            and not one.points(start, end)
        ):
            yield Asked(f"How many {one.said(start, end)} {does} {subject.text} {verb.lemma}?", subject.rank)
    timed = re.search(r"I[RI]?CN", rest)
    if (
        (
            timed
            and timed.end() == len(rest)
            and one.lower(at + 1 + timed.start()) == "for"
            and one.lower(len(one.words) - 1) in _TIME
        )
        and verb.letter == "B"
        and re.match(r"[eV]I", rest)
        and subject.agrees(one.lower(at))
    ):
        yield Asked(f"For how long {one.lower(at)} {subject.text} {one.words[at + 1].text}?", subject.rank)
    clock = [
        place
        for place in range(at + 1, len(one.words))
        if re.fullmatch(r"\d{1,2}[:.]\d\d", one.words[place].text)
    ]
    if (
        len(clock) == 1
        and one.lower(clock[0] - 1) == "at"
        and verb.letter == "V"
        and fits(one, subject)
        and clock[0] - at < 6
    ):
        yield Asked(
            f"At what time {does} {one.said(0, at)} {verb.lemma} {one.said(at + 1, clock[0] - 1)}".rstrip()
            + "?",
            subject.rank,
        )


def maker(one: Sentence) -> Iterator[Asked]:
    """The creamery was founded by Ada Wren: By whom was the creamery founded?"""
    subject = subject_of(one, least=1)
    match = re.match(r"BR?[eV](?=I)", one.letters[subject.end :]) if subject else None
    if subject is None or match is None or one.lower(subject.end) not in ("was", "were"):
        return
    by = subject.end + match.end()
    person = [word for word in one.words[by + 1 : by + 3] if word.text[:1].isupper() and word.text.isalpha()]
    if one.lower(by) == "by" and len(person) == 2 and subject.agrees(one.lower(subject.end)):
        yield Asked(
            f"By whom {one.lower(subject.end)} {subject.text} {one.said(subject.end + 1, by)}?", subject.rank
        )


def placed(one: Sentence) -> Iterator[Asked]:
    """The moulds are stored in the cellar: Where are the moulds stored?"""
    subject = subject_of(one)
    if subject is None:
        return
    match = re.match(r"B[eV]I", one.letters[subject.end :])
    verb = one.words[subject.end + 1] if match else None
    if (
        verb is None
        or verb.lemma not in _PLACED
        or one.lower(subject.end + 2) not in ("in", "at", "on", "under", "inside", "near")
    ):
        return
    if subject.agrees(one.lower(subject.end)) and one.telling(subject.end + 2, len(one.words)):
        yield Asked(f"Where {one.lower(subject.end)} {subject.text} {verb.text}?", subject.rank)


def kinds(one: Sentence) -> Iterator[Asked]:
    """There are three kinds of cheese: hard, soft and none: Which kinds of cheese are there?"""
    match = re.match(r"EBC(?P<what>J?N[OI]" + CORE + r")(?P<then>[;:].+)", one.letters)
    if match is None:
        return
    start, end = match.span("what")
    if one.telling(start, end) and not one.points(start, end):
        yield Asked(f"Which {one.said(start, end)} are there?", rank_of(one, start, end))


def value(one: Sentence) -> Iterator[Asked]:
    """The default depth of the `vat` is 12: What is the default depth of the vat?"""
    match = re.match(rf"D[JeN]*N[OI]{CORE}B(?P<is>R?(?:C|N(?!N)))", one.letters)
    if match is None:
        return
    at = match.start("is") - 1
    if one.head(0, at).lemma.lower() in ("type", "value", "name", "index", "output", "result"):
        return  # of a variable in an example, as a rule
    told = one.words[match.end("is") - 1]
    agrees = one.is_plural(0, at) == (one.lower(at) in ("are", "were"))
    if (
        agrees
        and (told.is_code or told.text[0].isdigit())
        and one.is_subject(0, at)
        and one.lower(0) == "the"
    ):
        yield Asked(f"What {one.lower(at)} {one.said(0, at)}?", rank_of(one, 0, at))


def doing(one: Sentence) -> Iterator[Asked]:
    """The dairy supplies a dozen shops with curd: What does the dairy supply?"""
    subject = subject_of(one)
    if subject is None or one.letters[subject.end] != "V" or not fits(one, subject):
        return
    at = subject.end
    verb, rest = one.words[at], one.letters[at + 1 :]
    does = "do" if subject.plural else "does"
    if (
        verb.lemma not in TELLING | OPENS
        or not verb.text.islower()
        or verb.lemma in subject.text.lower()
        or one.telling(at + 1, len(one.words)) < 2
        or one.points(at + 1, min(len(one.words), at + 4))
    ):
        return
    opened = re.match(rf"(?P<whom>{CORE}|x)ti", rest)
    if verb.lemma in OPENS and opened:
        whom = one.said(at + 1, at + 1 + opened.end("whom"))
        if opened["whom"] != "x" or whom == "you":
            yield Asked(f"What {does} {subject.text} {verb.lemma} {whom} to do?", subject.rank)
    elif re.match(rf"R?(?:{CORE})", rest) and verb.lemma not in ("let", "make", "cause", "help"):
        yield Asked(f"What {does} {subject.text} {verb.lemma}?", LOOSE * subject.rank)
