"""Groups of items that have some in common."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.metrics.similarity import DistanceMeasure, string_similarity
from ragas.testset.transforms.relationship_builders import items
from ragas.testset.transforms.relationship_builders.items import jaccard_pairs, matching_items, noise

words = st.sampled_from(["Paris", "paris", "Pariss", "London", "londn", "Rome", "R", "", "Romé"])
groups = st.lists(st.lists(words, max_size=4, unique=True), max_size=7)


@given(groups, st.sampled_from([0.0, 0.01, 0.25, 0.5, 1.0]), st.sampled_from([0, 4]))
def test_jaccard_against_sets(some: list[list[str]], threshold: float, few: int) -> None:
    """Pairs and similarities are those of Python's sets, whether groups are looked at singly or all at once."""
    expected = {}
    for a in range(len(some)):
        for b in range(a + 1, len(some)):
            one, other = set(some[a]), set(some[b])
            similarity = len(one & other) / (len(one | other) or 1)
            if similarity >= threshold:
                expected[a, b] = similarity
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(items, "FEW", few)
        found = {(a, b): value for a, b, value in jaccard_pairs(some, threshold)}
    assert found == pytest.approx(expected)


@given(groups, st.sampled_from(DistanceMeasure), st.sampled_from([0.0, 0.5, 0.9, 1.0]))
def test_matches_against_every_pair_of_items(
    some: list[list[str]], measure: DistanceMeasure, threshold: float
) -> None:
    """The matches are those that comparing each item with each other one finds."""
    expected = {}
    for a in range(len(some)):
        for b in range(a + 1, len(some)):
            matches = [
                (one, other)
                for one in some[a]
                for other in some[b]
                if string_similarity(one.lower(), other.lower(), measure) >= threshold
            ]
            if matches:
                expected[a, b] = sorted(matches)
    found = {(a, b): sorted(matches) for a, b, matches in matching_items(some, measure, threshold)}
    assert found == expected


def test_matches_do_not_depend_on_the_size_of_the_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spellings in different blocks are compared too."""
    some = [[f"name {letter}{letter}{letter}"] for letter in "abcdefg"] * 2
    whole = list(matching_items(some, DistanceMeasure.JARO_WINKLER, 0.9))
    monkeypatch.setattr(items, "BLOCK", 2)
    assert list(matching_items(some, DistanceMeasure.JARO_WINKLER, 0.9)) == whole
    assert len(whole) >= 7


def test_what_two_nodes_share_is_not_noise() -> None:
    """An item of two groups always counts; one of many groups only if few items are as frequent."""
    assert noise([["Acme"], ["Acme"]]) == set()
    many = [["Acme", f"person {index}"] for index in range(40)]
    assert noise(many) == {"Acme"}
    assert noise([]) == set()


@pytest.mark.parametrize(("groups", "most"), [(20, 2), (40, 4)])
def test_a_tenth_of_the_groups_is_not_too_many(groups: int, most: int) -> None:
    """An item of so many groups still says something about them, one of a group more does not."""
    for there, found in ((most, set()), (most + 1, {"Acme"})):
        many = [[f"person {n}", *(["Acme"] if n < there else [])] for n in range(groups)]
        assert noise(many) == found


def test_rare_items_are_not_noise() -> None:
    """In a large graph an item of a few nodes counts, however many others are rarer."""
    many = [[f"person {index}", f"place {index // 4}"] for index in range(100)]
    assert noise(many) == set()
