"""Forms of English sentences that a question can be made from without understanding them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from ragas.testset.synthesizers.english import Sentence
from ragas.testset.synthesizers.fact_clauses import ability, condition, goal_of, means, occasion, reason
from ragas.testset.synthesizers.fact_statements import (
    counted,
    dated,
    definition,
    doing,
    kinds,
    maker,
    measured,
    placed,
    purpose,
    value,
)
from ragas.testset.synthesizers.fact_subjects import Asked

FORMS: tuple[Callable[[Sentence], Iterator[Asked]], ...] = (
    measured,
    counted,
    maker,
    dated,
    purpose,
    reason,
    means,
    placed,
    definition,
    value,
    occasion,
    goal_of,
    ability,
    condition,
    kinds,
    doing,
)


def asked(one: Sentence) -> Asked | None:
    """The question that a sentence answers, if it has one of the forms."""
    for form in FORMS:
        for found in form(one):
            if is_well_formed(found.question):
                return replace(found, form=form.__name__)
    return None


def is_well_formed(question: str) -> bool:
    """Whether brackets and quotation marks are closed, no word or pair of words comes twice, and the length is a question's."""
    count = question.split()
    pairs_of_words = [*itertools.pairwise(question.lower().rstrip("?").split())]
    doubled = any(a == b for a, b in pairs_of_words) or len({*pairs_of_words}) < len(pairs_of_words)
    codes = [one for one in question.rstrip("?").split() if "_" in one]
    doubled = doubled or len({*codes}) < len(codes)
    bare = any(not re.search(r"[\w\"'()&]", one.replace("`", "")) for one in count)
    pairs = (("(", ")"), ("[", "]"), ("{", "}"), ("“", "”"))
    closed = question.count('"') % 2 == 0 and all(question.count(a) == question.count(b) for a, b in pairs)
    aside = re.search(r"\([^()\s]+ [^()\s]+ ", question)
    return closed and not bare and not doubled and not aside and 3 <= len(count) <= 24
