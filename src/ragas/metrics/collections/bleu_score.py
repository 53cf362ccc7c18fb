"""BLEU: how many word sequences of the response occur in the reference."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.metrics.base import BaseMetric
from ragas.metrics.overlap import BLEU_SETTINGS, bleu, checked_settings
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.texts import AnyText, require_texts


@by_position("name", "kwargs")
@dataclass(eq=False, repr=False)
class BleuScore(BaseMetric):
    """How many of the response's word sequences, up to four words long, occur in the reference.

    Use it when you compare translations with published BLEU scores, or watch wording drift. A paraphrase scores
    low.

    Formula: BLEU by sacrebleu: geometric mean of the n-gram precisions times a brevity penalty, the whole response
    as one segment, with effective order (texts of fewer than four words count their shorter sequences). In scripts
    without blanks every character is a word.

    Inputs: `reference`, `response`. Range: 0 to 1, higher is better; identical texts are exactly 1.0.
    Judge calls: none. Empty inputs: two empty texts are 1.0, an empty and a full one 0.0.
    Source: Papineni et al., "BLEU", 2002; Post, "A Call for Clarity in Reporting BLEU Scores", 2018.
    Settings: `kwargs` holds sacrebleu's own, such as `{"tokenize": "zh"}` or `{"lowercase": True}`.

    >>> result = BleuScore().score(
    ...     reference="The ferry leaves at nine.", response="The ferry leaves at ten.")
    >>> round(result.value, 4)
    0.5373
    """

    name: str = field(default="bleu_score", kw_only=True)
    kwargs: dict[str, Any] | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._settings = checked_settings(self.kwargs, BLEU_SETTINGS)

    async def ascore(self, reference: AnyText, response: AnyText) -> MetricResult:
        """Score one response against its reference."""
        require_texts(self.name, reference=reference, response=response)
        overlap = bleu(reference, response, self._settings)
        facts = overlap.facts
        if not facts["precisions"]:
            reason = f"The response is empty, the reference has {facts['reference_tokens']} tokens."
            return MetricResult(overlap.value, reason, {"output": facts})
        shares = "/".join(f"{precision:.0%}" for precision in facts["precisions"])
        reason = (
            f"{shares} of the response's word sequences of 1, 2, ... words occur in the reference; "
            f"{facts['response_tokens']} tokens against {facts['reference_tokens']}, "
            f"brevity penalty {facts['brevity_penalty']:.2f}."
        )
        return MetricResult(overlap.value, reason, {"output": facts})
