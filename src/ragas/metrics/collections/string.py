"""Texts compared letter by letter: the same, contained, or similar by edit distance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from unicodedata import normalize

from ragas.metrics.base import BaseMetric
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.similarity import DistanceMeasure, string_similarity
from ragas.metrics.texts import AnyText, require_texts, same_words
from ragas.metrics.wording import counted

SHOWN = 20
"""How many characters a reason shows from the place where two texts part."""


@by_position("name")
@dataclass(eq=False, repr=False)
class ExactMatch(BaseMetric):
    """Whether the response is the reference, letter for letter.

    Use it when only one answer is right, to the letter: a class, an id, a number.

    Formula: 1.0 if they are equal, else 0.0. Case, spacing and Unicode form count.

    Inputs: `reference`, `response`. Range: 0 to 1, higher is better. Judge calls: none.
    Empty inputs: an empty text is compared like any other; two empty ones are equal.

    >>> ExactMatch().score(reference="Platform 2", response="platform 2").reason
    'The texts part at character 1: reference "Platform 2", response "platform 2". Only case or spacing differs.'
    """

    name: str = field(default="exact_match", kw_only=True)

    async def ascore(self, reference: Any, response: Any) -> MetricResult:
        """Score one response against its reference."""
        if reference == response:
            return MetricResult(1.0, "The response is the reference.", {"output": {"first_difference": None}})
        if not (isinstance(reference, str) and isinstance(response, str)):
            reason = f"The reference is {reference!r:.80}, the response {response!r:.80}."
            return MetricResult(0.0, reason, {"output": {"first_difference": None}})
        at = common_start(reference, response)
        reason = (
            f"The texts part at character {at + 1}: reference {_from(reference, at)}, "
            f"response {_from(response, at)}."
        )
        if normalize("NFC", reference) == normalize("NFC", response):
            reason += " They look the same: only the Unicode form of a letter differs, in one piece or with its mark apart."
        elif _may_be_the_same(reference[at : at + 1], response[at : at + 1]) and same_words(
            reference.casefold(), response.casefold()
        ):
            reason += " Only case or spacing differs."
        return MetricResult(0.0, reason, {"output": {"first_difference": at}})


@by_position("name")
@dataclass(eq=False, repr=False)
class StringPresence(BaseMetric):
    """Whether the response contains the reference, letter for letter.

    Use it when a response must contain a phrase, a code or a number, wherever it stands.

    Formula: 1.0 if the reference is a part of the response, else 0.0. Case and spacing count.

    Inputs: `reference`, `response`. Range: 0 to 1, higher is better. Judge calls: none.
    Empty inputs: every response contains an empty reference.

    >>> StringPresence().score(reference="07:40", response="It leaves at 07:40.").value
    1.0
    """

    name: str = field(default="string_present", kw_only=True)

    async def ascore(self, reference: AnyText, response: AnyText) -> MetricResult:
        """Score one response against its reference."""
        require_texts(self.name, reference=reference, response=response)
        at = response.find(reference)
        traces = {"output": {"position": at if at >= 0 else None}}
        if at >= 0:
            return MetricResult(1.0, f"The response contains the reference at character {at + 1}.", traces)
        reason = "The response does not contain the reference."
        if reference.casefold() in response.casefold():
            reason = "The response contains the reference only in other case."
        return MetricResult(0.0, reason, traces)


@by_position("name", "distance_measure")
@dataclass(eq=False, repr=False)
class NonLLMStringSimilarity(BaseMetric):
    """How similar response and reference are, character by character.

    Use it when a small difference in spelling should cost little, as with names, addresses and scanned text.

    Formula: 1 - normalised distance; `distance_measure` is Levenshtein, Hamming (unequal lengths are padded), Jaro
    or Jaro-Winkler.

    Inputs: `reference`, `response`. Range: 0 to 1, higher is better. Judge calls: none.
    Empty inputs: two empty texts are 1.0 alike, an empty and a full one 0.0.
    Settings: `distance_measure` is a `DistanceMeasure`: LEVENSHTEIN, HAMMING, JARO or JARO_WINKLER.

    >>> round(NonLLMStringSimilarity().score(reference="kitten", response="sitting").value, 4)
    0.5714
    """

    name: str = field(default="non_llm_string_similarity", kw_only=True)
    distance_measure: Any = field(default=DistanceMeasure.LEVENSHTEIN, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        # The enum of the old API has the same values as ours, so its members are known by them.
        self.distance_measure = DistanceMeasure(
            getattr(self.distance_measure, "value", self.distance_measure)
        )

    async def ascore(self, reference: AnyText, response: AnyText) -> MetricResult:
        """Score one response against its reference."""
        require_texts(self.name, reference=reference, response=response)
        value = float(string_similarity(reference, response, self.distance_measure))
        measure = self.distance_measure.value
        lengths = f"{counted(len(reference), 'character')} of reference and {len(response)} of response"
        return MetricResult(
            value,
            f"{measure.replace('_', '-').title()} similarity {value:.2f} of {lengths}.",
            {"output": {"distance_measure": measure, "similarity": value}},
        )


def common_start(a: str, b: str) -> int:
    """How many characters two texts begin with in common."""
    from rapidfuzz.distance import Prefix

    return int(Prefix.similarity(a, b))


def _may_be_the_same(a: str, b: str) -> bool:
    """Whether the characters where two texts part are one in another case, or a blank."""
    return not a.strip() or not b.strip() or a.casefold() == b.casefold()


def _from(text: str, at: int) -> str:
    """What stands in `text` from a place on, in quotes and short."""
    part = text[at : at + SHOWN]
    return f'"{part}{"…" if len(text) > at + SHOWN else ""}"' if part else "ends"
