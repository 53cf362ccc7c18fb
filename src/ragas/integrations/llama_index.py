"""LlamaIndex: score what a query engine answers, and read the events of its agents as messages."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ragas.engine.event_loop import run_sync
from ragas.evaluation.evaluate import aevaluate as score
from ragas.evaluation.evaluate import evaluate as score_now
from ragas.exceptions import ExceptionInRunner
from ragas.integrations.llama_index_engine import Answers, answers
from ragas.integrations.llama_index_events import convert_to_ragas_messages
from ragas.schema.cells import Cell
from ragas.schema.complaints import printable
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.result import EvaluationResult

if TYPE_CHECKING:
    from ragas.engine.run_config import RunConfig

__all__ = ["aevaluate", "convert_to_ragas_messages", "evaluate"]


def evaluate(
    query_engine: Any,
    dataset: Any,
    metrics: Sequence[Any] | None = None,
    llm: Any = None,
    embeddings: Any = None,
    callbacks: Any = None,
    in_ci: bool = False,
    run_config: RunConfig | None = None,
    batch_size: int | None = None,
    token_usage_parser: Any = None,
    raise_exceptions: bool = False,
    column_map: dict[str, str] | None = None,
    show_progress: bool = True,
) -> EvaluationResult:
    """Ask a query engine every question of a dataset, then score its answers.

    `response` and `retrieved_contexts` are filled in in the dataset itself where it is an `EvaluationDataset` (without
    `column_map`), and stand in `result.dataset` in any case. Rows keep their order. A question the engine fails on
    does not end the run: its cells are `failed`, with the cause.

    Args:
        query_engine: anything with `aquery`, or `query`, whose answer has `response` and `source_nodes`.
        run_config: limits the calls to the engine (deadline, retries, how many at once) as it does those to judges.
        raise_exceptions: raise the first failure of engine or metric instead.
        dataset, metrics, llm, embeddings, callbacks, in_ci, batch_size, token_usage_parser, column_map, show_progress:
            as `ragas.evaluate` takes them.

    Raises:
        NotImplementedError: the samples are conversations.
        InputError: the dataset is empty, a row has no question, or a metric lacks a column. Nothing is asked then.
        ExceptionInRunner: the engine answered not one question.
    """
    given = run_sync(
        answers(query_engine, dataset, metrics, run_config, column_map, raise_exceptions, show_progress)
    )
    _tell(given)
    options = {"callbacks": callbacks, "run_config": run_config, "token_usage_parser": token_usage_parser}
    result = score_now(
        given.answered(),
        metrics,
        llm,
        embeddings,
        raise_exceptions=raise_exceptions,
        show_progress=show_progress,
        batch_size=batch_size,
        in_ci=in_ci,
        **options,
    )
    return _whole(given, result)


async def aevaluate(
    query_engine: Any,
    dataset: Any,
    metrics: Sequence[Any] | None = None,
    llm: Any = None,
    embeddings: Any = None,
    callbacks: Any = None,
    in_ci: bool = False,
    run_config: RunConfig | None = None,
    batch_size: int | None = None,
    token_usage_parser: Any = None,
    raise_exceptions: bool = False,
    column_map: dict[str, str] | None = None,
    show_progress: bool = True,
) -> EvaluationResult:
    """`evaluate`, from async code."""
    given = await answers(
        query_engine, dataset, metrics, run_config, column_map, raise_exceptions, show_progress
    )
    _tell(given)
    options = {"callbacks": callbacks, "run_config": run_config, "token_usage_parser": token_usage_parser}
    result = await score(
        given.answered(),
        metrics,
        llm,
        embeddings,
        raise_exceptions=raise_exceptions,
        show_progress=show_progress,
        batch_size=batch_size,
        in_ci=in_ci,
        **options,
    )
    return _whole(given, result)


def _tell(given: Answers) -> None:
    """Say which questions the engine failed on, before anything is paid for the others.

    Raises:
        ExceptionInRunner: it failed on all of them.
    """
    if not given.failures:
        return
    row, error = min(given.failures.items())
    first = f"row {row}: {printable(given.cause(error))}"
    if len(given.failures) == len(given.dataset):
        raise ExceptionInRunner(
            f"The query engine answered none of {len(given.dataset)} questions; {first}"
        ) from error
    warnings.warn(
        "Some cells could not be scored and stand outside the means. The query engine failed on "
        f"{len(given.failures)} of {len(given.dataset)} questions; first, {first}",
        UserWarning,
        stacklevel=3,
    )


def _whole(given: Answers, result: Any) -> EvaluationResult:
    """The result with a failed cell for every metric of every question the engine failed on, in the rows' order."""
    assert isinstance(result, EvaluationResult)  # no executor was asked for
    scored = iter(result.cells)
    cells = []
    for row in range(len(given.dataset)):
        error = given.failures.get(row)
        if error is None:
            cells.append(next(scored))
        else:
            failed = Cell(None, "failed", cause=given.cause(error), error=type(error).__name__)
            cells.append(dict.fromkeys(result.metric_names, failed))
    dataset: EvaluationDataset = given.dataset
    return EvaluationResult(dataset, cells, result.metrics, usage=result.usage, run=result.run)
