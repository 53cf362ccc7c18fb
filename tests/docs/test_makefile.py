"""The Makefile asks for a new enough Python, and clears away what it made."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make on a copy of the Makefile in `folder`."""
    shutil.copy(ROOT / "Makefile", folder)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return subprocess.run(["make", *arguments], cwd=folder, capture_output=True, text=True, check=False)


def test_too_old_python_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    """A PYTHON that is too old, or is none, gives one sentence and no .venv."""
    old = tmp_path / "python-3.9"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    for named in (str(old), str(tmp_path / "none")):
        done = make(tmp_path, f"PYTHON={named}", ".venv/pip.stamp")
        assert done.returncode != 0
        assert "Python 3.11 or newer is needed" in done.stdout
        assert not (tmp_path / ".venv").exists()


def test_clean_removes_what_was_made(tmp_path: Path) -> None:
    """`make clean` leaves no caches of tests or of compiled modules, and keeps the sources."""
    for folder in (
        ".venv",
        ".hypothesis",
        "site",
        "src/a/__pycache__",
        "tests/__pycache__",
        "docs/__pycache__",
    ):
        (tmp_path / folder).mkdir(parents=True)
    for folder in ("benchmarks", "examples"):
        (tmp_path / folder).mkdir()
    kept = tmp_path / "src" / "a" / "module.py"
    kept.write_text("", encoding="utf-8")
    done = make(tmp_path, "clean")
    assert done.returncode == 0, done.stderr
    assert kept.exists()
    assert not [
        path for path in tmp_path.rglob("*") if path.name in ("__pycache__", ".hypothesis", ".venv", "site")
    ]
