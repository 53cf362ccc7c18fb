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


@pytest.mark.parametrize("identity", ["id", "Row ID", "uuid", "_row", "Unnamed: 0", "annotator"])
def test_what_only_tells_which_row_it_is_makes_no_other_row(identity: str) -> None:
    """Rows with numbers of their own stay together where they say the same; rows that are only numbers differ."""
    rows = [{"q": f"{n // 4}{' A' if n % 2 else 'a'.rjust(3)}", identity: n} for n in range(20)]
    train, test = Dataset.from_list(rows).train_test_split(0.2)
    assert (len(train), len(test)) == (16, 4)
    assert len({row[identity] // 4 for row in test}) == 1
    with pytest.raises(InputError, match="all equal in what they say"):
        Dataset.from_list([{"q": "A", identity: n} for n in range(10)]).train_test_split()
    assert len(Dataset.from_list([{identity: n} for n in range(10)]).train_test_split(0.3)[1]) == 3


def test_columns_of_the_users_own_say_what_stays_together() -> None:
    """Everything of a customer is on one side; a column that no row has is named."""
    table = Dataset.from_list([{"customer": n % 5, "q": f"Q{n}"} for n in range(20)])
    train, test = table.train_test_split(0.4, by="customer")
    assert not {row["customer"] for row in train} & {row["customer"] for row in test}
    assert len(test) == 8
    assert len(table.train_test_split(0.25, by=["customer", "q"])[1]) == 5
    with pytest.raises(InputError, match=r"no row has 'client' .* the columns are customer, q\."):
        table.train_test_split(by="client")
    with pytest.raises(InputError, match="names no column"):
        table.train_test_split(by=[])


def test_equal_rows_alone_cannot_be_split() -> None:
    """The message says why; so does one about a share that is none."""
    with pytest.raises(InputError, match=r"two rows that differ, .* here are 3, all equal"):
        EvaluationDataset.from_list([{"user_input": "q"}] * 3).train_test_split()
    with pytest.raises(InputError, match="test_size is 2"):
        EvaluationDataset.from_list([{"user_input": "q"}] * 3).train_test_split(2)
