"""What is said of a metric in a result: all that its scores depend on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ragas import evaluate
from ragas.exceptions import ConfigurationError
from ragas.metrics import BaseMetric, MetricResult

ROWS = [{"response": "four"}]


def of_class(limit: int, setting: int = 1) -> Any:
    """A user's metric with a class; `limit` is in what the class reads."""

    @dataclass(eq=False, repr=False)
    class Short(BaseMetric):
        name: str = "short"
        setting: int = 1

        async def ascore(self, response: str) -> MetricResult:
            return MetricResult(float(len(response) < limit))

    return Short(setting=setting)


def plain(limit: int, setting: int = 1) -> Any:
    """One that is no subclass of ours."""

    class Short:
        name = "short"

        def __init__(self, setting: int) -> None:
            self.setting = setting

        async def ascore(self, response: str) -> float:
            return float(len(response) < limit)

    return Short(setting)


def without_fields(limit: int, setting: int = 1) -> Any:
    """A subclass of ours that keeps its setting in a plain attribute."""

    class Short(BaseMetric):
        def __init__(self, setting: int) -> None:
            super().__init__(name="short")
            self._setting = setting

        async def ascore(self, response: str) -> MetricResult:
            return MetricResult(float(len(response) < limit))

    return Short(setting)


@pytest.mark.parametrize("made", [of_class, plain, without_fields])
def test_a_run_goes_on_with_the_same_code_of_a_users_metric_only(made: Any, tmp_path: Path) -> None:
    """Another body, another value it reads, or another setting gives other scores under the same name."""
    evaluate(ROWS, [made(3)], run=tmp_path, show_progress=False)
    evaluate(ROWS, [made(3)], run=tmp_path, show_progress=False)
    for other in (made(9), made(3, setting=2)):
        with pytest.raises(ConfigurationError, match="made with other settings"):
            evaluate(ROWS, [other], run=tmp_path, show_progress=False)
