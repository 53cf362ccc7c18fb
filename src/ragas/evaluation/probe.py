"""probe(): spoil good samples on purpose, and see which faults each metric notices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ragas.evaluation.alignment_figures import Figure, share
from ragas.evaluation.evaluate import evaluate
from ragas.evaluation.mutations import MUTATORS, Mutator
from ragas.evaluation.scorers import Scorer, as_scorers
from ragas.exceptions import ConfigurationError, InputError
from ragas.schema.cells import Cell, MetricInfo
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.result import EvaluationResult

MARGIN = 0.1
GOOD_FROM = 0.5


@dataclass(frozen=True)
class Mutant:
    """A spoiled sample: what was done to which row, and its score before and after."""

    row: int
    did: str
    before: float | str
    after: float | str | None
    caught: bool
    reason: str | None = None


@dataclass(frozen=True)
class Catch:
    """How often a metric noticed one kind of fault. Of a harmless change, being noticed is a false alarm.

    `drop` is how much lower the score was on average, None for scores that are words. Without mutants, `why` says why.
    """

    metric: str
    mutator: str
    does: str
    harmless: bool
    caught: Figure | None = None
    drop: float | None = None
    mutants: list[Mutant] = field(default_factory=list)
    why: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "metric": self.metric,
            "mutator": self.mutator,
            "does": self.does,
            "harmless": self.harmless,
            "caught": self.caught and self.caught.to_dict(),
            "drop": self.drop,
            "why": self.why,
            "mutants": [mutant.__dict__ for mutant in self.mutants],
        }


@dataclass(frozen=True)
class ProbeReport:
    """What metrics notice: a `Catch` for each metric and each kind of fault."""

    catches: list[Catch]
    metrics: list[MetricInfo]
    margin: float
    good: dict[str, tuple[int, int]]
    """For each metric how many samples were good enough to spoil, of how many."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "margin": self.margin,
            "good": {name: {"samples": n, "of": of} for name, (n, of) in self.good.items()},
            "judges": {info.name: info.judge for info in self.metrics},
            "catches": [catch.to_dict() for catch in self.catches],
        }


def probe(
    dataset: EvaluationDataset,
    metrics: Sequence[Any],
    *,
    mutators: Sequence[Mutator] = MUTATORS,
    margin: float = MARGIN,
    good_from: float = GOOD_FROM,
    most: int = 50,
    seed: int = 0,
    **settings: Any,
) -> ProbeReport:
    """Score samples as they are and spoiled, and count how often each metric notices.

    Args:
        dataset: samples; those that a metric finds good are spoiled for it.
        metrics: metrics as for `evaluate`.
        mutators: ways to spoil a sample.
        margin: by how much of its range a score must fall to count as noticing; a word must be another one.
        good_from: from which part of its range on a score counts as good.
        most: how many good samples are spoiled, drawn by `seed`.
        settings: those of `evaluate`, such as `llm`.

    Raises:
        InputError: the dataset lacks a column that a metric needs.
        ConfigurationError: the margin is not between 0 and 1.
    """
    if not 0 < margin <= 1:
        raise ConfigurationError(
            f"margin is a part of the range of a score, above 0 and at most 1, not {margin!r}"
        )
    scorers = as_scorers(metrics, list)
    originals = _evaluate(dataset, metrics, settings)
    catches: list[Catch] = []
    good: dict[str, tuple[int, int]] = {}
    for scorer, metric, info in zip(scorers, metrics, originals.metrics, strict=True):
        rows = [
            row for row, cells in enumerate(originals.cells) if _is_good(cells[info.name], info, good_from)
        ]
        good[info.name] = (len(rows), len(originals.cells))
        if len(rows) > most:
            rows = sorted(Random(seed).sample(rows, most))
        before = {row: originals.cells[row][info.name] for row in rows}
        catches += _Probed(dataset, scorer, metric, info, before, margin, seed, settings).catches(mutators)
    return ProbeReport(catches, originals.metrics, margin, good)


