"""Semantic similarity by embeddings."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ragas.metrics.collections.semantic_similarity import SemanticSimilarity
from ragas.testing import HashEmbeddings

VECTORS = {"ref": [1.0, 0.0], "near": [0.6, 0.8], "far": [-1.0, 0.0], "zero": [0.0, 0.0]}


@pytest.mark.parametrize(("response", "value"), [("ref", 1.0), ("near", 0.6), ("far", 0.0), ("zero", 0.0)])
def test_cosine_clipped(response: str, value: float) -> None:
    """The cosine in [0, 1]; the traces keep it as it was."""
    result = SemanticSimilarity(embeddings=HashEmbeddings(VECTORS)).score(reference="ref", response=response)
    assert result.value == pytest.approx(value)
    if response == "far":
        assert result.traces["output"]["similarity"] == -1.0


@pytest.mark.parametrize(("threshold", "value"), [(0.0, 1.0), (0.6, 1.0), (0.61, 0.0)])
def test_threshold(threshold: float, value: float) -> None:
    """At or above the threshold is 1.0, also for a threshold of zero."""
    metric = SemanticSimilarity(embeddings=HashEmbeddings(VECTORS), threshold=threshold)
    result = metric.score(reference="ref", response="near")
    assert result.value == value
    assert f"threshold {threshold:g}" in result.reason


def test_one_request_inside_a_running_loop() -> None:
    """Both texts are embedded in one request, without leaving the event loop."""
    embeddings = HashEmbeddings(VECTORS)
    asyncio.run(SemanticSimilarity(embeddings=embeddings).ascore(reference="ref", response="near"))
    assert embeddings.calls == [["ref", "near"]]


def test_empty_texts_are_not_embedded() -> None:
    """An empty text is like another empty one and like nothing else."""
    embeddings = HashEmbeddings()
    metric = SemanticSimilarity(embeddings=embeddings)
    assert metric.score(reference="ref", response=" ").reason == "The response is empty."
    assert metric.score(reference="ref", response="").value == 0.0
    assert metric.score(reference="", response="").value == 1.0
    assert embeddings.calls == []


@pytest.mark.parametrize("threshold", [3, -1.5, float("nan"), "0.5", True])
def test_a_threshold_no_cosine_reaches_is_refused(threshold: Any) -> None:
    """When the metric is made, not as a column of zeros."""
    with pytest.raises(ValueError, match="a number from -1 to 1, not"):
        SemanticSimilarity(embeddings=HashEmbeddings(VECTORS), threshold=threshold)
