"""Kept for import paths: the names of `ragas.llms`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import ragas.llms


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    if name == "InstructorModelArgs":
        return getattr(import_module("ragas.legacy.instructor"), name)
    return getattr(ragas.llms, name)
