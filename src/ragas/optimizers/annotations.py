"""What people said about scores: annotations, in the JSON files of Ragas 0.4.3 and in tables."""

from __future__ import annotations

import json
import random
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

from pydantic import BaseModel, Field, RootModel, ValidationError, model_validator

from ragas.exceptions import InputError
from ragas.optimizers.labels import is_blank, plain_label, read_label
from ragas.optimizers.sampling import split, spread
from ragas.prompt import saved
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.sameness import sameness

Annotations = TypeVar("Annotations", bound=BaseModel)
USUAL = "label"
"""The column of labels where none has the name of the metric."""


class _ByName(BaseModel):
    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


class PromptAnnotation(_ByName):
    """What a prompt was given and what it answered; `edited_output` is the answer as a person corrected it."""

    prompt_input: dict[str, Any]
    prompt_output: dict[str, Any]
    edited_output: dict[str, Any] | None = None


class SampleAnnotation(_ByName):
    """A score and what a person thinks of it.

    `target` is the score the person would have given. Without one an accepted score is its own target, and a
    rejected one has none, unless all scores are 0 or 1: then it is the other of the two. With neither a target nor
    `is_accepted` nobody has said anything, and the score is nobody's.
    """

    metric_input: dict[str, Any]
    metric_output: float | str | None = None
    prompts: dict[str, PromptAnnotation] = Field(default_factory=dict)
    is_accepted: bool | None = None
    target: float | str | None = None

    @model_validator(mode="after")
    def _a_target_is_accepted(self) -> Self:
        if self.is_accepted is None and self.target is not None:
            self.is_accepted = True
        return self


class SingleMetricAnnotation(BaseModel):
    """The annotations of one metric."""

    name: str
    samples: list[SampleAnnotation]

    def __len__(self) -> int:
        return len(self.samples)

    def __iter__(self) -> Iterator[SampleAnnotation]:  # type: ignore[override]  # samples, not fields
        return iter(self.samples)

    def __getitem__(self, index: int) -> SampleAnnotation:
        return self.samples[index]

    def __repr__(self) -> str:
        return f"SingleMetricAnnotation(name={self.name!r}, len={len(self)})"

    __str__ = __repr__

    @classmethod
    def from_json(cls, path: str | Path) -> Self:
        """The annotations of a file with the keys `name` and `samples`.

        Raises:
            ValueError: the file cannot be read or is no such file.
        """
        return _validated(cls, saved.read(path, "annotations"), path)

    @classmethod
    def from_rows(
        cls, name: str, rows: Iterable[Mapping[str, Any]], label: str | None = None, metric: Any = None
    ) -> Self:
        """Annotations from a table: the label stands in the column `label`, else the one with the metric's name, else "label".

        Rows without a label are left out. A label that can be read as a number is one, any other is a word. With
        `metric` it is read as one of the metric's values, and a warning counts the rows that are left out.

        Raises:
            InputError: there are rows but no such column; with `metric`, no row has a label, or one is none of its values.
        """
        table = list(rows)
        present = list(dict.fromkeys(key for row in table for key in row))
        column = label or next((one for one in (name, USUAL) if one in present), None)
        if table and column not in present:
            raise InputError(
                f"There is no column {label or name!r} of labels. The columns are {', '.join(map(str, present))}."
            )
        samples: list[SampleAnnotation] = []
        blank: list[str] = []
        for number, row in enumerate(table):
            given = row.get(str(column))
            where = f"Row {number}, column {column!r}"
            if is_blank(given):
                blank.append(f"{where}: {given!r}")
                continue
            target = plain_label(given) if metric is None else read_label(given, metric, where)
            others = {key: value for key, value in row.items() if key != column and value is not None}
            samples.append(SampleAnnotation(metric_input=others, target=target))
        if metric is not None and blank:
            first = f"{len(blank)} of {len(table)} rows have no label of {name!r}. {blank[0]}"
            if not samples:
                raise InputError(f"{first}.")
            warnings.warn(f"{first} is the first. They are left out.", stacklevel=2)
        return cls(name=name, samples=samples)

    @property
    def targets(self) -> list[float | str | None]:
        """The score people want for each sample, None where that is not known."""
        given = [
            value for one in self.samples for value in (one.metric_output, one.target) if not is_blank(value)
        ]
        binary = all(value in (0, 1) for value in given)
        return [_target(one, binary) for one in self.samples]

    def to_json(self, path: str | Path) -> None:
        """Write the annotations in the form `MetricAnnotation.from_json` reads: `{metric: [samples]}`.

        Raises:
            ValueError: the file cannot be written.
        """
        saved.write(
            Path(path), {self.name: [one.model_dump(mode="json") for one in self.samples]}, "annotations"
        )

    def to_evaluation_dataset(self) -> EvaluationDataset:
        """The samples as a dataset to evaluate."""
        return EvaluationDataset.from_list([one.metric_input for one in self.samples])

    def select(self, indices: Sequence[int]) -> Self:
        """The annotations at these places."""
        return self._with([self.samples[index] for index in indices])

    def filter(self, function: Callable[[SampleAnnotation], bool] | None = None) -> Self:
        """The annotations for which `function` is true; those that were accepted, without one."""
        keep = function or (lambda one: bool(one.is_accepted))
        return self._with([one for one in self.samples if keep(one)])

    def train_test_split(
        self, test_size: float = 0.2, seed: int = 42, stratify: str | None = None
    ) -> tuple[Self, Self]:
        """Two parts, the second one about `test_size` of all, the same for the same seed.

        With `stratify`, a field such as "is_accepted" or "target", its values are spread over both parts alike. Samples
        with the same input, but for case and white space, are in the same part.

        Raises:
            ValueError: one part would be empty.
        """
        keys = [getattr(one, stratify) if stratify else None for one in self.samples]
        train, test = split(keys, test_size, seed, [sameness(one.metric_input) for one in self.samples])
        return self.select(train), self.select(test)

    def sample(self, n: int, stratify_key: str | None = None, seed: int = 42) -> Self:
        """`n` of the annotations; with `stratify_key` its values come up as often as among all.

        Raises:
            ValueError: there are fewer than `n`.
        """
        if n > len(self):
            raise ValueError(f"a sample of {n} cannot be taken from {len(self)} annotations")
        keys = [getattr(one, stratify_key) if stratify_key else None for one in self.samples]
        return self.select(spread(keys, random.Random(seed))[:n])

    def batch(
        self, batch_size: int, drop_last_batch: bool = False, seed: int = 42
    ) -> list[list[SampleAnnotation]]:
        """The annotations, shuffled, in lists of `batch_size`; the last one may be shorter, or left out."""
        return self._batches([None] * len(self), batch_size, drop_last_batch, seed)

    def stratified_batches(
        self,
        batch_size: int,
        stratify_key: str,
        drop_last_batch: bool = False,
        replace: bool = False,
        seed: int = 42,
    ) -> list[list[SampleAnnotation]]:
        """Batches in which the values of `stratify_key` come up as often as among all, as far as numbers allow.

        `replace` fills a short last batch up with annotations of the others.
        """
        keys = [getattr(one, stratify_key) for one in self.samples]
        batches = self._batches(keys, batch_size, drop_last_batch, seed)
        if replace and batches and len(batches[-1]) < batch_size:
            more = random.Random(seed).choices(self.samples, k=batch_size - len(batches[-1]))
            batches[-1] = [*batches[-1], *more]
        return batches

    def get_prompt_annotations(self) -> dict[str, list[PromptAnnotation]]:
        """For each prompt its annotations in the samples that were accepted."""
        found: dict[str, list[PromptAnnotation]] = defaultdict(list)
        for one in self.samples:
            if one.is_accepted:
                for name, annotation in one.prompts.items():
                    found[name].append(annotation)
        return dict(found)

    def _with(self, samples: list[SampleAnnotation]) -> Self:
        return type(self)(name=self.name, samples=samples)

    def _batches(
        self, keys: Sequence[Any], size: int, drop_last: bool, seed: int
    ) -> list[list[SampleAnnotation]]:
        if size < 1:
            raise ValueError(f"batch_size is at least 1, not {size!r}")
        order = spread(keys, random.Random(seed))
        found = [
            [self.samples[place] for place in order[start : start + size]]
            for start in range(0, len(order), size)
        ]
        return found[:-1] if drop_last and found and len(found[-1]) < size else found


