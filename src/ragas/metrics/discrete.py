"""DiscreteMetric: a judge's answer to your prompt, one of several words. `@discrete_metric`: the same of a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from ragas.metrics.decorator import CustomMetric, create_metric_decorator
from ragas.metrics.llm_metric import LLMMetric
from ragas.metrics.validators import DiscreteValidator

PASS_OR_FAIL = ("pass", "fail")


@dataclass(eq=False, repr=False)
class DiscreteMetric(LLMMetric):
    """A judge's answer to your prompt: one of the words in `allowed_values`.

    Case and the punctuation around the word do not matter: "Pass." is "pass". Any other word is asked for once more,
    then the score fails.

    >>> from ragas.testing import ScriptedJudge
    >>> metric = DiscreteMetric("polite", prompt="Is this polite? {response}")
    >>> judge = ScriptedJudge([{"reason": "It says please.", "value": "Pass."}])
    >>> metric.score(llm=judge, response="Please wait.")
    MetricResult(value=pass, reason='It says please.')
    """

    allowed_values: Any = field(default_factory=lambda: list(PASS_OR_FAIL), kw_only=False)

    def __post_init__(self) -> None:
        self.allowed_values = words(self.allowed_values)
        super().__post_init__()

    @classmethod
    def load(cls, path: str | Path, embedding_model: Any = None) -> Self:  # type: ignore[override]  # as it was
        """The metric that `save` wrote."""
        return super().load(path, embedding_model=embedding_model)


def words(allowed: Any) -> list[Any]:
    """Allowed values as a list of words.

    Raises:
        ValueError: it is no list of words.
    """
    if isinstance(allowed, (list, tuple)) and allowed:
        return list(allowed)
    raise ValueError(f"allowed_values of a discrete metric is a list of words, not {allowed!r}")


def discrete_metric(
    *, name: str | None = None, allowed_values: Any = None, **metric_params: Any
) -> Callable[[Callable[..., Any]], CustomMetric]:
    """Make a metric of a function that gives one of several words ("pass" and "fail" unless said otherwise).

    >>> @discrete_metric(name="short")
    ... def short(response: str) -> str:
    ...     return "pass" if len(response) < 20 else "fail"
    >>> short.score(response="At nine.").value
    'pass'
    """
    allowed = words(PASS_OR_FAIL if allowed_values is None else allowed_values)
    return create_metric_decorator(DiscreteValidator)(name=name, allowed_values=allowed, **metric_params)
