"""`ragas label`: a person labels rows in the terminal, without seeing any score."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from ragas.cli.exits import told_plainly
from ragas.cli.options import Map, column_map, items, joined, read
from ragas.cli.printing import show
from ragas.cli.run_choice import loaded
from ragas.evaluation.labelling import Choice, LabelFile, labelling_order, read_answer
from ragas.evaluation.labels import read_value
from ragas.exceptions import InputError
from ragas.report.terminal import Folded
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.pairing import pair_rows

VALUES = "yes,no"
"""The labels unless --values says otherwise."""
SHOWN = ("user_input", "retrieved_contexts", "response", "reference")
"""What is shown of a row unless --show says otherwise."""


def label_command(
    data: Annotated[Path, typer.Argument(help="A file of samples.")],
    out: Annotated[
        Path, typer.Option(metavar="FILE", help="Where labels are written, one JSON object a line.")
    ] = Path("labels.jsonl"),
    column: Annotated[str, typer.Option(help="What the label is called in the file.")] = "label",
    question: Annotated[
        str, typer.Option(help="What to decide, shown above each row.")
    ] = "Is the response good?",
    values: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LABELS", help=f"The labels there are, separated by commas; {VALUES} without it."
        ),
    ] = None,
    showing: Annotated[
        list[str] | None,
        typer.Option("--show", metavar="COLUMNS", help="The columns to show, separated by commas."),
    ] = None,
    annotator: Annotated[
        str | None, typer.Option(help="Who labels; without it the name of the user.")
    ] = None,
    run: Annotated[
        str | None,
        typer.Option(
            help="A run of the same rows, whose scores say which to label first. They are not shown."
        ),
    ] = None,
    metric: Annotated[
        str | None, typer.Option(help="Whose scores; needed if the run has several metrics.")
    ] = None,
    choose: Annotated[
        str | None,
        typer.Option(
            help="Which rows first: random, spread (over all scores, the default with --run), or uncertain "
            "(the middle scores)."
        ),
    ] = None,
    rows: Annotated[int | None, typer.Option(min=1, help="Stop when so many rows are labelled.")] = None,
    seed: Annotated[int, typer.Option(help="Of the order of rows.")] = 0,
    renamed: Map = None,
) -> None:
    """Label rows of DATA one by one: type a label or its first letter, with a reason after it if you like.

    No score is shown. Each label is written at once; the same command goes on where you stopped.
    """
    columns = column_map(renamed)
    with told_plainly():
        dataset = read(data, columns)
        assert isinstance(dataset, EvaluationDataset)  # nothing was said of streaming
        given = joined(values)
        labels = _labels(VALUES if given is None else given)
        choice = _choice(choose, run)
        scores = _scores(dataset, run, metric) if run is not None else [None] * len(dataset)
        file = LabelFile.opened(out, dataset, column, annotator or _user())
        file.check(read_value(labels[0], column, 0))
        order = labelling_order(scores, choice, seed=seed)
        session = _Session(dataset, file, labels, question, _columns(joined(showing), dataset), choice)
        session.go(order, len(order) if rows is None else min(rows, len(order)))


class _Session:
    """One sitting."""

    def __init__(
        self,
        dataset: EvaluationDataset,
        file: LabelFile,
        values: Sequence[str],
        question: str,
        columns: Sequence[str],
        choice: Choice,
    ) -> None:
        self.dataset, self.file, self.values = dataset, file, values
        self.question, self.columns, self.choice = question, columns, choice

    def go(self, order: Sequence[int], wanted: int) -> None:
        """Ask for rows in their order until so many are labelled, nobody answers any more, or it is enough."""
        keys = f"{', '.join(self.values)}; Enter skips, b goes back, q ends. A reason may follow the label."
        show(Folded(Text(f"{self.question} {keys}", style="dim")))
        waiting = [row for row in order if row not in self.file.labels]
        done: list[int] = []
        while waiting and len(self.file.labels) < wanted:
            row = waiting[0]
            self._show(row, wanted)
            answer = self._ask(keys)
            if answer is None:
                break
            if answer.action == "back":
                if done:
                    waiting.insert(0, done.pop())
                    self.file.add(waiting[0], None, chosen=self.choice)
                continue
            waiting.pop(0)
            if answer.action == "label":
                self.file.add(row, answer.value, answer.reason, self.choice)
                done.append(row)
        left = wanted - len(self.file.labels)
        show(
            Text(),
            Folded(
                Text(
                    f"{len(self.file.labels)} of {wanted} rows labelled in {self.file.path}."
                    + (" The same command goes on." if left > 0 else "")
                )
            ),
        )

    def _ask(self, keys: str) -> Any:
        """The answer to a row; None at the end of the input."""
        while True:
            try:
                sys.stdout.write(f"{self.file.column} ({'/'.join(self.values)}): ")
                sys.stdout.flush()
                line = sys.stdin.readline()
            except KeyboardInterrupt:
                line = ""
            if not line:
                return None
            if not sys.stdin.isatty():
                show(Text())
            answer = read_answer(line, self.values)
            if answer is not None and answer.action == "quit":
                return None
            if answer is not None and answer.action != "help":
                return answer
            show(Folded(Text(keys, style="dim")))

    def _show(self, row: int, wanted: int) -> None:
        show(Text(), Text(f"{len(self.file.labels) + 1} of {wanted}", style="bold"))
        for name, text in self._texts(row):
            show(
                Text(name, style="bold"), *(Folded(Text(line), first=2, rest=2) for line in text.splitlines())
            )

    def _texts(self, row: int) -> Iterator[tuple[str, str]]:
        sample = self.dataset[row]
        for name in self.columns:
            value = getattr(sample, name) if name in sample.columns else sample.extra.get(name)
            if isinstance(value, list):
                for number, one in enumerate(value, 1):
                    text = one.pretty_repr() if hasattr(one, "pretty_repr") else str(one)
                    yield f"{name} {number}", _safe(text)
            elif value is not None:
                yield name, _safe(str(value))


def _safe(text: str) -> str:
    """Text of the data without signs that command a terminal."""
    return "".join(one if (one >= " " and one != "\x7f") or one in "\n\t" else " " for one in text)


def _labels(values: str) -> list[str]:
    """The labels to choose from: two or more, no two alike, all words or all numbers."""
    labels = items(values)
    if len(labels) < 2:
        raise InputError(f"--values {values!r} are no labels to choose from: --values yes,no")
    meant = [read_value(one.lower(), "--values", 0) for one in labels]
    if None in meant:
        raise InputError(
            f"--values: {labels[meant.index(None)]!r} stands for no label. Give words or numbers."
        )
    if twice := next((one for one, value in zip(labels, meant, strict=True) if meant.count(value) > 1), None):
        raise InputError(f"--values {values!r}: {twice!r} is there more than once. Give each label once.")
    if len({isinstance(value, str) for value in meant}) > 1:
        raise InputError(
            f"--values {values!r}: words and numbers together cannot be compared. Give one kind of label."
        )
    return labels


def _choice(wanted: str | None, run: str | None) -> Choice:
    choice = wanted or ("random" if run is None else "spread")
    if choice in ("spread", "uncertain") and run is None:
        raise InputError(f"--choose {choice} needs scores to choose by: name a run with --run.")
    if choice == "random":
        return "random"
    if choice == "spread":
        return "spread"
    if choice == "uncertain":
        return "uncertain"
    raise InputError(f"--choose {choice!r} is not random, spread or uncertain.")


def _scores(dataset: EvaluationDataset, run: str, metric: str | None) -> list[float | None]:
    """The score of each row in a run, None where there is none."""
    result = loaded(run)
    if metric is None and len(result.metrics) > 1:
        raise InputError(
            f"The run has several metrics: name one with --metric: {', '.join(result.metric_names)}."
        )
    name = metric or result.metric_names[0]
    if name not in result.metric_names:
        raise InputError(f"The run has no metric {name!r}; it has {', '.join(result.metric_names)}.")
    scores: list[float | None] = [None] * len(dataset)
    info = next(one for one in result.metrics if one.name == name)
    for old, new in pair_rows(result.dataset, dataset).rows:
        cell = result.cells[old][name]
        words = info.two_words
        scores[new] = float(cell.value == words[0]) if words and cell.value is not None else cell.number
    return scores


def _columns(named: str | None, dataset: EvaluationDataset) -> list[str]:
    present = [*dataset.features(), *dataset.extra_columns]
    if named is None:
        return [one for one in SHOWN if one in present] or present
    wanted = items(named)
    if missing := [one for one in wanted if one not in present]:
        raise InputError(f"There is no column {missing[0]!r}. The columns are {', '.join(present)}.")
    return wanted


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a container without a name for its user
        return "me"
