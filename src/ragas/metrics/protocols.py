"""What a metric made of a function looks like to a type checker."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from ragas.metrics.result import MetricResult


@runtime_checkable
class BaseMetricProtocol(Protocol):
    """A function as a metric."""

    name: str
    allowed_values: Any

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The bare function's value."""
        ...

    def score(self, *args: Any, **inputs: Any) -> MetricResult:
        """The function's value as a result."""
        ...

    async def ascore(self, *args: Any, **inputs: Any) -> MetricResult:
        """The function's value as a result."""
        ...


@runtime_checkable
class DiscreteMetricProtocol(BaseMetricProtocol, Protocol):
    """One that gives words."""


@runtime_checkable
class NumericMetricProtocol(BaseMetricProtocol, Protocol):
    """One that gives numbers."""


@runtime_checkable
class RankingMetricProtocol(BaseMetricProtocol, Protocol):
    """One that gives rankings."""
