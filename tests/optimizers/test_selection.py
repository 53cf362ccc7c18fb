"""Which versions are combined: the one that is right where the best is wrong."""

from __future__ import annotations

import pytest

from ragas.optimizers.selection import complement, hamming_distance


def test_the_complement_is_right_where_the_first_is_wrong() -> None:
    """The largest gain counts, the earlier of equal ones, and no gain is none."""
    first = [True, True, False, False]
    assert complement([first, [False, False, True, False], [False, False, True, True]]) == 2
    assert complement([first, [True, False, True, False], [False, True, False, True]]) == 1
    assert complement([first, [True, True, False, False]]) is None
    assert complement([]) is None


def test_distances_are_symmetric() -> None:
    """Both halves of the matrix are filled."""
    assert hamming_distance([[1, 0, 1], [1, 1, 0], [1, 0, 1]]) == [[0, 2, 0], [2, 0, 2], [0, 2, 0]]
    with pytest.raises(ValueError, match="different lengths"):
        hamming_distance([[1], [1, 2]])
