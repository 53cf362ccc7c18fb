"""LangSmith: put a test set there as a dataset, and score an application on it there."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from ragas._extras import optional
from ragas.evaluation.defaults import default_metrics
from ragas.exceptions import ConfigurationError, InputError, RagasError
from ragas.integrations.content import field, text_of
from ragas.integrations.langchain import EvaluatorChain
from ragas.schema.columns import OLD_NAMES

logger = logging.getLogger(__name__)

BATCH = 100
"""Examples sent in one request."""

ASKED = ("user_input",)
EXPECTED = ("reference", "reference_contexts", "rubrics")


def upload_dataset(dataset: Any, dataset_name: str, dataset_desc: str = "", *, client: Any = None) -> Any:
    """Put a test set into LangSmith as a new dataset, and give back the dataset as LangSmith knows it.

    An example's inputs hold `user_input`, its outputs `reference`, `reference_contexts` and `rubrics`, its metadata
    the other columns.

    Args:
        dataset: a `Testset`, or an `EvaluationDataset`.
        dataset_name: a name that no dataset has there.
        dataset_desc: a description to show beside it.
        client: a `langsmith.Client`; without it one set up by the environment.

    Raises:
        InputError: there is a dataset of that name, or no row to upload.
        MissingDependencyError: langsmith is not installed.
    """
    client = client if client is not None else _client()
    examples = [_example(row) for row in dataset.to_list()]
    if not examples:
        raise InputError("The test set is empty: there is nothing to upload.")
    if client.has_dataset(dataset_name=dataset_name):
        raise InputError(
            f"There is a dataset {dataset_name!r} in LangSmith. Choose another name, or delete it there."
        )
    made = client.create_dataset(dataset_name=dataset_name, description=dataset_desc)
    sent, rest = 0, iter(examples)
    while batch := list(islice(rest, BATCH)):
        try:
            client.create_examples(dataset_id=made.id, examples=batch)
        except Exception as error:
            raise RagasError(
                f"LangSmith took {sent} of {len(examples)} rows of {dataset_name!r}, then failed: {error}. "
                "Delete the dataset there and upload it again."
            ) from error
        sent += len(batch)
    return made


def evaluate(
    dataset_name: str,
    llm_or_chain_factory: Any,
    experiment_name: str | None = None,
    metrics: Sequence[Any] | None = None,
    verbose: bool = False,
    *,
    llm: Any = None,
    embeddings: Any = None,
    client: Any = None,
) -> Any:
    """Run an application on a dataset of LangSmith, score its answers, and keep runs and scores there.

    Args:
        dataset_name: the dataset's name there.
        llm_or_chain_factory: a chain or model (`invoke`), a function that makes one, or a function from an
            example's inputs to an answer. It should return `response` and `retrieved_contexts`.
        experiment_name: the beginning of the experiment's name there.
        metrics: without them those of `ragas.evaluate`.
        verbose: log the scores of every row.
        llm: the judge of metrics that have none.
        embeddings: their embeddings.
        client: a `langsmith.Client`; without it one set up by the environment.

    Raises:
        MissingDependencyError: langsmith is not installed.
        ConfigurationError: the application can be neither called nor invoked.
    """
    evaluators = [EvaluatorChain(one, llm, embeddings) for one in metrics or default_metrics()]
    client = client if client is not None else _client()
    target = _target(llm_or_chain_factory)
    results = client.evaluate(
        target,
        data=dataset_name,
        evaluators=[one.evaluate_run for one in evaluators],
        experiment_prefix=experiment_name,
    )
    if verbose:
        for number, row in enumerate(results):
            scores = field(field(row, "evaluation_results"), "results") or ()
            told = ", ".join(f"{field(one, 'key')} {field(one, 'score')}" for one in scores)
            logger.info("row %d: %s", number, told)
    return results


def _client() -> Any:
    return optional("langsmith", extra="langsmith", purpose="Talking to LangSmith").Client()


def _example(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as LangSmith has it: what is asked, what is right, and the rest."""
    row = {OLD_NAMES.get(name, name): value for name, value in row.items()}
    return {
        "inputs": {name: row[name] for name in ASKED if name in row},
        "outputs": {name: row[name] for name in EXPECTED if name in row},
        "metadata": {name: value for name, value in row.items() if name not in ASKED + EXPECTED},
    }


def _target(application: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """The application as a function from inputs to a dict of outputs."""
    factory = callable(application) and not hasattr(application, "invoke") and _takes_nothing(application)

    def run(inputs: dict[str, Any]) -> dict[str, Any]:
        called = application() if factory else application
        said = called.invoke(inputs) if hasattr(called, "invoke") else called(inputs)
        if isinstance(said, Mapping):
            return dict(said)
        content = field(said, "content")  # a chat model's message
        return {"response": text_of(said if content is None else content, "the application's answer")}

    if not callable(application) and not hasattr(application, "invoke"):
        raise ConfigurationError(
            f"a {type(application).__name__} can be neither invoked nor called. Pass a chain, or a function of the inputs."
        )
    return run


def _takes_nothing(function: Any) -> bool:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    return not any(one.kind is not one.VAR_KEYWORD for one in parameters)
