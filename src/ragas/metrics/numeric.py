"""NumericMetric: a judge's answer to your prompt, a number. `@numeric_metric`: the same of a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from numbers import Real
from pathlib import Path
from typing import Any, Self

from ragas.metrics.decorator import CustomMetric, create_metric_decorator
from ragas.metrics.llm_metric import LLMMetric
from ragas.metrics.validators import NumericValidator


@dataclass(eq=False, repr=False)
class NumericMetric(LLMMetric):
    """A judge's answer to your prompt: a number from `allowed_values[0]` to `allowed_values[1]`, or one of a range.

    A number outside is asked for once more, then the score fails; it is never clipped.

    >>> from ragas.testing import ScriptedJudge
    >>> metric = NumericMetric("clarity", allowed_values=range(1, 6), prompt="How clear is this? {response}")
    >>> judge = ScriptedJudge([{"reason": "One idea.", "value": 42}, {"reason": "One idea.", "value": 4}])
    >>> metric.score(llm=judge, response="Wait here.").value
    4
    """

    allowed_values: Any = field(default=(0.0, 1.0), kw_only=False)

    def __post_init__(self) -> None:
        self.allowed_values = span(self.allowed_values)
        super().__post_init__()

    @classmethod
    def load(cls, path: str | Path, embedding_model: Any = None) -> Self:  # type: ignore[override]  # as it was
        """The metric that `save` wrote."""
        return super().load(path, embedding_model=embedding_model)


def span(allowed: Any) -> tuple[float, float] | range:
    """Allowed values as (lowest, highest) or a range.

    Raises:
        ValueError: it is neither.
    """
    if isinstance(allowed, range) and len(allowed):
        return allowed
    if isinstance(allowed, (list, tuple)) and len(allowed) == 2:
        low, high = allowed
        if isinstance(low, Real) and isinstance(high, Real) and low < high:
            return (low, high)  # type: ignore[return-value]  # real numbers of any type compare alike
    raise ValueError(f"allowed_values of a numeric metric is (lowest, highest) or a range, not {allowed!r}")


def numeric_metric(
    *, name: str | None = None, allowed_values: Any = None, **metric_params: Any
) -> Callable[[Callable[..., Any]], CustomMetric]:
    """Make a metric of a function that gives a number (from 0 to 1 unless said otherwise).

    >>> @numeric_metric(allowed_values=(0, 100))
    ... def length(response: str, *, unit: int = 1) -> float:
    ...     return len(response) / unit
    >>> length.score(response="At nine.", unit=4).value
    2.0
    """
    allowed = span((0.0, 1.0) if allowed_values is None else allowed_values)
    return create_metric_decorator(NumericValidator)(name=name, allowed_values=allowed, **metric_params)
