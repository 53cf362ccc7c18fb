"""Which files `ragas migrate` reads, and each of them in its own encoding, byte order mark and line ends."""

from __future__ import annotations

import difflib
import io
import os
import tempfile
import tokenize
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ragas.cli.migrate_code import Edit, Finding, applied
from ragas.cli.migrate_notebook import Notebook
from ragas.exceptions import InputError

NOT_ENTERED = frozenset({"__pycache__", "build", "dist", "node_modules", "site-packages", "venv"})


@dataclass
class Search:
    """The files under a path, and what was passed by on the way to them."""

    files: list[Path] = field(default_factory=list)
    not_entered: list[Path] = field(default_factory=list)
    """Folders of packages, of builds and hidden ones."""
    unread: dict[Path, str] = field(default_factory=dict)


def python_files(path: Path) -> Search:
    """The Python files and notebooks under a path. A file that several links lead to is there once; links to folders are not followed.

    Raises:
        InputError: there is nothing there.
    """
    if path.is_file():
        return Search([path])
    if not path.is_dir():
        raise InputError(f"There is no file or folder {str(path)!r}.")
    found = Search()

    def closed(error: OSError) -> None:
        found.unread[Path(error.filename or path)] = f"cannot be entered: {error.strerror}"

    seen: set[str] = set()
    for folder, inner, names in os.walk(path, onerror=closed):
        entered = [name for name in sorted(inner) if _is_entered(Path(folder, name))]
        found.not_entered += [
            Path(folder, name) for name in sorted(inner) if name not in entered and name != "__pycache__"
        ]
        inner[:] = entered
        for name in sorted(names):
            file = Path(folder, name)
            real = os.path.realpath(file)
            if not name.endswith((".py", ".ipynb")) or real in seen:
                continue
            seen.add(real)
            if file.is_file() or not file.exists():  # a pipe or a device is no file; a broken link is told of
                found.files.append(file)
    return found


def _is_entered(folder: Path) -> bool:
    return (
        folder.name not in NOT_ENTERED
        and not folder.name.startswith(".")
        and not (folder / "pyvenv.cfg").exists()
    )


@dataclass(frozen=True)
class Source:
    """The text of a file in UTF-8, and how it is written."""

    raw: bytes
    utf8: bytes
    encoding: str

    @classmethod
    def of(cls, raw: bytes) -> Source:
        """The text of a Python file, in the encoding that it says it has.

        Raises:
            InputError: it is not in that encoding.
        """
        try:
            encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
            return cls(raw, raw.decode(encoding).encode("utf-8"), encoding)
        except (SyntaxError, UnicodeError) as error:
            raise InputError(f"cannot be read: {error}") from None

    def rewritten(self, edits: Iterable[Edit]) -> bytes:
        """The file with edits of its text in UTF-8 made."""
        return applied(self.utf8, edits).decode("utf-8").encode(self.encoding)

    def place(self, line: int) -> str:
        """A line as it is told."""
        return str(line)

    def told(self, finding: Finding) -> Finding:
        """A finding as it is told."""
        return finding


def read(file: Path) -> Source | Notebook:
    """The code of a file.

    Raises:
        InputError: it cannot be opened, or has no code that can be read.
    """
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be opened: {error.strerror}") from None
    return Notebook.of(raw) if file.suffix == ".ipynb" else Source.of(raw)


def difference(file: Path, old: bytes, new: bytes) -> bytes:
    """The change of a file as a unified diff in its own encoding, to be undone with `patch -R -p1`."""
    name = os.fsencode(file.as_posix().lstrip("/"))
    lines = difflib.diff_bytes(
        difflib.unified_diff, _lines(old), _lines(new), b"a/" + name, b"b/" + name, lineterm=b"\n"
    )
    return b"".join(
        line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n" for line in lines
    )


def _lines(content: bytes) -> list[bytes]:
    return io.BytesIO(content).readlines()


def replace(file: Path, new: bytes) -> None:
    """Write a file whole or not at all, under the same mode; what a link leads to, not the link.

    Raises:
        OSError: it cannot be written; it is as it was.
    """
    file = Path(os.path.realpath(file))
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as written:
        written.write(new)
    try:
        os.chmod(written.name, file.stat().st_mode)
        os.replace(written.name, file)
    except OSError:
        os.unlink(written.name)
        raise
