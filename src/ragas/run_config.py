"""How a run treats its calls; the definitions are in `ragas.engine.run_config`."""

from ragas.engine.run_config import RunConfig, add_async_retry, add_retry
from ragas.engine.runner import use_run_config

__all__ = ["RunConfig", "add_async_retry", "add_retry", "use_run_config"]
