"""Documents become a knowledge graph, the graph becomes questions with references: test sets for those without data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragas._lazy import door

if TYPE_CHECKING:
    from ragas.testset.generator import TestsetGenerator
    from ragas.testset.testset import Testset, TestsetSample

_HOME = {
    "Testset": "ragas.testset.testset",
    "TestsetGenerator": "ragas.testset.generator",
    "TestsetSample": "ragas.testset.testset",
}

__all__ = ["Testset", "TestsetGenerator", "TestsetSample"]

__getattr__, __dir__ = door(__name__, _HOME)
