"""What an evaluation found: a cell for every sample and metric, with causes, reasons and evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self
from uuid import UUID

from ragas.exceptions import InputError
from ragas.schema.cells import Aggregate, Cell, MetricInfo, Tally, Value
from ragas.schema.dataset import EvaluationDataset, columns_of
from ragas.schema.explain import explain_cell
from ragas.schema.frames import to_frame
from ragas.schema.overview import cautions_of, summary_html, summary_text
from ragas.schema.pairing import cluster_labels
from ragas.schema.rows import Sample
from ragas.schema.saved import read_result, result_path, write_result
from ragas.schema.stored import is_run, read_run
from ragas.schema.token_usage import Price, TokenUsage, cost_of, tokens_of
from ragas.schema.traces import RowTraces
from ragas.schema.writing import write_csv, write_jsonl

if TYPE_CHECKING:
    import pandas

    from ragas.schema.comparison import Comparison


class LocatedCell(NamedTuple):
    """A cell with its place."""

    row: int
    metric: str
    cell: Cell


@dataclass(repr=False)
class EvaluationResult:
    """The cells of a run, one dict (metric to cell) a sample, and what is needed to read them.

    `result["faithfulness"]` is the list of scores, NaN where there is none. `usage` holds calls, tokens and cost
    of the run, `run` whatever else is known of it (version, start, duration).

    Raises:
        InputError: cells, samples and metrics do not fit together.
    """

    dataset: EvaluationDataset
    cells: Sequence[dict[str, Cell]]
    metrics: list[MetricInfo]
    usage: dict[str, Any] | None = None
    run: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        names = self.metric_names
        if len(set(names)) < len(names):
            raise InputError(f"two metrics have the same name: {', '.join(names)}")
        if len(self.cells) != len(self.dataset):
            raise InputError(f"{len(self.cells)} rows of cells for {len(self.dataset)} samples")
        if getattr(self.cells, "read_when_asked", False):  # checked when they were written
            return
        for row, cells in enumerate(self.cells):
            if cells.keys() != set(names):
                raise InputError(
                    f"row {row} has cells for {', '.join(cells)}; the metrics are {', '.join(names)}"
                )

    # -- scores -------------------------------------------------------------------------------------------------

    @property
    def metric_names(self) -> list[str]:
        """The names of the metrics, in the order of the columns."""
        return [info.name for info in self.metrics]

    @cached_property
    def scores(self) -> list[dict[str, Value]]:
        """For each sample the score of each metric, NaN where there is none."""
        return [{name: cells[name].score for name in self.metric_names} for cells in self.cells]

    @cached_property
    def _scores_dict(self) -> dict[str, list[Value]]:
        return {name: [cells[name].score for cells in self.cells] for name in self.metric_names}

    @cached_property
    def _repr_dict(self) -> dict[str, float]:
        return {name: total.mean for name, total in self.aggregate(level=None).items()}

    @property
    def traces(self) -> list[RowTraces]:
        """For each sample the evidence of each metric, a dict whose `scores` are those of the sample."""
        names = self.metric_names
        return [
            RowTraces({name: cells[name].traces for name in names}, scores)
            for cells, scores in zip(self.cells, self.scores, strict=True)
        ]

    @property
    def run_id(self) -> UUID | None:
        """The id of the run, as callback handlers were told it; None where it is not known."""
        told = (self.run or {}).get("id")
        try:
            return UUID(told)
        except (TypeError, ValueError, AttributeError):
            return None

    def __getitem__(self, metric: str) -> list[Value]:
        if metric not in self._scores_dict:
            raise KeyError(f"no metric {metric!r}; there are {', '.join(self.metric_names)}")
        return self._scores_dict[metric]

    def cell(self, row: int, metric: str) -> Cell:
        """One cell. Rows are counted from 0, as in `dataset[0]`."""
        self._metric(metric)
        if not -len(self.cells) <= row < len(self.cells):
            raise InputError(f"there is no row {row}; the rows are 0 to {len(self.cells) - 1}")
        return self.cells[row][metric]

    def aggregate(
        self, failures_as_zero: bool = False, *, by: str | None = None, level: float | None = 0.95
    ) -> dict[str, Aggregate]:
        """For each metric the mean over scored cells with its interval, and how many were scored, failed, n/a, skipped.

        With `failures_as_zero` a failed cell counts as 0, or as the highest possible score where lower is better.
        Rows with the same value in the column `by`, such as questions about one document, count as drawn together,
        which widens the interval. With the level None there is no interval, and nothing to wait for.

        Raises:
            InputError: no row has a value in the column `by`.
        """
        labels = repeat(None) if by is None else cluster_labels(self.dataset, by)
        tallies = {info.name: Tally(info) for info in self.metrics}
        for cells, label in zip(self.cells, labels, strict=False):
            for name, tally in tallies.items():
                tally.add(cells[name], label)
        return {
            name: tally.aggregate(failures_as_zero=failures_as_zero, clustered=by is not None, level=level)
            for name, tally in tallies.items()
        }

    def compare(
        self,
        other: EvaluationResult,
        *,
        allow_different: bool = False,
        on: str | None = None,
        by: str | None = None,
        level: float = 0.95,
    ) -> Comparison:
        """Compare this result with an `other`, earlier one: `ragas.schema.comparison.compare`."""
        from ragas.schema.comparison import compare

        return compare(other, self, allow_different=allow_different, on=on, by=by, level=level)

    def failures(self) -> list[LocatedCell]:
        """The cells that failed, with row and metric, in the order of the rows."""
        return [
            LocatedCell(row, metric, cells[metric])
            for row, cells in enumerate(self.cells)
            for metric in self.metric_names
            if cells[metric].status == "failed"
        ]

    def worst(self, metric: str, n: int = 5) -> list[LocatedCell]:
        """The `n` scored cells with the worst numbers, the worst first."""
        direction = 1 if self._metric(metric).higher_is_better else -1
        found = [
            (direction * number, row)
            for row, cells in enumerate(self.cells)
            if (number := cells[metric].number) is not None
        ]
        return [LocatedCell(row, metric, self.cells[row][metric]) for _, row in sorted(found)[:n]]

    # -- in words -----------------------------------------------------------------------------------------------

    def explain(self, row: int, metric: str, *, width: int | None = None) -> str:
        """Why a cell is what it is: score or status, reason, and the evidence piece by piece.

        With `width` no line is longer than that many characters; what is indented stays so.
        """
        cell = self.cell(row, metric)
        return explain_cell(row % len(self.cells), self.dataset[row], self._metric(metric), cell, width)

    def summary(self) -> str:
        """Means with their counts, judges with their cautions, causes of what was not scored, and usage."""
        return summary_text(self)

    def __repr__(self) -> str:
        figures = (
            "{" + ", ".join(f"{name!r}: {total}" for name, total in self.aggregate(level=None).items()) + "}"
        )
        return "\n".join([figures, *(f"{names}: {caution}" for caution, names in cautions_of(self).items())])

    def _repr_html_(self) -> str:
        return summary_html(self)

    # -- usage --------------------------------------------------------------------------------------------------

    def total_tokens(self) -> TokenUsage | list[TokenUsage]:
        """Tokens the judge read and wrote, None where nobody told; a list where several models judged.

        Those of embeddings are in `usage`.

        Raises:
            InputError: the run kept no usage.
        """
        return tokens_of(self._usage())

    def total_cost(
        self,
        cost_per_input_token: float | None = None,
        cost_per_output_token: float | None = None,
        per_model_costs: Mapping[str, Price] | None = None,
    ) -> float | None:
        """The price of the run in US dollars; None if unknown.

        Without arguments by the price list, embeddings included; else that of the judge's tokens at the prices given,
        dollars a token, for all models or for each: `{"gpt-4o": (2.5e-6, 10e-6)}`.

        Raises:
            InputError: the run kept no usage, or a model has no price.
        """
        usage = self._usage()
        if cost_per_input_token is None and cost_per_output_token is None and not per_model_costs:
            cost: float | None = usage.get("cost")
            return cost
        return cost_of(self.total_tokens(), cost_per_input_token, cost_per_output_token, per_model_costs)

    # -- tables and files ---------------------------------------------------------------------------------------

    def to_pandas(
        self, batch_size: int | None = None, batched: bool = False, *, statuses: bool = False
    ) -> pandas.DataFrame:
        """The samples and their scores as a data frame, NaN where there is no score.

        With `statuses` each metric has a column for its status, cause and reason as well. A judge with a caution is
        named in a column beside its scores. `frame.attrs["ragas"]` names judges and counts. `batch_size` and
        `batched` are accepted because earlier versions did; they change nothing.
        """
        rows = list(self._rows(statuses=statuses, judges=False))
        for row, scores in zip(rows, self.scores, strict=True):
            row.update(scores)
        frame = to_frame(rows, list(dict.fromkeys(name for row in rows for name in row)))
        frame.attrs["ragas"] = {
            info.name: {"judge": info.judge, "caution": info.caution, "cells": total.counts}
            for info, total in zip(self.metrics, self.aggregate(level=None).values(), strict=True)
        }
        return frame

    def to_csv(self, path: str | Path) -> None:
        """Write samples, scores, statuses, causes, reasons and judges as CSV. No score is an empty cell.

        Half a character, which no CSV file can hold, is written as U+FFFD; `save` and `to_jsonl` keep it.
        """
        rows = self._rows(statuses=True, judges=True)
        first = next(rows, None)
        if first is None:
            write_csv(path, [], [], mend=True)
        else:
            write_csv(path, chain([first], rows), list(first), mend=True)

    def to_jsonl(self, path: str | Path) -> None:
        """Write samples, scores, statuses, causes, reasons and judges, one object a line. No score is null."""
        write_jsonl(path, self._rows(statuses=True, judges=True))

    def save(self, path: str | Path) -> Path:
        """Write everything, evidence included, to a `.json` file or to `result.json` in a folder; gives the file."""
        file = result_path(path)
        write_result(file, {name: getattr(self, name) for name in self.__dataclass_fields__})
        return file

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read what `save` wrote, or what a run left in its folder, finished or not.

        Raises:
            InputError: the file cannot be read, or is no saved result.
        """
        file = result_path(path)
        parts = read_run(file.parent) if is_run(file.parent) and not file.is_file() else read_result(file)
        try:
            return cls(**parts)
        except InputError as error:
            raise InputError(f"{str(file)!r} is a damaged result: {error}") from None

    def _rows(self, *, statuses: bool, judges: bool) -> Iterator[dict[str, Any]]:
        """Rows with the same columns each: those of the samples, then those of the metrics.

        A column of the data that has the name of a score column becomes `input_…`; no number hides another.
        """
        taken = {
            f"{name}{ending}"
            for name in self.metric_names
            for ending in ("", "_status", "_cause", "_reason", "_judge")
        }
        columns: dict[str, str] = {}
        for name in columns_of(map(_columns, self.dataset.samples)):
            column = name
            while column in taken:
                column = f"input_{column}"
            taken.add(column)
            columns[name] = column
        for sample, cells in zip(self.dataset.samples, self.cells, strict=True):
            values = _columns(sample)
            row = {column: values.get(name) for name, column in columns.items()}
            for info in self.metrics:
                cell = cells[info.name]
                row[info.name] = cell.value
                if statuses:
                    row[f"{info.name}_status"] = cell.status
                    row[f"{info.name}_cause"] = cell.cause
                    row[f"{info.name}_reason"] = cell.reason
                if info.judged_by and (judges or info.caution):
                    row[f"{info.name}_judge"] = info.judged_by
            yield row

    def _metric(self, name: str) -> MetricInfo:
        for info in self.metrics:
            if info.name == name:
                return info
        raise InputError(f"no metric {name!r}; there are {', '.join(self.metric_names)}")

    def _usage(self) -> dict[str, Any]:
        if self.usage is None:
            raise InputError("this result has no usage: the run did not keep it")
        return self.usage


def _columns(sample: Sample) -> dict[str, Any]:
    """What a sample has, its extra columns included."""
    return {**sample.to_dict(), **sample.extra}
