"""ragas.embeddings.utils: the functions of earlier versions."""

from __future__ import annotations

import asyncio

import pytest

from ragas.embeddings.utils import run_async_in_current_loop, run_sync_in_async, safe_import


async def doubled(number: int) -> int:
    await asyncio.sleep(0)
    return 2 * number


def added(a: int, b: int) -> int:
    return a + b


def test_async_and_sync_code_call_each_other() -> None:
    """A coroutine runs inside a running loop and without one; a function that blocks runs beside the loop."""
    assert run_async_in_current_loop(doubled(2)) == 4

    async def inside() -> int:
        return run_async_in_current_loop(doubled(3)) + await run_sync_in_async(added, 1, b=1)

    assert asyncio.run(inside()) == 8


def test_a_missing_package_says_what_to_install() -> None:
    """The module comes back, or an ImportError with the package's name."""
    assert safe_import("json").dumps(1) == "1"
    with pytest.raises(ImportError, match="pip install some-package"):
        safe_import("no_module_of_that_name", "some-package")
    with pytest.raises(ImportError, match="pip install no_module_of_that_name"):
        safe_import("no_module_of_that_name")
