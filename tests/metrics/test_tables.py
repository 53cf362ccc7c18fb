"""Tables written as CSV."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.metrics.tables import MOST_TO_PAIR, NotATable, compare, read_table, typed

PEOPLE = "id,name\n1,Ada\n2,Bob\n3,Cy"


def unequal(reference: str, response: str) -> list[str]:
    return compare(read_table(reference), read_table(response)).unequal_columns()


def test_reading() -> None:
    """Names in lower case and told apart, blank lines skipped, short rows filled, quotes and line breaks kept."""
    table = read_table('\ufeffID,Name,name\n\n1,"a, ""b""\nc"\n2,x,y\n')
    assert table.columns == ("id", "name", "name.1")
    assert table.rows == [("1", 'a, "b"\nc', ""), ("2", "x", "y")]


@pytest.mark.parametrize(
    ("text", "why"), [("", "no line"), ("a\n1,2", "line 2 has 2 cells, the header 1"), ('a\n"1', "line 2")]
)
def test_what_is_no_table(text: str, why: str) -> None:
    """The error says which line is wrong."""
    with pytest.raises(NotATable, match=why):
        read_table(text)


@pytest.mark.parametrize(
    ("values", "cells"),
    [
        (["1", "2.0", " 3"], [1, 2.0, 3]),
        (["007", "7"], [7, 7]),
        (["1", "x"], ["1", "x"]),
        (["1_000"], ["1_000"]),
        (["1e3", "", "NaN"], [1000.0, None, None]),
        (["True", "false"], [True, False]),
        (["True", "1"], ["True", "1"]),
        (["12345678901234567890"], [12345678901234567890]),
        (["9" * 5000], [float("inf")]),
    ],
)
def test_cells_are_typed_by_column(values: list[str], cells: list[object]) -> None:
    """A column is of numbers or truth values if all its cells are, otherwise of texts; some words mean missing."""
    assert typed(values) == cells


@given(st.permutations(PEOPLE.split("\n")[1:]))
def test_the_order_of_rows_does_not_count(rows: list[str]) -> None:
    """Rows are compared as a multiset."""
    found = compare(read_table(PEOPLE), read_table("\n".join(["id,name", *rows])))
    assert (found.same_rows, found.missing_rows, found.extra_rows) == (3, [], [])
    assert found.unequal_columns() == []


def test_rows_that_repeat_count_each() -> None:
    """Two equal rows need two partners."""
    found = compare(read_table("a\n1\n1"), read_table("a\n1\n2\n2"))
    assert (found.same_rows, found.missing_rows, found.extra_rows) == (1, [(1,)], [(2,), (2,)])


def test_columns() -> None:
    """Those of one table only are named; rows are compared in the others."""
    found = compare(read_table("a,b\n1,2"), read_table("c,a\n9,1"))
    assert (found.columns, found.missing_columns, found.extra_columns) == (("a",), ("b",), ("c",))
    assert found.same_rows == 1


def test_unequal_columns_by_best_pairing() -> None:
    """A changed cell makes one column unequal wherever its row stands; added rows none."""
    assert unequal(PEOPLE, "id,name\n3,Cy\n9,Zoe\n2,Rob\n1,Ada") == ["name"]
    assert unequal(PEOPLE, PEOPLE + "\n4,Di") == []
    assert unequal(PEOPLE, "id,name") == ["id", "name"]
    assert unequal("id,name", "id,name") == []


def test_many_rows_that_differ_are_paired_in_order() -> None:
    """Large differences are compared in reasonable time."""
    count = MOST_TO_PAIR * 20
    here = "id,v\n" + "\n".join(f"{number},a" for number in range(count))
    there = "id,v\n" + "\n".join(f"{number},b" for number in range(count))
    assert unequal(here, there) == ["v"]


rows_of_numbers = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=6)


def written(rows: list[tuple[int, int]], names: str = "a,b") -> str:
    return "\n".join([names, *(f"{one},{other}" for one, other in rows)])


@given(rows_of_numbers, rows_of_numbers)
def test_rows_are_counted_once_on_each_side(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    """Same and missing rows are those of the reference, same and extra rows those of the response; both ways alike."""
    there = compare(read_table(written(one)), read_table(written(other)))
    back = compare(read_table(written(other)), read_table(written(one)))
    assert there.same_rows + len(there.missing_rows) == len(one)
    assert there.same_rows + len(there.extra_rows) == len(other)
    assert there.same_rows == back.same_rows == sum((Counter(one) & Counter(other)).values())
    assert Counter(there.missing_rows) == Counter(back.extra_rows)


@given(rows_of_numbers, st.data())
def test_the_order_of_rows_and_columns_does_not_count(
    rows: list[tuple[int, int]], data: st.DataObject
) -> None:
    """A table with its rows and columns in another order is the same."""
    other = [(b, a) for a, b in data.draw(st.permutations(rows))]
    found = compare(read_table(written(rows)), read_table(written(other, "b,a")))
    assert (found.same_rows, found.missing_rows, found.extra_rows) == (len(rows), [], [])
    assert found.unequal_columns() == []


@given(rows_of_numbers, rows_of_numbers, st.tuples(st.integers(0, 3), st.integers(0, 3)))
def test_a_row_in_both_is_one_more_that_is_the_same(
    one: list[tuple[int, int]], other: list[tuple[int, int]], row: tuple[int, int]
) -> None:
    """Rows that agree never take others away."""
    before = compare(read_table(written(one)), read_table(written(other))).same_rows
    after = compare(read_table(written([*one, row])), read_table(written([row, *other]))).same_rows
    assert after == before + 1
