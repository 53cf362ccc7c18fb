"""`ragas cache`: what the judge cache holds, and removing what is not worth its room."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from ragas.cli.exits import told_plainly
from ragas.cli.printing import show, show_json
from ragas.engine.cache import DiskCacheBackend, SQLiteCache
from ragas.engine.cache_contents import Kept
from ragas.exceptions import ConfigurationError, InputError
from ragas.metrics.wording import counted

DEFAULT = Path(".ragas/cache")

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
BYTES = {"": 1, "B": 1, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000, "TB": 1_000_000_000_000}

At = Annotated[Path, typer.Option("--path", help="The cache: the folder or file that was given as cache=...")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]

app = typer.Typer(
    name="cache",
    help="Show what the judge cache holds: replies, models, size, ages. Prune and clear remove some or all.",
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def cache_command(context: typer.Context, path: At = DEFAULT, as_json: AsJson = False) -> None:
    """Show what the judge cache holds: replies, models, size, ages. Prune and clear remove some or all."""
    context.obj = path
    if context.invoked_subcommand is not None:
        return
    with told_plainly():
        cache = opened(path)
        contents, size, now = cache.contents(), cache.size, time.time()
        cache.close()
        if as_json:
            show_json(figures(cache, contents, size))
            return
        entries = sum(one.entries for one in contents)
        show(
            Text(f"{cache.path}: {counted(entries, 'reply', 'replies')}, {in_bytes(size)} on the disk"),
            whole=True,
        )
        if contents:
            show(*map(Text, table(contents, now)), whole=True)


@app.command("prune")
def prune_command(
    context: typer.Context,
    older_than: Annotated[
        str | None, typer.Option(metavar="AGE", help="Remove replies older than this: 30d, 12h, 2w.")
    ] = None,
    max_size: Annotated[
        str | None,
        typer.Option(metavar="SIZE", help="Remove the oldest replies until this much is left: 500MB, 2GB."),
    ] = None,
    model: Annotated[
        str | None, typer.Option(help="Only replies of this model, as `ragas cache` names it.")
    ] = None,
    path: Annotated[Path | None, typer.Option("--path", help="The cache: a folder or a file.")] = None,
) -> None:
    """Remove replies that are old, more than there is room for, or of one model. They are asked for anew when needed."""
    if older_than is None and max_size is None and model is None:
        raise typer.BadParameter("say what to remove: --older-than, --max-size or --model.")
    age = None if older_than is None else seconds_in(older_than)
    most = None if max_size is None else bytes_in(max_size)
    with told_plainly():
        cache = opened(path or context.obj)
        if model is not None and model not in (names := [one.model for one in cache.contents()]):
            raise InputError(
                f"The cache holds no replies of {model!r}; it has {', '.join(names) or 'none at all'}."
            )
        removed = cache.prune(older_than=age, max_size=most, model=model)
        _tell(cache, removed)


@app.command("clear")
def clear_command(
    context: typer.Context,
    path: Annotated[Path | None, typer.Option("--path", help="The cache: a folder or a file.")] = None,
    sure: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Remove all replies. They were paid for: what is needed again is paid again."""
    with told_plainly():
        cache = opened(path or context.obj)
        count = len(cache)
        if count and not sure:
            typer.confirm(f"Remove {counted(count, 'reply', 'replies')} from {cache.path}?", abort=True)
        cache.clear()
        _tell(cache, count)


def _tell(cache: SQLiteCache, removed: int) -> None:
    left, size = len(cache), cache.size
    cache.close()
    show(
        Text(
            f"{counted(removed, 'reply', 'replies')} removed; {counted(left, 'reply', 'replies')} left, {in_bytes(size)} on the disk"
        ),
        whole=True,
    )


def opened(path: Path) -> SQLiteCache:
    """The cache in a folder, or in a file.

    Raises:
        InputError: there is none.
        ConfigurationError: the file is something else.
    """
    cache = SQLiteCache(path) if path.is_file() else DiskCacheBackend(path)
    if not cache.path.is_file():
        raise InputError(f"There is no cache at {str(path)!r}. Name it with --path.")
    with cache.path.open("rb") as file:
        begins = file.read(16)
    if begins and begins != b"SQLite format 3\x00":
        raise ConfigurationError(f"The file {str(cache.path)!r} is no cache.")
    return cache


def figures(cache: SQLiteCache, contents: list[Kept], size: int) -> dict[str, Any]:
    """What the cache holds as plain values."""
    return {
        "path": str(cache.path),
        "entries": sum(one.entries for one in contents),
        "bytes_on_disk": size,
        "models": [one.to_dict() for one in contents],
    }


def table(contents: list[Kept], now: float) -> list[str]:
    """A line for each model."""
    rows = [["model", "replies", "size", "newest", "oldest"]]
    rows += [
        [
            one.model,
            f"{one.entries:,}",
            in_bytes(one.bytes),
            age(now - one.newest),
            age(now - one.oldest),
        ]
        for one in contents
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows
    ]


def age(seconds: float) -> str:
    """How long ago, in the largest unit that fits."""
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            return f"{seconds // length:.0f} {unit}"
    return "now" if seconds < 1 else f"{seconds:.0f} s"


def in_bytes(count: int) -> str:
    """Bytes in the unit that reads best."""
    for unit in ("GB", "MB", "KB"):
        if count >= BYTES[unit]:
            return f"{count / BYTES[unit]:.1f} {unit}"
    return f"{count} B"


def seconds_in(text: str) -> float:
    """An age such as 30d, 12h or 90m in seconds.

    Raises:
        typer.BadParameter: it is no age.
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smhdw])", text.strip().lower())
    if not found:
        raise typer.BadParameter(f"{text!r} is no age such as 30d, 12h or 90m.", param_hint="--older-than")
    return float(found[1]) * SECONDS[found[2]]


def bytes_in(text: str) -> int:
    """A size such as 500MB or 1.5GB in bytes.

    Raises:
        typer.BadParameter: it is no size.
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?B?)", text.strip().upper())
    if not found:
        raise typer.BadParameter(f"{text!r} is no size such as 500MB or 2GB.", param_hint="--max-size")
    unit = found[2] if found[2] in BYTES else f"{found[2]}B"
    return int(float(found[1]) * BYTES[unit])
