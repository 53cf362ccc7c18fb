"""chrF as a metric."""

from __future__ import annotations

import pytest

from ragas.exceptions import InputError
from ragas.metrics.collections.chrf_score import CHRFScore


def test_character_overlap_with_reason() -> None:
    """The value, the lengths and sacrebleu's signature."""
    result = CHRFScore().score(reference="abc", response="abcd")
    assert result.value == pytest.approx(0.8984375)
    assert result.reason == "Character sequences of the two texts overlap by 0.90: 4 characters against 3."
    assert "nc:6" in result.traces["output"]["signature"]


def test_settings_of_sacrebleu() -> None:
    """`kwargs` reach sacrebleu; one it does not know is refused when the metric is made."""
    plus = CHRFScore(kwargs={"word_order": 2}).score(reference="a bird", response="a beard").value
    assert plus != CHRFScore().score(reference="a bird", response="a beard").value
    with pytest.raises(TypeError, match="lowercase"):
        CHRFScore(kwargs={"lowercase": True})


def test_an_empty_text_is_named_and_a_missing_one_refused() -> None:
    """An empty response is a result, no response an error."""
    result = CHRFScore().score(reference="abc", response=" ")
    assert (result.value, result.reason) == (0.0, "The response is empty, the other text is not.")
    with pytest.raises(InputError, match="'reference'"):
        CHRFScore().score(reference=None, response="x")
