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
    from ragas.engine.cache import CacheInterface, DiskCacheBackend, cacher
    from ragas.engine.run_config import RunConfig
    from ragas.evaluation import aevaluate, evaluate
    from ragas.schema.dataset import EvaluationDataset
    from ragas.schema.result import EvaluationResult
    from ragas.schema.samples import MultiTurnSample, SingleTurnSample

_HOME = {
    "__version__": "ragas._version:version",
    "CacheInterface": "ragas.engine.cache",
    "DiskCacheBackend": "ragas.engine.cache",
    "EvaluationDataset": "ragas.schema.dataset",
    "EvaluationResult": "ragas.schema.result",
    "MultiTurnSample": "ragas.schema.samples",
    "RunConfig": "ragas.engine.run_config",
    "SingleTurnSample": "ragas.schema.samples",
    "aevaluate": "ragas.evaluation",
    "cacher": "ragas.engine.cache",
    "evaluate": "ragas.evaluation",
}

__all__ = [
    "CacheInterface",
    "DiskCacheBackend",
    "EvaluationDataset",
    "EvaluationResult",
    "MultiTurnSample",
    "RunConfig",
    "SingleTurnSample",
    "__version__",
    "aevaluate",
    "cacher",
    "evaluate",
]


__getattr__, __dir__ = door(__name__, _HOME)
