"""Train a metric: find better prompts on annotated samples and use them where held-out samples say that they are better."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

from ragas.engine.event_loop import run_sync
from ragas.engine.run_config import RunConfig
from ragas.optimizers.annotations import MetricAnnotation, SingleMetricAnnotation
from ragas.optimizers.candidates import install
from ragas.optimizers.config import DemonstrationConfig, InstructionConfig
from ragas.optimizers.demonstrations import DemonstrationOptimizer
from ragas.optimizers.genetic import GeneticOptimizer
from ragas.optimizers.losses import Loss
from ragas.optimizers.optimizer import Optimizer
from ragas.optimizers.report import OptimizationReport
from ragas.optimizers.similar import SimilarDemonstrations, can_look_up

Rows = SingleMetricAnnotation | str | Path | Iterable[Mapping[str, Any]]
"""Annotations, a JSON file of them, or rows of a table with the label in the column of the metric's name."""


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

    First the instruction, then the demonstrations, each as its config says. A change is used only where it lowers the
    loss on held-out samples; otherwise a warning says so. The reports are returned in that order. `callbacks`,
    `batch_size` and `with_debugging_logs` are accepted for older code and do nothing.

    Raises:
        ValueError: `path` is no JSON file, or does not know the metric.
    """
    if not path or not str(path).endswith(".json"):
        raise ValueError(f"train the metric with a JSON file of annotations (.json), not {path!r}")
    dataset = MetricAnnotation.from_json(path, metric.name)[metric.name]
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
                _demonstrations(metric, demonstration_config, getattr(instruction_config, "llm", None)),
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
    """Optimize the prompts of `metric` and use them where held-out samples say that they are better.

    Without an `optimizer` it is the genetic one, whose instructions `llm` writes.

    Raises:
        InputError: there are fewer than 10 samples with a label.
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
    samples = annotated(metric.name, dataset)
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
        warnings.warn(
            f"{report.metric} keeps its prompts: the ones that were found are not better on held-out samples "
            f"(loss {report.before.loss:.3g} before, {report.after.loss:.3g} after).",
            stacklevel=3,
        )


def annotated(metric_name: str, dataset: Rows) -> SingleMetricAnnotation:
    """What people said about a metric, in whichever form it comes."""
    if isinstance(dataset, SingleMetricAnnotation):
        return dataset
    if isinstance(dataset, (str, Path)):
        return MetricAnnotation.from_json(dataset, metric_name)[metric_name]
    return SingleMetricAnnotation.from_rows(metric_name, dataset)


def _demonstrations(metric: Any, config: DemonstrationConfig, llm: Any) -> Optimizer:
    if config.technique == "similarity" and config.embedding is not None and can_look_up(metric):
        return SimilarDemonstrations(
            llm=llm, embedding=config.embedding, top_k=config.top_k, threshold=config.threshold
        )
    return DemonstrationOptimizer(llm=llm, max_demonstrations=config.top_k)
