"""The F score of counts under the path earlier versions had. New code takes `ragas.metrics.scoring.f_beta`."""

from ragas.legacy.f_score import fbeta_score

__all__ = ["fbeta_score"]
