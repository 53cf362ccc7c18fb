"""Ask a query engine every question of a dataset and fill in what it answers and what it had found."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from ragas.engine.event_loop import call_in_thread
from ragas.engine.executor import stream
from ragas.engine.progress import showing
from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner
from ragas.evaluation.defaults import as_dataset, default_metrics
from ragas.evaluation.scorers import as_scorers, check_columns
from ragas.exceptions import InputError, JudgeTimeoutError
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.samples import SingleTurnSample


@dataclass
class Answers:
    """A dataset with an engine's answers, and the errors of the rows that have none."""

    dataset: EvaluationDataset
    timeout: float | None
    failures: dict[int, Exception] = field(default_factory=dict)

    def answered(self) -> EvaluationDataset:
        """The rows that have an answer."""
        if not self.failures:
            return self.dataset
        kept = [sample for row, sample in enumerate(self.dataset.samples) if row not in self.failures]
        return EvaluationDataset(kept, name=self.dataset.name)

    def cause(self, error: Exception) -> str:
        """What a row without an answer is told to have failed of."""
        if isinstance(error, JudgeTimeoutError):  # the deadline is the runner's, which speaks of judges
            return f"the query engine did not answer within {self.timeout:g} s."
        return f"the query engine failed: {type(error).__name__}: {error}"


async def answers(
    engine: Any,
    dataset: Any,
    metrics: Sequence[Any] | None,
    run_config: RunConfig | None,
    column_map: dict[str, str] | None,
    raise_exceptions: bool,
    show_progress: bool,
) -> Answers:
    """Ask every question, as many at once as `run_config` lets, and fill in the answers."""
    ask = _asking(engine)
    rows = as_dataset(dataset, column_map)
    if rows.is_multi_turn():
        raise NotImplementedError("A query engine answers single questions; these samples are conversations.")
    if not len(rows):
        raise InputError("The dataset is empty: there is nothing to ask.")
    for row, sample in enumerate(rows.samples):
        if not isinstance(sample, SingleTurnSample) or sample.user_input is None:
            raise InputError(f"row {row} has no user_input: there is nothing to ask.")
    # Checked before the engine is asked: its answers may cost money and time.
    filled = [*rows.features(), *rows.extra_columns, "response", "retrieved_contexts"]
    check_columns(as_scorers(metrics, default_metrics), filled, False)
    config = run_config or RunConfig()
    runner = Runner(config)
    given = Answers(rows, config.timeout)

    async def answer(sample: Any) -> tuple[str, list[str]]:
        response = await runner.guard(None, lambda: ask(sample.user_input), model="query engine")
        return await _text(response), _contexts(response)

    with showing("Asking the query engine", len(rows), show=show_progress) as progress:
        asking = stream(rows.samples, answer, limit=config.max_workers)
        async with aclosing(asking):
            async for row, found in asking:
                progress.advance()
                sample = rows.samples[row]
                assert isinstance(sample, SingleTurnSample)
                if isinstance(found, Exception):
                    if raise_exceptions:
                        raise found
                    given.failures[row] = found
                    # What stood there is of another engine, or of another run.
                    sample.response = sample.retrieved_contexts = None
                else:
                    sample.response, sample.retrieved_contexts = found
    return given


def _asking(engine: Any) -> Callable[[str], Any]:
    """How to ask: `aquery`, else `query` in a thread of its own."""
    if callable(getattr(engine, "aquery", None)):
        return lambda question: engine.aquery(question)
    if callable(getattr(engine, "query", None)):
        return lambda question: call_in_thread(engine.query, question)
    raise InputError(
        f"a {type(engine).__name__} is no query engine: it has neither aquery nor query. Pass index.as_query_engine()."
    )


async def _text(response: Any) -> str:
    """What the engine said. A streamed answer is read to its end."""
    if isinstance(response, str):
        return response
    if callable(read := getattr(response, "get_response", None)):
        response = read()
        if inspect.isawaitable(response):
            response = await response
    said = getattr(response, "response", None)
    if said is None:
        return ""
    if hasattr(said, "model_dump_json"):  # an engine with an output class
        return str(said.model_dump_json())
    return said if isinstance(said, str) else str(said)


def _contexts(response: Any) -> list[str]:
    """The text of the nodes the answer stands on, as the engine ranked them."""
    texts = []
    for node in getattr(response, "source_nodes", None) or ():
        inner = getattr(node, "node", node)
        content = inner.get_content() if callable(getattr(inner, "get_content", None)) else inner
        content = content if isinstance(content, str) else getattr(content, "text", None)
        mark = "[image]" if hasattr(inner, "image_url") else ""
        texts.append(content if isinstance(content, str) and content else mark)
    return texts
