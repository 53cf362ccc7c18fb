"""A budget for models of which nobody knows the price."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ragas import evaluate
from ragas.exceptions import ConfigurationError
from ragas.metrics.collections import AspectCritic, ExactMatch

ROWS = [{"user_input": "Who?", "response": "Ada.", "reference": "Ada."}]
asked: list[str] = []


def in_house(prompt: str) -> str:
    """A judge that is a function."""
    asked.append(prompt)
    return '{"reason": "so", "verdict": true}'


@pytest.mark.parametrize("whose", ["the run's", "the metric's own"])
def test_a_budget_is_refused_before_anything_is_sent(tmp_path: Path, whose: str) -> None:
    """The judge is named, whoever brought it, and no folder is left behind."""
    asked.clear()
    own = whose == "the metric's own"
    critic = AspectCritic(name="kind", definition="Is it kind?", llm=in_house if own else None)
    settings: dict[str, Any] = {} if own else {"llm": in_house}
    with pytest.raises(ConfigurationError, match=r"price of 'in_house' is unknown.* nothing was sent"):
        evaluate(ROWS, [critic], budget=1.0, run=tmp_path / "run", show_progress=False, **settings)
    assert not asked
    assert not (tmp_path / "run").exists()


def test_a_judge_that_is_not_asked_needs_no_price() -> None:
    """Metrics that ask nobody run under any budget."""
    result: Any = evaluate(ROWS, [ExactMatch()], llm=in_house, budget=1.0, show_progress=False)
    assert result["exact_match"] == [1.0]
