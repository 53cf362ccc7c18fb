"""Texts compared letter by letter."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.exceptions import InputError
from ragas.legacy.metrics_deterministic import NonLLMStringSimilarity as OldSimilarity
from ragas.metrics.collections.string import ExactMatch, NonLLMStringSimilarity, StringPresence
from ragas.metrics.similarity import DistanceMeasure


@pytest.mark.parametrize(
    ("response", "value", "reason"),
    [
        ("At nine.", 1.0, "The response is the reference."),
        ("At ten.", 0.0, 'The texts part at character 4: reference "nine.", response "ten.".'),
        ("At", 0.0, 'The texts part at character 3: reference " nine.", response ends.'),
        ("at  nine.", 0.0, "Only case or spacing differs."),
        ("", 0.0, "response ends"),
    ],
)
def test_exact_match_says_where_texts_part(response: str, value: float, reason: str) -> None:
    """Equal or not, and where the first difference is."""
    result = ExactMatch().score(reference="At nine.", response=response)
    assert result.value == value
    assert reason in result.reason


def test_exact_match_of_other_values() -> None:
    """Values that are no texts are compared as they are; None is refused."""
    assert ExactMatch().score(reference=1, response=1.0).value == 1.0
    assert "response 'x'" in ExactMatch().score(reference={"a": 1}, response="x").reason
    with pytest.raises(InputError, match="'response'"):
        ExactMatch().score(reference={"a": 1}, response=None)


def test_string_presence_says_where() -> None:
    """The place is in the traces; another case is named."""
    result = StringPresence().score(reference="nine", response="At nine.")
    assert (result.value, result.traces["output"]["position"]) == (1.0, 3)
    assert "only in other case" in StringPresence().score(reference="NINE", response="At nine.").reason
    assert StringPresence().score(reference="ten", response="At nine.").value == 0.0


@pytest.mark.parametrize("metric_class", [NonLLMStringSimilarity, OldSimilarity])
@pytest.mark.parametrize("measure", ["hamming", DistanceMeasure.HAMMING])
def test_a_measure_by_name_or_member(metric_class: Any, measure: Any) -> None:
    """A measure may be given by name in both generations."""
    metric = metric_class(distance_measure=measure)
    metric = metric.as_metric() if hasattr(metric, "as_metric") else metric
    result = metric.score(reference="abcd", response="abxy")
    assert result.value == 0.5
    assert result.reason == "Hamming similarity 0.50 of 4 characters of reference and 4 of response."


def test_an_unknown_measure_is_refused() -> None:
    """When the metric is made, not when it scores."""
    with pytest.raises(ValueError, match="cosine"):
        NonLLMStringSimilarity(distance_measure="cosine")


@pytest.mark.parametrize("metric", [StringPresence(), NonLLMStringSimilarity()])
def test_texts_only(metric: Any) -> None:
    """A value that is no text is an error that names the column."""
    with pytest.raises(InputError, match="'response' must be a text, not int 3"):
        metric.score(reference="3", response=3)


def test_texts_that_only_look_the_same() -> None:
    """A letter in one piece and the same one with its accent apart are two texts, and the reason says why."""
    result = ExactMatch().score(reference="caf\u00e9", response="cafe\u0301")
    assert result.value == 0.0
    assert "They look the same: only the Unicode form of a letter differs" in str(result.reason)
