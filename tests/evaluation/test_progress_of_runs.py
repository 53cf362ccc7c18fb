"""What a run tells of its progress."""

from __future__ import annotations

import asyncio
import threading

import pytest

from ragas import EvaluationDataset, aevaluate
from ragas.metrics import discrete_metric
from ragas.testing import ScriptedJudge


def test_cells_that_were_cancelled_are_not_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """When a run is stopped, the last line counts the cells that have a score and no others."""
    first = threading.Event()

    @discrete_metric(name="slow", allowed_values=["yes", "no"])
    async def slow(response: str) -> str:
        if response != "0":
            await asyncio.sleep(60)
        first.set()
        return "yes"

    async def stopped() -> None:
        dataset = EvaluationDataset.from_list([{"response": str(row)} for row in range(20)])
        running = asyncio.ensure_future(aevaluate(dataset, [slow], llm=ScriptedJudge([])))
        await asyncio.to_thread(first.wait, 30)
        await asyncio.sleep(0.2)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    asyncio.run(stopped())
    assert "Evaluating: 1/20" in capsys.readouterr().err
