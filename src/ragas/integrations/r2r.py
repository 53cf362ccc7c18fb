"""The answers of R2R, as a dataset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ragas.exceptions import InputError
from ragas.integrations.columns import dataset_of
from ragas.integrations.content import field, text_of
from ragas.schema.complaints import shown
from ragas.schema.dataset import EvaluationDataset


def transform_to_ragas_dataset(
    user_inputs: Sequence[str] | None = None,
    r2r_responses: Sequence[Any] | None = None,
    reference_contexts: Sequence[list[str]] | None = None,
    references: Sequence[str] | None = None,
    rubrics: Sequence[dict[str, str]] | None = None,
) -> EvaluationDataset:
    """A row for each question with what R2R answered and what it had found: chunks, graph entries, web snippets.

    Args:
        user_inputs: what was asked.
        r2r_responses: what `client.retrieval.rag(...)` gave for each, or its JSON.
        reference_contexts: what should have been found, for each.
        references: what would have been right, for each.
        rubrics: rubrics, for each.

    Raises:
        InputError: the lists differ in length, all are missing, or something is no answer; names its index.
    """
    columns: dict[str, Sequence[Any] | None] = {
        "user_input": user_inputs,
        "reference_contexts": reference_contexts,
        "reference": references,
        "rubrics": rubrics,
    }
    if r2r_responses is not None:
        rows, source = [_row(one, index) for index, one in enumerate(r2r_responses)], "r2r_responses"
    else:
        # Without answers the first list given says how many rows there are.
        first = next((name for name, values in columns.items() if values is not None), None)
        if first is None:
            raise InputError("there is nothing to make rows of: give user_inputs and r2r_responses.")
        rows, source = [{} for _ in columns[first] or ()], first
    return dataset_of(rows, source, columns)


def _row(response: Any, index: int) -> dict[str, Any]:
    place = f"response {index}"
    results = field(response, "results") or response
    answer = field(results, "generated_answer", "completion")
    if answer is None:
        raise InputError(f"{place} is {shown(response)}, not an answer of R2R: it has no generated_answer.")
    if (
        not isinstance(answer, str) and (choices := field(answer, "choices")) is not None
    ):  # servers before 3.4
        if not isinstance(choices, (list, tuple)) or not choices:
            raise InputError(f"{place}: choices is {shown(choices)}, not a list with an answer.")
        answer = field(field(choices[0], "message"), "content")
    found = [text for text in _found(field(results, "search_results"), place) if text]
    return {"response": text_of(answer, place), "retrieved_contexts": found}


def _found(results: Any, place: str) -> Iterator[str]:
    """The text of everything a search found, in the order R2R tells it."""
    for chunk in _list(results, "chunk_search_results"):
        yield text_of(field(chunk, "text"), f"{place}, chunk")
    for entry in _list(results, "graph_search_results"):
        content = field(entry, "content")
        name, told = field(content, "name"), field(content, "summary", "description")
        if name is None and field(content, "subject") is not None:
            name = " ".join(str(field(content, part) or "") for part in ("subject", "predicate", "object"))
        yield ": ".join(text_of(one, f"{place}, graph") for one in (name, told) if one)
    pages = [*_list(results, "web_page_search_results")]
    for search in _list(results, "web_search_results"):
        pages += _list(search, "organic_results") or [search]
    for page in pages:
        if snippet := field(page, "snippet"):
            yield text_of(snippet, f"{place}, web page")


def _list(holder: Any, name: str) -> list[Any]:
    value = None if holder is None else field(holder, name)
    return list(value) if isinstance(value, Iterable) and not isinstance(value, (str, dict)) else []
