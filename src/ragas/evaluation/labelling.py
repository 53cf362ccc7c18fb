"""Labelling by a person: which rows first, and a file that holds every label from the moment it is given."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal

from ragas.evaluation.labels import ANNOTATOR, CHOSEN, ID, ROW, LabelValue, read_value
from ragas.exceptions import InputError
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.files import jsonl_rows
from ragas.schema.paths import expanded
from ragas.schema.writing import encodable_json

Choice = Literal["random", "spread", "uncertain"]
BINS = 10


def labelling_order(
    scores: Sequence[float | None], choice: Choice, *, seed: int = 0, middle: float | None = None
) -> list[int]:
    """The rows in the order in which labels of them tell most.

    "random" is by chance; only such labels say how good all rows are. "spread" takes rows from all parts of the
    range in turn, so that however few are labelled, low, middle and high scores are among them. "uncertain" begins
    with the scores nearest to `middle`, without it the middle of the range, where a threshold is decided. Rows
    without a score come last. The same seed gives the same order.
    """
    chance = Random(seed)
    rows = list(range(len(scores)))
    chance.shuffle(rows)
    known = [(row, score) for row in rows if (score := scores[row]) is not None]
    if choice == "random" or not known:
        return rows
    low, high = min(score for _, score in known), max(score for _, score in known)
    if choice == "uncertain":
        centre = (low + high) / 2 if middle is None else middle
        ordered = [row for row, _ in sorted(known, key=lambda one: abs(one[1] - centre))]
    else:
        bins: list[list[int]] = [[] for _ in range(BINS)]
        for row, score in known:
            bins[min(BINS - 1, int((score - low) / ((high - low) or 1.0) * BINS))].append(row)
        ordered = [
            row for turn in range(len(known)) for bin_ in _far_apart(bins) for row in bin_[turn : turn + 1]
        ]
    return ordered + [row for row in rows if scores[row] is None]


def _far_apart(bins: Sequence[list[int]]) -> list[list[int]]:
    """The bins so that neighbours in the order are far from each other: both ends, the middle, and so on."""
    half = len(bins) // 2
    order = [0, len(bins) - 1, half]
    order += [one for one in (2, 7, 4, 8, 1, 6, 3) if one < len(bins)]
    return [bins[one] for one in dict.fromkeys([*order, *range(len(bins))])]


@dataclass
class LabelFile:
    """A JSONL file of one person's labels beside those of others; every label is on disk before the next is asked for."""

    path: Path
    column: str
    annotator: str
    keys: list[dict[str, Any]]
    """What names each row of the dataset in the file."""
    labels: dict[int, LabelValue] = field(default_factory=dict)
    _first: tuple[str, LabelValue] | None = field(default=None, init=False, repr=False)
    """A label that is in the file, and who gave it: all must be of its kind."""

    @classmethod
    def opened(cls, path: str | Path, dataset: EvaluationDataset, column: str, annotator: str) -> LabelFile:
        """The file with what this person has labelled so far; it is made with the first label.

        Raises:
            InputError: it cannot be read as labels of this dataset.
        """
        path = expanded(path)
        ids = [sample.extra.get(ID) for sample in dataset]
        named = all(one is not None for one in ids) and len({str(one) for one in ids}) == len(ids)
        keys = [{ID: one} if named else {ROW: row} for row, one in enumerate(ids)]
        file = cls(path, column, annotator, keys)
        if path.exists() and path.stat().st_size:
            _end_last_line(path)
            place = {json.dumps(key, default=str): row for row, key in enumerate(keys)}
            name = next(iter(keys[0])) if keys else ID
            for _, line in jsonl_rows(path):
                if column not in line:
                    continue
                file._note(line.get(ANNOTATOR), read_value(line[column], column, 0))
                if line.get(ANNOTATOR) != annotator:
                    continue
                row = place.get(json.dumps({name: line.get(name)}, default=str))
                if row is None:
                    raise InputError(
                        f"{str(path)!r} has labels of other data: there is no {name} {line.get(name)!r}. "
                        "Give another file with --out."
                    )
                value = read_value(line[column], column, row)
                if value is None:
                    file.labels.pop(row, None)
                else:
                    file.labels[row] = value
        return file

    def add(self, row: int, value: LabelValue | None, reason: str = "", chosen: Choice = "random") -> None:
        """Write the label of a row; None takes it back.

        Raises:
            InputError: it is a word, and those in the file are numbers, or the other way round.
        """
        self.check(value)
        line = {
            **self.keys[row],
            self.column: value,
            "reason": reason or None,
            ANNOTATOR: self.annotator,
            CHOSEN: chosen,
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(encodable_json(line) + "\n")
            file.flush()
            os.fsync(file.fileno())
        self._note(self.annotator, value)
        if value is None:
            self.labels.pop(row, None)
        else:
            self.labels[row] = value

    def check(self, value: LabelValue | None) -> None:
        """Refuse a label of another kind than those in the file: words and numbers cannot be compared.

        Raises:
            InputError: says what the file holds.
        """
        if value is None or self._first is None or isinstance(value, str) == isinstance(self._first[1], str):
            return
        who, there = self._first
        raise InputError(
            f"{str(self.path)!r} holds {'words' if isinstance(there, str) else 'numbers'} in {self.column!r}, such as "
            f"{there!r} by {who}: {value!r} cannot be compared with them. Give labels of that kind (--values), another "
            "--column, or another file with --out."
        )

    def _note(self, who: Any, value: LabelValue | None) -> None:
        if value is not None and self._first is None:
            self._first = (str(who or "somebody"), value)


def _end_last_line(path: Path) -> None:
    """Cut off half a line that an interruption left, so that the next label does not run into it."""
    content = path.read_bytes()
    if not content.endswith(b"\n"):
        last = content[content.rfind(b"\n") + 1 :]
        try:
            json.loads(last)
        except ValueError:
            path.write_bytes(content[: len(content) - len(last)])
        else:
            path.write_bytes(content + b"\n")


@dataclass(frozen=True)
class Answer:
    """What a person typed: a label with a reason, or something to do."""

    action: Literal["label", "skip", "back", "quit", "help"]
    value: LabelValue | None = None
    reason: str = ""


def read_answer(text: str, values: Sequence[str]) -> Answer | None:
    """What was typed: a label or the beginning of it, with a reason after it; None if it is neither.

    Without a text the row is skipped. `values` come before the words s, b, q and ?.
    """
    word, _, reason = text.strip().partition(" ")
    if not word:
        return Answer("skip")
    exact = [value for value in values if value.lower() == word.lower()]
    begun = exact or [value for value in values if value.lower().startswith(word.lower())]
    if len(begun) == 1:
        return Answer("label", read_value(begun[0], "label", 0), reason.strip())
    actions: dict[str, Literal["skip", "back", "quit", "help"]] = {
        "s": "skip", "skip": "skip", "b": "back", "back": "back", "q": "quit", "quit": "quit", "?": "help", "help": "help"
    }  # fmt: skip
    return Answer(actions[word.lower()]) if word.lower() in actions and not begun else None
