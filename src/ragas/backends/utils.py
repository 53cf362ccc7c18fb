"""Memorable names under the path of earlier versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragas._lazy import door

if TYPE_CHECKING:
    from ragas.experiment.names import MemorableNames, memorable_names

__all__ = ["MemorableNames", "memorable_names"]

# The names are made in a package above this one, so they are found by name only.
__getattr__, __dir__ = door(
    __name__,
    {"MemorableNames": "ragas.experiment.names", "memorable_names": "ragas.experiment.names"},
)
