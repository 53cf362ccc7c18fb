"""How well scores tell two kinds of rows apart, against scikit-learn and by trying every threshold."""

from __future__ import annotations

from math import isnan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import balanced_accuracy_score, roc_auc_score

from ragas.stats.thresholds import auroc, balanced_accuracy, best_threshold

ROWS = st.lists(
    st.tuples(st.integers(0, 6).map(lambda n: n / 6), st.booleans()), min_size=4, max_size=40
).filter(lambda rows: len({positive for _, positive in rows}) == 2)


@settings(max_examples=60, deadline=None)
@given(ROWS)
def test_figures_are_those_of_scikit_learn(rows: list[tuple[float, bool]]) -> None:
    """AUROC and balanced accuracy, ties included."""
    scores, positive = [score for score, _ in rows], [one for _, one in rows]
    assert auroc(scores, positive) == pytest.approx(roc_auc_score(positive, scores))
    said = [score >= 0.5 for score in scores]
    assert balanced_accuracy(said, positive) == pytest.approx(balanced_accuracy_score(positive, said))


@settings(max_examples=60, deadline=None)
@given(ROWS)
def test_no_threshold_is_better_than_the_best(rows: list[tuple[float, bool]]) -> None:
    """No score that occurs does better as a threshold, nor one between two of them."""
    scores, positive = [score for score, _ in rows], [one for _, one in rows]

    def worth(threshold: float) -> float:
        return balanced_accuracy([score >= threshold for score in scores], positive)

    best = worth(best_threshold(scores, positive))
    assert all(worth(one + shift) <= best + 1e-9 for one in scores for shift in (-1e-6, 1e-6))


def test_without_both_kinds_there_is_nothing_to_say() -> None:
    """NaN, not 0.5 and not an error."""
    assert isnan(auroc([0.1, 0.9], [True, True]))
    assert isnan(balanced_accuracy([True], [True]))
    assert isnan(best_threshold([0.1], [False]))
    with pytest.raises(ValueError, match="come in pairs"):
        auroc([0.1], [])
