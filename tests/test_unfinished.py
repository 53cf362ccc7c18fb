"""What processes that died left behind does not stay for ever."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ragas import _unfinished
from ragas.backends.files import write_whole
from ragas.prompt import Prompt
from ragas.schema.writing import write_jsonl


def written(kind: str, path: Path) -> None:
    if kind == "backend":
        write_whole(path, b"x")
    elif kind == "file":
        write_jsonl(path, [{"a": 1}])
    else:
        Prompt("Say yes.").save(path)


@pytest.mark.parametrize("kind", ["backend", "file", "prompt"])
def test_old_parts_are_swept(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next write takes away what a process left an hour ago; what somebody may be writing, and others' files, stay."""
    left, fresh = _unfinished.unfinished(tmp_path / "a"), _unfinished.unfinished(tmp_path / "b")
    others = [tmp_path / name for name in (".notes.part", "film.part", ".0123456789abcdef.part.txt")]
    for path in (left, fresh, *others):
        path.write_bytes(b"half")
    for path in (left, *others):
        os.utime(path, (1, 1))
    written(kind, tmp_path / "new.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [fresh.name, "new.json", *(path.name for path in others)]
    )
