"""Promises of `ragas.engine.run_config`."""

import asyncio
import pickle
import subprocess
import sys
from dataclasses import asdict

import pytest

from ragas import run_config as door
from ragas.engine.run_config import RunConfig, add_async_retry, add_retry


def test_defaults() -> None:
    """The defaults are those users know."""
    assert asdict(RunConfig()) == {
        "timeout": 180,
        "max_retries": 10,
        "max_wait": 60,
        "max_workers": 16,
        "exception_types": (Exception,),
        "log_tenacity": False,
        "seed": 42,
        "requests_per_minute": None,
        "tokens_per_minute": None,
    }
    assert door.RunConfig is RunConfig


def test_the_generator_is_seeded() -> None:
    """Two configurations with one seed draw the same numbers; the generator is kept, and does not hinder pickling."""
    one, two = RunConfig(seed=7), RunConfig(seed=7)
    assert one.rng.integers(1000, size=5).tolist() == two.rng.integers(1000, size=5).tolist()
    assert one.rng is one.rng
    assert one == two
    assert pickle.loads(pickle.dumps(one)).seed == 7


def test_a_call_is_tried_at_least_once() -> None:
    """0 retries mean one attempt."""
    assert RunConfig(max_retries=0).attempts == 1


def test_add_retry() -> None:
    """A function is tried `max_retries` times for the given exceptions; the last error is raised as it is."""
    tried: list[int] = []

    def fail() -> None:
        tried.append(1)
        raise KeyError("x")

    config = RunConfig(max_retries=3, max_wait=0, exception_types=(KeyError,))
    with pytest.raises(KeyError):
        add_retry(fail, config)()
    assert len(tried) == 3
    with pytest.raises(KeyError):
        add_retry(fail, RunConfig(max_retries=3, max_wait=0, exception_types=(OSError,)))()
    assert len(tried) == 4


def test_add_async_retry() -> None:
    """An async function likewise, and it may succeed in the end."""
    outcomes = [OSError("a"), OSError("b"), None]

    async def work(value: int) -> int:
        outcome = outcomes.pop(0)
        if outcome is not None:
            raise outcome
        return value

    assert asyncio.run(add_async_retry(work, RunConfig(max_wait=0, log_tenacity=True))(5)) == 5


def test_the_engine_loads_nothing_heavy() -> None:
    """Importing the engine and its doors loads the standard library only, and opens no database."""
    program = (
        "import sys, ragas.engine.runner, ragas.cache, ragas.executor, ragas.async_utils, ragas.run_config, ragas.cost;"
        "heavy = {'numpy', 'tenacity', 'rich', 'sqlite3', 'genai_prices', 'openai', 'httpx', 'concurrent.futures.thread'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"
