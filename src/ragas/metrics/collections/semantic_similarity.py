"""Semantic similarity: do response and reference mean the same, by their embeddings?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.metrics import steps
from ragas.metrics.base import BaseMetric
from ragas.metrics.correctness import check_threshold
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import clip
from ragas.metrics.similarity import cosine
from ragas.metrics.texts import AnyText, require_texts, same_words


@by_position("embeddings", "name", "threshold")
@dataclass(eq=False, repr=False)
class SemanticSimilarity(BaseMetric):
    """How close response and reference are in meaning, by the embedding model's measure.

    Use it when wording may vary and meaning may not, and no language model is to be asked. It hardly sees a "not"
    or a wrong number.

    Formula: cosine similarity of the two embeddings, clipped to [0, 1]; with `threshold`, 1.0 if the cosine is at
    least that, else 0.0.

    Inputs: `reference`, `response`. Range: 0 to 1, higher is better.
    Judge calls: none; one embedding request.
    Empty inputs: two empty texts are 1.0 alike, an empty and a full one 0.0; neither is embedded.
    Source: Risch et al., "Semantic Answer Similarity for Evaluating Question Answering Models", 2021.
    Settings: `threshold` turns the similarity into 1.0 or 0.0.

    >>> from ragas.testing import HashEmbeddings
    >>> vectors = HashEmbeddings({"At nine.": [1.0, 0.0], "At 9.": [0.8, 0.6]})
    >>> metric = SemanticSimilarity(embeddings=vectors)
    >>> metric.score(reference="At nine.", response="At 9.").value
    0.8
    """

    embeddings: Any = None
    name: str = field(default="semantic_similarity", kw_only=True)
    threshold: float | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.threshold is not None:
            check_threshold(self.threshold, low=-1.0)

    async def ascore(self, reference: AnyText, response: AnyText) -> MetricResult:
        """Score one response against its reference."""
        require_texts(self.name, reference=reference, response=response)
        empty = [
            name for name, text in (("reference", reference), ("response", response)) if not text.strip()
        ]
        if empty:
            raw = float(len(empty) == 2)
            reason = f"The {' and the '.join(empty)} {'are' if raw else 'is'} empty."
        else:
            raw = cosine(*await steps.vectors(self.embedder, [reference, response]))
            if same_words(reference, response):
                raw = 1.0
            reason = f"The embeddings of response and reference have a cosine of {raw:.2f}."
        traces = {"output": {"similarity": raw}}
        if self.threshold is None:
            return MetricResult(clip(raw), reason, traces)
        enough = raw >= self.threshold
        reason += f" That is {'at least' if enough else 'below'} the threshold {self.threshold:g}."
        return MetricResult(float(enough), reason, traces)
