"""Recorded values of version 0.4.3's losses, replayed on ours."""

from __future__ import annotations

from typing import Any

import pytest

import ragas.losses
from tests.compat.replay import Case, cases

# It returned the accuracy, which is higher where there is less to lose.
DIFFERENT: dict[str, Any] = {"base.BinaryMetricLoss#2": 0.0}


@pytest.mark.parametrize("case", cases("BinaryMetricLoss", "MSELoss"), ids=lambda case: case["id"])
def test_recorded_losses(case: Case) -> None:
    """A recorded case gives its recorded value, or the one that docs/differences.md announces."""
    loss = getattr(ragas.losses, case["metric"].split(".")[1])(**case["init"])
    if "raises" in case["expected"]:
        with pytest.raises(ValueError, match="pairs"):
            loss(**case["inputs"])
        return
    wanted = DIFFERENT.get(case["id"], case["expected"]["value"])
    assert loss(**case["inputs"]) == pytest.approx(wanted)
