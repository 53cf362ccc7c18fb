"""Similarity of vectors and strings."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.metrics.similarity import DistanceMeasure, cosine, string_similarity

numbers = st.floats(-1e3, 1e3).filter(lambda number: number == 0 or abs(number) > 1e-3)
pairs = st.integers(1, 6).flatmap(
    lambda size: st.tuples(
        st.lists(numbers, min_size=size, max_size=size), st.lists(numbers, min_size=size, max_size=size)
    )
)


@given(pairs)
def test_cosine_is_bounded_and_symmetric(pair: tuple[list[float], list[float]]) -> None:
    """The cosine is in [-1, 1] and the same both ways."""
    a, b = pair
    assert -1.0 <= cosine(a, b) <= 1.0
    assert cosine(a, b) == pytest.approx(cosine(b, a), abs=1e-12)


@given(pairs, st.floats(0.1, 100))
def test_cosine_knows_no_length(pair: tuple[list[float], list[float]], factor: float) -> None:
    """Scaling a vector changes nothing; a vector is exactly 1.0 like itself."""
    a, b = pair
    assert cosine([factor * number for number in a], b) == pytest.approx(cosine(a, b), abs=1e-9)
    assert cosine(a, a) == (1.0 if any(a) else 0.0)


def test_cosine_of_known_vectors() -> None:
    """Right angles are 0, opposites -1, and a vector without length is similar to nothing."""
    assert cosine([1, 0], [0, 1]) == 0.0
    assert cosine([1, 0], [-1, 0]) == -1.0
    assert cosine([1, 0], [0.6, 0.8]) == pytest.approx(0.6)
    assert cosine([0, 0], [1, 0]) == 0.0


def test_vectors_of_different_models_are_refused() -> None:
    """Vectors that differ in length are an error that says why."""
    with pytest.raises(ValueError, match=r"2 and 3 numbers.*one embedding model"):
        cosine([1, 2], [1, 2, 3])


@given(st.text(max_size=12), st.text(max_size=12), st.sampled_from(DistanceMeasure))
def test_string_similarity_is_bounded(a: str, b: str, measure: DistanceMeasure) -> None:
    """Every measure is in [0, 1] and exactly 1.0 for a text and itself."""
    assert 0.0 <= string_similarity(a, b, measure) <= 1.0
    assert string_similarity(a, a, measure) == 1.0


def levenshtein(a: str, b: str) -> int:
    """Edit distance by the textbook table."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]


@given(st.text("abcé ", max_size=8), st.text("abcé ", max_size=8))
def test_levenshtein_against_the_textbook(a: str, b: str) -> None:
    """Levenshtein similarity is one minus edits over the longer length."""
    longest = max(len(a), len(b))
    expected = 1 - levenshtein(a, b) / longest if longest else 1.0
    assert string_similarity(a, b) == pytest.approx(expected)


def test_measures_by_name() -> None:
    """A measure may be given by its name; an unknown one is an error."""
    assert string_similarity("abcd", "abxy", "levenshtein") == 0.5
    assert string_similarity("abcd", "abxy", "hamming") == 0.5
    assert string_similarity("martha", "marhta", "jaro_winkler") > string_similarity(
        "martha", "marhta", "jaro"
    )
    with pytest.raises(ValueError, match="cosine"):
        string_similarity("a", "b", "cosine")


def test_empty_strings_are_alike() -> None:
    """Two empty strings are 1.0 alike, an empty and a full one 0.0."""
    for measure in DistanceMeasure:
        assert string_similarity("", "", measure) == 1.0
        assert string_similarity("", "abc", measure) == 0.0
    assert not math.isnan(string_similarity("", ""))


@given(pairs, st.randoms(use_true_random=False))
def test_cosine_knows_no_order_of_dimensions(pair: tuple[list[float], list[float]], random: Random) -> None:
    """The same permutation of both vectors changes nothing; turning one round changes the sign."""
    a, b = pair
    order = list(range(len(a)))
    random.shuffle(order)
    assert cosine([a[at] for at in order], [b[at] for at in order]) == pytest.approx(cosine(a, b), abs=1e-9)
    assert cosine([-number for number in a], b) == pytest.approx(-cosine(a, b), abs=1e-12)


@given(st.floats(0, math.pi), st.floats(0, math.pi))
def test_cosine_falls_with_the_angle(one: float, other: float) -> None:
    """The wider the angle between two directions, the smaller the cosine."""
    near, far = sorted((one, other))
    to_near, to_far = (cosine([1.0, 0.0], [math.cos(at), math.sin(at)]) for at in (near, far))
    assert to_near >= to_far - 1e-12


@given(st.text("abé1", max_size=8), st.text("abé1", max_size=8), st.sampled_from(DistanceMeasure))
def test_string_similarity_is_symmetric_and_one_only_of_equal_strings(
    a: str, b: str, measure: DistanceMeasure
) -> None:
    """The same both ways; exactly 1.0 for equal strings, less for others."""
    assert string_similarity(a, b, measure) == pytest.approx(string_similarity(b, a, measure), abs=1e-12)
    assert (string_similarity(a, b, measure) == 1.0) is (a == b)


@given(st.text("ab", min_size=1, max_size=10), st.integers(0, 9), st.integers(0, 9))
def test_more_foreign_letters_are_less_similar(text: str, one: int, other: int) -> None:
    """Levenshtein and Hamming fall with each letter that is replaced."""
    few, many = sorted((min(one, len(text)), min(other, len(text))))
    for measure in (DistanceMeasure.LEVENSHTEIN, DistanceMeasure.HAMMING):
        near, far = (string_similarity(text, "z" * count + text[count:], measure) for count in (few, many))
        assert near == pytest.approx(1 - few / len(text))
        assert near >= far
