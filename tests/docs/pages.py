"""The blocks of code in README and docs, and how each kind is run.

A page's blocks run in order in one namespace, inside a folder that has `examples/`:

- `python`: executed; top-level `await` works. A `text` block titled "Output" after it is what it prints.
- `pycon`: run as a doctest.
- `console`: its `$ ragas ...` commands are run; the lines below each are what it prints, `$ echo $?` is its exit code.
  Other commands are not run.
- `text` and everything else: not run.

A line that is only `…` stands for any lines. With `UPDATE_DOCS=1` in the environment, printed lines that differ are
written into the page instead of failing.
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import doctest
import inspect
import io
import os
import re
import shlex
import textwrap
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "howto").glob("*.md")),
    *sorted((ROOT / "docs" / "metrics").glob("*.md")),
]
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<info>[^\n`]+)\n(?P<code>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL
)
ANY_LINES = "…"
OTHER_PROVIDER = re.compile(r"--(?:llm|embeddings) (?!local\b|openai:)")
EXPECTED = re.compile(r"ragas\.metrics\.\w+ is a first-generation name|Some cells could not be scored")
"""Warnings that the pages speak of. Any other one means that the page is wrong."""
UPDATE = bool(os.environ.get("UPDATE_DOCS"))


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    language: str
    info: str
    code: str
    line: int
    source: str
    """The block as it stands in the page, fences included."""

    @property
    def is_output(self) -> bool:
        """Whether it shows what the block before it prints."""
        return self.language == "text" and 'title="Output"' in self.info


@dataclass
class Command:
    """A command of a console block, with what the page says that it prints and its exit code."""

    text: str
    output: str
    exit_code: int = 0

    @property
    def runs(self) -> bool:
        """Whether it is ours and needs no provider but the one the tests have."""
        return self.text.split()[0] == "ragas" and OTHER_PROVIDER.search(self.text) is None


def blocks(path: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    text = path.read_text(encoding="utf-8")
    return [
        Block(
            language=match["info"].split()[0],
            info=match["info"],
            code=textwrap.dedent(match["code"]),
            line=text[: match.start()].count("\n") + 1,
            source=match[0],
        )
        for match in FENCE.finditer(text)
    ]


def commands(block: Block) -> list[Command]:
    """The commands of a console block; a line that ends in a backslash goes on in the next."""
    found: list[Command] = []
    for line in block.code.replace("\\\n", "").splitlines():
        if line.startswith("$ echo $?"):
            found.append(Command("echo", ""))
        elif line.startswith("$ "):
            found.append(Command(line[2:].strip(), ""))
        elif found and found[-1].text == "echo":
            found.pop()
            found[-1].exit_code = int(line)
        elif found:
            found[-1].output += line + "\n"
    return found


def run_page(path: Path, namespace: dict[str, Any]) -> Iterator[str]:
    """Run a page's blocks; gives one message for each thing that is not as the page says."""
    found = blocks(path)
    for position, block in enumerate(found):
        after = found[position + 1] if position + 1 < len(found) else None
        place = f"{path.name}, line {block.line}"
        if block.language == "python":
            printed, warned = run_python(block, namespace, place)
            yield from (f"{place} warns: {text}" for text in warned)
            if after is not None and after.is_output:
                yield from differences(path, after, place, after.code, printed)
        elif block.language == "pycon":
            yield from run_doctest(block, namespace, place)
        elif block.language == "console":
            for command in commands(block):
                if command.runs:
                    exit_code, printed = run_command(command.text)
                    if exit_code != command.exit_code:
                        yield f"{place}: {command.text!r} leaves with {exit_code}, not {command.exit_code}: {printed}"
                    elif command.output.strip():
                        yield from differences(path, block, place, command.output, printed)


def run_python(block: Block, namespace: dict[str, Any], place: str) -> tuple[str, list[str]]:
    """Execute a block and give back what it prints, and the warnings that no page speaks of."""
    code = compile(block.code, place, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    out = io.StringIO()
    with warnings.catch_warnings(record=True) as seen, contextlib.redirect_stdout(out):
        warnings.simplefilter("default")
        warnings.simplefilter("ignore", ResourceWarning)  # pages do not close the clients of other libraries
        if code.co_flags & inspect.CO_COROUTINE:
            asyncio.run(eval(code, namespace))  # the code of our own pages
        else:
            exec(code, namespace)
    told = [str(one.message) for one in seen]
    return out.getvalue(), [text for text in told if not EXPECTED.match(text)]


def run_doctest(block: Block, namespace: dict[str, Any], place: str) -> Iterator[str]:
    """Run a block of `>>>` lines and compare what follows them."""
    test = doctest.DocTestParser().get_doctest(block.code, namespace, place, place, block.line)
    out = io.StringIO()
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test, out=out.write, clear_globs=False)
    namespace.update(test.globs)
    if runner.failures:
        yield out.getvalue()


def run_command(text: str) -> tuple[int, str]:
    """Run a `ragas` command in this process: its exit code and what it prints."""
    from typer.testing import CliRunner

    from ragas.cli import app

    done = CliRunner().invoke(app, shlex.split(text, comments=True)[1:], prog_name="ragas")
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    quiet = [line for line in done.stderr.splitlines() if line.startswith(("Error:", "Usage:", "Try "))]
    return done.exit_code, done.stdout or "\n".join(quiet)


def differences(path: Path, block: Block, place: str, expected: str, printed: str) -> Iterator[str]:
    """One message if `printed` is not what the block shows, or none and the page rewritten."""
    shown, actual = tidy(expected), tidy(printed)
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == ANY_LINES else re.escape(line) + r"\n" for line in shown.splitlines()
    )
    if re.fullmatch(pattern, actual):
        return
    if UPDATE and ANY_LINES not in shown.splitlines():
        head, body = block.source.split("\n", 1)
        renewed = f"{head}\n{body.replace(expected, actual, 1)}"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(block.source, renewed, 1), encoding="utf-8")
        return
    yield f"{place}: the page shows\n{shown}\nand what is printed is\n{actual}"


def tidy(text: str) -> str:
    """`text` without trailing blanks and without empty lines at its ends; durations are not compared."""
    lines = "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
    return re.sub(r"\b\d+\.\d s$", "0.5 s", lines, flags=re.MULTILINE) + "\n"
