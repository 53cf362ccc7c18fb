"""LangChain: a metric as a chain that scores one row, and as an evaluator of LangSmith's runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ragas.engine.event_loop import run_sync
from ragas.evaluation.defaults import default_metrics
from ragas.evaluation.evaluate import aevaluate
from ragas.evaluation.scorers import as_scorers
from ragas.exceptions import ConfigurationError, InputError
from ragas.integrations.content import field
from ragas.schema.cells import Cell
from ragas.schema.columns import KNOWN, OLD_NAMES
from ragas.schema.complaints import shown
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.result import EvaluationResult
from ragas.schema.samples import BaseSample

if TYPE_CHECKING:
    from ragas.engine.run_config import RunConfig

ANSWERS = ("reference", "ground_truth", "ground_truths", "answer", "response", "output")
"""What LangSmith's users call the right answer among the outputs of an example."""

SAID = ("response", "answer", "output", "result", "text")
"""What their applications call the answer among the outputs of a run."""


class EvaluatorChain:
    """A metric in the place of a chain: called, or invoked, with a row, it gives the row with its score.

    It needs neither LangChain nor LangSmith. As an evaluator of LangSmith it is passed by its method:
    `evaluators=[chain.evaluate_run]`.

    Args:
        metric: one metric, of any kind.
        llm: the judge of a metric that has none, as `evaluate` takes it.
        embeddings: its embeddings, likewise.
        run_config: deadline and retries.

    Example:
        >>> from ragas.metrics.collections import ExactMatch
        >>> chain = EvaluatorChain(ExactMatch())
        >>> chain.invoke({"question": "When?", "answer": "At ten.", "ground_truth": "At ten."})["exact_match"]
        1.0
    """

    def __init__(
        self,
        metric: Any,
        llm: Any = None,
        embeddings: Any = None,
        run_config: RunConfig | None = None,
        **kwargs: Any,
    ) -> None:
        if kwargs:
            raise ConfigurationError(f"EvaluatorChain has no setting {sorted(kwargs)!r}.")
        self.metric = metric
        [self._scorer] = as_scorers([metric], default_metrics)
        self.llm = llm
        self.embeddings = embeddings
        self.run_config = run_config

    def __repr__(self) -> str:
        return f"EvaluatorChain({self.name})"

    @property
    def name(self) -> str:
        """The metric's name, under which the score stands."""
        return self._scorer.column

    @property
    def input_keys(self) -> list[str]:
        """The columns the metric cannot do without."""
        return list(self._scorer.required)

    @property
    def output_keys(self) -> list[str]:
        """The column that is added."""
        return [self.name]

    def invoke(self, input: Any, config: Any = None, **kwargs: Any) -> dict[str, Any]:
        """The row with its score; NaN where there was nothing to score.

        Columns may have the names of earlier versions; others are passed on unread. Contexts may be documents.

        Raises:
            InputError: a column is missing or not of its kind.
            Exception: what the metric failed with.
        """
        return run_sync(self.ainvoke(input, config, **kwargs))

    async def ainvoke(self, input: Any, config: Any = None, **kwargs: Any) -> dict[str, Any]:
        """`invoke`, from async code."""
        row = input.to_dict() if isinstance(input, BaseSample) else input
        if not isinstance(row, Mapping):
            raise InputError(f"the input is {shown(input)}, not a dict of columns or a sample.")
        callbacks = config.get("callbacks") if isinstance(config, Mapping) else None
        cell = await self._cell(row, callbacks or kwargs.get("callbacks"))
        return {**row, self.name: cell.score}

    def __call__(
        self, inputs: Any, return_only_outputs: bool = False, callbacks: Any = None
    ) -> dict[str, Any]:
        """`invoke`, as older code calls chains."""
        row = self.invoke(inputs, callbacks=callbacks)
        return {self.name: row[self.name]} if return_only_outputs else row

    async def acall(
        self, inputs: Any, return_only_outputs: bool = False, callbacks: Any = None
    ) -> dict[str, Any]:
        """`ainvoke`, as older code calls chains."""
        row = await self.ainvoke(inputs, callbacks=callbacks)
        return {self.name: row[self.name]} if return_only_outputs else row

    def evaluate_run(self, run: Any, example: Any = None, evaluator_run_id: Any = None) -> Any:
        """The score of a run of LangSmith: `key`, `score` and `comment`, the reason.

        The question is the example's, the answer and the contexts are the run's, the reference is the example's.

        Raises:
            InputError: run and example together lack a column; says which they have.
            Exception: what the metric failed with.
        """
        return run_sync(self.aevaluate_run(run, example, evaluator_run_id))

    async def aevaluate_run(self, run: Any, example: Any = None, evaluator_run_id: Any = None) -> Any:
        """`evaluate_run`, from async code."""
        row = row_of_run(run, example)
        lacking = [name for name in self.input_keys if row.get(name) is None]
        if lacking:
            raise InputError(
                f"{self.name} needs {', '.join(lacking)}; run and example give {', '.join(sorted(row)) or 'nothing'}. "
                "Let the application return response and retrieved_contexts, and the example hold user_input and reference."
            )
        cell = await self._cell(row, None)
        return _feedback(self.name, cell)

    async def _cell(self, row: Mapping[str, Any], callbacks: Any) -> Cell:
        dataset = EvaluationDataset.from_list([{name: _plain(row[name]) for name in row if name in KNOWN}])
        own = {*self._scorer.required, *self._scorer.optional} - KNOWN
        dataset[0].extra = {name: row[name] for name in row if name in own}
        result = await aevaluate(
            dataset,
            [self.metric],
            self.llm,
            self.embeddings,
            callbacks=callbacks,
            run_config=self.run_config,
            raise_exceptions=True,
            show_progress=False,
        )
        assert isinstance(result, EvaluationResult)  # no executor was asked for
        return next(iter(result.cells[0].values()))


