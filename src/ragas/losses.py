"""Losses; the definitions are in `ragas.optimizers.losses`."""

from ragas.optimizers.losses import BinaryMetricLoss, HuberLoss, Loss, MSELoss

__all__ = ["BinaryMetricLoss", "HuberLoss", "Loss", "MSELoss"]
