"""`ragas migrate`: find code written for earlier versions, and rewrite what can be."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from ragas.cli.exits import told_plainly
from ragas.cli.migrate_code import Finding
from ragas.cli.migrate_files import Search, Source, difference, python_files, read, replace
from ragas.cli.migrate_notebook import Notebook
from ragas.cli.printing import show, show_json
from ragas.exceptions import InputError
from ragas.metrics.wording import counted
from ragas.schema.paths import expanded

DIFF = "ragas-migrate.diff"
SHOWN = 5
"""How many folders that were not entered are named."""


@dataclass(frozen=True)
class Change:
    """What a file has of earlier versions, and the file without."""

    source: Source | Notebook
    findings: list[Finding]

    @property
    def new(self) -> bytes | None:
        """The file with the edits of its findings made, None if there are none."""
        edits = [edit for one in self.findings for edit in one.edits]
        return self.source.rewritten(edits) if edits else None


def migrate_command(
    path: Annotated[Path, typer.Argument(help="A Python file, a notebook, or a folder of them.")],
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
        search = python_files(expanded(path))
        found = changes_in(search)
        patches = {
            file: difference(file, one.source.raw, new)
            for file, one in found.items()
            if (new := one.new) is not None
        }
        where = _write(found, patches, search) if write and patches else None
        if as_json:
            show_json(
                {
                    "files": len(search.files),
                    "findings": [
                        _plain(file, some, one) for file, some in found.items() for one in some.findings
                    ],
                    "unread": {str(file): why for file, why in search.unread.items()},
                    "not_entered": [str(folder) for folder in search.not_entered],
                    "diff": None if where is None else str(where),
                }
            )
        elif diff:
            for file, patch in patches.items():
                show(Text(patch.decode(found[file].source.encoding).rstrip("\n")), whole=True)
        else:
            _table(found)
            _summary(found, search, where)


def changes_in(search: Search) -> dict[Path, Change]:
    """What each file has of earlier versions; why some cannot be read is put down in the search."""
    from ragas.cli.migrate_find import find

    found: dict[Path, Change] = {}
    for file in search.files:
        try:
            source = read(file)
            for cell in source.unread if isinstance(source, Notebook) else ():
                search.unread[Path(f"{file}:cell {cell}")] = "cannot be read: it is not all Python"
            if some := find(source.utf8, importable=not isinstance(source, Notebook)):
                found[file] = Change(source, [source.told(one) for one in some])
        except InputError as error:
            search.unread[file] = str(error)
    return found


def _write(found: dict[Path, Change], patches: dict[Path, bytes], search: Search) -> Path:
    """Write the diff first, then the files, each whole or not at all; gives the diff's place."""
    where = Path(DIFF)
    number = 1
    while where.exists():
        number += 1
        where = Path(DIFF).with_stem(f"{Path(DIFF).stem}-{number}")
    where.write_bytes(b"".join(patches.values()))
    for file in [*patches]:
        try:
            replace(file, found[file].new or b"")
        except OSError as error:
            search.unread[file] = f"cannot be written: {error.strerror}. It is as it was"
            del patches[file]
            del found[file]
            where.write_bytes(b"".join(patches.values()))
    return where


def _plain(file: Path, some: Change, one: Finding) -> dict[str, object]:
    place = some.source.place(one.line)
    cell, _, line = place.rpartition(":")
    where = {"cell": int(cell.removeprefix("cell "))} if cell else {}
    told = {"line": int(line), "old": one.old, "new": one.new, "by_hand": one.by_hand}
    return {"file": str(file), **where, **told}


def _table(found: dict[Path, Change]) -> None:
    for file, some in found.items():
        for one in some.findings:
            line = Text(f"{file}:{some.source.place(one.line)}", style="bold")
            line.append(f"  {one.old}", style="not bold red")
            line.append("  ->  ", style="not bold dim")
            line.append(one.new, style="not bold yellow" if one.by_hand else "not bold green")
            show(line, whole=True)


def _summary(found: dict[Path, Change], search: Search, where: Path | None) -> None:
    for file, why in search.unread.items():
        show(Text(f"{file}: {why}", style="yellow"), whole=True)
    if search.not_entered:
        named = ", ".join(map(str, search.not_entered[:SHOWN]))
        more = f" and {len(search.not_entered) - SHOWN} more" if len(search.not_entered) > SHOWN else ""
        show(Text(f"Not entered: {named}{more}", style="dim"), whole=True)
    every = [one for some in found.values() for one in some.findings]
    can, by_hand = sum(not one.by_hand for one in every), sum(one.by_hand for one in every)
    if not every:
        read = len(search.files) - len(search.unread.keys() & {*search.files})
        show(Text(f"Nothing of earlier versions in {counted(read, 'file')}."))
    elif where is not None:
        show(Text(f"\n{counted(can, 'place')} rewritten, {by_hand} left to you. What was changed: {where}"))
    else:
        wanted = "--write rewrites them. " if can else ""
        show(Text(f"\n{counted(can, 'place')} can be rewritten, {by_hand} by hand. {wanted}".rstrip()))
