"""What an optimizer works on: a metric, labelled samples, a loss, and a way to score prompts on samples."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Any

from ragas.engine.executor import stream
from ragas.llms.judge import Judge
from ragas.metrics.base import Models, use_models
from ragas.optimizers.candidates import Prompts, prompts_of, versions, with_prompts
from ragas.optimizers.labelled import Labelled, taken
from ragas.optimizers.labels import Label
from ragas.optimizers.losses import BinaryMetricLoss, Loss, MSELoss
from ragas.prompt.others import of_others
from ragas.schema.samples import MultiTurnSample, SingleTurnSample

Value = float | str | None
"""A metric's value for a sample; None where it could not be scored."""


@dataclass
class Task:
    """One optimization. Scores are kept, so that equal prompts are scored once.

    No sample is scored with an example that was made from it, or from an equal one.
    """

    metric: Any
    train: list[Labelled]
    loss: Loss
    judge: Judge | None
    chance: random.Random
    limit: int = 16
    spread: float = 1.0
    """The distance that a sample without a value counts as, for labels that are numbers."""
    original: Prompts = field(init=False)

    def __post_init__(self) -> None:
        self.original = prompts_of(self.metric)
        self._values: dict[tuple[str, ...], list[Value]] = {}
        self._seen: set[tuple[str, ...]] = set()

    @property
    def scored(self) -> int:
        """How many versions of the prompts have been scored."""
        return len(self._seen)

    async def values(self, prompts: Prompts, strict: bool = False) -> list[Value]:
        """The metric's values for the training samples with these prompts. `strict` raises what a sample raises."""
        key = versions(prompts)
        if key not in self._values:
            self._values[key] = await self.score(prompts, self.train, strict)
        return self._values[key]

    async def score(self, prompts: Prompts, samples: Sequence[Labelled], strict: bool = False) -> list[Value]:
        """The metric's values for `samples` with these prompts. `strict` raises what a sample raises."""
        self._seen.add(versions(prompts))
        metric = with_prompts(self.metric, {name: of_others(prompt) for name, prompt in prompts.items()})
        if self.judge is not None and getattr(metric, "llm", self) is None:
            metric.llm = self.judge

        async def one(sample: Labelled) -> Value:
            return await value_of(metric, sample.inputs)

        found: list[Value] = []
        with use_models(Models(self.judge)):
            async for place, value in stream(samples, one, limit=self.limit):
                if isinstance(value, Exception):
                    if strict:
                        value.add_note(f"The sample is {samples[place].inputs!r:.200}")
                        raise value
                    value = None
                found.append(value)
        return found

    def loss_of(self, values: Sequence[Value], samples: Sequence[Labelled]) -> float:
        """The loss of values; a sample without a value counts as wrong, so that failing is no way out."""
        pairs = [
            (self.worst(sample.label) if value is None else value, sample.label)
            for value, sample in zip(values, samples, strict=True)
        ]
        predicted: list[Any] = [value for value, _ in pairs]
        actual: list[Any] = [label for _, label in pairs]
        return self.loss(predicted, actual)

    def worst(self, label: Label) -> Label:
        """The value that stands for none at all."""
        return "" if isinstance(label, str) else label + self.spread

    def mistakes(self, values: Sequence[Value]) -> list[int]:
        """The places of training samples on which values and labels part, the widest apart first."""
        places = [place for place, value in enumerate(values) if value != self.train[place].label]
        return sorted(places, key=lambda place: -distance(values[place], self.train[place].label))


async def value_of(metric: Any, inputs: dict[str, Any]) -> Value:
    """The metric's value for a sample, of either generation; NaN is no value."""
    if hasattr(metric, "ascore"):
        value = (await metric.ascore(**taken(metric, inputs))).value
    elif isinstance(inputs.get("user_input"), list):
        value = await metric.multi_turn_ascore(MultiTurnSample(**inputs))
    else:
        value = await metric.single_turn_ascore(SingleTurnSample(**inputs))
    if isinstance(value, (bool, int, float)):
        return None if isnan(value) else float(value)
    return None if value is None else str(value)


def default_loss(labels: Sequence[Label]) -> Loss:
    """The loss that fits: the share of wrong ones for words and for 0 and 1, else the mean squared difference."""
    if any(isinstance(label, str) for label in labels) or {*labels} <= {0.0, 1.0}:
        return BinaryMetricLoss()
    return MSELoss()


def distance(value: Value, label: Label) -> float:
    """How far a value is from a label; words are equal or one apart."""
    if value is None:
        return float("inf")
    if isinstance(value, str) or isinstance(label, str):
        return float(value != label)
    return abs(value - label)
