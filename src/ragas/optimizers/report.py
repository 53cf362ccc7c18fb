"""What an optimization came to: agreement with people on samples the optimizer never saw, before and after."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ragas.optimizers.labelled import Labelled
from ragas.optimizers.task import Task, Value
from ragas.stats.intervals import Interval, mean_interval
from ragas.stats.paired import paired

Verdict = Literal["better", "worse", "undecided", "same"]
TOLD = {"undecided": "no difference that can be told", "same": "nothing changed"}
SURE = 0.05
"""A difference that chance alone gives less often than this can be told from none."""
SAME_LOSS = 1e-9


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
    """Held-out agreement before and after, what was changed, and whether it is to be used.

    `difference` is that of the shares, after minus before, with its 95 % `interval`; `p` says how often chance alone
    gives one as large. `different` is how many of the held-out samples do not read the same. `verdict` says what can
    be told from that, `kept` whether the new prompts are to be used, and `why`.
    """

    metric: str
    optimizer: str
    before: Agreement
    after: Agreement
    difference: float
    interval: Interval
    p: float
    different: int
    within: float
    train_before: float
    train_after: float
    n_train: int
    scored: int
    instructions: dict[str, str] = field(default_factory=dict)
    demonstrations: dict[str, int] = field(default_factory=dict)

    @property
    def verdict(self) -> Verdict:
        """Whether held-out agreement rose or fell by more than chance explains (p below 0.05), or neither can be told.

        "same" says that the prompts are as they were.
        """
        if self.p < SURE:
            return "better" if self.difference > 0 else "worse"
        return "undecided" if self._changed or self.difference else "same"

    @property
    def kept(self) -> bool:
        """Whether the new prompts are to be used: the loss fell on training and on held-out samples, and agreement did not.

        Being sure is not asked for: with few samples nothing is, and of two prompts the one to use is the one that did
        better so far. So agreement on fewer of the held-out samples is no reason to change, be it by chance or not.
        """
        return self._fell_in_training and self._fell_held_out and not self._lost

    @property
    def why(self) -> str:
        """Why the new prompts are kept or not, in words."""
        training = f"on the training samples ({self.train_before:.3g} -> {self.train_after:.3g})"
        held = f"on the held-out ones ({self.before.loss:.3g} -> {self.after.loss:.3g})"
        if not self._changed:
            return "nothing better was found on the training samples"
        if self.verdict == "worse":
            return f"agreement is worse on the held-out samples ({self._agreements}, p = {self.p:.2g})"
        if not self._fell_in_training:
            return f"the loss did not fall {training}"
        if not self._fell_held_out:
            return f"the loss fell {training} but not {held}"
        if self._lost:
            return (
                f"agreement fell on the held-out samples ({self._agreements}, p = {self.p:.2g}), though the loss fell "
                f"{training} and {held}"
            )
        chance = ", which may be chance: label more samples to be sure" if self.verdict == "undecided" else ""
        return f"the loss fell {training} and {held}{chance}"

    @property
    def _lost(self) -> int:
        """On how many held-out samples fewer metric and people agree."""
        return max(0, self.before.agreeing - self.after.agreeing)

    @property
    def _agreements(self) -> str:
        return f"{self.before.agreeing} -> {self.after.agreeing} of {self.after.n}"

    @property
    def _changed(self) -> bool:
        return bool(self.instructions) or any(self.demonstrations.values())

    @property
    def _fell_in_training(self) -> bool:
        return self.train_after < self.train_before - SAME_LOSS

    @property
    def _fell_held_out(self) -> bool:
        return self.after.loss < self.before.loss - SAME_LOSS

    def __str__(self) -> str:
        what = "equal" if not self.within else f"within {self.within:g}"
        changes = [f"{name}: new instruction" for name in self.instructions]
        changes += [
            f"{name}: {number} examples more" for name, number in self.demonstrations.items() if number
        ]
        told = TOLD.get(self.verdict, self.verdict)
        equal = f" ({self.different} different)" if self.different < self.after.n else ""
        low, high = (f"{100 * end:+.0f}" for end in self.interval[:2])
        return "\n".join(
            [
                f"{self.metric}, {self.optimizer}: {told} on {self.after.n} held-out samples{equal}, "
                f"{'kept' if self.kept else 'not kept'}",
                f"  agreement before  {self.before}",
                f"  agreement after   {self.after}",
                f"  difference        {100 * self.difference:+.0f} points (95 % between {low} and {high}), p = {self.p:.2g}",
                f"  training loss     {self.train_before:.3g} -> {self.train_after:.3g} on {self.n_train} samples, "
                f"{self.scored} versions scored; values agree when {what}",
                f"  changed           {', '.join(changes) or 'nothing'}",
                f"  {'kept    ' if self.kept else 'not kept'}          because {self.why}",
            ]
        )


def agreement(task: Task, samples: Sequence[Labelled], values: Sequence[Value], within: float) -> Agreement:
    """How values agree with the labels of `samples`; equal samples count as drawn together."""
    hits = agreeing(samples, values, within)
    interval = mean_interval([float(hit) for hit in hits], bounds=(0.0, 1.0), clusters=_clusters(samples))
    assert interval is not None  # a share has bounds
    return Agreement(
        sum(hits), len(hits), task.loss_of(values, samples), sum(value is None for value in values), interval
    )


def difference(
    samples: Sequence[Labelled], before: Sequence[Value], after: Sequence[Value], within: float
) -> tuple[float, Interval, float, int]:
    """By how much agreement changed, with interval and p, and how many different samples that was seen on."""
    first = [float(hit) for hit in agreeing(samples, before, within)]
    second = [float(hit) for hit in agreeing(samples, after, within)]
    clusters = _clusters(samples)
    seen = paired(first, second, bounds=(0.0, 1.0), clusters=clusters)
    # Few samples that all change alike do not show that every one would: the interval of bounded values knows that.
    interval = mean_interval(
        [two - one for one, two in zip(first, second, strict=True)], bounds=(-1.0, 1.0), clusters=clusters
    )
    assert interval is not None  # a difference of shares has bounds
    return seen.difference, interval, seen.p, len({one.key for one in samples})


def agreeing(samples: Sequence[Labelled], values: Sequence[Value], within: float) -> list[bool]:
    """For each sample whether value and label agree."""
    return [_agree(value, sample.label, within) for value, sample in zip(values, samples, strict=True)]


def tolerance(samples: Sequence[Labelled]) -> float:
    """How near a value must be to agree: equal for words and whole numbers, else within a tenth of the labels' range."""
    numbers = [sample.label for sample in samples if not isinstance(sample.label, str)]
    if len(numbers) < len(samples) or all(number == round(number) for number in numbers):
        return 0.0
    return max(1e-9, 0.1 * (max(numbers) - min(numbers)))


def _clusters(samples: Sequence[Labelled]) -> list[Hashable] | None:
    keys: list[Hashable] = [one.key for one in samples]
    return keys if len({*keys}) < len(keys) else None


def _agree(value: Value, label: float | str, within: float) -> bool:
    if value is None:
        return False
    if isinstance(value, str) or isinstance(label, str):
        return value == label
    return abs(value - label) <= within
