"""RankingMetric: a judge's answer to your prompt, a ranked list. `@ranking_metric`: the same of a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from ragas.metrics.decorator import CustomMetric, create_metric_decorator
from ragas.metrics.llm_metric import LLMMetric
from ragas.metrics.validators import RankingValidator


@dataclass(eq=False, repr=False)
class RankingMetric(LLMMetric):
    """A judge's answer to your prompt: a list of `allowed_values` items, the best first.

    A list of another length is asked for once more, then the score fails.

    >>> from ragas.testing import ScriptedJudge
    >>> metric = RankingMetric("best", allowed_values=2, prompt="Rank by clarity: {answers}")
    >>> judge = ScriptedJudge([{"reason": "b is plainer", "value": ["b", "a"]}])
    >>> metric.score(llm=judge, answers="a: ..., b: ...").value
    ['b', 'a']
    """

    allowed_values: Any = field(default=2, kw_only=False)

    def __post_init__(self) -> None:
        self.allowed_values = length(self.allowed_values)
        super().__post_init__()

    @classmethod
    def load(cls, path: str | Path, embedding_model: Any = None) -> Self:  # type: ignore[override]  # as it was
        """The metric that `save` wrote."""
        return super().load(path, embedding_model=embedding_model)


def length(allowed: Any) -> int:
    """Allowed values as the length of a ranking.

    Raises:
        ValueError: it is no whole number from 1.
    """
    if isinstance(allowed, int) and not isinstance(allowed, bool) and allowed >= 1:
        return allowed
    raise ValueError(f"allowed_values of a ranking metric is the length of the list, not {allowed!r}")


def ranking_metric(
    *, name: str | None = None, allowed_values: Any = None, **metric_params: Any
) -> Callable[[Callable[..., Any]], CustomMetric]:
    """Make a metric of a function that gives a list, the best first (of 2 items unless said otherwise).

    >>> @ranking_metric()
    ... def by_length(first: str, second: str) -> list[str]:
    ...     return sorted([first, second], key=len)
    >>> by_length.score(first="long one", second="short").value
    ['short', 'long one']
    """
    allowed = length(2 if allowed_values is None else allowed_values)
    return create_metric_decorator(RankingValidator)(name=name, allowed_values=allowed, **metric_params)
