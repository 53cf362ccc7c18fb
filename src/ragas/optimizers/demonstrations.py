"""DemonstrationOptimizer: labelled samples as worked examples, those that bring the judge nearest to people."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from ragas.engine.executor import stream
from ragas.metrics.blocks import is_conversation
from ragas.metrics.conversation import transcript
from ragas.optimizers.candidates import Demonstration, Prompts, names_of, with_demonstrations
from ragas.optimizers.labelled import Labelled
from ragas.optimizers.labels import Label
from ragas.optimizers.optimizer import Optimizer
from ragas.optimizers.task import Task, Value
from ragas.optimizers.witness import Exchange, watched
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.pydantic_prompt import PydanticPrompt
from ragas.prompt.simple import Prompt

JUDGED = "People judged it so."


class Candidate(NamedTuple):
    """An example that a prompt could show, made from the training sample at `place`."""

    prompt: str
    place: int
    demonstration: Demonstration


@dataclass
class DemonstrationOptimizer(Optimizer):
    """Adds up to `max_demonstrations` examples to the prompts, one after the other, each the one that helps most.

    Examples come from annotated prompts where there are any; from what the judge answered on samples it got right; and,
    where the score is a field of the reply, from its answers on the others with that field set right. In each round
    `num_candidates` of them are tried, those of samples that the judge gets wrong first. No sample is judged with itself, or
    one that reads the same, as an example: losses are compared on the samples that are not shown.
    """

    max_demonstrations: int = field(default=3, kw_only=True)
    num_candidates: int = field(default=8, kw_only=True)

    settings: tuple[str, ...] = field(
        default=("held_out", "seed", "max_demonstrations", "num_candidates"), init=False, repr=False
    )

    async def search(self, task: Task, settings: Mapping[str, Any]) -> Prompts:
        """The prompts with the examples that lower the loss on the other training samples."""
        values = await task.values(task.original)
        pool = await candidates(task, values)
        chosen: list[Candidate] = []
        current = task.original
        for _ in range(settings["max_demonstrations"]):
            shown = _equal(task, chosen)
            trials = _drawn(
                task, values, [one for one in pool if one.place not in shown], settings["num_candidates"]
            )
            best: tuple[float, Candidate, Prompts, list[Value]] | None = None
            for one in trials:
                prompts = {
                    **current,
                    one.prompt: with_demonstrations(current[one.prompt], [one.demonstration]),
                }
                found = await task.values(prompts)
                without = shown | _equal(task, [one])
                gain = _loss(task, values, without) - _loss(task, found, without)
                if best is None or gain > best[0]:
                    best = (gain, one, prompts, found)
            if best is None or best[0] <= 0:
                break
            chosen.append(best[1])
            current, values = best[2], best[3]
        return current


async def candidates(task: Task, values: Sequence[Value]) -> list[Candidate]:
    """Every example that can be made of a training sample, in the samples' order.

    What people wrote down goes before what was observed; its input is then the one the prompt is really given. A warning
    counts the samples on which the judge failed: of these there are no observed examples.
    """
    failures: list[tuple[int, Exception]] = []
    found = {
        (one.prompt, one.place): one for place in range(len(task.train)) for one in _annotated(task, place)
    }
    if any(isinstance(prompt, JudgePrompt) for prompt in task.original.values()):

        async def watch(place: int) -> tuple[Value, list[Exchange]]:
            return await watched(task.metric, task.original, task.train[place].inputs, task.judge)

        async for place, seen in stream(range(len(task.train)), watch, limit=task.limit):
            if isinstance(seen, Exception):
                failures.append((place, seen))
                continue
            for exchange in seen[1]:
                noted = found.get((exchange.prompt, place))
                if noted is not None:
                    pair = (exchange.data, noted.demonstration[1])
                    found[exchange.prompt, place] = Candidate(exchange.prompt, place, pair)
            for one in _observed(place, task.train[place], *seen):
                found.setdefault((one.prompt, place), one)
    if failures:
        _warn_of(failures, task)
    return sorted(found.values(), key=lambda one: one.place)


def _warn_of(failures: Sequence[tuple[int, Exception]], task: Task) -> None:
    place, error = failures[0]
    warnings.warn(
        f"{task.metric.name} failed on {len(failures)} of {len(task.train)} training samples while examples were looked for: "
        f"the judge's answers on these are none. The first is {task.train[place].inputs!r:.200}: "
        f"{type(error).__name__}: {error}",
        stacklevel=2,
    )


def _annotated(task: Task, place: int) -> Iterator[Candidate]:
    """Examples from what people wrote down about a sample."""
    sample = task.train[place]
    for name, prompt in task.original.items():
        if isinstance(prompt, Prompt):
            given = {
                key: transcript(task.metric.name, value) if is_conversation(value) else value
                for key in prompt.variables
                if (value := sample.inputs.get(key)) is not None
            }
            wanted = {task.metric.name: sample.label}
            reason = sample.inputs.get(f"{task.metric.name}_reason")
            yield Candidate(
                name,
                place,
                (given, wanted if reason is None else wanted | {f"{task.metric.name}_reason": reason}),
            )
            continue
        noted = next(
            (
                sample.annotation.prompts[one]
                for one in names_of(task.metric, name)
                if one in sample.annotation.prompts
            ),
            None,
        )
        if noted is None or not (noted.edited_output or sample.annotation.is_accepted):
            continue
        output = noted.edited_output or noted.prompt_output
        try:
            if isinstance(prompt, PydanticPrompt):
                pair = (
                    prompt.input_model.model_validate(noted.prompt_input),
                    prompt.output_model.model_validate(output),
                )
                yield Candidate(name, place, pair)
            else:
                texts = {key: value for key, value in noted.prompt_input.items() if isinstance(value, str)}
                yield Candidate(name, place, (texts, prompt.reply.model_validate(output)))
        except ValidationError:
            continue  # annotated with another version of the prompt; observed below instead


def _observed(
    place: int, sample: Labelled, value: Value, exchanges: Sequence[Exchange]
) -> Iterator[Candidate]:
    """Examples from what the judge answered about a sample."""
    if value == sample.label:
        for one in exchanges:
            yield Candidate(one.prompt, place, (one.data, one.reply))
    elif len(exchanges) == 1:
        reply = corrected(exchanges[0].reply, value, sample.label)
        if reply is not None:
            yield Candidate(exchanges[0].prompt, place, (exchanges[0].data, reply))


def corrected(reply: BaseModel, value: Value, label: Label) -> BaseModel | None:
    """The reply with the field that is the value set to the label; None where no single field is.

    Its reasons spoke for the wrong value, so they give way to a note.
    """
    if value is None or isinstance(value, str) or isinstance(label, str):
        return None
    content = reply.model_dump()
    same = [
        name for name, one in content.items() if isinstance(one, (bool, int, float)) and float(one) == value
    ]
    if len(same) != 1:
        return None
    new = content | {name: JUDGED for name, one in content.items() if isinstance(one, str)}
    new[same[0]] = bool(label) if isinstance(content[same[0]], bool) else label
    try:
        return type(reply).model_validate(new)
    except ValidationError:
        return None


def _drawn(task: Task, values: Sequence[Value], pool: Sequence[Candidate], number: int) -> list[Candidate]:
    """Some of the candidates: half from samples that are judged wrongly, if there are so many, with labels in turn."""
    shuffled = task.chance.sample(pool, len(pool))
    wrong = [one for one in shuffled if values[one.place] != task.train[one.place].label]
    right = [one for one in shuffled if values[one.place] == task.train[one.place].label]
    half = min(len(wrong), max(number - len(right), (number + 1) // 2))
    return [*wrong[:half], *_in_turn(task, right)[: number - half]]


def _in_turn(task: Task, pool: Sequence[Candidate]) -> list[Candidate]:
    by_label: dict[Label, list[Candidate]] = {}
    for one in pool:
        by_label.setdefault(task.train[one.place].label, []).append(one)
    longest = max(map(len, by_label.values()), default=0)
    return [group[turn] for turn in range(longest) for group in by_label.values() if turn < len(group)]


def _equal(task: Task, shown: Sequence[Candidate]) -> set[int]:
    """The places of the training samples that read like one that is shown."""
    keys = {task.train[one.place].key for one in shown}
    return {place for place, sample in enumerate(task.train) if sample.key in keys}


def _loss(task: Task, values: Sequence[Value], without: set[int]) -> float:
    places = [place for place in range(len(values)) if place not in without]
    if not places:
        return 0.0
    return task.loss_of([values[place] for place in places], [task.train[place] for place in places])
