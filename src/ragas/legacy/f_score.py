"""The F score of counts, as first-generation code calls it."""

from __future__ import annotations

from ragas.metrics.scoring import f_beta, precision, recall


def fbeta_score(tp: int, fp: int, fn: int, beta: float = 1.0) -> float:
    """The weighted harmonic mean of precision and recall; 0.0 where there is nothing."""
    return f_beta(precision(tp, fp), recall(tp, fn), beta)
