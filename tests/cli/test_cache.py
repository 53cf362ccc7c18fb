"""`ragas cache`: look into the judge cache and prune it."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from ragas.cli import app
from ragas.cli.cache import age, bytes_in, in_bytes, seconds_in
from ragas.engine.cache import DiskCacheBackend


def command(*arguments: object, answer: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments], input=answer)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    cache = DiskCacheBackend(tmp_path / "cache")
    for number in range(3):
        cache.set(f"a{number}", {"text": "x" * 400, "asked": "gpt-4o-mini"})
    cache.set("b", {"text": "yes", "model": "claude-haiku-4-5"})
    cache._run("UPDATE replies SET stored_at = ? WHERE key = 'a0'", (time.time() - 40 * 86_400,))
    cache.close()
    return tmp_path / "cache"


def test_contents(folder: Path) -> None:
    """Replies, models, sizes and ages; the file is named as the folder or itself."""
    done = command("cache", "--path", folder)
    assert done.exit_code == 0, done.output
    assert "4 replies" in done.stdout
    line = next(one for one in done.stdout.splitlines() if one.startswith("gpt-4o-mini"))
    assert line.split()[1:] == ["3", "1.3", "KB", *line.split()[4:-2], "40", "d"]
    assert command("cache", "--path", folder / "ragas.sqlite").exit_code == 0


def test_json(folder: Path) -> None:
    """The same as plain values."""
    told = json.loads(command("cache", "--path", folder, "--json").stdout)
    assert told["entries"] == 4
    assert told["models"][0]["model"] == "gpt-4o-mini"
    assert told["bytes_on_disk"] > 1000


def test_prune(folder: Path) -> None:
    """By age, model and size; the path may stand before or after the command."""
    assert (
        "1 reply removed; 3 replies left"
        in command("cache", "prune", "--older-than", "30d", "--path", folder).stdout
    )
    assert (
        "1 reply removed; 2 replies left"
        in command("cache", "--path", folder, "prune", "--model", "claude-haiku-4-5").stdout
    )
    assert (
        "1 reply removed; 1 reply left"
        in command("cache", "prune", "--max-size", "0.5KB", "--path", folder).stdout
    )


def test_prune_needs_to_know_what(folder: Path) -> None:
    """Without a rule nothing is removed; a model that is not there is named with those that are."""
    assert command("cache", "prune", "--path", folder).exit_code == 2
    done = command("cache", "prune", "--path", folder, "--model", "gpt")
    assert done.exit_code == 1
    assert "gpt-4o-mini, claude-haiku-4-5" in done.stderr


def test_clear_asks_first(folder: Path) -> None:
    """Paid replies go only on a yes."""
    assert command("cache", "clear", "--path", folder, answer="n\n").exit_code == 1
    assert "4 replies" in command("cache", "--path", folder).stdout
    assert "4 replies removed; 0 replies left" in command("cache", "clear", "--path", folder, "--yes").stdout


def test_no_cache(tmp_path: Path) -> None:
    """What is not there, and what is something else, is said in a line; no file is made."""
    done = command("cache", "--path", tmp_path / "none")
    assert done.exit_code == 1
    assert "There is no cache at" in done.stderr
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "notes.txt").write_text("hello")
    done = command("cache", "clear", "--yes", "--path", tmp_path / "notes.txt")
    assert done.exit_code == 1
    assert "is no cache" in done.stderr
    assert (tmp_path / "notes.txt").read_text() == "hello"


def test_ages_and_sizes() -> None:
    """As people write them."""
    assert (seconds_in("30d"), seconds_in("1.5h"), seconds_in("2w")) == (2_592_000, 5400, 1_209_600)
    assert (bytes_in("500MB"), bytes_in("1.5 gb"), bytes_in("200k"), bytes_in("7")) == (
        500_000_000,
        1_500_000_000,
        200_000,
        7,
    )
    assert (age(0.2), age(59), age(3 * 3600), age(3 * 86_400)) == ("now", "59 s", "3 h", "3 d")
    assert (in_bytes(12), in_bytes(1500), in_bytes(2_500_000)) == ("12 B", "1.5 KB", "2.5 MB")


@pytest.mark.parametrize("wrong", [("--older-than", "soon"), ("--max-size", "big")])
def test_what_is_no_age_or_size(folder: Path, wrong: tuple[str, str]) -> None:
    """Refused, with an example."""
    done = command("cache", "prune", *wrong, "--path", folder)
    assert done.exit_code == 2
    assert "such as" in done.stderr
