"""Optimizers: prompts of a metric's judge, improved on samples that people labelled, measured on samples held out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragas._lazy import door

if TYPE_CHECKING:
    from ragas.optimizers.annotations import (
        MetricAnnotation,
        PromptAnnotation,
        SampleAnnotation,
        SingleMetricAnnotation,
    )
    from ragas.optimizers.config import DemonstrationConfig, InstructionConfig
    from ragas.optimizers.demonstrations import DemonstrationOptimizer
    from ragas.optimizers.dspy_optimizer import DSPyOptimizer
    from ragas.optimizers.genetic import GeneticOptimizer
    from ragas.optimizers.losses import BinaryMetricLoss, HuberLoss, Loss, MSELoss
    from ragas.optimizers.optimizer import Optimizer
    from ragas.optimizers.report import Agreement, OptimizationReport
    from ragas.optimizers.similar import SimilarDemonstrations
    from ragas.optimizers.training import aoptimize_prompts, optimize_prompts, train

_HOME = {
    "Agreement": "ragas.optimizers.report",
    "BinaryMetricLoss": "ragas.optimizers.losses",
    "DSPyOptimizer": "ragas.optimizers.dspy_optimizer",
    "DemonstrationConfig": "ragas.optimizers.config",
    "DemonstrationOptimizer": "ragas.optimizers.demonstrations",
    "GeneticOptimizer": "ragas.optimizers.genetic",
    "HuberLoss": "ragas.optimizers.losses",
    "InstructionConfig": "ragas.optimizers.config",
    "Loss": "ragas.optimizers.losses",
    "MSELoss": "ragas.optimizers.losses",
    "MetricAnnotation": "ragas.optimizers.annotations",
    "OptimizationReport": "ragas.optimizers.report",
    "Optimizer": "ragas.optimizers.optimizer",
    "PromptAnnotation": "ragas.optimizers.annotations",
    "SampleAnnotation": "ragas.optimizers.annotations",
    "SimilarDemonstrations": "ragas.optimizers.similar",
    "SingleMetricAnnotation": "ragas.optimizers.annotations",
    "aoptimize_prompts": "ragas.optimizers.training",
    "optimize_prompts": "ragas.optimizers.training",
    "train": "ragas.optimizers.training",
}

__all__ = [
    "Agreement",
    "BinaryMetricLoss",
    "DSPyOptimizer",
    "DemonstrationConfig",
    "DemonstrationOptimizer",
    "GeneticOptimizer",
    "HuberLoss",
    "InstructionConfig",
    "Loss",
    "MSELoss",
    "MetricAnnotation",
    "OptimizationReport",
    "Optimizer",
    "PromptAnnotation",
    "SampleAnnotation",
    "SimilarDemonstrations",
    "SingleMetricAnnotation",
    "aoptimize_prompts",
    "optimize_prompts",
    "train",
]


__getattr__, __dir__ = door(__name__, _HOME)
