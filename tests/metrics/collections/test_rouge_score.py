"""ROUGE as a metric."""

from __future__ import annotations

import pytest

from ragas.metrics.collections.rouge_score import RougeScore


@pytest.mark.parametrize(("mode", "value"), [("precision", 1.0), ("recall", 0.5), ("fmeasure", 2 / 3)])
def test_modes(mode: str, value: float) -> None:
    """Precision over the response, recall over the reference, and their harmonic mean."""
    result = RougeScore(mode=mode).score(reference="the ferry leaves now", response="the ferry")
    assert result.value == pytest.approx(value)
    assert result.reason == (
        "rougeL: 100% of the response's wording is in the reference, 50% of the reference's in the response."
    )
    assert result.traces["output"]["recall"] == 0.5


def test_english_is_stemmed_and_other_scripts_count() -> None:
    """Inflected English words match; Chinese matches character by character."""
    assert RougeScore().score(reference="running ferries", response="run ferry").value == 1.0
    assert RougeScore().score(reference="今天天气很好", response="今天天气不错").value == pytest.approx(4 / 6)
    assert RougeScore().score(reference="Café", response="Cafe").value == 0.0


@pytest.mark.parametrize("settings", [{"rouge_type": "rouge0"}, {"rouge_type": "bogus"}, {"mode": "bogus"}])
def test_settings_are_checked(settings: dict[str, str]) -> None:
    """An unknown type or mode is refused when the metric is made."""
    with pytest.raises(ValueError, match=next(iter(settings.values()))):
        RougeScore(**settings)  # type: ignore[arg-type]