def row_of_run(run: Any, example: Any) -> dict[str, Any]:
    """What a run of LangSmith and its example say, by our names of columns."""
    asked: Mapping[str, Any] = field(example, "inputs") or field(run, "inputs") or {}
    expected: Mapping[str, Any] = field(example, "outputs") or {}
    said: Any = field(run, "outputs") or {}
    if isinstance(inner := said.get("output"), Mapping):  # what a chain returned, as LangSmith wraps it
        said = {**said, **inner}
    row = {OLD_NAMES.get(name, name): value for name, value in (*asked.items(), *said.items())}
    row = {name: value for name, value in row.items() if name in KNOWN}
    if "user_input" not in row and len(asked) == 1:
        row["user_input"] = next(iter(asked.values()))
    if "response" not in row:
        row |= _first(said, SAID, "response")
    row.pop("reference", None)  # an application does not know what is right
    row |= {name: value for name, value in expected.items() if name in ("reference_contexts", "rubrics")}
    row |= _first(expected, ANSWERS, "reference")
    return row


def _first(values: Mapping[str, Any], names: tuple[str, ...], column: str) -> dict[str, Any]:
    """The first of `names` that has a value, as that column."""
    found = next((values[name] for name in names if values.get(name) is not None), None)
    if isinstance(found, list) and len(found) == 1:  # `ground_truths`
        found = found[0]
    text = field(found, "content") if found is not None and not isinstance(found, str) else found
    return {} if text is None else {column: text}


def _plain(value: Any) -> Any:
    """Documents as their text."""
    if isinstance(value, (list, tuple)):
        return [getattr(one, "page_content", one) for one in value]
    return value


def _feedback(name: str, cell: Cell) -> Any:
    """The score as LangSmith takes it; without LangSmith as a dict of the same fields."""
    value = cell.value
    score = value if isinstance(value, (int, float)) else None
    fields: dict[str, Any] = {
        "key": name,
        "score": score,
        "value": value,
        "comment": cell.reason or cell.cause,
    }
    if score is not None:
        del fields["value"]
    try:
        from langsmith.evaluation import EvaluationResult as Feedback
    except ImportError:
        return fields
    return Feedback(**fields)
