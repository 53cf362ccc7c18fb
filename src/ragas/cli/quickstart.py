"""`ragas quickstart`: a small project that evaluates something, to change into one's own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from ragas.cli.exits import told_plainly
from ragas.cli.printing import show
from ragas.exceptions import ConfigurationError, InputError
from ragas.schema.paths import expanded

FOLDER = Path(__file__).parent / "templates"
EVALS = "evals"
MADE = ("datasets", "experiments", "logs")
"""Folders inside `evals` that every project has."""
PASSED_OVER = frozenset({"__pycache__", ".venv", "uv.lock"})


@dataclass(frozen=True)
class Template:
    """One project to begin with."""

    name: str
    title: str
    about: str

    @property
    def folder(self) -> Path:
        """Where its files lie."""
        return FOLDER / self.name

    def files(self) -> dict[Path, Path]:
        """Each file by the place it gets in the project: datasets go under `evals`."""
        found: dict[Path, Path] = {}
        for file in sorted(self.folder.rglob("*")):
            place = file.relative_to(self.folder)
            if file.is_file() and not PASSED_OVER & {*place.parts}:
                found[EVALS / place if place.parts[0] == "datasets" else place] = file
        return found


TEMPLATES = {
    one.name: one
    for one in (
        Template("rag_eval", "RAG Evaluation", "what a RAG finds and says, against references"),
        Template("improve_rag", "Improve RAG", "two retrievers side by side, and whether the better one is"),
        Template("agent_evals", "Agent Evaluation", "an agent's results and its tool calls"),
        Template("llamaIndex_agent_evals", "LlamaIndex Agent Evaluation", "the events of a LlamaIndex agent"),
        Template("text2sql", "Text to SQL", "queries judged by the rows they return"),
        Template("workflow_eval", "Workflow Evaluation", "every step of a workflow on its own"),
        Template("prompt_evals", "Prompt Evaluation", "prompts compared on the same rows"),
        Template("judge_alignment", "Judge Alignment", "how far a judge agrees with people"),
        Template("benchmark_llm", "LLM Benchmark", "models compared on the same task"),
    )
}


def quickstart_command(
    template: Annotated[str | None, typer.Argument(help="The template; without it they are listed.")] = None,
    output_dir: Annotated[
        Path, typer.Option("--output-dir", "-o", help="The folder to make the project in.")
    ] = Path(),
    force: Annotated[
        bool, typer.Option("--force", help="Write over an existing project without asking.")
    ] = False,
) -> None:
    """Make a project that evaluates something and runs at once, without a key.

    Exit codes: 0 done, 1 could not run, 2 wrong options.
    """
    if template is None:
        _list()
        return
    with told_plainly():
        chosen = named(template)
        target = expanded(output_dir) / chosen.name
        if target.exists() and not force:
            asked = f"{target} exists. Write over the template's files in it? What else is there stays."
            if not typer.confirm(asked, default=False):
                show(Text("Nothing was written."))
                return
        make(chosen, target)
        _next_steps(chosen, target)


def named(name: str) -> Template:
    """The template of a name, whatever its case.

    Raises:
        ConfigurationError: there is none; lists those there are.
    """
    for one in TEMPLATES.values():
        if one.name.casefold() == name.casefold().replace("-", "_"):
            return one
    raise ConfigurationError(f"Unknown template {name!r}. There are: {', '.join(TEMPLATES)}.")


def make(template: Template, target: Path) -> None:
    """Write the project's files and folders; files that are no part of the template are left alone.

    Raises:
        InputError: the folder cannot be made.
    """
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise InputError(f"{str(target)!r} is not a folder. Choose another place with --output-dir.")
    for name in MADE:
        (target / EVALS / name).mkdir(parents=True, exist_ok=True)
    for place, file in template.files().items():
        (target / place).parent.mkdir(parents=True, exist_ok=True)
        (target / place).write_bytes(file.read_bytes())


def _list() -> None:
    table = Table(
        title="Available Ragas Quickstart Templates", box=None, title_justify="left", padding=(0, 2, 0, 0)
    )
    table.add_column("template", style="bold", no_wrap=True)
    table.add_column("shows")
    for one in TEMPLATES.values():
        table.add_row(one.name, one.about)
    show(table, Text("\nMake one with: ragas quickstart rag_eval"))


def _next_steps(template: Template, target: Path) -> None:
    first = f"Created {template.title} project in {target}\n"
    steps = f"\n  cd {target}\n  python evals.py\n\nREADME.md says what is what, and how to use a real model."
    show(Text(first, style="bold green", end="") + Text(steps, style="not bold default"), whole=True)
