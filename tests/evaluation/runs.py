"""How the user cases run `evaluate`."""

from __future__ import annotations

from typing import Any

from ragas import EvaluationResult, RunConfig, evaluate

ONCE = RunConfig(max_retries=1, timeout=20)


def run(dataset: Any, metrics: Any, **arguments: Any) -> EvaluationResult:
    """Evaluate without a progress bar and without second tries."""
    result = evaluate(dataset, metrics, show_progress=False, run_config=ONCE, **arguments)
    assert isinstance(result, EvaluationResult)
    return result