class MetricAnnotation(RootModel[dict[str, list[SampleAnnotation]]]):
    """Annotations by metric, as one file holds them."""

    def __getitem__(self, name: str) -> SingleMetricAnnotation:
        return SingleMetricAnnotation(name=name, samples=self.root[name])

    def __len__(self) -> int:
        return sum(len(samples) for samples in self.root.values())

    @classmethod
    def from_json(cls, path: str | Path, metric_name: str | None = None) -> Self:
        """The annotations of a file, of one metric or of all.

        Raises:
            ValueError: the file cannot be read, is no such file, or does not know the metric.
        """
        content = saved.read(path, "annotations")
        if metric_name is not None:
            if metric_name not in content:
                has = ", ".join(map(repr, content)) or "none"
                raise ValueError(f"{str(path)!r} has no annotations of {metric_name!r}; it has {has}.")
            content = {metric_name: content[metric_name]}
        return _validated(cls, content, path)

    def to_json(self, path: str | Path) -> None:
        """Write the annotations to a file.

        Raises:
            ValueError: the file cannot be written.
        """
        saved.write(Path(path), json.loads(self.model_dump_json()), "annotations")


def _target(one: SampleAnnotation, binary: bool) -> float | str | None:
    if not is_blank(one.target):
        return one.target
    if one.is_accepted is None or one.metric_output is None or is_blank(one.metric_output):
        return None
    if one.is_accepted:
        return one.metric_output
    return 1.0 - float(one.metric_output) if binary else None


def _validated(model: type[Annotations], content: Any, path: str | Path) -> Annotations:
    try:
        return model.model_validate(content)
    except ValidationError as error:
        raise ValueError(f"Cannot load annotations from {str(path)!r}: {error}") from error
