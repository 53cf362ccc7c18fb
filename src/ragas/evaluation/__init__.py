"""Score a dataset: evaluate() and aevaluate()."""

from ragas.evaluation.evaluate import RAGAS_EVALUATION_CHAIN_NAME, aevaluate, evaluate
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.result import EvaluationResult

__all__ = ["RAGAS_EVALUATION_CHAIN_NAME", "EvaluationDataset", "EvaluationResult", "aevaluate", "evaluate"]
