"""`Optimizer` under the import path Ragas has always had."""

from ragas.optimizers.optimizer import Optimizer

__all__ = ["Optimizer"]
