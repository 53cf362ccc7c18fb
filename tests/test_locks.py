"""A file is held by one at a time, and free once its holder has died."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ragas._locks import Held, held

HOLDER = """
import sys
from pathlib import Path
from ragas._locks import held
with held(Path(sys.argv[1])) as file:
    file.write(b"found")
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_one_holder_at_a_time(tmp_path: Path) -> None:
    """A second one is refused, in this process too; afterwards the file can be held again, and goes if it is empty."""
    path = tmp_path / "file"
    with held(path), pytest.raises(Held), held(path):
        pass
    assert not path.exists()
    with held(path) as file:
        file.write(b"kept")
    assert path.read_bytes() == b"kept"


def test_a_process_that_died_holds_nothing(tmp_path: Path) -> None:
    """What it wrote is there for the next holder."""
    path = tmp_path / "file"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    with pytest.raises(Held), held(path):
        pass
    holder.kill()
    holder.communicate()
    with held(path) as file:
        file.seek(0)
        assert file.read() == b"found"
        file.truncate(0)
    assert not path.exists()
