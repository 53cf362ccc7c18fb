"""Train a metric: find better prompts on annotated samples and use them where they do better on held-out samples too."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

from ragas.engine.event_loop import run_sync
from ragas.engine.run_config import RunConfig
from ragas.exceptions import InputError
from ragas.metrics.alignment import rows_of
from ragas.optimizers.annotations import MetricAnnotation, SingleMetricAnnotation
from ragas.optimizers.candidates import install
from ragas.optimizers.config import DemonstrationConfig, InstructionConfig
from ragas.optimizers.demonstrations import DemonstrationOptimizer
from ragas.optimizers.genetic import GeneticOptimizer
from ragas.optimizers.labelled import labelled
from ragas.optimizers.losses import Loss
from ragas.optimizers.optimizer import Optimizer, vars_of
from ragas.optimizers.report import OptimizationReport
from ragas.optimizers.similar import SimilarDemonstrations, can_look_up
from ragas.schema.files import iter_rows

Rows = SingleMetricAnnotation | str | Path | Iterable[Mapping[str, Any]]
"""Annotations, a JSON file of them, or rows of a table, or a file of rows, with the label in the column of the metric's name."""
ANNOTATIONS = {"", ".json", ".gz"}
"""How files of annotations end; others hold rows."""


def train(
    metric: Any,
    path: str | Path,
    demonstration_config: DemonstrationConfig | None = None,
    instruction_config: InstructionConfig | None = None,
    callbacks: Any = None,
    run_config: RunConfig | None = None,
    batch_size: int | None = None,
    with_debugging_logs: bool = False,
    raise_exceptions: bool = True,
) -> list[OptimizationReport]:
    """Bring `metric` nearer to the people who annotated the samples in the JSON file `path`.

    First the instruction, then the demonstrations, each as its config says, on the same training and held-out samples.
    A change is used only where it lowers the loss on both; otherwise a warning says why not. The reports are returned in
    that order. `callbacks`, `batch_size` and `with_debugging_logs` are accepted for older code and do nothing.

    Raises:
        ValueError: `path` is no JSON file, does not know the metric, or holds nothing that people said.
    """
    if not path or not str(path).endswith(".json"):
        raise ValueError(f"train the metric with a JSON file of annotations (.json), not {path!r}")
    dataset = MetricAnnotation.from_json(path, metric.name)[metric.name]
    if instruction_config is None and demonstration_config is None:
        labelled(dataset, metric)  # says what is wrong with the file, though nothing is to be done with it
        warnings.warn(
            f"{metric.name} is not trained: pass an instruction_config, a demonstration_config or both.",
            stacklevel=2,
        )
    reports = []
    if instruction_config is not None and instruction_config.enabled:
        optimizer = copy(instruction_config.optimizer)
        if optimizer.llm is None:
            optimizer.llm = instruction_config.llm
        reports.append(
            optimize_prompts(
                metric,
                dataset,
                optimizer,
                loss=instruction_config.loss,
                config=instruction_config.optimizer_config,
                run_config=run_config,
                raise_exceptions=raise_exceptions,
            )
        )
    if demonstration_config is not None and demonstration_config.enabled:
        reports.append(
            optimize_prompts(
                metric,
                dataset,
                _demonstrations(metric, demonstration_config, instruction_config),
                loss=getattr(instruction_config, "loss", None),
                run_config=run_config,
                raise_exceptions=raise_exceptions,
            )
        )
    return reports


def optimize_prompts(
    metric: Any,
    dataset: Rows,
    optimizer: Optimizer | None = None,
    llm: Any = None,
    loss: Loss | None = None,
    config: Mapping[str, Any] | None = None,
    run_config: RunConfig | None = None,
    raise_exceptions: bool = True,
) -> OptimizationReport:
    """Optimize the prompts of `metric` and use them where the loss falls on training and on held-out samples.

    Without an `optimizer` it is the genetic one, whose instructions `llm` writes.

    Raises:
        InputError: there are fewer than 10 different samples with a label, or a label is none of the metric's values.
    """
    report = run_sync(_optimized(metric, dataset, optimizer, llm, loss, config, run_config, raise_exceptions))
    _warn_unless_kept(report)
    return report


async def aoptimize_prompts(
    metric: Any,
    dataset: Rows,
    optimizer: Optimizer | None = None,
    llm: Any = None,
    loss: Loss | None = None,
    config: Mapping[str, Any] | None = None,
    run_config: RunConfig | None = None,
    raise_exceptions: bool = True,
) -> OptimizationReport:
    """`optimize_prompts`, from async code."""
    report = await _optimized(metric, dataset, optimizer, llm, loss, config, run_config, raise_exceptions)
    _warn_unless_kept(report)
    return report


async def _optimized(
    metric: Any,
    dataset: Rows,
    optimizer: Optimizer | None,
    llm: Any,
    loss: Loss | None,
    config: Mapping[str, Any] | None,
    run_config: RunConfig | None,
    raise_exceptions: bool,
) -> OptimizationReport:
    chosen = replace(optimizer) if optimizer is not None else GeneticOptimizer()
    chosen.metric = metric
    if llm is not None:
        chosen.llm = llm
    samples = annotated(metric, dataset)
    await chosen.aoptimize(samples, loss, config, run_config, raise_exceptions=raise_exceptions)
    report = chosen.report
    assert report is not None  # it ran
    if optimizer is not None:
        optimizer.report, optimizer.found = report, chosen.found
    if report.kept:
        install(metric, chosen.found)
    return report


def _warn_unless_kept(report: OptimizationReport) -> None:
    if not report.kept:
        warnings.warn(f"{report.metric} keeps its prompts: {report.why}.", stacklevel=3)


def annotated(metric: Any, dataset: Rows) -> SingleMetricAnnotation:
    """What people said about a metric, in whichever form it comes."""
    if isinstance(dataset, SingleMetricAnnotation):
        return dataset
    if isinstance(dataset, (str, Path)) and Path(dataset).suffix in ANNOTATIONS:
        return MetricAnnotation.from_json(dataset, metric.name)[metric.name]
    try:
        rows = list(iter_rows(dataset)) if isinstance(dataset, (str, Path)) else rows_of(dataset)
    except (AttributeError, TypeError):
        raise InputError(
            f"{dataset!r:.80} is no table: give rows as dicts or a data frame, annotations, or a file of either."
        ) from None
    return SingleMetricAnnotation.from_rows(metric.name, rows, metric=metric)


def _demonstrations(
    metric: Any, config: DemonstrationConfig, instructions: InstructionConfig | None
) -> Optimizer:
    llm = None if instructions is None else instructions.llm
    found: Optimizer = DemonstrationOptimizer(llm=llm, max_demonstrations=config.top_k)
    if config.technique == "similarity" and config.embedding is not None and can_look_up(metric):
        found = SimilarDemonstrations(
            llm=llm, embedding=config.embedding, top_k=config.top_k, threshold=config.threshold
        )
    if instructions is not None and instructions.enabled:
        # What the instructions were searched on is not held out any more.
        own = vars_of(instructions.optimizer) | dict(instructions.optimizer_config)
        found.held_out, found.seed = own["held_out"], own["seed"]
    return found
