"""What Griptape's RAG engine gives, as a dataset."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ragas.exceptions import InputError
from ragas.integrations.columns import dataset_of
from ragas.integrations.content import field, text_of
from ragas.schema.complaints import shown
from ragas.schema.dataset import EvaluationDataset


def transform_to_ragas_dataset(
    grip_tape_rag_contexts: Sequence[Any],
    reference_contexts: Sequence[list[str]] | None = None,
    references: Sequence[str] | None = None,
    rubrics: Sequence[dict[str, str]] | None = None,
) -> EvaluationDataset:
    """A row for each `RagContext`: its query, the text of its chunks, and what was answered.

    A context whose engine failed has no response, so that metrics say so instead of scoring the error message.

    Raises:
        InputError: the lists differ in length, or something is not a `RagContext`; names its index.
    """
    rows = [_row(context, index) for index, context in enumerate(grip_tape_rag_contexts)]
    return dataset_of(
        rows,
        "grip_tape_rag_contexts",
        {"reference_contexts": reference_contexts, "reference": references, "rubrics": rubrics},
    )


def _row(context: Any, index: int) -> dict[str, Any]:
    place = f"context {index}"
    query = field(context, "query")
    if query is None:
        raise InputError(f"{place} is {shown(context)}, not a RagContext: it has no query.")
    row: dict[str, Any] = {
        "user_input": text_of(query, f"{place}, query"),
        "retrieved_contexts": [
            _text(chunk, f"{place}, chunk") for chunk in _list(field(context, "text_chunks"), place)
        ],
    }
    outputs = _list(field(context, "outputs"), place)
    if outputs and not any("ErrorArtifact" in map(_name, type(one).__mro__) for one in outputs):
        row["response"] = "\n".join(filter(None, (_text(one, f"{place}, output") for one in outputs)))
    return row


def _name(kind: type) -> str:
    return kind.__name__


def _list(value: Any, place: str) -> list[Any]:
    if value is None:
        return []
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise InputError(f"{place} holds {shown(value)} where a list of artifacts belongs.")
    return list(value)


def _text(artifact: Any, place: str) -> str:
    """The text of an artifact; of those that hold none, what they say they are."""
    value = field(artifact, "value")
    if isinstance(value, (str, int, float, list, dict)):
        return text_of(value, place)
    if value is None and isinstance(artifact, (str, dict)):
        return text_of(artifact, place)
    return f"[{type(artifact).__name__.removesuffix('Artifact').lower() or 'artifact'}]"
