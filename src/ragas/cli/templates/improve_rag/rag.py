"""Two retrievers over the same passages: a naive one, and one that has been improved."""

from __future__ import annotations

import math
import re
from collections import Counter

PASSAGES = {
    "ferry-times": "The ferry to the island leaves at 07:40 from pier 3.",
    "ferry-price": "A ticket for the ferry costs 12 euros, and 20 euros for both ways.",
    "ferry-dogs": "On the ferry to the island dogs are kept on a leash.",
    "museum-times": "The museum of the island opens at ten and closes at the hour of six.",
    "museum-founder": "Ada Wren founded the museum in 1902.",
    "lighthouse": "The lighthouse is the oldest building of the island; it was lit in 1788.",
    "bakery": "The bakery at the harbour sells bread from six in the morning.",
    "bus": "The bus from the harbour to the lighthouse runs every hour.",
}


def words(text: str) -> list[str]:
    """The words of a text, in lower case."""
    return re.findall(r"\w+", text.lower())


def naive(question: str) -> list[str]:
    """One passage: the one that shares most words with the question, `the` and `of` included."""
    asked = words(question)
    return sorted(PASSAGES, key=lambda name: -sum(word in asked for word in words(PASSAGES[name])))[:1]


TIMES = Counter(word for text in PASSAGES.values() for word in set(words(text)))


def improved(question: str) -> list[str]:
    """Two passages; a word counts the more, the fewer passages have it."""
    asked = set(words(question))

    def weight(name: str) -> float:
        return sum(math.log(len(PASSAGES) / TIMES[word]) for word in asked & set(words(PASSAGES[name])))

    return sorted(PASSAGES, key=lambda name: -weight(name))[:2]


RETRIEVERS = {"naive": naive, "improved": improved}
