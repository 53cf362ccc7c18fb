"""Programs some tests need: skipped where one is missing, unless the environment says that it must be there."""

from __future__ import annotations

import os

import pytest

REQUIRED = frozenset(filter(None, os.environ.get("RAGAS_TESTS_REQUIRE", "").split(",")))


def lacking(program: str, how: str) -> None:
    """End a test that needs a program this machine lacks: skipped for a developer, failed where it must run."""
    if program in REQUIRED:
        pytest.fail(f"{program} is required here and is missing. {how}")
    pytest.skip(f"{program} is not on this machine. {how}")
