"""Evaluate RAG and LLM applications: scores with reasons, evidence and honest counts.

>>> from ragas import EvaluationDataset
>>> dataset = EvaluationDataset.from_list([{"user_input": "Who?", "response": "Ada.", "retrieved_contexts": ["Ada."]}])
>>> len(dataset)
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragas._lazy import door
from ragas._version import version as __version__

if TYPE_CHECKING:
    from ragas import backends, integrations
    from ragas.engine.cache import CacheInterface, DiskCacheBackend, cacher
    from ragas.engine.run_config import RunConfig
    from ragas.engine.tokenizers import BaseTokenizer, HuggingFaceTokenizer, TiktokenWrapper, get_tokenizer
    from ragas.evaluation import aevaluate, evaluate
    from ragas.evaluation.plan import aplan, plan
    from ragas.experiment import Dataset, DataTable, Experiment, experiment, version_experiment
    from ragas.schema.dataset import EvaluationDataset
    from ragas.schema.result import EvaluationResult
    from ragas.schema.samples import MultiTurnSample, SingleTurnSample

_HOME = {
    "__version__": "ragas._version:version",
    "BaseTokenizer": "ragas.engine.tokenizers",
    "CacheInterface": "ragas.engine.cache",
    "DataTable": "ragas.experiment.table",
    "Dataset": "ragas.experiment.dataset",
    "DiskCacheBackend": "ragas.engine.cache",
    "EvaluationDataset": "ragas.schema.dataset",
    "EvaluationResult": "ragas.schema.result",
    "Experiment": "ragas.experiment.results",
    "HuggingFaceTokenizer": "ragas.engine.tokenizers",
    "MultiTurnSample": "ragas.schema.samples",
    "RunConfig": "ragas.engine.run_config",
    "SingleTurnSample": "ragas.schema.samples",
    "TiktokenWrapper": "ragas.engine.tokenizers",
    "aevaluate": "ragas.evaluation",
    "aplan": "ragas.evaluation.plan",
    "backends": "ragas.backends:",
    "cacher": "ragas.engine.cache",
    "evaluate": "ragas.evaluation",
    "experiment": "ragas.experiment:",
    "get_tokenizer": "ragas.engine.tokenizers",
    "integrations": "ragas.integrations:",
    "plan": "ragas.evaluation.plan",
    "version_experiment": "ragas.experiment.versioning",
}

__all__ = [
    "BaseTokenizer",
    "CacheInterface",
    "DataTable",
    "Dataset",
    "DiskCacheBackend",
    "EvaluationDataset",
    "EvaluationResult",
    "Experiment",
    "HuggingFaceTokenizer",
    "MultiTurnSample",
    "RunConfig",
    "SingleTurnSample",
    "TiktokenWrapper",
    "__version__",
    "aevaluate",
    "aplan",
    "backends",
    "cacher",
    "evaluate",
    "experiment",
    "get_tokenizer",
    "integrations",
    "plan",
    "version_experiment",
]

_MODULES = (
    "async_utils",
    "cache",
    "callbacks",
    "cost",
    "dataset",
    "dataset_schema",
    "embeddings",
    "evaluation",
    "exceptions",
    "executor",
    "llms",
    "losses",
    "messages",
    "metrics",
    "optimizers",
    "prompt",
    "run_config",
    "testset",
    "tokenizers",
    "utils",
    "validation",
)
"""Modules that are there after `import ragas` alone, as `ragas.metrics`; each is loaded when it is first asked for."""

__getattr__ = door(__name__, _HOME | {name: f"ragas.{name}:" for name in _MODULES})[0]
__dir__ = door(__name__, _HOME)[1]
