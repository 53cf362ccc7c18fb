"""Turn evidence into a probability of support, and into words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp

from ragas.llms.local.evidence import Evidence, gather
from ragas.llms.local.passages import Passages

# The first six come from a logistic regression on labelled public answers and on altered copies of them, rounded
# (benchmarks/judge_validity.py fits them again, each time without the data it reports on). The last two are too rare
# in that data to be fitted and are set by hand.
WEIGHTS: dict[str, float] = {
    "covered": 1.5,
    "aligned": 3.4,
    "missing_number": -1.7,
    "missing_name": -2.0,
    "misplaced": -1.5,
    "negated": -3.2,
    "stray_number": -0.7,
    "opposed": -1.5,
}
BIAS = -3.5
SHARPNESS = 1.8
"""Spreads the probabilities so that the lowest one of an answer says how likely the whole answer is supported (Platt
scaling on the faithful and unfaithful answers of HaluEval-QA and BEGIN). It changes no verdict and no ranking of
statements."""


UNKNOWN = 0.5
"""The probability of what words cannot decide. A verdict of support needs more."""


def probability(evidence: Evidence, weights: dict[str, float] = WEIGHTS, bias: float = BIAS) -> float:
    """How likely a statement with this evidence is supported, between 0 and 1; only more than 0.5 is support.

    A statement without any content word ("It is.") cannot be checked by words and gets 0.5. A no to a question is
    supported where the contexts deny it too; else it gets at most 0.5, less where they affirm what is asked or hold few
    of its words.
    """
    words = len(evidence.found) + len(evidence.missing)
    if not words:
        return UNKNOWN
    if evidence.unsure:  # a perhaps says nothing that could be supported
        return min(UNKNOWN, _logistic(evidence, weights, bias))
    if not evidence.denies:
        return _logistic(evidence, weights, bias)
    affirmed = _logistic(replace(evidence, negated=0.0, opposed=0.0), weights, bias)
    unknown = min(UNKNOWN, len(evidence.found) / words)
    if denied(evidence):
        if evidence.opposed and evidence.covered and len(evidence.missing) == 1:
            # its opposite stands for the word that is asked for
            whole = Evidence(covered=1.0, aligned=evidence.aligned / evidence.covered)
            affirmed = _logistic(whole, weights, bias)
        return max(affirmed, unknown)
    return min(unknown, 1 - _logistic(replace(evidence, negated=0.0), weights, bias))


def denied(evidence: Evidence) -> bool:
    """Whether a word of the contexts denies what is asked: a negation or an opposite, not both."""
    return (0 < evidence.negated < 1) is not (evidence.opposed > 0)


def _logistic(evidence: Evidence, weights: dict[str, float], bias: float) -> float:
    z = bias + sum(weight * float(getattr(evidence, name)) for name, weight in weights.items())
    return 1 / (1 + exp(-SHARPNESS * z))


def support(statement: str, contexts: Sequence[str]) -> float:
    """How likely `contexts` support `statement`, judged by words; between 0 and 1."""
    return probability(gather(statement, Passages(contexts)))


def describe(evidence: Evidence) -> str:
    """The reason for a verdict: what was found where, what was not, and what speaks against it."""
    found, missing = evidence.found, evidence.missing
    if not found and not missing:
        return "It holds no content word that could be checked, so nothing speaks for or against it."
    if not found or evidence.best is None:
        unread = f"; its last {evidence.unread} words were not compared" if evidence.unread else ""
        return f"None of its content words is in the contexts: {_listed(missing)}{unread}."
    parts = [f"{_listed(found)} found, best in chunk {evidence.best.chunk + 1}"]
    if missing:
        parts.append(f"{_listed(missing)} not found")
    if evidence.denies and not denied(evidence):
        parts.append("but no denial was found beside these words")
    elif evidence.counter:
        parts.append(evidence.counter)
    elif evidence.misplaced:
        parts.append("a figure or name stands beside other words there")
    elif evidence.stray_number:
        parts.append("a figure stands only in another sentence")
    elif not missing and evidence.covered < 0.6:
        parts.append("but in different sentences")
    elif not missing and evidence.aligned < 0.6 * evidence.covered:
        parts.append("but in another order")
    if evidence.unread:
        parts.append(f"its last {evidence.unread} words were not compared")
    return "; ".join(parts) + "."


def _listed(words: Sequence[str], shown: int = 3) -> str:
    named = ", ".join(repr(word) for word in words[:shown])
    more = len(words) - shown
    return f"{named} and {more} more" if more > 0 else named
