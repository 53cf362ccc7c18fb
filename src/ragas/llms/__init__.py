"""Judges: the models that grade, whoever serves them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragas._lazy import attach

if TYPE_CHECKING:
    from ragas.llms.adapt import as_judge as as_judge
