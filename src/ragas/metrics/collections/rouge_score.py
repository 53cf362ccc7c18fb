"""ROUGE: how much of the reference's wording the response has."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragas.metrics.base import BaseMetric
from ragas.metrics.overlap import ROUGE_MODES, ROUGE_TYPES, rouge
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.texts import AnyText, require_texts


@by_position("name", "rouge_type", "mode")
@dataclass(eq=False, repr=False)
class RougeScore(BaseMetric):
    """How many words, or word sequences, response and reference share.

    Use it when you compare summaries with published ROUGE scores. A paraphrase scores low.

    Formula: `rouge_type` "rouge1" to "rouge9" counts shared sequences of that many words, "rougeL" the longest
    common subsequence, "rougeLsum" that of each line; over the response's it is the precision, over the reference's
    the recall; `mode` says which, or their harmonic mean "fmeasure". English words are stemmed; words of any script
    count, and in scripts without blanks every character is a word.

    Inputs: `reference`, `response`. Range: 0 to 1, higher is better; identical texts are exactly 1.0.
    Judge calls: none. Empty inputs: two empty texts are 1.0, an empty and a full one 0.0.
    Source: Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", 2004.
    Settings: `rouge_type` is "rouge1" to "rouge9", "rougeL" or "rougeLsum"; `mode` is "precision", "recall" or
    "fmeasure".

    >>> result = RougeScore().score(
    ...     reference="The ferry leaves at nine.", response="At nine the ferry leaves.")
    >>> round(result.value, 2)
    0.6
    """

    name: str = field(default="rouge_score", kw_only=True)
    rouge_type: str = field(default="rougeL", kw_only=True)
    mode: str = field(default="fmeasure", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not ROUGE_TYPES.fullmatch(self.rouge_type):
            raise ValueError(
                f"rouge_type is 'rouge1' to 'rouge9', 'rougeL' or 'rougeLsum', not {self.rouge_type!r}"
            )
        if self.mode not in ROUGE_MODES:
            raise ValueError(f"mode is one of {', '.join(ROUGE_MODES)}, not {self.mode!r}")

    async def ascore(self, reference: AnyText, response: AnyText) -> MetricResult:
        """Score one response against its reference."""
        require_texts(self.name, reference=reference, response=response)
        overlap = rouge(reference, response, self.rouge_type, self.mode)
        facts = overlap.facts
        reason = (
            f"{self.rouge_type}: {facts['precision']:.0%} of the response's wording is in the reference, "
            f"{facts['recall']:.0%} of the reference's in the response."
        )
        return MetricResult(overlap.value, reason, {"output": facts})
