"""Samples are drawn with every key in its proportion, and what belongs together stays together."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.optimizers.sampling import split


@given(st.lists(st.sampled_from("abc"), min_size=8, max_size=60), st.integers(0, 9))
def test_parts_hold_every_key_in_proportion(keys: list[str], seed: int) -> None:
    """A split loses nothing, repeats with its seed, and gives each key its share to within one."""
    train, test = split(keys, 0.25, seed)
    assert sorted([*train, *test]) == list(range(len(keys)))
    assert (train, test) == split(keys, 0.25, seed)
    found, all_keys = Counter(keys[place] for place in test), Counter(keys)
    assert all(abs(found[key] - all_keys[key] / 4) <= 1 for key in all_keys)


@given(
    st.lists(st.tuples(st.integers(0, 15), st.sampled_from("ab")), min_size=12, max_size=60),
    st.integers(0, 9),
)
def test_groups_are_never_torn_apart(rows: list[tuple[int, str]], seed: int) -> None:
    """No group is on both sides, and the parts are as large as wanted to within a group, or the split is refused."""
    groups, keys = [group for group, _ in rows], [key for _, key in rows]
    largest = max(Counter(groups).values())
    try:
        train, test = split(keys, 0.3, seed, groups)
    except ValueError:
        assert largest > len(rows) / 4
        return
    assert not {groups[place] for place in train} & {groups[place] for place in test}
    assert sorted([*train, *test]) == list(range(len(rows)))
    assert abs(len(test) - round(0.3 * len(rows))) <= largest


def test_one_group_cannot_be_split() -> None:
    """The message says how many different inputs there are."""
    with pytest.raises(ValueError, match="12 annotations of 1 different inputs cannot be split"):
        split(["a"] * 12, 0.3, 0, ["same"] * 12)
