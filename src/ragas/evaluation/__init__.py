"""Score a dataset: evaluate() and aevaluate()."""

from ragas.evaluation.evaluate import aevaluate, evaluate
from ragas.evaluation.job import RUN_NAME as RAGAS_EVALUATION_CHAIN_NAME
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.result import EvaluationResult

__all__ = ["RAGAS_EVALUATION_CHAIN_NAME", "EvaluationDataset", "EvaluationResult", "aevaluate", "evaluate"]
