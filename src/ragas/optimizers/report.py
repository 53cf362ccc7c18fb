"""What an optimization came to: agreement with people on samples the optimizer never saw, before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ragas.optimizers.task import Labelled, Task, Value
from ragas.stats.intervals import Interval, wilson
from ragas.stats.paired import paired

Verdict = Literal["better", "same", "worse"]


@dataclass(frozen=True)
class Agreement:
    """How a metric agrees with people on held-out samples. `failed` samples have no value and count as wrong."""

    agreeing: int
    n: int
    loss: float
    failed: int
    interval: Interval

    @property
    def share(self) -> float:
        """The share of samples on which metric and people agree."""
        return self.agreeing / self.n

    def __str__(self) -> str:
        failed = f", {self.failed} failed" if self.failed else ""
        return (
            f"{self.agreeing} of {self.n} ({self.share:.0%}, 95 % between {self.interval.low:.0%} and "
            f"{self.interval.high:.0%}), loss {self.loss:.3g}{failed}"
        )


@dataclass(frozen=True)
class OptimizationReport:
    """Held-out agreement before and after, and what was changed.

    `verdict` compares the held-out losses; `p` says how often chance alone gives a difference of agreement as large.
    `kept` is whether the new prompts are the better ones and so those to use.
    """

    metric: str
    optimizer: str
    before: Agreement
    after: Agreement
    p: float
    within: float
    train_before: float
    train_after: float
    n_train: int
    scored: int
    instructions: dict[str, str] = field(default_factory=dict)
    demonstrations: dict[str, int] = field(default_factory=dict)

    @property
    def verdict(self) -> Verdict:
        """Whether the loss on held-out samples fell, stayed or rose."""
        if self.after.loss == self.before.loss:
            return "same"
        return "better" if self.after.loss < self.before.loss else "worse"

    @property
    def kept(self) -> bool:
        """Whether the new prompts are to be used: only where they are better."""
        return self.verdict == "better"

    def __str__(self) -> str:
        what = "equal" if not self.within else f"within {self.within:g}"
        changes = [f"{name}: new instruction" for name in self.instructions]
        changes += [
            f"{name}: {number} examples more" for name, number in self.demonstrations.items() if number
        ]
        kept = "kept" if self.kept else "not kept"
        return "\n".join(
            [
                f"{self.metric}, {self.optimizer}: {self.verdict} on {self.after.n} held-out samples (p = {self.p:.2g}), {kept}",
                f"  agreement before  {self.before}",
                f"  agreement after   {self.after}",
                f"  training loss     {self.train_before:.3g} -> {self.train_after:.3g} on {self.n_train} samples, "
                f"{self.scored} versions scored; values agree when {what}",
                f"  changed           {', '.join(changes) or 'nothing'}",
            ]
        )


def agreement(task: Task, samples: Sequence[Labelled], values: Sequence[Value], within: float) -> Agreement:
    """How values agree with the labels of `samples`."""
    hits = agreeing(samples, values, within)
    return Agreement(
        sum(hits),
        len(hits),
        task.loss_of(values, samples),
        sum(value is None for value in values),
        wilson(sum(hits), len(hits)),
    )


def agreeing(samples: Sequence[Labelled], values: Sequence[Value], within: float) -> list[bool]:
    """For each sample whether value and label agree."""
    return [_agree(value, sample.label, within) for value, sample in zip(values, samples, strict=True)]


def chance_of(before: Sequence[bool], after: Sequence[bool]) -> float:
    """How often chance alone makes two versions differ in agreement as much as these do."""
    return paired([float(hit) for hit in before], [float(hit) for hit in after], bounds=(0.0, 1.0)).p


def tolerance(samples: Sequence[Labelled]) -> float:
    """How near a value must be to agree: equal for words and whole numbers, else within a tenth of the labels' range."""
    numbers = [sample.label for sample in samples if not isinstance(sample.label, str)]
    if len(numbers) < len(samples) or all(number == round(number) for number in numbers):
        return 0.0
    return max(1e-9, 0.1 * (max(numbers) - min(numbers)))


def _agree(value: Value, label: float | str, within: float) -> bool:
    if value is None:
        return False
    if isinstance(value, str) or isinstance(label, str):
        return value == label
    return abs(value - label) <= within
