"""Async code from anywhere; the definitions are in `ragas.engine.tasks`."""

from ragas.engine.tasks import (
    apply_nest_asyncio,
    as_completed,
    is_event_loop_running,
    process_futures,
    run,
    run_async_tasks,
)

__all__ = [
    "apply_nest_asyncio",
    "as_completed",
    "is_event_loop_running",
    "process_futures",
    "run",
    "run_async_tasks",
]
