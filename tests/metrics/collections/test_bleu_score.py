"""BLEU as a metric."""

from __future__ import annotations

import pytest

from ragas.metrics.collections.bleu_score import BleuScore

TWO = "The ferry leaves at nine today. The crossing takes forty minutes."


def test_the_whole_response_counts() -> None:
    """A wrong second sentence lowers the score."""
    half = BleuScore().score(
        reference=TWO, response="The ferry leaves at nine today. I like boats and trains."
    )
    assert 0.0 < half.value < 0.9
    assert BleuScore().score(reference=TWO, response=TWO).value == 1.0


def test_the_evidence() -> None:
    """The n-gram precisions, the brevity penalty and sacrebleu's signature are kept, the reason tells them."""
    result = BleuScore().score(reference="a b c d", response="a b")
    output = result.traces["output"]
    assert output["precisions"][:2] == [1.0, 1.0]
    assert output["brevity_penalty"] == pytest.approx(0.3679, abs=1e-4)
    assert "tok:13a" in output["signature"]
    assert "2 tokens against 4, brevity penalty 0.37" in result.reason


def test_settings_of_sacrebleu() -> None:
    """`kwargs` reach sacrebleu; one it does not know is refused when the metric is made."""
    assert BleuScore(kwargs={"lowercase": True}).score(reference="A B", response="a b").value == 1.0
    with pytest.raises(TypeError, match="smoothing"):
        BleuScore(kwargs={"smoothing": "exp"})
