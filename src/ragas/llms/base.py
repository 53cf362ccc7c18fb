"""Kept for import paths: the names of `ragas.llms`."""

from __future__ import annotations

from typing import Any

import ragas.llms


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(ragas.llms, name)
