"""`ragas migrate`: find code written for earlier versions, and rewrite what can be."""

from __future__ import annotations

import difflib
import io
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from ragas.cli.exits import told_plainly
from ragas.cli.migrate_code import Finding, applied
from ragas.cli.printing import show, show_json
from ragas.exceptions import InputError
from ragas.metrics.wording import counted
from ragas.schema.paths import expanded

DIFF = "ragas-migrate.diff"
NOT_ENTERED = frozenset({"__pycache__", "build", "dist", "node_modules", "site-packages", "venv"})


def migrate_command(
    path: Annotated[Path, typer.Argument(help="A Python file, or a folder of them.")],
    write: Annotated[
        bool,
        typer.Option("--write", help=f"Rewrite the files, and leave what was changed in {DIFF}."),
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Print what --write would change.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Find imports, calls and columns of earlier versions, and say what stands for each.

    Exit codes: 0 done, 1 could not run, 2 wrong options.
    """
    with told_plainly():
        files = list(python_files(expanded(path)))
        found, unread = findings_in(files)
        changes = {
            file: rewritten(file, some) for file, some in found.items() if any(one.edits for one in some)
        }
        patch = "".join(difference(file, new) for file, new in changes.items())
        where = _write(changes, patch) if write and changes else None
        if as_json:
            show_json(
                {
                    "files": len(files),
                    "findings": [_plain(file, one) for file, some in found.items() for one in some],
                    "unread": {str(file): why for file, why in unread.items()},
                    "diff": None if where is None else str(where),
                }
            )
        elif diff:
            show(Text(patch.rstrip("\n")), whole=True)
        else:
            _table(found)
            _summary(found, unread, files, where)


def python_files(path: Path) -> Iterator[Path]:
    """The Python files under a path; folders of packages, of builds and hidden ones are not entered.

    Raises:
        InputError: there is nothing there.
    """
    if path.is_file():
        yield path
        return
    if not path.is_dir():
        raise InputError(f"There is no file or folder {str(path)!r}.")
    for folder, inner, files in os.walk(path):
        inner[:] = sorted(
            name
            for name in inner
            if name not in NOT_ENTERED
            and not name.startswith(".")
            and not (Path(folder, name) / "pyvenv.cfg").exists()
        )
        yield from (Path(folder, name) for name in sorted(files) if name.endswith(".py"))


def findings_in(files: list[Path]) -> tuple[dict[Path, list[Finding]], dict[Path, str]]:
    """What each file has of earlier versions, and why some could not be read."""
    from ragas.cli.migrate_find import find

    found: dict[Path, list[Finding]] = {}
    unread: dict[Path, str] = {}
    for file in files:
        try:
            if some := find(file.read_bytes()):
                found[file] = some
        except InputError as error:
            unread[file] = str(error)
    return found, unread


def rewritten(file: Path, found: list[Finding]) -> bytes:
    """A file with the edits of its findings made."""
    return applied(file.read_bytes(), [edit for one in found for edit in one.edits])


def difference(file: Path, new: bytes) -> str:
    """The change of a file as a unified diff, to be undone with `patch -R -p1`."""
    old_lines, new_lines = _lines(file.read_bytes()), _lines(new)
    name = file.as_posix().lstrip("/")
    lines = difflib.unified_diff(old_lines, new_lines, f"a/{name}", f"b/{name}")
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def _lines(content: bytes) -> list[str]:
    return io.StringIO(content.decode("utf-8"), newline="\n").readlines()


def _write(changes: dict[Path, bytes], patch: str) -> Path:
    """Write the diff first, then the files, each whole or not at all; gives the diff's place."""
    where = Path(DIFF)
    number = 1
    while where.exists():
        number += 1
        where = Path(DIFF).with_stem(f"{Path(DIFF).stem}-{number}")
    where.write_bytes(patch.encode("utf-8"))
    for file, new in changes.items():
        _replace(file.resolve(), new)
    return where


def _replace(file: Path, new: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as written:
        written.write(new)
    try:
        os.chmod(written.name, file.stat().st_mode)
        os.replace(written.name, file)
    except OSError:
        os.unlink(written.name)
        raise


def _plain(file: Path, one: Finding) -> dict[str, object]:
    return {"file": str(file), "line": one.line, "old": one.old, "new": one.new, "by_hand": one.by_hand}


def _table(found: dict[Path, list[Finding]]) -> None:
    for file, some in found.items():
        for one in some:
            line = Text(f"{file}:{one.line}", style="bold")
            line.append(f"  {one.old}", style="not bold red")
            line.append("  ->  ", style="not bold dim")
            line.append(one.new, style="not bold yellow" if one.by_hand else "not bold green")
            show(line, whole=True)


def _summary(
    found: dict[Path, list[Finding]], unread: dict[Path, str], files: list[Path], where: Path | None
) -> None:
    for file, why in unread.items():
        show(Text(f"{file}: {why}", style="yellow"), whole=True)
    every = [one for some in found.values() for one in some]
    can, by_hand = sum(not one.by_hand for one in every), sum(one.by_hand for one in every)
    if not every:
        show(Text(f"Nothing of earlier versions in {counted(len(files), 'file')}."))
    elif where is not None:
        show(Text(f"\n{counted(can, 'place')} rewritten, {by_hand} left to you. What was changed: {where}"))
    else:
        wanted = "--write rewrites them. " if can else ""
        show(Text(f"\n{counted(can, 'place')} can be rewritten, {by_hand} by hand. {wanted}".rstrip()))
