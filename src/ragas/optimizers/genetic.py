"""GeneticOptimizer: instructions that are written from examples, revised after mistakes and combined; the fittest stay."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from ragas.exceptions import ConfigurationError, JudgeError
from ragas.llms.adapt import ask
from ragas.llms.judge import Judge
from ragas.optimizers.candidates import Prompts, versions, with_instruction
from ragas.optimizers.optimizer import Optimizer
from ragas.optimizers.selection import complement
from ragas.optimizers.task import Task
from ragas.optimizers.wording import (
    COMBINE,
    REVISE,
    WRITE,
    NewInstruction,
    Revision,
    example,
    mistake,
    purpose,
)
from ragas.prompt.fence import Data
from ragas.prompt.judge_prompt import JudgePrompt


@dataclass
class GeneticOptimizer(Optimizer):
    """Finds a better instruction by trying.

    The first `population_size` versions are the prompts as they are and instructions written from `num_demonstrations`
    labelled samples each. In every one of `generations` rounds each version is revised after looking at up to
    `sample_size` of its mistakes, and the best one is combined with the one that is right where it is wrong; of all, the
    `population_size` with the lowest loss on the training samples stay. The prompts as they are stay in the race, so
    that nothing worse on the training samples is chosen. At most `max_steps` versions are scored.
    """

    population_size: int = field(default=3, kw_only=True)
    num_demonstrations: int = field(default=3, kw_only=True)
    sample_size: int = field(default=12, kw_only=True)
    generations: int = field(default=2, kw_only=True)
    max_steps: int = field(default=100, kw_only=True)

    settings: tuple[str, ...] = field(
        default=(
            "held_out",
            "seed",
            "population_size",
            "num_demonstrations",
            "sample_size",
            "generations",
            "max_steps",
        ),
        init=False,
        repr=False,
    )

    def check(self) -> None:
        """Refuse to start without a metric and a model that writes instructions."""
        super().check()
        if self.llm is None:
            raise ConfigurationError(
                "No llm provided for optimization: set optimizer.llm = llm_factory(...)."
            )

    async def search(self, task: Task, settings: Mapping[str, Any]) -> Prompts:
        """The version with the lowest loss on the training samples; of equal ones the first."""
        judge = task.judge
        assert judge is not None  # `check` has seen to it
        breeder = _Breeder(task, judge, settings)
        population = [task.original, *await breeder.written(settings["population_size"] - 1)]
        ranked = await breeder.ranked(population)
        for _ in range(settings["generations"]):
            if ranked[0][0] == 0 or breeder.spent:
                break
            parents = [prompts for _, prompts in ranked[: settings["population_size"]]]
            children = [*await breeder.revised(parents), *await breeder.combined(parents)]
            ranked = await breeder.ranked([*parents, *children])
        return ranked[0][1]


@dataclass
class _Breeder:
    """Makes versions of prompts, and ranks them."""

    task: Task
    judge: Judge
    settings: Mapping[str, Any]

    @property
    def spent(self) -> bool:
        """Whether as many versions have been scored as may be."""
        return bool(self.task.scored >= self.settings["max_steps"])

    async def ranked(self, versions_of: Sequence[Prompts]) -> list[tuple[float, Prompts]]:
        """Versions with their losses, the lowest first; of equal ones the earlier."""
        found: dict[tuple[str, ...], tuple[float, Prompts]] = {}
        for prompts in versions_of:
            known = versions(prompts)
            if known in found or (self.spent and prompts is not self.task.original):
                continue
            values = await self.task.values(prompts)
            found[known] = (self.task.loss_of(values, self.task.train), prompts)
        return sorted(found.values(), key=lambda one: one[0])

    async def written(self, number: int) -> list[Prompts]:
        """Versions whose instructions are written from labelled samples, other samples for each."""
        return await self._all([self._written(self._drawn()) for _ in range(number)])

    async def revised(self, parents: Sequence[Prompts]) -> list[Prompts]:
        """For each version one that has learned from its mistakes."""
        return await self._all([self._revised(prompts) for prompts in parents])

    async def combined(self, parents: Sequence[Prompts]) -> list[Prompts]:
        """The best version joined with the one that is right where it is wrong."""
        labels = [one.label for one in self.task.train]
        right = [
            [value == label for value, label in zip(await self.task.values(one), labels, strict=True)]
            for one in parents
        ]
        other = complement(right)
        if other is None:
            return []
        return await self._all([self._combined(parents[0], parents[other])])

    def _drawn(self) -> list[str]:
        """A few labelled samples, as many labels among them as may be."""
        count = min(self.settings["num_demonstrations"], len(self.task.train))
        drawn = self.task.chance.sample(self.task.train, len(self.task.train))
        first = {one.label: one for one in reversed(drawn)}
        chosen = [*first.values(), *(one for one in drawn if one not in first.values())][:count]
        return [example(one.inputs, one.label) for one in chosen]

    async def _written(self, examples: list[str]) -> Prompts | None:
        return await self._with_new(
            self.task.original, WRITE, NewInstruction, lambda _: {"example": examples}
        )

    async def _revised(self, prompts: Prompts) -> Prompts | None:
        values = await self.task.values(prompts)
        wrong = self.task.mistakes(values)[: self.settings["sample_size"]]
        if not wrong:
            return None
        shown = [
            mistake(self.task.train[place].inputs, values[place], self.task.train[place].label)
            for place in wrong
        ]
        return await self._with_new(prompts, REVISE, Revision, lambda _: {"mistake": shown})

    async def _combined(self, one: Prompts, other: Prompts) -> Prompts | None:
        return await self._with_new(
            one, COMBINE, NewInstruction, lambda name: {"other instruction": other[name].instruction}
        )

    async def _with_new(
        self, prompts: Prompts, how: JudgePrompt, reply: type[BaseModel], more: Any
    ) -> Prompts | None:
        """`prompts` with a new instruction for each; None where the model gave none that can be used."""
        changed: Prompts = {}
        for name, prompt in prompts.items():
            data: dict[str, Data] = {**purpose(prompt), **more(name)}
            answer: Any = await ask(self.judge, how.render(data), reply)
            new = with_instruction(prompt, answer.instruction)
            if new is None:
                return None
            changed[name] = new
        return changed

    async def _all(self, making: Sequence[Any]) -> list[Prompts]:
        """The versions that came about; a model that fails at one does not end the search."""
        made = await asyncio.gather(*making, return_exceptions=True)
        found: list[Prompts] = []
        for one in made:
            if isinstance(one, BaseException):
                if not isinstance(one, JudgeError):
                    raise one
            elif one is not None:
                found.append(one)
        return found
