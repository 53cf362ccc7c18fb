"""What a cache holds, and pruning it, with other processes at work on it."""

from __future__ import annotations

import multiprocessing
import time
from pathlib import Path

import pytest

from ragas.engine.cache import SQLiteCache
from ragas.engine.cache_contents import NO_MODEL

DAY = 86_400.0


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SQLiteCache:
    """Three replies of one model a day apart, one of another, one of nobody."""
    made = SQLiteCache(tmp_path / "judge.sqlite")
    clock = [0.0]
    monkeypatch.setattr("ragas.engine.cache.time.time", lambda: clock[0])
    for day in range(3):
        clock[0] = day * DAY
        made.set(f"a{day}", {"text": "x" * 1000, "model": "gpt-4o-2026", "asked": "gpt-4o"})
    made.set("b", {"text": "yes", "model": "claude"})
    made.set("c", [1, 2])
    return made


def test_contents_by_model(cache: SQLiteCache) -> None:
    """Under the model that was asked, else the one that answered, else unknown; with size and ages."""
    found = {one.model: one for one in cache.contents()}
    assert {name: one.entries for name, one in found.items()} == {"gpt-4o": 3, "claude": 1, NO_MODEL: 1}
    assert 3000 < found["gpt-4o"].bytes < 3400
    assert (found["gpt-4o"].oldest, found["gpt-4o"].newest) == (0.0, 2 * DAY)
    assert cache.size > 4000


def test_old_ones_go(cache: SQLiteCache) -> None:
    """Older than an age, of all models or of one."""
    assert cache.prune(older_than=1.5 * DAY, model="claude", now=2 * DAY) == 0
    assert cache.prune(older_than=0.5 * DAY, now=2 * DAY) == 2
    assert [cache.has_key(key) for key in ("a0", "a1", "a2", "b", "c")] == [False, False, True, True, True]


def test_the_oldest_go_until_it_fits(cache: SQLiteCache) -> None:
    """What is left is the newest, within the size."""
    assert cache.prune(max_size=2500) == 1
    assert [cache.has_key(key) for key in ("a0", "a1", "a2")] == [False, True, True]
    assert cache.prune(max_size=0) == 4
    assert len(cache) == 0


def test_one_model_goes(cache: SQLiteCache) -> None:
    """All its replies, and no others."""
    assert cache.prune(model="gpt-4o") == 3
    assert {one.model for one in cache.contents()} == {"claude", NO_MODEL}


def test_room_is_given_back(tmp_path: Path) -> None:
    """Pruning and clearing make the file smaller."""
    made = SQLiteCache(tmp_path / "judge.sqlite")
    for number in range(200):
        made.set(str(number), {"text": "x" * 5000})
    before = made.size
    made.prune(max_size=100_000)
    assert made.size < before / 4
    made.clear()
    assert made.size < 50_000
    made.close()


def test_an_entry_of_somebody_elses_is_listed(cache: SQLiteCache) -> None:
    """What is no JSON is counted under unknown and can be pruned."""
    cache._run("INSERT INTO replies VALUES ('d', ?, 0)", (b"\xff{",))
    assert {one.model: one.entries for one in cache.contents()}[NO_MODEL] == 2
    assert cache.prune(model=NO_MODEL) == 2


def write(path: str, name: str, count: int) -> None:
    made = SQLiteCache(path)
    for number in range(count):
        made.set(f"{name}-{number}", {"text": "x" * 500, "model": name})
        assert made.get(f"{name}-{number}") is not None
    made.close()


def write_and_prune(path: str, name: str, count: int) -> None:
    made = SQLiteCache(path)
    for number in range(count):
        made.set(f"{name}-{number}", {"text": "x" * 500, "model": name})
    made.prune(model=name)
    made.close()


def test_four_processes_write_at_once(tmp_path: Path) -> None:
    """Nothing is lost and nobody fails, though one of the four prunes and looks at the contents go on meanwhile."""
    path = str(tmp_path / "judge.sqlite")
    work = multiprocessing.get_context("spawn")
    jobs = [work.Process(target=write, args=(path, name, 60)) for name in ("a", "b", "c")]
    jobs.append(work.Process(target=write_and_prune, args=(path, "d", 60)))
    for job in jobs:
        job.start()
    watching = SQLiteCache(path)
    while any(job.is_alive() for job in jobs):
        watching.contents()
        time.sleep(0.02)
    for job in jobs:
        job.join()
    assert [job.exitcode for job in jobs] == [0, 0, 0, 0]
    assert {one.model: one.entries for one in watching.contents()} == {"a": 60, "b": 60, "c": 60}
    watching.close()
