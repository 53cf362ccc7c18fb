"""Retrieval results of Griptape and R2R become datasets."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ragas.integrations import griptape, r2r


class TextArtifact(SimpleNamespace): ...


class ErrorArtifact(SimpleNamespace): ...


class ImageArtifact(SimpleNamespace): ...


def context(**fields: Any) -> Any:
    """A RagContext, as far as it is read."""
    empty = {"query": "When?", "text_chunks": [], "outputs": [], "before_query": []}
    return SimpleNamespace(**{**empty, **fields})


def test_griptape_contexts_become_rows() -> None:
    """Query, chunks and outputs are a row; the columns given beside them are added."""
    dataset = griptape.transform_to_ragas_dataset(
        [
            context(
                text_chunks=[TextArtifact(value="Ten."), ImageArtifact(value=b"\x89PNG")],
                outputs=[TextArtifact(value="At"), TextArtifact(value="ten.")],
            ),
            context(),
        ],
        references=["At ten.", "?"],
        reference_contexts=[["Ten."], []],
    )
    assert dataset.to_list() == [
        {
            "user_input": "When?",
            "retrieved_contexts": ["Ten.", "[image]"],
            "reference_contexts": ["Ten."],
            "response": "At\nten.",
            "reference": "At ten.",
        },
        {"user_input": "When?", "retrieved_contexts": [], "reference_contexts": [], "reference": "?"},
    ]


def test_an_error_of_griptape_is_no_response() -> None:
    """The message of an error is not scored as if the application had said it."""
    [row] = griptape.transform_to_ragas_dataset([context(outputs=[ErrorArtifact(value="401")])])
    assert row.response is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"grip_tape_rag_contexts": [context(), None]}, "context 1 is None"),
        ({"grip_tape_rag_contexts": [context(text_chunks="x")]}, "context 0 holds 'x'"),
        (
            {"grip_tape_rag_contexts": [context()], "references": ["a", "b"]},
            "references has 2 values and grip_tape_rag_contexts 1",
        ),
        ({"grip_tape_rag_contexts": [context()], "references": "a"}, "references is 'a'"),
    ],
)
def test_griptape_rows_that_do_not_fit_are_refused(arguments: Any, said: str) -> None:
    """The error names what and where."""
    with pytest.raises(ValueError, match=said):
        griptape.transform_to_ragas_dataset(**arguments)


def answer(**results: Any) -> Any:
    """What R2R answers, as JSON."""
    return {"results": {"generated_answer": "At ten.", "search_results": results}}


def test_r2r_answers_become_rows() -> None:
    """Chunks, graph entries and web snippets are contexts, in the order R2R tells them; JSON and objects are read."""
    found = answer(
        chunk_search_results=[{"text": "Ten."}, {"text": None}],
        graph_search_results=[
            {"content": {"name": "Museum", "description": "a house"}},
            {"content": {"subject": "it", "predicate": "opens", "object": "at ten"}},
        ],
        web_search_results=[{"organic_results": [{"snippet": "Open."}, {"link": "http://127.0.0.1:9/"}]}],
    )
    empty = SimpleNamespace(results=SimpleNamespace(generated_answer="?", search_results=None))
    dataset = r2r.transform_to_ragas_dataset(["When?", "Who?"], [found, empty], references=["a", "b"])
    assert dataset.to_list() == [
        {
            "user_input": "When?",
            "retrieved_contexts": ["Ten.", "Museum: a house", "it opens at ten", "Open."],
            "response": "At ten.",
            "reference": "a",
        },
        {"user_input": "Who?", "retrieved_contexts": [], "response": "?", "reference": "b"},
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "give user_inputs and r2r_responses"),
        (
            {"user_inputs": ["a", "b"], "r2r_responses": [answer()]},
            "user_inputs has 2 values and r2r_responses 1",
        ),
        ({"r2r_responses": [answer(), {"results": {}}]}, "response 1 is "),
        (
            {"r2r_responses": [answer(), {"completion": {"choices": {"a": 1}}}]},
            r"response 1: choices is \{'a': 1\}, not a list",
        ),
        ({"r2r_responses": [{"completion": {"choices": []}}]}, r"response 0: choices is \[\], not a list"),
        ({"user_inputs": ["a"], "references": []}, "references has 0 values"),
    ],
)
def test_r2r_rows_that_do_not_fit_are_refused(arguments: Any, said: str) -> None:
    """The error names what and where."""
    with pytest.raises(ValueError, match=said):
        r2r.transform_to_ragas_dataset(**arguments)


def test_nothing_gives_an_empty_dataset() -> None:
    """No results are no rows."""
    assert len(griptape.transform_to_ragas_dataset([])) == 0
    assert len(r2r.transform_to_ragas_dataset([], [])) == 0
