"""Losses are losses: 0 is perfect and lower is better, and each equals its formula."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score

import ragas.losses
from ragas.optimizers.losses import BinaryMetricLoss, HuberLoss, Loss, MSELoss

LOSSES = [MSELoss(), MSELoss("sum"), HuberLoss(), BinaryMetricLoss(), BinaryMetricLoss("f1_score")]
pairs = st.lists(st.tuples(st.sampled_from([0, 1]), st.sampled_from([0, 1])), min_size=1)


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
@given(pairs=pairs)
def test_equal_values_lose_nothing_and_others_do(loss: Loss, pairs: list[tuple[int, int]]) -> None:
    """A loss is 0 exactly where values and labels are equal, and above 0 elsewhere."""
    predicted, actual = [one for one, _ in pairs], [other for _, other in pairs]
    assert loss(actual, actual) == 0
    assert (loss(predicted, actual) > 0) is (predicted != actual)


@given(pairs=pairs)
def test_f1_is_that_of_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    """The F1 loss is one minus scikit-learn's F1, which is perfect where there is nothing to find."""
    predicted, actual = [one for one, _ in pairs], [other for _, other in pairs]
    assert BinaryMetricLoss("f1_score")(predicted, actual) == pytest.approx(
        1 - f1_score(actual, predicted, zero_division=1.0)
    )


def test_squares_and_their_limit() -> None:
    """MSE means or adds up squares; beyond `delta` Huber's loss grows evenly."""
    assert MSELoss()([1, 3], [1, 1]) == 2.0
    assert MSELoss(reduction="sum")([1, 3], [1, 1]) == 4.0
    assert HuberLoss()([0.5], [0]) == 0.125
    assert HuberLoss()([3], [0]) == 2.5
    assert HuberLoss(0.5)([3], [0]) == 0.5 * 3 - 0.125
    assert HuberLoss(2)([3, 2, 1], [0, 0, 0]) == pytest.approx((4 + 2 + 0.5) / 3)


def test_words_can_be_labels() -> None:
    """Accuracy compares words as well as numbers."""
    assert BinaryMetricLoss()(["pass", "fail"], ["pass", "pass"]) == 0.5  # type: ignore[list-item]


@pytest.mark.parametrize("loss", LOSSES, ids=repr)
@pytest.mark.parametrize(("predicted", "actual"), [([1.0], [1.0, 0.0]), ([], [])])
def test_what_does_not_pair_is_refused(loss: Loss, predicted: list[float], actual: list[float]) -> None:
    """Values without labels, or none at all, have no loss."""
    with pytest.raises(ValueError, match=r"pairs|at least one"):
        loss(predicted, actual)


def test_unknown_settings_are_refused() -> None:
    """A mistyped setting is an error, not another loss."""
    with pytest.raises(ValueError, match="'mean' or 'sum', not 'median'"):
        MSELoss("median")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'f1'"):
        BinaryMetricLoss("f1")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="above 0"):
        HuberLoss(0)


def test_the_old_path_leads_to_the_same_classes() -> None:
    """`ragas.losses` is a door."""
    assert ragas.losses.MSELoss is MSELoss
    assert ragas.losses.BinaryMetricLoss is BinaryMetricLoss
