"""Small functions for embedders, under the path of earlier versions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any, TypeVar

from ragas.embeddings.embedder import batch_texts, get_optimal_batch_size, validate_texts
from ragas.engine.event_loop import call_in_thread, run_sync
from ragas.exceptions import MissingDependencyError

T = TypeVar("T")

__all__ = [
    "batch_texts",
    "get_optimal_batch_size",
    "run_async_in_current_loop",
    "run_sync_in_async",
    "safe_import",
    "validate_texts",
]


def run_async_in_current_loop(coro: Awaitable[T]) -> T:
    """What comes of a coroutine, also inside a running loop."""

    async def awaited() -> T:
        return await coro

    return run_sync(awaited())


async def run_sync_in_async(func: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """What a function gives that would block the loop; it is called in a thread of its own."""
    return await call_in_thread(func, *args, **kwargs)


def safe_import(module_name: str, package_name: str | None = None) -> Any:
    """A module of an optional package.

    Raises:
        ImportError: it is not installed; the message says what to install.
    """
    try:
        return import_module(module_name)
    except ImportError as error:
        raise MissingDependencyError(
            f"Failed to import {module_name}. Please install the required package: "
            f"pip install {package_name or module_name}"
        ) from error
