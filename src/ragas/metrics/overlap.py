"""How much two texts overlap: BLEU and chrF by sacrebleu, ROUGE by rouge-score-rs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from ragas.metrics.texts import same_words, spaced

ROUGE_TYPES = re.compile(r"rouge[1-9]|rougeL|rougeLsum")
ROUGE_MODES = ("fmeasure", "precision", "recall")

BLEU_SETTINGS = {
    "force": "force",
    "lowercase": "lowercase",
    "max_ngram_order": "max_ngram_order",
    "smooth_method": "smooth_method",
    "smooth_value": "smooth_value",
    "tokenize": "tokenize",
    "effective_order": "effective_order",
    "use_effective_order": "effective_order",
}
"""What `corpus_bleu` and `BLEU` of sacrebleu call their settings, as `BLEU` calls them."""
CHRF_SETTINGS = {
    "beta": "beta",
    "char_order": "char_order",
    "eps_smoothing": "eps_smoothing",
    "remove_whitespace": "whitespace",
    "word_order": "word_order",
}
"""The settings of `corpus_chrf`, as `CHRF` calls them; `remove_whitespace` is the opposite of `whitespace`."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """A score in [0, 1] and what it was made of."""

    value: float
    facts: dict[str, Any]


def checked_settings(kwargs: Mapping[str, Any] | None, known: Mapping[str, str]) -> dict[str, Any]:
    """`kwargs` under the names sacrebleu's classes use.

    Raises:
        TypeError: there is no such setting.
    """
    settings = {}
    for name, value in (kwargs or {}).items():
        if name not in known:
            raise TypeError(f"kwargs has no setting {name!r}; it may have {', '.join(sorted(known))}")
        settings[known[name]] = not value if name == "remove_whitespace" else value
    return settings


def bleu(reference: str, response: str, settings: Mapping[str, Any]) -> Overlap:
    """BLEU of a whole response against a whole reference, as one segment with effective order.

    Without a `tokenize` setting, tokens are those of sacrebleu's `13a` after each character of a script without
    blanks is set apart, which for Chinese is its `zh`.
    """
    scorer, signature = _bleu(tuple(sorted(settings.items())))
    if "tokenize" not in settings:
        reference, response = spaced(reference), spaced(response)
    score = scorer.corpus_score([response], [[reference]])
    facts = {
        "precisions": [hits / count for hits, count in zip(score.counts, score.totals, strict=True) if count],
        "brevity_penalty": score.bp,
        "response_tokens": score.sys_len,
        "reference_tokens": score.ref_len,
        "signature": signature,
    }
    return Overlap(1.0 if same_words(reference, response) else min(score.score / 100, 1.0), facts)


@lru_cache(maxsize=64)
def _bleu(settings: tuple[tuple[str, Any], ...]) -> tuple[Any, str]:
    metrics = import_module("sacrebleu.metrics")  # untyped, so taken as a module of anything

    scorer = metrics.BLEU(**{"effective_order": True} | dict(settings))
    scorer.corpus_score(["a"], [["a"]])  # the signature names the number of references it has seen
    return scorer, str(scorer.get_signature())


def chrf(reference: str, response: str, settings: Mapping[str, Any]) -> Overlap:
    """chrF of a whole response against a whole reference, as one segment."""
    scorer, signature = _chrf(tuple(sorted(settings.items())))
    if same_words(reference, response):
        return Overlap(1.0, {"signature": signature})
    if not reference.strip() or not response.strip():
        return Overlap(0.0, {"signature": signature})
    score = scorer.corpus_score([response], [[reference]])
    return Overlap(min(score.score / 100, 1.0), {"signature": signature})


@lru_cache(maxsize=64)
def _chrf(settings: tuple[tuple[str, Any], ...]) -> tuple[Any, str]:
    metrics = import_module("sacrebleu.metrics")  # untyped, so taken as a module of anything

    class Scorer(metrics.CHRF):  # type: ignore[misc,name-defined]  # untyped
        _get_match_statistics = staticmethod(_matches)

    scorer = Scorer(**dict(settings))
    scorer.corpus_score(["a"], [["a"]])
    return scorer, str(scorer.get_signature())


def _matches(response: Counter[str], reference: Counter[str]) -> list[int]:
    """How many n-grams each has, and how many they share: what sacrebleu counts, in a third of its time."""
    hits = 0
    had = reference.get
    for ngram, count in response.items():
        if other := had(ngram):
            hits += count if count < other else other
    return [sum(response.values()) if reference else 0, sum(reference.values()), hits]


def rouge(reference: str, response: str, rouge_type: str, mode: str) -> Overlap:
    """ROUGE over words, stemmed where they are English; a character each in scripts without blanks."""
    plain, unicode = _rouge(rouge_type)
    scorer = plain if reference.isascii() and response.isascii() else unicode
    score = scorer.score(reference, response)[rouge_type]
    facts = {"precision": score.precision, "recall": score.recall, "fmeasure": score.fmeasure}
    if same_words(reference, response):  # also where neither has a word: "", "?!"
        facts = dict.fromkeys(facts, 1.0)
    return Overlap(facts[mode], facts)


@lru_cache(maxsize=16)
def _rouge(rouge_type: str) -> tuple[Any, Any]:
    rouge_scorer = import_module("rouge_score_rs.rouge_scorer")

    return (
        rouge_scorer.RougeScorer([rouge_type], use_stemmer=True),
        rouge_scorer.RougeScorer([rouge_type], tokenizer=UnicodeWords()),
    )


class UnicodeWords:
    """The words of a text in any script; for ASCII text those of the plain ROUGE tokenizer."""

    def __init__(self) -> None:
        tokenizers = import_module("rouge_score_rs.tokenizers")

        self._words = tokenizers.UnicodeTokenizer().tokenize
        self._stems = lru_cache(maxsize=2**16)(tokenizers.DefaultTokenizer(use_stemmer=True).tokenize)

    def tokenize(self, text: str) -> list[str]:
        """Words, case-folded; ASCII ones stemmed."""
        found: list[str] = []
        for word in self._words(text):
            for part in (word,) if word.isascii() else _INSIDE_A_WORD.split(word):
                if part.isascii():
                    found += self._stems(part)
                else:
                    found.append(part)
        return found


_INSIDE_A_WORD = re.compile(r"[_'’‘.․﹒．,;:·‧]+")
"""Marks that the Unicode rules keep inside a word and the plain tokenizer splits at: l'été, d’été."""
