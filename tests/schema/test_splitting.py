"""A split into two parts with no row in both."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas import Dataset, EvaluationDataset
from ragas.exceptions import InputError
from ragas.schema.splitting import split

marks = st.lists(st.sampled_from("abcdefgh"), min_size=2, max_size=30).filter(lambda of: len(set(of)) > 1)


@given(marks, st.floats(0.01, 0.99), st.integers(0, 5), st.booleans())
def test_equal_rows_stay_together(of: list[str], size: float, seed: int, shuffle: bool) -> None:
    """Both parts together are the rows, none is empty, and no mark is in both."""
    train, test = split(of, size, seed, shuffle=shuffle)
    assert sorted(train + test) == list(range(len(of)))
    assert train
    assert test
    assert not {of[row] for row in train} & {of[row] for row in test}


@given(st.integers(2, 60), st.floats(0.01, 0.99), st.integers(0, 5))
def test_rows_that_differ_have_the_exact_share(count: int, size: float, seed: int) -> None:
    """Without equal rows it is a plain random split: the last of the rows in the order of the seed."""
    order = list(range(count))
    random.Random(seed).shuffle(order)
    wanted = min(count - 1, max(1, round(count * size)))
    assert split(map(str, range(count)), size, seed, shuffle=True) == (order[:-wanted], order[-wanted:])


def test_samples_that_read_the_same_never_leak() -> None:
    """Case, white space and extra columns make no other sample; names and extra columns are kept."""
    rows = [{"user_input": f"Q {n // 3}", "response": "A", "id": str(n)} for n in range(30)]
    rows[1]["user_input"] = "q  0"
    dataset = EvaluationDataset.from_list(rows, name="museum")
    train, test = dataset.train_test_split(0.2, random_state=3)
    assert (len(train), len(test), train.name, test.name) == (24, 6, "museum_train", "museum_test")
    asked = [{" ".join(str(one.user_input).split()).lower() for one in part} for part in (train, test)]
    assert not asked[0] & asked[1]
    assert sorted(int(one.extra["id"]) for part in (train, test) for one in part) == list(range(30))
    again = dataset.train_test_split(0.2, random_state=3)
    assert again == (train, test)
    assert dataset.train_test_split(0.2, random_state=4)[1] != test


def test_tables_keep_equal_rows_together() -> None:
    """A row that stands there twice is in one part."""
    table = Dataset.from_list([{"q": n % 5} for n in range(20)])
    train, test = table.train_test_split(0.25)
    assert not {row["q"] for row in train} & {row["q"] for row in test}
    assert len(test) == 4


def test_equal_rows_alone_cannot_be_split() -> None:
    """The message says why; so does one about a share that is none."""
    with pytest.raises(InputError, match=r"two rows that differ, .* here are 3, all equal"):
        EvaluationDataset.from_list([{"user_input": "q"}] * 3).train_test_split()
    with pytest.raises(InputError, match="test_size is 2"):
        EvaluationDataset.from_list([{"user_input": "q"}] * 3).train_test_split(2)
