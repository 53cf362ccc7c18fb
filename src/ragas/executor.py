"""Jobs run together; the definitions are in `ragas.engine.executor`."""

from ragas.engine.executor import Executor, run_async_batch

__all__ = ["Executor", "run_async_batch"]
