"""Judges that hang, block, refuse and break off: what users have reported, tried on ours."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from ragas import EvaluationResult, RunConfig, evaluate
from ragas.engine.runner import use_run_config
from ragas.exceptions import TruncatedReplyError
from ragas.llms.judge import Judge
from ragas.metrics.collections import AspectCritic, Faithfulness
from tests.replies import statements, verdicts

ROWS = [
    {
        "user_input": f"When does ferry {n} leave?",
        "response": f"Ferry {n} leaves.",
        "retrieved_contexts": ["It does."],
    }
    for n in range(10)
]


class Seventh(Judge):
    """Answers at once, except about ferry 7."""

    name = "seventh"

    def __init__(self, trouble: Callable[[], Any]) -> None:
        self.trouble = trouble
        self.asked = 0

    async def agenerate(self, prompt: Any, response_model: Any) -> Any:
        self.asked += 1
        if "Ferry 7" in prompt:
            await self.trouble()
        await asyncio.sleep(0.01)
        made = statements("It leaves.") if response_model.__name__ == "Statements" else verdicts(True)
        return response_model.model_validate(made)


async def hang() -> None:
    await asyncio.Event().wait()


async def swallow() -> None:
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        await asyncio.Event().wait()


over = threading.Event()
"""Set when the test is over, so that blocked threads end."""


async def block() -> None:
    over.wait(600)


async def block_in_a_task() -> None:
    await asyncio.gather(block())


async def block_a_thread() -> None:
    await asyncio.to_thread(over.wait, 600)


@pytest.mark.parametrize("trouble", [hang, swallow, block, block_in_a_task, block_a_thread])
def test_c15_one_call_never_returns(trouble: Callable[[], Any]) -> None:
    """Nine rows have scores, the seventh is a timeout, soon after its deadline, whatever the judge does there."""
    over.clear()
    began = time.monotonic()
    with pytest.warns(
        UserWarning, match=r"1 of 10 failed, first cause \(row \d+\): .*no answer within 0.5 s"
    ):
        result = evaluate(
            ROWS,
            [Faithfulness(llm=Seventh(trouble))],
            run_config=RunConfig(timeout=0.5, max_retries=1),
            show_progress=False,
        )
    assert time.monotonic() - began < 15, "the deadline is 0.5 s; a busy machine may take some seconds more"
    over.set()
    assert isinstance(result, EvaluationResult)
    cells = result.cells
    assert [row["faithfulness"].value for row in cells] == [1.0] * 7 + [None] + [1.0] * 2
    assert cells[7]["faithfulness"].error == "JudgeTimeoutError"


def test_c15_the_process_ends() -> None:
    """A judge that blocks its thread or its loop for ten minutes keeps no process alive and leaves no noise."""
    program = """
        import time, warnings
        from ragas import RunConfig, evaluate
        from ragas.metrics.collections import AspectCritic

        warnings.simplefilter("ignore")

        async def blocks(prompt: str) -> str:
            time.sleep(600)
            return ""

        def sleeps(prompt: str) -> str:
            time.sleep(600)
            return ""

        for judge in (blocks, sleeps):
            metric = AspectCritic(name="kind", definition="Is it kind?", llm=judge)
            result = evaluate(
                [{"user_input": "a", "response": "b"}], [metric], show_progress=False,
                run_config=RunConfig(timeout=0.2, max_retries=1),
            )
            print(result.cell(0, "kind").error)
    """
    began = time.monotonic()
    result = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.stdout.split(), result.stderr) == (["JudgeTimeoutError"] * 2, "")
    assert time.monotonic() - began < 30


class Cut(Judge):
    """Has room for six verdicts, and says so."""

    name = "cut"

    def __init__(self) -> None:
        self.asked: list[int] = []

    async def agenerate(self, prompt: Any, response_model: Any) -> Any:
        if response_model.__name__ == "Statements":
            return response_model.model_validate(statements(*(f"Claim {n}." for n in range(9))))
        count = prompt.count("Claim ")
        self.asked.append(count)
        if count > 6:
            raise TruncatedReplyError("cut off after 64 tokens")
        return response_model.model_validate(verdicts(*(n % 2 == 0 for n in range(count))))


def test_c12_a_cut_reply_is_asked_for_in_smaller_batches() -> None:
    """Nine verdicts do not fit: two batches do, and all nine count."""
    judge = Cut()
    result = evaluate(ROWS[:1], [Faithfulness(llm=judge)], show_progress=False)
    assert isinstance(result, EvaluationResult)
    assert judge.asked[0] == 9
    assert sum(judge.asked[1:]) == 9
    assert len(result.cell(0, "faithfulness").traces["output"]["statements"]) == 9  # type: ignore[index]


ASKED = 0.05
"""Seconds the server asks to wait."""


class Busy(Exception):
    def __init__(self) -> None:
        super().__init__("slow down")
        self.status_code = 429
        self.response = SimpleNamespace(status_code=429, headers={"Retry-After": str(ASKED)})


class Limited(Judge):
    """Refuses the first two attempts of each row and counts the calls in flight."""

    name = "limited"

    def __init__(self) -> None:
        self.under_way = self.peak = 0
        self.refused: dict[str, list[float]] = {}
        self.early = 0
        self._lock = threading.Lock()

    async def agenerate(self, prompt: Any, response_model: Any) -> Any:
        with self._lock:
            self.under_way += 1
            self.peak = max(self.peak, self.under_way)
        try:
            await asyncio.sleep(0.01)
            times = self.refused.setdefault(str(prompt), [])
            if times and time.monotonic() - times[-1] < ASKED:
                self.early += 1
            if len(times) < 2:
                times.append(time.monotonic())
                raise Busy
            return response_model.model_validate({"verdict": "row 3" not in prompt, "reason": "so"})
        finally:
            with self._lock:
                self.under_way -= 1


TWENTY = [{"user_input": f"row {n}.", "response": "yes"} for n in range(20)]
FOUR = RunConfig(max_workers=4, max_wait=0.01)
"""Waits of its own accord are shorter than the one the server asks for, so that only obeying it is slow enough."""


def critic(judge: Judge) -> AspectCritic:
    return AspectCritic(name="kind", definition="Is it kind?", llm=judge)


def test_c14_a_cap_and_refusals_in_evaluate() -> None:
    """All twenty rows are scored in order, with four calls at once, every wait kept, and the retries reported."""
    judge = Limited()
    result = evaluate(TWENTY, [critic(judge)], run_config=FOUR, show_progress=False)
    assert isinstance(result, EvaluationResult)
    assert result["kind"] == [float(n != 3) for n in range(20)]
    assert (judge.peak <= 4, judge.early) == (True, 0)
    assert result.usage["runner"]["retries"] == 40


def test_c14_a_cap_and_refusals_in_single_metrics() -> None:
    """The same for a batch of a single metric, and for scores asked one by one."""
    judge = Limited()
    with use_run_config(FOUR) as runner:
        results = critic(judge).batch_score(TWENTY)
    assert [one.value for one in results] == [float(n != 3) for n in range(20)]
    assert (judge.peak <= 4, judge.early, runner.stats.retries) == (True, 0, 40)

    judge = Limited()

    async def one_by_one() -> list[Any]:
        with use_run_config(FOUR):
            return await asyncio.gather(*(critic(judge).ascore(**row) for row in TWENTY))

    assert [one.value for one in asyncio.run(one_by_one())] == [float(n != 3) for n in range(20)]
    assert (judge.peak <= 4, judge.early) == (True, 0)


def test_c14_without_a_cap_of_ones_own_there_is_one() -> None:
    """Outside of any run, calls still share one cap, and are told to wait like those of a run."""
    judge = Limited()
    results = critic(judge).batch_score(TWENTY)
    assert len(results) == 20
    assert judge.peak <= RunConfig().max_workers


def test_c14_exhausted_retries_leave_the_row_unscored() -> None:
    """With one attempt only, rows are unscored and listed with what to do."""
    with pytest.warns(UserWarning, match=r"20 of 20 failed, first cause \(row \d+\): slow down"):
        result = evaluate(
            TWENTY, [critic(Limited())], run_config=RunConfig(max_retries=1), show_progress=False
        )
    assert isinstance(result, EvaluationResult)
    assert len(result.failures()) == 20
