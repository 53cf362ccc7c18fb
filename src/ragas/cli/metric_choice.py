"""Which metrics a command runs: the named ones, or the defaults that the columns allow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ragas.cli.options import items, source
from ragas.cli.unanswered import ANSWERS, refuse_unanswered
from ragas.evaluation.defaults import default_metrics
from ragas.exceptions import ConfigurationError, InputError
from ragas.llms.default import default_judge_name
from ragas.metrics.base import BaseMetric
from ragas.metrics.catalogue import metrics_named
from ragas.metrics.collections import AnswerRelevancy
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.stream import SampleStream


def named(names: str) -> list[BaseMetric]:
    """The metrics that --metrics names.

    Raises:
        ConfigurationError: it names none, one twice, or some that do not exist; says all of these.
    """
    chosen: list[BaseMetric] = []
    unknown: list[str] = []
    for name in items(names):
        try:
            chosen += metrics_named([name])
        except ConfigurationError as error:
            unknown.append(str(error))
    if unknown:
        raise ConfigurationError("\n".join(unknown))
    found = [metric.name for metric in chosen]
    twice = [name for name in dict.fromkeys(found) if found.count(name) > 1]
    if twice:
        raise ConfigurationError(f"--metrics names {' and '.join(twice)} more than once.")
    return chosen or metrics_named([])


def defaults_for(dataset: EvaluationDataset | SampleStream, llm: str | None, data: Path) -> list[BaseMetric]:
    """The default metrics whose columns are there and which the judge can answer.

    Raises:
        InputError: the columns allow none of them.
    """
    present = set(dataset.features())
    possible = [metric for metric in default_metrics() if present >= set(metric.required_columns)]
    if (llm or default_judge_name()) == "local":  # it writes nothing, so it cannot generate questions
        possible = [metric for metric in possible if not isinstance(metric, AnswerRelevancy)]
    if not possible:
        refuse_unanswered(dataset, ANSWERS, data)
        raise InputError(
            f"The columns {', '.join(sorted(present))} allow none of the default metrics. "
            "`ragas metrics DATA` says what each metric lacks; name the ones to run with --metrics, "
            "and columns that have other names with --map user_input=your_name."
        )
    return possible


def check_columns(
    dataset: EvaluationDataset | SampleStream, chosen: Sequence[BaseMetric], data: Path
) -> None:
    """Say in the words of the command line what a metric lacks.

    Raises:
        InputError: a column that a metric needs has no value in any row.
    """
    present = {*dataset.features(), *dataset.extra_columns}
    lacking = {
        metric.name: [column for column in metric.required_columns if column not in present]
        for metric in chosen
    }
    lacking = {name: columns for name, columns in lacking.items() if columns}
    if lacking:
        refuse_unanswered(dataset, {column for columns in lacking.values() for column in columns}, data)
        needs = "; ".join(f"{name} needs {', '.join(columns)}" for name, columns in lacking.items())
        first = next(iter(lacking.values()))[0]
        raise InputError(
            f"Columns are missing: {needs}. {source(data)} has {', '.join(sorted(present))}. If one of them has "
            f"another name there, say so with --map {first}=your_name; else leave the metric out."
        )
