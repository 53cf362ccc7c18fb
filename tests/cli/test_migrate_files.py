"""`ragas migrate` on files as they are: their encoding, their line ends, and those that cannot be read or written."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ragas.cli import app
from ragas.cli.migrate_files import replace

pytestmark = pytest.mark.skipif(importlib.util.find_spec("libcst") is None, reason="libcst is not installed")

OLD = "from ragas.metrics import faithfulness\nwho = 'Müller'\nx = [faithfulness]  # für alle\n"
NEW = "from ragas.metrics.collections import Faithfulness\nwho = 'Müller'\nx = [Faithfulness()]  # für alle\n"
WRITTEN = {
    "latin-1": ("iso-8859-1", "# -*- coding: latin-1 -*-\n"),
    "a byte order mark": ("utf-8-sig", ""),
    "cp1252, second line": ("cp1252", "#!/usr/bin/env python\n# vim: set fileencoding=cp1252 :\n"),
    "utf-8": ("utf-8", ""),
}


def migrate(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["migrate", *arguments])


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("name", WRITTEN)
def test_files_keep_their_encoding_and_line_ends(name: str, ends: str, tmp_path: Path) -> None:
    """A file is read as it says it is written, and written back so; the diff undoes it byte by byte."""
    encoding, head = WRITTEN[name]
    file = tmp_path / "a.py"
    before = (head + OLD).replace("\n", ends).encode(encoding)
    file.write_bytes(before)
    shown = migrate("a.py", "--diff")
    assert "für alle" in shown.stdout
    done = migrate("a.py", "--write")
    assert done.exit_code == 0, done.stderr
    assert file.read_bytes() == (head + NEW).replace("\n", ends).encode(encoding)
    assert "Nothing of earlier versions in 1 file." in migrate("a.py", "--write").stdout
    if subprocess.run(["patch", "--version"], capture_output=True, check=False).returncode == 0:
        subprocess.run(
            ["patch", "--binary", "-R", "-p1", "-i", "ragas-migrate.diff"], check=True, capture_output=True
        )
        assert file.read_bytes() == before


def test_one_bad_file_does_not_stop_the_rest(tmp_path: Path) -> None:
    """Each file that cannot be read is named with the reason and, where there is one, the line; the others are done."""
    (tmp_path / "broken.py").write_text("import ragas\nprint 'x'\n")
    (tmp_path / "no_such_encoding.py").write_text("# coding: nothing\nimport ragas\n")
    (tmp_path / "not_utf8.py").write_bytes("import ragas  # ü\n".encode("latin-1"))
    (tmp_path / "nothing_there.py").symlink_to("gone.py")
    (tmp_path / "loop.py").symlink_to("loop.py")
    (tmp_path / "zero.py").write_bytes(b"import ragas\0\n")
    (tmp_path / "good.py").write_text(OLD, encoding="utf-8")
    done = migrate(".", "--write")
    assert done.exit_code == 0, done.stderr
    told = dict(line.split(": ", 1) for line in done.stdout.splitlines() if ": cannot be" in line)
    assert set(told) == {
        *("broken.py", "loop.py", "no_such_encoding.py", "not_utf8.py", "nothing_there.py", "zero.py")
    }
    assert told["broken.py"].endswith("in line 2")
    assert "unknown encoding: nothing" in told["no_such_encoding.py"]
    assert (tmp_path / "good.py").read_text(encoding="utf-8") == NEW


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_and_loops_are_walked_once(tmp_path: Path) -> None:
    """A folder that links to itself ends, and a file with two names is changed once, behind its link."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "again").symlink_to(folder)
    (folder / "real.py").write_text(OLD, encoding="utf-8")
    (folder / "zz_link.py").symlink_to("real.py")
    os.mkfifo(folder / "pipe.py")
    done = migrate("mine", "--write")
    assert done.exit_code == 0, done.stderr
    assert "1 place rewritten" in done.stdout
    assert (folder / "zz_link.py").is_symlink()
    assert (folder / "real.py").read_text(encoding="utf-8") == NEW
    assert Path("ragas-migrate.diff").read_text(encoding="utf-8").count("+++ b/") == 1


def test_folders_that_are_not_entered_are_named(tmp_path: Path) -> None:
    """Folders of packages, builds and hidden ones are passed by, and said."""
    for name in (".venv", ".git", "node_modules", "__pycache__", "src"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").write_text(OLD, encoding="utf-8")
    done = migrate(".")
    assert "Not entered: .git, .venv, node_modules\n" in done.stdout
    assert "1 place can be rewritten" in done.stdout
    assert json.loads(migrate(".", "--json").stdout)["not_entered"] == [".git", ".venv", "node_modules"]


def test_a_file_that_cannot_be_written_is_told_and_not_in_the_diff(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that cannot be written stays as it was, and the diff holds only what was changed."""
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(OLD, encoding="utf-8")

    def refusing(file: Path, new: bytes) -> None:
        if file.name == "a.py":
            raise PermissionError(13, "Permission denied")
        replace(file, new)

    monkeypatch.setattr("ragas.cli.migrate.replace", refusing)
    done = migrate(".", "--write")
    assert done.exit_code == 0, done.stderr
    assert "a.py: cannot be written: Permission denied" in done.stdout
    assert (tmp_path / "b.py").read_text(encoding="utf-8") == NEW
    patch = Path("ragas-migrate.diff").read_text(encoding="utf-8")
    assert "b/b.py" in patch
    assert "b/a.py" not in patch
