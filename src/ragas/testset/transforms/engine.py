"""Apply transformations to a graph: in order, politely, whole or not at all, and from where an earlier run ended."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any

from ragas.engine.event_loop import run_sync
from ragas.engine.executor import stream
from ragas.engine.ledger import use_cell
from ragas.engine.progress import Progress, make_progress
from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner, use_runner
from ragas.exceptions import InputError
from ragas.testset.graph import KnowledgeGraph
from ragas.testset.transforms.base import BaseGraphTransformation, Step
from ragas.testset.transforms.checkpoint import Checkpoint
from ragas.testset.transforms.snapshot import Snapshot


class Parallel:
    """Transformations that need nothing of each other, and run at the same time."""

    def __init__(self, *transformations: BaseGraphTransformation | Parallel) -> None:
        for one in transformations:
            if not isinstance(one, BaseGraphTransformation | Parallel):
                raise InputError(f"Parallel takes transformations, not {one!r:.80}.")
        self.transformations = list(transformations)

    def generate_execution_plan(self, kg: KnowledgeGraph) -> Sequence[Step]:
        """The steps of all of them."""
        return [step for one in self.transformations for step in one.generate_execution_plan(kg)]

    def __repr__(self) -> str:
        return f"Parallel({', '.join(map(repr, self.transformations))})"


Transforms = list[BaseGraphTransformation | Parallel] | Parallel | BaseGraphTransformation
"""One transformation, several at the same time, or a list of these, applied in order."""


def apply_transforms(
    kg: KnowledgeGraph,
    transforms: Transforms,
    run_config: RunConfig | None = None,
    callbacks: Any = None,
    *,
    runner: Runner | None = None,
    checkpoint: str | Path | None = None,
    show_progress: bool = True,
) -> None:
    """Change the graph by each transformation, in order.

    When a transformation fails, its first error is raised as it is, work under way is cancelled, and the graph is as
    the last finished one left it.

    Args:
        run_config: how judge calls are treated: how many at once, deadline, retries.
        callbacks: accepted for code that passes them.
        runner: the runner of a larger run, in place of `run_config`.
        checkpoint: a folder where the graph is kept after every transformation; a later run with the same documents
            and transformations goes on from there.
        show_progress: show how far each transformation is.

    Raises:
        InputError: `transforms` is none, or the checkpoint is of other documents or transformations.
    """
    run_sync(
        aapply_transforms(
            kg,
            transforms,
            run_config,
            callbacks,
            runner=runner,
            checkpoint=checkpoint,
            show_progress=show_progress,
        )
    )


async def aapply_transforms(
    kg: KnowledgeGraph,
    transforms: Transforms,
    run_config: RunConfig | None = None,
    callbacks: Any = None,
    *,
    runner: Runner | None = None,
    checkpoint: str | Path | None = None,
    show_progress: bool = True,
) -> None:
    """`apply_transforms` for async code."""
    steps = _listed(transforms)
    kept = None if checkpoint is None else Checkpoint(checkpoint, kg, steps)
    done = 0 if kept is None else kept.restore(kg)
    if runner is not None and runner.progress is not None and show_progress:
        progress = runner.progress  # a terminal has room for one display
    else:
        progress = make_progress(show_progress)
    runner = runner or Runner(run_config, progress=progress)
    with use_runner(runner):
        for number, transform in enumerate(steps[done:], done + 1):
            await _apply(kg, transform, runner, progress, f"step {number} of {len(steps)}")
            if kept is not None:
                kept.save(kg, number)


def get_desc(transform: BaseGraphTransformation | Parallel) -> str:
    """What a progress display says of a transformation."""
    return f"Applying {_named(transform)}"


def rollback_transforms(kg: KnowledgeGraph, transforms: Transforms) -> None:
    """Take out of the graph what these transformations put in, the last one first.

    `apply_transforms` does by itself what a failed transformation needs; this is for going back on finished ones.
    Properties and relationships of the names that a transformation writes are removed, whoever wrote them.

    Raises:
        InputError: one of them removes nodes, or is of a kind that does not tell what it writes; nothing is changed.
    """
    from ragas.testset.transforms.undo import undo, undoable

    flat = [one for step in _listed(transforms) for one in _flat(step)]
    for one in flat:
        undoable(one)
    for one in reversed(flat):
        undo(kg, one)


async def _apply(
    kg: KnowledgeGraph,
    transform: BaseGraphTransformation | Parallel,
    runner: Runner,
    progress: Progress,
    where: str,
) -> None:
    before = Snapshot(kg)
    plan: Sequence[Step] = ()
    named = _named(transform)
    try:
        with use_cell(metric=named):
            plan = transform.generate_execution_plan(kg)
            progress.start(get_desc(transform), len(plan))
            running = stream(plan, _awaited, limit=runner.config.max_workers, ordered=False)
            async with aclosing(running):
                async for _, result in running:
                    if isinstance(result, Exception):
                        raise result
                    progress.advance()
    except BaseException as error:
        before.restore(kg)
        error.add_note(f"In {named}, {where} of the transformations; the graph is as it was before it.")
        raise
    finally:
        progress.finish()
        for step in plan:  # those that were never begun
            if inspect.iscoroutine(step) and inspect.getcoroutinestate(step) == inspect.CORO_CREATED:
                step.close()
    # Steps of a parallel group end in any order; equal runs shall give equal graphs.
    kg.relationships[before.relationships :] = sorted(
        kg.relationships[before.relationships :], key=lambda one: one.type
    )


async def _awaited(step: Step) -> None:
    await step


def _listed(transforms: Any) -> list[BaseGraphTransformation | Parallel]:
    steps = list(transforms) if isinstance(transforms, list | tuple) else [transforms]
    for one in steps:
        if not isinstance(one, BaseGraphTransformation | Parallel):
            raise InputError(
                f"Invalid transforms: {one!r:.80} is no transformation. Give one, a Parallel of several, or a list."
            )
    return steps


def _flat(step: BaseGraphTransformation | Parallel) -> list[BaseGraphTransformation]:
    if isinstance(step, Parallel):
        return [one for inner in step.transformations for one in _flat(inner)]
    return [step]


def _named(transform: BaseGraphTransformation | Parallel) -> str:
    if isinstance(transform, Parallel):
        return f"[{', '.join(_named(one) for one in transform.transformations)}]"
    return transform.name or type(transform).__name__