class _Probed:
    """One metric and the good samples that are spoiled for it."""

    def __init__(
        self,
        dataset: EvaluationDataset,
        scorer: Scorer,
        metric: Any,
        info: MetricInfo,
        before: dict[int, Cell],
        margin: float,
        seed: int,
        settings: dict[str, Any],
    ) -> None:
        self.dataset, self.metric, self.info, self.before = dataset, metric, info, before
        self.margin, self.seed, self.settings = margin, seed, settings
        self.reads = {*scorer.required, *scorer.optional}

    def catches(self, mutators: Sequence[Mutator]) -> list[Catch]:
        """A catch for each mutator that fits this kind of sample."""
        spoiled: list[tuple[Mutator, int, str, Any]] = []
        for mutator in mutators:
            if mutator.column in self.reads:
                spoiled += self._spoil(mutator)
        cells: list[Cell] = []
        if spoiled:
            found = _evaluate(EvaluationDataset([one[3] for one in spoiled]), [self.metric], self.settings)
            cells = [one[self.info.name] for one in found.cells]
        made: dict[str, list[Mutant]] = {}
        for (mutator, row, did, _), cell in zip(spoiled, cells, strict=True):
            made.setdefault(mutator.name, []).append(self._mutant(row, did, cell))
        return [
            self._catch(mutator, made.get(mutator.name, [])) for mutator in mutators if self._fits(mutator)
        ]

    def _fits(self, mutator: Mutator) -> bool:
        """Whether a mutator is of this kind of sample; tool calls are in conversations only."""
        return (mutator.column == "user_input") is self.dataset.is_multi_turn()

    def _spoil(self, mutator: Mutator) -> list[tuple[Mutator, int, str, Any]]:
        spoiled = []
        for row in self.before if self._fits(mutator) else ():
            sample = self.dataset[row]
            changed = mutator.change(sample.to_dict(), Random(f"{self.seed} {mutator.name} {row}"))
            if changed is not None:
                columns, did = changed
                mutant = type(sample)(**{**sample.to_dict(), **columns})
                mutant.extra = dict(sample.extra)
                spoiled.append((mutator, row, did, mutant))
        return spoiled

    def _mutant(self, row: int, did: str, cell: Cell) -> Mutant:
        before = self.before[row].value
        assert isinstance(before, (int, float, str))  # such rows only are good
        after = cell.value if isinstance(cell.value, (int, float, str)) else None
        drop = _drop(before, after, self.info)
        caught = before != after if isinstance(before, str) else drop is not None and drop >= self._least()
        return Mutant(row, did, before, after, after is not None and caught, cell.reason or cell.cause)

    def _least(self) -> float:
        """The fall that counts; what a score of 0.9 less 0.8 leaves of 0.1 is enough."""
        low, high = self.info.bounds or (0.0, 1.0)
        return self.margin * (high - low) - 1e-9

    def _catch(self, mutator: Mutator, mutants: list[Mutant]) -> Catch:
        catch = Catch(self.info.name, mutator.name, mutator.does, mutator.harmless)
        if mutator.column not in self.reads:
            return Catch(**{**catch.__dict__, "why": f"does not read {mutator.column}"})
        scored = [mutant for mutant in mutants if mutant.after is not None]
        if not scored:
            without = "no good sample has one" if self.before else "no sample is good"
            why = "no mutant could be scored" if mutants else without
            return Catch(**{**catch.__dict__, "why": why})
        drops = [drop for one in scored if (drop := _drop(one.before, one.after, self.info)) is not None]
        return Catch(
            self.info.name,
            mutator.name,
            mutator.does,
            mutator.harmless,
            caught=share([mutant.caught for mutant in scored]),
            drop=sum(drops) / len(drops) if drops else None,
            mutants=mutants,
        )


def _drop(before: Any, after: Any, info: MetricInfo) -> float | None:
    """How much worse the score is."""
    if isinstance(before, str) or isinstance(after, str) or after is None:
        return None
    return float(before - after if info.higher_is_better else after - before)


def _is_good(cell: Cell, info: MetricInfo, good_from: float) -> bool:
    if isinstance(cell.value, str):
        return bool(info.allowed_values) and cell.value == (info.allowed_values or ("",))[0]
    if (number := cell.number) is None:
        return False
    low, high = info.bounds or (0.0, 1.0)
    part = (number - low) / ((high - low) or 1.0)
    return (part if info.higher_is_better else 1 - part) >= good_from


def _evaluate(
    dataset: EvaluationDataset, metrics: Sequence[Any], settings: dict[str, Any]
) -> EvaluationResult:
    found = evaluate(dataset, metrics, **settings)
    if not isinstance(found, EvaluationResult):
        raise InputError("return_executor cannot be asked for here")
    return found
