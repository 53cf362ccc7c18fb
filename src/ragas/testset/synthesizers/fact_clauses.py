"""Questions to English sentences that say when, why or how: conditions, reasons, goals and means."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragas.llms.local.vocabulary import words
from ragas.testset.synthesizers.english import CORE, NOUN_PHRASE, POINTING, Sentence
from ragas.testset.synthesizers.fact_subjects import (
    NAMED,
    UNBOUND,
    VAGUE,
    Asked,
    fits,
    is_anchored,
    rank_of,
    subject_of,
)

_NO_TELLING_VERB = words(
    "be have do say mean know think see want seem look appear happen remain stay become go come live"
)
_MERELY = words("may might can could")
"""With these, nothing happens yet."""
_LIMITING = words("only also just even never always still already either")
_SEE = words("see refer read check visit follow note consult look thank click remember consider")


def reason(one: Sentence) -> Iterator[Asked]:
    """Curd must be cut slowly because it breaks: Why must curd be cut slowly?"""
    subject = subject_of(one)
    places = [at for at in range(len(one.words)) if one.lower(at) == "because"]
    if subject is None or len(places) != 1 or one.letters[subject.end] not in "BL":
        return
    end = places[0] - (one.letters[places[0] - 1] == ",")
    verb = one.lower(subject.end)
    verb = "can't" if verb == "cannot" else verb
    between = one.letters[subject.end + 1 : end]
    plain = not re.search(r"[,;(w&E]|R\Z", between) and not one.points(subject.end + 1, end)
    if (
        plain
        and 1 <= len(between) <= 12
        and one.telling(places[0], len(one.words))
        and (verb.startswith("c") or subject.agrees(verb))
    ):
        yield Asked(f"Why {verb} {subject.text} {one.said(subject.end + 1, end)}?", subject.rank)


def occasion(one: Sentence) -> Iterator[Asked]:
    """The bell is rung when the milk boils: When is the bell rung?"""
    subject = subject_of(one)
    places = [
        at for at, word in enumerate(one.words) if word.text in ("when", "if", "after", "once", "whenever")
    ]
    if subject is None or len(places) != 1 or len(one.words) - places[0] < 4:
        return
    at, place = subject.end, places[0]
    if one.lower(0) in ("a", "an"):
        return  # one of several occasions, as a rule
    if not re.match(r"[KI]R?[DNqxpJEC]", one.letters[place:]) or one.lower(place - 1) in (
        "only",
        "even",
        "except",
        "or",
        "and",
        "as",
        "immediately",
        "right",
        "shortly",
        "soon",
        "long",
    ):
        return
    between = one.letters[at + 1 : place]
    if (
        re.search(r"[,;(wKhE&x]", between)
        or one.points(at + 1, place)
        or len(between) > 7
        or "," in one.letters[place:]
    ):
        return
    clause = re.search(r"[BVLHo]", one.letters[place:])
    if any(one.lower(word) in _LIMITING for word in range(at, place)):
        return
    if clause is None or one.telling(place, len(one.words)) < 2:
        return
    if any(one.lower(word) in VAGUE for word in range(place, len(one.words))):
        return
    if one.letters[at] == "B" and re.match(r"n?R?[eV]", between) and subject.agrees(one.lower(at)):
        yield Asked(f"When {one.lower(at)} {subject.text} {one.said(at + 1, place)}?", subject.rank)
    elif (
        one.letters[at] == "V"
        and one.words[at].lemma not in _NO_TELLING_VERB
        and fits(one, subject)
        and re.match(CORE, between)
        and not between.endswith("e")
        and one.lower(place) != "after"
    ):
        does = "do" if subject.plural else "does"
        yield Asked(
            f"When {does} {subject.text} {one.words[at].lemma} {one.said(at + 1, place)}?", subject.rank
        )


def means(one: Sentence) -> Iterator[Asked]:
    """The dairy keeps milk cool by pumping water: How does the dairy keep milk cool?"""
    subject = subject_of(one)
    places = [
        at for at in range(1, len(one.words) - 2) if one.lower(at) == "by" and one.letters[at + 1] == "g"
    ]
    if subject is None or len(places) != 1:
        return
    at, place = subject.end, places[0]
    between = one.letters[at + 1 : place]
    if (
        re.search(r"[,;(wKhEx&t]", between)
        or one.points(at + 1, place)
        or len(between) > 9
        or one.telling(place, len(one.words)) < 2
    ):
        return
    if one.letters[place - 1] == "R" or any(one.lower(word) in VAGUE for word in range(at, place)):
        return
    be = one.lower(at)
    if (one.letters[at] == "B" and re.match(r"R?[eV]", between) and subject.agrees(be)) or (
        one.letters[at] == "L" and re.match(r"bR?[eV]", between) and be in ("can", "must", "should")
    ):
        yield Asked(f"How {be} {subject.text} {one.said(at + 1, place)}?", subject.rank)
    elif one.letters[at] == "V" and fits(one, subject) and re.match(CORE, between):
        yield Asked(
            f"How {'do' if subject.plural else 'does'} {subject.text} {one.words[at].lemma} {one.said(at + 1, place)}?",
            subject.rank,
        )


def goal_of(one: Sentence) -> Iterator[Asked]:
    """To open the vat early, turn the wheel: How do you open the vat early?"""
    match = re.match(r"t(?P<goal>i[^,;]{2,14}),(?P<then>[iVRN]|xL|x[V])", one.letters)
    if match is None or one.lower(0) != "to":
        return
    start, end = match.span("goal")
    then = match.start("then")
    first = one.words[then]
    if one.lower(then) == "you":
        able = (
            one.lower(then + 1) in ("can", "must", "should", "may", "use")
            or (one.lower(then + 1) in ("need", "have") and one.letters[then + 2 : then + 3] == "t")
        ) and one.telling(then + 2, len(one.words)) > 0
    else:
        # An order begins with a verb in its base form, which is no plural and is followed by no verb of its own.
        able = (
            first.tag in ("VVB", "VVI", "NN1", "AJ0", "AV0")
            and first.text.lower() == first.lemma.lower()
            and first.text.islower()
            and re.match(r"R?[iVNJ](?:[DNqJCgptpIOKhwx]|R)", one.letters[then:]) is not None
            and not re.match(r"N[BLHoVN]|N+[BLHVo]", one.letters[then:])
            and first.lemma not in _SEE
        )
    goal = one.said(start, end)
    one_goal = not re.search(r"[BLHwK]", one.letters[start:end]) and not re.search(r"\b(?:and|or) to ", goal)
    if able and one_goal and is_anchored(one, start, end):
        yield Asked(f"How do you {goal}?", rank_of(one, start, end))


def ability(one: Sentence) -> Iterator[Asked]:
    """You can soften the rind by brushing it: How can you soften the rind?"""
    match = re.match(r"xL(?:R)?(?P<goal>i[^,;]{2,12}?)(?P<by>I|g)(?P<what>.+)", one.letters)
    if match is None or one.lower(0) != "you" or one.lower(1) != "can":
        return
    start, end = match.span("goal")
    while end < len(one.words) and one.lower(end) not in ("by", "using", "with"):
        end += 1
    if end >= len(one.words) - 1 or "," in one.letters[start:end] or end - start > 14:
        return
    if one.lower(end) == "with" and not any(one.is_proper(at) for at in range(end, len(one.words))):
        return
    if (one.lower(end) == "by" and one.letters[end + 1] != "g") or (
        one.lower(end) == "with" and one.letters[end + 1] not in "DN"
    ):
        return
    if (
        is_anchored(one, start, end)
        and not re.search(r"[BLHwKx&]", one.letters[start:end])
        and one.telling(end, len(one.words))
        >= 2 - any(one.is_proper(at) for at in range(end, len(one.words)))
    ):
        yield Asked(f"How can you {one.said(start, end)}?", rank_of(one, start, end))


def condition(one: Sentence) -> Iterator[Asked]:
    """If the vat is opened early, the curd cracks: What happens if the vat is opened early?"""
    match = re.match(r"K(?P<if>[^,;]{3,16}),(?P<then>.+)", one.letters)
    first = one.lower(0)
    if match is None or first not in ("if", "when", "whenever"):
        return
    (start, end), then = match.span("if"), match.start("then")
    clause = re.match(rf"(?P<who>{NOUN_PHRASE}|x)R?(?:[BVHo]|L)(?P<what>.*)", one.letters[start:end])
    if clause is None or one.telling(then, len(one.words)) < 2:
        return
    if first == "when" and one.words[start + clause.start("what") - 1].tag in ("VBD", "VVD", "VHD"):
        return  # it happened once
    if any(one.lower(at) in VAGUE or one.lower(at) in POINTING for at in range(start, end)):
        return
    condition = f"{first} {one.said(start, end)}"
    if clause["who"] == "x":
        if one.lower(start) != "you" or not is_anchored(one, start + 1, end):
            return
    elif (
        clause.end("who") == 1
        and not one.is_proper(start)
        and (one.words[start].is_code or one.words[start].tag == "NP0")
    ):
        return  # `size`, of whatever the text is about
    elif not is_anchored(one, start, end) or not _clause_agrees(one, start, start + clause.end("who")):
        return
    if (
        one.lower(then) == "it"
        or (one.lower(then) == "they" and not one.is_plural(start, start + clause.end("who")))
        or (clause["who"] == "x" and one.letters[then] == "x" and one.lower(then) != "you")
    ):
        return  # may mean something said before
    rank = rank_of(one, start, end)
    wanted = clause["who"] == "x" and one.words[start + 1].lemma in ("want", "need", "wish", "like", "prefer")
    if rank < NAMED and (wanted or one.telling(start, end) < 3):
        rank = UNBOUND
    if one.lower(then) == "you" and one.lower(then + 1) in ("can", "must", "should", "may"):
        can = {"may": "can"}.get(one.lower(then + 1), one.lower(then + 1))
        yield Asked(f"What {can} you do {condition}?", rank)
    elif (
        one.words[then].tag in ("VVB", "VVI")
        and one.lower(then) == one.words[then].lemma
        and re.match(r"[Vi][DNqJCgp]", one.letters[then:])
        and not re.match(r"[Vi]N+R?[VBLHo]", one.letters[then:])  # "delete triggers fire"
    ):
        if one.words[then].lemma not in _SEE:
            yield Asked(f"What should you do {condition}?", rank)
    elif (told := re.match(rf"(?:{NOUN_PHRASE}|q?N|x|C)R?[BVLHo]", one.letters[then:])) and one.lower(
        then + told.end() - 1
    ) not in _MERELY:
        yield Asked(f"What happens {condition}?", rank)


def _clause_agrees(one: Sentence, start: int, end: int) -> bool:
    """Whether the verb of a clause has the number of its subject."""
    verb = one.words[end] if one.letters[end] != "R" else one.words[end + 1]
    plural = one.is_plural(start, end) or "&" in one.letters[start:end]
    if verb.tag in ("VBZ", "VVZ", "VHZ", "VDZ"):
        return not plural
    return verb.tag not in ("VBB", "VVB", "VHB", "VDB") or plural
