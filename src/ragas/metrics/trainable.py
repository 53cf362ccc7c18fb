"""Metrics whose prompts can be improved on labelled samples."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_TRAINING = "ragas.optimizers.training"
"""Found by name when it is asked for: optimizers stand above metrics, and these methods are only their doors."""


class Trainable:
    """The two methods that lead from a metric to the optimizers."""

    def train(self, path: Any, *args: Any, **settings: Any) -> Any:
        """Bring the prompts nearer to people's annotations in a JSON file: `ragas.optimizers.train` with this metric."""
        return import_module(_TRAINING).train(self, path, *args, **settings)

    def optimize_prompts(self, dataset: Any, *args: Any, **settings: Any) -> Any:
        """Bring the prompts nearer to people's labels: `ragas.optimizers.optimize_prompts` with this metric."""
        return import_module(_TRAINING).optimize_prompts(self, dataset, *args, **settings)
