"""A small RAG to try things on: it finds passages by shared words and answers with the best sentence.

Replace `retrieve` and `answer` by your own.
"""

from __future__ import annotations

import re

PASSAGES = [
    "The ferry to Isla Verde leaves at 07:40 from pier 3. Tickets are sold on board.",
    "A ticket to Isla Verde costs 12 euros. Children under six travel free.",
    "The museum opens at ten. It is closed on Mondays.",
    "The museum was founded by Ada Wren in 1902.",
    "Dogs are allowed on the ferry when they are on a leash.",
]


def words(text: str) -> set[str]:
    """The words of a text that tell something, in lower case."""
    return set(re.findall(r"\w+", text.lower())) - {
        "the",
        "a",
        "an",
        "is",
        "to",
        "on",
        "of",
        "does",
        "do",
        "it",
    }


def retrieve(question: str, k: int = 2) -> list[str]:
    """The k passages that share most words with the question."""
    return sorted(PASSAGES, key=lambda passage: -len(words(passage) & words(question)))[:k]


def answer(question: str, contexts: list[str]) -> str:
    """The sentence of the contexts that shares most words with the question."""
    sentences = [sentence for context in contexts for sentence in re.split(r"(?<=[.])\s", context)]
    return max(sentences, key=lambda sentence: len(words(sentence) & words(question)))
