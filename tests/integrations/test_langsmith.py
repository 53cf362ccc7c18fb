"""Test sets go to LangSmith, applications are scored on them there."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import pytest
from langchain_core.language_models import FakeListChatModel
from langchain_core.runnables import RunnableLambda

from ragas import EvaluationDataset, SingleTurnSample
from ragas.exceptions import ConfigurationError, InputError, RagasError
from ragas.integrations.langsmith import evaluate, upload_dataset
from ragas.metrics.collections import ExactMatch
from ragas.testset import Testset
from ragas.testset.testset import TestsetSample


class Client:
    """LangSmith's client, as far as it is used: datasets in memory, `evaluate` row by row."""

    def __init__(self, *, fails_after: int | None = None) -> None:
        self.datasets: dict[str, list[dict[str, Any]]] = {}
        self.batches: list[int] = []
        self.fails_after = fails_after

    def has_dataset(self, *, dataset_name: str) -> bool:
        return dataset_name in self.datasets

    def create_dataset(self, *, dataset_name: str, description: str) -> Any:
        self.datasets[dataset_name] = []
        return SimpleNamespace(id=dataset_name, name=dataset_name, description=description)

    def create_examples(self, *, dataset_id: str, examples: list[dict[str, Any]]) -> None:
        if self.fails_after is not None and len(self.batches) >= self.fails_after:
            raise ConnectionError("gone")
        self.batches.append(len(examples))
        self.datasets[dataset_id] += examples

    def evaluate(
        self, target: Any, *, data: str, evaluators: list[Any], experiment_prefix: str | None
    ) -> Any:
        rows = []
        for example in self.datasets[data]:
            run = SimpleNamespace(inputs=example["inputs"], outputs=target(example["inputs"]))
            scores = [one(run, SimpleNamespace(**example)) for one in evaluators]
            rows.append({"evaluation_results": {"results": scores}})
        return rows


def made_up(count: int = 1) -> Testset:
    """A test set of that many questions."""
    sample = SingleTurnSample(
        user_input="When?", reference="At ten.", reference_contexts=["It opens at ten."]
    )
    return Testset([TestsetSample(eval_sample=sample, synthesizer_name="plain") for _ in range(count)])


def test_a_test_set_is_uploaded_under_todays_names() -> None:
    """What is asked is an input, what is right an output, the rest metadata."""
    client = Client()
    made = upload_dataset(made_up(), "museum", "questions", client=client)
    [example] = client.datasets["museum"]
    assert made.description == "questions"
    assert example["inputs"] == {"user_input": "When?"}
    assert example["outputs"] == {"reference": "At ten.", "reference_contexts": ["It opens at ten."]}
    assert example["metadata"]["synthesizer_name"] == "plain"


def test_large_test_sets_go_in_batches() -> None:
    """Requests have a bounded size; a failure says how far it came."""
    client = Client()
    upload_dataset(made_up(250), "large", client=client)
    assert client.batches == [100, 100, 50]
    with pytest.raises(RagasError, match="took 100 of 250 rows of 'half', then failed: gone"):
        upload_dataset(made_up(250), "half", client=Client(fails_after=1))


def test_nothing_is_overwritten() -> None:
    """A name that is taken, and an empty test set, are refused before anything is sent."""
    client = Client()
    upload_dataset(EvaluationDataset.from_list([{"question": "q"}]), "museum", client=client)
    with pytest.raises(InputError, match="There is a dataset 'museum'"):
        upload_dataset(made_up(), "museum", client=client)
    with pytest.raises(InputError, match="empty"):
        upload_dataset(Testset([]), "other", client=client)


@pytest.mark.parametrize(
    "application",
    [
        lambda inputs: {"response": "At ten."},
        lambda inputs: "At ten.",
        RunnableLambda(lambda inputs: {"response": "At ten."}),
        lambda: RunnableLambda(lambda inputs: "At ten."),
        lambda: RunnableLambda(lambda inputs: "When?") | FakeListChatModel(responses=["At ten."]),
    ],
    ids=["function to dict", "function to text", "chain", "factory", "factory of a model"],
)
def test_applications_of_every_kind_are_scored(application: Any, caplog: pytest.LogCaptureFixture) -> None:
    """Chains, factories and functions are run on every example; `verbose` logs the scores."""
    client = Client()
    upload_dataset(made_up(2), "museum", client=client)
    with caplog.at_level(logging.INFO, logger="ragas.integrations.langsmith"):
        results = evaluate("museum", application, "first", [ExactMatch()], verbose=True, client=client)
    assert [row["evaluation_results"]["results"][0].score for row in results] == [1.0, 1.0]
    assert [record.message for record in caplog.records] == [
        "row 0: exact_match 1.0",
        "row 1: exact_match 1.0",
    ]


def test_what_cannot_be_run_is_refused() -> None:
    """The error says what to pass."""
    with pytest.raises(ConfigurationError, match="neither invoked nor called"):
        evaluate("museum", "app", metrics=[ExactMatch()], client=Client())
