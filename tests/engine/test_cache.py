"""Promises of `ragas.engine.cache`."""

import asyncio
import json
import os
import pickle
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from ragas import cache as door
from ragas.engine.cache import CacheInterface, DiskCacheBackend, SQLiteCache, check_cache
from ragas.engine.event_loop import call_in_thread
from ragas.exceptions import ConfigurationError


def test_values_come_back(tmp_path: Path) -> None:
    """JSON values come back equal, in the same object and in a new one; a missing key gives None."""
    path = tmp_path / "deep" / "folder" / "replies.sqlite"
    value = {"text": "Żółw 🐢 \ud83d", "list": [1, 2.5, None, True]}
    cache = SQLiteCache(path)
    assert cache.get("a") is None
    assert not cache.has_key("a")
    cache.set("a", value)
    cache.close()
    again = SQLiteCache(path)
    assert again.get("a") == value
    assert again.has_key("a")
    again.set("a", "new")
    assert again.get("a") == "new"
    assert len(again) == 1
    again.delete("a")
    again.set("b", 1)
    again.clear()
    assert len(again) == 0
    assert again, "an empty cache is not falsy"
    again.close()


@pytest.mark.parametrize("damaged", [b"{", b"\xff\xfe\x00", b"", "not json", b"[" * 100_000])
def test_a_damaged_value_is_not_there(tmp_path: Path, damaged: Any) -> None:
    """What is no JSON counts as missing and can be stored again; the other values stay."""
    path = tmp_path / "c.sqlite"
    cache = SQLiteCache(path)
    cache.set("a", 1)
    cache.set("b", 2)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE replies SET value = ? WHERE key = 'a'", (damaged,))
    connection.close()
    assert cache.get("a") is None
    assert not cache.has_key("a")
    assert cache.get("b") == 2
    cache.set("a", 3)
    assert cache.get("a") == 3
    cache.close()


@pytest.mark.parametrize("thing", [5, "cache.sqlite", True, {}])
def test_what_is_no_cache_is_refused(thing: Any) -> None:
    """A wrong cache= is said when it is given."""
    with pytest.raises(ConfigurationError, match="is no cache"):
        check_cache(thing)
    check_cache(None)
    check_cache(SQLiteCache("nowhere"))


def test_nothing_is_written_before_use(tmp_path: Path) -> None:
    """Making a cache writes nothing."""
    SQLiteCache(tmp_path / "x" / "c.sqlite")
    DiskCacheBackend(tmp_path / "y")
    assert list(tmp_path.iterdir()) == []


def test_only_json(tmp_path: Path) -> None:
    """A value that is not JSON is refused, and the file holds JSON, no pickles."""
    path = tmp_path / "c.sqlite"
    cache = SQLiteCache(path)
    with pytest.raises(TypeError):
        cache.set("a", object())
    cache.set("a", [1])
    cache.close()
    connection = sqlite3.connect(path)
    assert json.loads(connection.execute("SELECT value FROM replies").fetchone()[0]) == [1]
    connection.close()


def test_a_foreign_file_is_named(tmp_path: Path) -> None:
    """A file that is no cache, or a folder that cannot be made, gives an error with its path and what to do."""
    path = tmp_path / "notes.txt"
    path.write_text("These are my notes, and they are longer than any header. " * 20)
    with pytest.raises(ConfigurationError, match=r"notes\.txt.*Delete it, or give another path"):
        SQLiteCache(path).get("a")
    with pytest.raises(ConfigurationError, match="cannot be opened or made"):
        SQLiteCache(path / "below" / "c.sqlite").set("a", 1)
    assert path.read_text().startswith("These are my notes")


WRITER = """
import sys
from ragas.engine.cache import SQLiteCache
cache = SQLiteCache(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for i in range(150):
    cache.set(f"{sys.argv[2]}-{i}", {"i": i})
    cache.set("both", {"i": i})
    assert cache.get(f"{sys.argv[2]}-{i}") == {"i": i}
"""


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    """Two processes that make and write one file at the same time lose nothing."""
    path = tmp_path / "c.sqlite"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("left", "right")
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate(timeout=60)
        assert writer.returncode == 0
    cache = SQLiteCache(path)
    assert len(cache) == 301
    cache.close()


def test_tasks_and_threads_share_one_cache(tmp_path: Path) -> None:
    """Tasks of a loop and threads use one object at the same time."""
    cache = SQLiteCache(tmp_path / "c.sqlite")

    def write(name: str) -> None:
        for i in range(30):
            cache.set(f"{name}-{i}", i)

    async def write_async(name: str) -> None:
        for i in range(30):
            cache.set(f"{name}-{i}", i)
            await asyncio.sleep(0)

    async def main() -> None:
        threads = [call_in_thread(write, f"thread{n}") for n in range(3)]
        await asyncio.gather(*threads, *(write_async(f"task{n}") for n in range(3)))

    asyncio.run(main())
    assert len(cache) == 180
    other = threading.Thread(target=cache.close)
    other.start()
    other.join(10)
    assert cache.get("task1-7") == 7
    cache.close()


def test_the_store_is_read_like_a_mapping(tmp_path: Path) -> None:
    """Keys are listed and looked up, and the folder tells its size, as the store of earlier versions does."""
    store = DiskCacheBackend(tmp_path / "kept").cache
    store.set("a", {"text": "At ten."})
    store.set("b", None)
    assert list(store) == ["a", "b"]
    assert ("a" in store, "c" in store, 1 in store) == (True, False, False)
    assert store["a"] == {"text": "At ten."}
    assert store["b"] is None
    with pytest.raises(KeyError, match="c"):
        store["c"]
    assert store.directory == str(tmp_path / "kept")
    assert store.volume() == store.size > 0


def test_disk_cache_backend(tmp_path: Path) -> None:
    """The old name keeps its folder argument, its repr and `.cache.clear()`."""
    backend = DiskCacheBackend(cache_dir=str(tmp_path / "kept"))
    assert repr(backend) == f"DiskCacheBackend(cache_dir={str(tmp_path / 'kept')!r})"
    backend.set("a", 1)
    assert os.listdir(tmp_path / "kept")
    copy = pickle.loads(pickle.dumps(backend))
    assert copy.get("a") == 1
    backend.cache.clear()
    assert backend.get("a") is None
    backend.cache.close()
    copy.close()
    assert door.DiskCacheBackend is DiskCacheBackend
    assert DiskCacheBackend().path == Path(".cache/ragas.sqlite")


def test_own_backend_as_a_pydantic_field() -> None:
    """A subclass of the interface is a cache, and the interface is a pydantic field type."""

    class Memory(CacheInterface):
        def __init__(self) -> None:
            self.kept: dict[str, Any] = {}

        def get(self, key: str) -> Any:
            return self.kept.get(key)

        def set(self, key: str, value: Any) -> None:
            self.kept[key] = value

        def has_key(self, key: str) -> bool:
            return key in self.kept

    class Settings(BaseModel):
        model_config = ConfigDict(frozen=True)
        cache: CacheInterface | None = None

    memory = Memory()
    assert Settings(cache=memory).cache is memory
