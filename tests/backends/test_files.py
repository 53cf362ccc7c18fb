"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ragas.backends import files
from ragas.backends.files import write_whole


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk is full, what was there stays there, and no part of the new file lies about."""
    path = tmp_path / "rows.csv"
    write_whole(path, b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["rows.csv"]


def test_a_link_stays_a_link_and_a_mode_stays(tmp_path: Path) -> None:
    """The file a link leads to is replaced, with the permissions it had."""
    target, link = tmp_path / "target.csv", tmp_path / "link.csv"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_replaces_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    """With `new`, a file that is there is refused, also where the file system has no hard links."""
    if not links:

        def refused(source: object, target: object) -> None:
            raise OSError(95, "Operation not supported")

        monkeypatch.setattr(files.os, "link", refused)
    path = tmp_path / "rows.csv"
    write_whole(path, b"first", new=True)
    with pytest.raises(FileExistsError):
        write_whole(path, b"second", new=True)
    assert path.read_bytes() == b"first"
    assert os.listdir(tmp_path) == ["rows.csv"]
