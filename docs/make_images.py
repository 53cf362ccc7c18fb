"""Draw the pictures of README and docs from what the commands really print.

    .venv/bin/python docs/make_images.py

Each picture is an SVG with the text as text. No web font is named in it: it is drawn in the reader's monospace font.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

HERE = Path(__file__).parent
ROOT = HERE.parent
WIDTH = 100
COMMANDS = {
    "evaluate": "ragas evaluate examples/samples.jsonl --metrics faithfulness,context_precision --llm local --run first",
}
EXPLAIN = """\
from ragas import evaluate
from ragas.metrics.collections import Faithfulness

result = evaluate("examples/samples.jsonl", [Faithfulness()], llm="local", show_progress=False)
print(result.explain({row}, "faithfulness"))
"""
EXPLAINED_ROW = 12


def printed(command: list[str]) -> str:
    """What a command prints on a terminal of `WIDTH` columns, colours included."""
    environment = {**os.environ, "COLUMNS": str(WIDTH), "FORCE_COLOR": "1", "PYTHONWARNINGS": "ignore"}
    with tempfile.TemporaryDirectory() as folder:  # runs are kept in the working directory
        (Path(folder) / "examples").symlink_to(ROOT / "examples")
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=True
        )
    return done.stdout.rstrip("\n")


def picture(title: str, text: Text) -> str:
    """A terminal window with `text` in it, as SVG."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, legacy_windows=False)
    console.print(text, "\n", soft_wrap=True, sep="")
    svg = console.export_svg(title=title, theme=MONOKAI, unique_id=re.sub(r"\W+", "-", title))
    svg = re.sub(r"\s*@font-face\s*\{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(
        r"font-family: ?(?:Fira Code|arial)[^;]*;",
        "font-family: ui-monospace, Menlo, Consolas, monospace;",
        svg,
    )
    return re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE)


def draw() -> dict[str, str]:
    """Every picture, by name."""
    binary = str(Path(sys.executable).parent / "ragas")
    pictures = {}
    for name, command in COMMANDS.items():
        shown = Text.assemble(("$ ", "bold green"), (folded(command), "bold"), "\n\n")
        output = printed([binary, *shlex.split(command)[1:]])
        pictures[name] = picture("ragas evaluate", shown + Text.from_ansi(output))
    output = printed([sys.executable, "-c", EXPLAIN.format(row=EXPLAINED_ROW)])
    shown = Text.assemble(
        (">>> ", "bold green"), (f'print(result.explain({EXPLAINED_ROW}, "faithfulness"))', "bold"), "\n"
    )
    pictures["explain"] = picture("python", shown + Text.from_ansi(wrapped(output)))
    return pictures


def folded(command: str) -> str:
    """A command in lines that fit the window, as a shell takes it; an option keeps its value beside it."""
    together = re.sub(r"(--\S+) (?!-)", "\\1\0", command)
    lines = textwrap.wrap(together, WIDTH - 4, break_long_words=False, break_on_hyphens=False)
    return " \\\n    ".join(lines).replace("\0", " ")


def wrapped(text: str) -> str:
    """`text` with lines broken at the window's width, continued at their own indentation."""
    lines = []
    for line in text.splitlines():
        indent = " " * (len(line) - len(line.lstrip()))
        lines += textwrap.wrap(line, WIDTH - 2, subsequent_indent=indent) or [""]
    return "\n".join(lines)


if __name__ == "__main__":
    for name, svg in draw().items():
        (HERE / "images" / f"{name}.svg").write_text(svg, encoding="utf-8")
        print(f"wrote docs/images/{name}.svg")
