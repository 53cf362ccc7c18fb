"""The frame of every optimizer: part of the samples is held out, the rest is searched on, both are measured."""

from __future__ import annotations

import random
import warnings
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ragas.engine.event_loop import run_sync
from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner, use_runner
from ragas.exceptions import ConfigurationError, InputError
from ragas.llms.adapt import as_judge
from ragas.llms.judge import Judge
from ragas.optimizers.annotations import SingleMetricAnnotation
from ragas.optimizers.candidates import AnyPrompt, Prompts
from ragas.optimizers.labelled import Labelled, labelled
from ragas.optimizers.losses import Loss
from ragas.optimizers.report import OptimizationReport, agreement, difference, tolerance
from ragas.optimizers.sampling import split
from ragas.optimizers.task import Task, Value, default_loss

FEWEST = 10
"""With fewer different samples that are labelled nothing can be told about a change."""


@dataclass
class Optimizer(ABC):
    """Changes the prompts of `metric` so that its values come nearer to people's.

    `llm` judges where the metric has no judge of its own, and writes instructions. `held_out` is the share of the
    samples that the search never sees, nor any that reads the same; `seed` makes splits and choices repeatable. After `optimize` the report of
    held-out agreement is in `report`, and the prompts that were found in `found`; the metric is not changed.
    """

    metric: Any = None
    llm: Any = None
    held_out: float = field(default=0.3, kw_only=True)
    seed: int = field(default=42, kw_only=True)
    report: OptimizationReport | None = field(default=None, init=False, repr=False)
    found: Prompts = field(default_factory=dict, init=False, repr=False)

    settings: tuple[str, ...] = field(default=("held_out", "seed"), init=False, repr=False)
    """What `config` may set for one call."""

    def optimize(
        self,
        dataset: SingleMetricAnnotation,
        loss: Loss | None = None,
        config: Mapping[str, Any] | None = None,
        run_config: RunConfig | None = None,
        batch_size: int | None = None,
        callbacks: Any = None,
        with_debugging_logs: bool = False,
        raise_exceptions: bool = True,
    ) -> dict[str, str]:
        """The instruction of every prompt that was found to be best, by the prompt's name.

        Without `loss` one that fits the labels is used. `config` sets the optimizer's own settings for this call. A
        sample that fails with the prompts as they are raises; with `raise_exceptions=False`, and later, it counts as
        wrong. `batch_size`, `callbacks` and `with_debugging_logs` are accepted for older code and do nothing.

        Raises:
            ConfigurationError: there is no metric, or a setting in `config` is unknown.
            InputError: there are fewer than 10 different samples with a label, or a label is none of the metric's values.
        """
        return run_sync(self.aoptimize(dataset, loss, config, run_config, raise_exceptions=raise_exceptions))

    async def aoptimize(
        self,
        dataset: SingleMetricAnnotation,
        loss: Loss | None = None,
        config: Mapping[str, Any] | None = None,
        run_config: RunConfig | None = None,
        *,
        raise_exceptions: bool = True,
    ) -> dict[str, str]:
        """`optimize`, from async code."""
        self.check()
        set_here = {"max_steps": 100, **vars_of(self)} | dict(config or {})
        unknown = set_here.keys() - {*self.settings, "max_steps"}
        if unknown:
            raise ConfigurationError(
                f"{type(self).__name__} has no setting {sorted(unknown)!r}; it has {sorted(self.settings)!r}"
            )
        samples = labelled(dataset, self.metric)
        different = len({one.key for one in samples})
        if different < FEWEST:
            equal = f", of {different} different samples" if different < len(samples) else ""
            raise InputError(
                f"{len(samples)} of {len(dataset)} annotations have a label{equal}; "
                f"optimizing needs at least {FEWEST} different ones."
            )
        seed = set_here["seed"]
        train, held = split(
            [one.label for one in samples], set_here["held_out"], seed, [one.key for one in samples]
        )
        labels = [one.label for one in samples]
        if len({*labels}) == 1:
            warnings.warn(
                f"All {len(labels)} labels are {labels[0]!r}: a judge that always says so agrees with them. Label samples of "
                "other values too.",
                stacklevel=2,
            )
        numbers = [label for label in labels if not isinstance(label, str)]
        task = Task(
            self.metric,
            [samples[place] for place in train],
            loss or default_loss(labels),
            self._judge(),
            random.Random(seed),
            (run_config or RunConfig()).max_workers,
            (max(numbers) - min(numbers) if numbers else 0.0) or 1.0,
        )
        with use_runner(Runner(run_config or RunConfig())):
            return await self._run(task, [samples[place] for place in held], set_here, raise_exceptions)

    def check(self) -> None:
        """Refuse to start without what is needed.

        Raises:
            ConfigurationError: says what is missing.
        """
        if self.metric is None:
            raise ConfigurationError(f"{type(self).__name__} needs a metric: set optimizer.metric.")

    @abstractmethod
    async def search(self, task: Task, settings: Mapping[str, Any]) -> Prompts:
        """The best prompts that can be found on the training samples of `task`."""

    async def _run(
        self, task: Task, held: list[Labelled], settings: Mapping[str, Any], strict: bool
    ) -> dict[str, str]:
        before = await task.score(task.original, held, strict=strict)
        _refuse_other_kinds(before, held, task.metric.name)
        first = task.loss_of(await task.values(task.original, strict), task.train)
        found = await self.search(task, settings)
        after = await task.score(found, held)
        within = tolerance([*task.train, *held])
        self.found = found
        self.report = OptimizationReport(
            task.metric.name,
            type(self).__name__,
            agreement(task, held, before, within),
            agreement(task, held, after, within),
            *difference(held, before, after, within),
            within,
            first,
            task.loss_of(await task.values(found), task.train),
            len(task.train),
            task.scored,
            {
                name: prompt.instruction
                for name, prompt in found.items()
                if prompt.instruction != task.original[name].instruction
            },
            {name: _more(task.original[name], prompt) for name, prompt in found.items()},
        )
        return {name: prompt.instruction for name, prompt in found.items()}

    def _judge(self) -> Judge | None:
        return None if self.llm is None else as_judge(self.llm)


def vars_of(optimizer: Optimizer) -> dict[str, Any]:
    """The settings of an optimizer as they stand."""
    return {name: getattr(optimizer, name) for name in optimizer.settings}


def _more(before: AnyPrompt, after: AnyPrompt) -> int:
    return len(after.examples) - len(before.examples)


def _refuse_other_kinds(values: list[Value], samples: list[Labelled], name: str) -> None:
    """Stop before a search in which no value could ever agree, because labels are words and values numbers."""
    pairs = [(value, one.label) for value, one in zip(values, samples, strict=True) if value is not None]
    if pairs and all(isinstance(value, str) is not isinstance(label, str) for value, label in pairs):
        value, label = pairs[0]
        raise InputError(
            f"No label can agree with {name!r}: labels are such as {label!r}, its values such as {value!r}. "
            "Label in the values of the metric."
        )
