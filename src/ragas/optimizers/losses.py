"""How far a metric's values are from people's labels. Lower is better, 0 is perfect, for every loss."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import Literal


class Loss(ABC):
    """A distance between values and labels: 0 where all are equal, larger where they are not.

    Subclass it with `__call__` to bring your own.
    """

    @abstractmethod
    def __call__(self, predicted: Sequence[float], actual: Sequence[float]) -> float:
        """The loss of `predicted` against `actual`."""


@dataclass(frozen=True)
class MSELoss(Loss):
    """The mean of the squared differences, or their sum.

    >>> MSELoss()([1, 2], [1, 4])
    2.0
    """

    reduction: Literal["mean", "sum"] = "mean"

    def __post_init__(self) -> None:
        if self.reduction not in ("mean", "sum"):
            raise ValueError(f"reduction is 'mean' or 'sum', not {self.reduction!r}")

    def __call__(self, predicted: Sequence[float], actual: Sequence[float]) -> float:
        """The squared differences, in the units of the values squared.

        Raises:
            ValueError: there are no values, or not as many of one as of the other.
        """
        _paired(predicted, actual)
        squares = fsum((float(one) - float(other)) ** 2 for one, other in zip(predicted, actual, strict=True))
        return squares / len(actual) if self.reduction == "mean" else squares


@dataclass(frozen=True)
class HuberLoss(Loss):
    """Half the squared difference up to `delta`, growing evenly beyond it, so that one far value weighs less."""

    delta: float = 1.0

    def __post_init__(self) -> None:
        if not self.delta > 0:
            raise ValueError(f"delta is above 0, not {self.delta!r}")

    def __call__(self, predicted: Sequence[float], actual: Sequence[float]) -> float:
        """The mean over the pairs.

        Raises:
            ValueError: there are no values, or not as many of one as of the other.
        """
        _paired(predicted, actual)
        return fsum(self._of(abs(float(a) - float(b))) for a, b in zip(predicted, actual, strict=True)) / len(
            actual
        )

    def _of(self, distance: float) -> float:
        if distance <= self.delta:
            return distance**2 / 2
        return self.delta * (distance - self.delta / 2)


@dataclass(frozen=True)
class BinaryMetricLoss(Loss):
    """What is missing to perfect accuracy, or to a perfect F1 of the label 1. For accuracy labels may be words.

    >>> BinaryMetricLoss()([1, 0, 1, 1], [1, 1, 1, 1])
    0.25
    """

    metric: Literal["accuracy", "f1_score"] = "accuracy"

    def __post_init__(self) -> None:
        if self.metric not in ("accuracy", "f1_score"):
            raise ValueError(f"metric is 'accuracy' or 'f1_score', not {self.metric!r}")

    def __call__(self, predicted: Sequence[float], actual: Sequence[float]) -> float:
        """One minus the accuracy or F1, in [0, 1]. Without a 1 on either side F1 is perfect.

        Raises:
            ValueError: there are no values, or not as many of one as of the other.
        """
        _paired(predicted, actual)
        pairs = list(zip(predicted, actual, strict=True))
        if self.metric == "accuracy":
            return sum(one != other for one, other in pairs) / len(pairs)
        both = sum(one == other == 1 for one, other in pairs)
        either = sum((one == 1) + (other == 1) for one, other in pairs)
        return 1 - 2 * both / either if either else 0.0


def _paired(predicted: Sequence[float], actual: Sequence[float]) -> None:
    if len(predicted) != len(actual):
        raise ValueError(f"values and labels come in pairs: {len(predicted)} against {len(actual)} do not")
    if not actual:
        raise ValueError("a loss needs at least one value and its label")
