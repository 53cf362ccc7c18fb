"""chrF: how many character sequences response and reference share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.metrics.base import BaseMetric
from ragas.metrics.overlap import CHRF_SETTINGS, checked_settings, chrf
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.texts import AnyText, require_texts


@by_position("name", "kwargs")
@dataclass(eq=False, repr=False)
class CHRFScore(BaseMetric):
    """How many character sequences, up to six characters long, response and reference share.

    Use it when words are inflected or compounded, where BLEU sees only different words.

    Formula: chrF2 by sacrebleu: the F score (recall counts twice) of the character n-grams.

    Inputs: `reference`, `response`. Range: 0 to 1, higher is better; identical texts are exactly 1.0.
    Judge calls: none. Empty inputs: two empty texts are 1.0, an empty and a full one 0.0.
    Source: Popović, "chrF: character n-gram F-score for automatic MT evaluation", 2015.
    Settings: `kwargs` holds sacrebleu's own, such as `{"word_order": 2}` for chrF++.

    >>> result = CHRFScore().score(
    ...     reference="The ferry leaves at nine.", response="The ferries leave at nine.")
    >>> round(result.value, 2)
    0.61
    """

    name: str = field(default="chrf_score", kw_only=True)
    kwargs: dict[str, Any] | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._settings = checked_settings(self.kwargs, CHRF_SETTINGS)

    async def ascore(self, reference: AnyText, response: AnyText) -> MetricResult:
        """Score one response against its reference."""
        require_texts(self.name, reference=reference, response=response)
        overlap = chrf(reference, response, self._settings)
        reason = (
            f"Character sequences of the two texts overlap by {overlap.value:.2f}: "
            f"{len(response)} characters against {len(reference)}."
        )
        for column, text in (("reference", reference), ("response", response)):
            if overlap.value == 0.0 and not text.strip():
                reason = f"The {column} is empty, the other text is not."
        return MetricResult(overlap.value, reason, {"output": overlap.facts})
