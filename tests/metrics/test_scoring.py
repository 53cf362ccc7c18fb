"""The arithmetic of metrics, against definitions written out another way."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.metrics.scoring import (
    average_precision,
    clip,
    f_beta,
    mean,
    overlap_share,
    precision,
    recall,
    share,
)

flags = st.lists(st.booleans(), max_size=12)
some_flags = st.lists(st.booleans(), min_size=1, max_size=12)
units = st.floats(0, 1)
counts = st.integers(0, 1000)


def by_definition(verdicts: list[bool]) -> Fraction:
    """Average precision in fractions: precision@k is counted afresh at every rank."""
    ranks = [k for k, useful in enumerate(verdicts, 1) if useful]
    return sum((Fraction(sum(verdicts[:k]), k) for k in ranks), Fraction()) / (len(ranks) or 1)


@given(some_flags)
def test_share_is_a_ratio_of_counts(verdicts: list[bool]) -> None:
    """The share of true flags is in [0, 1], exactly the ratio, and exactly 1 or 0 at the ends."""
    assert share(verdicts) == float(Fraction(sum(verdicts), len(verdicts)))
    assert (share(verdicts) == 1.0) is all(verdicts)
    assert (share(verdicts) == 0.0) is (not any(verdicts))


@given(some_flags, st.randoms())
def test_share_does_not_depend_on_order(verdicts: list[bool], random: object) -> None:
    """Permuted flags have the same share."""
    shuffled = list(verdicts)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert share(shuffled) == share(verdicts)


@given(some_flags, st.data())
def test_share_grows_with_each_true_flag(verdicts: list[bool], data: st.DataObject) -> None:
    """Turning a false flag true raises the share."""
    false = [index for index, flag in enumerate(verdicts) if not flag]
    if false:
        index = data.draw(st.sampled_from(false))
        better = [flag or position == index for position, flag in enumerate(verdicts)]
        assert share(better) > share(verdicts)


def test_shares_of_nothing_are_refused() -> None:
    """A share or mean of nothing is an error, never a number."""
    for quantity in (share, mean):
        with pytest.raises(ValueError, match="undefined"):
            quantity([])
    with pytest.raises(ValueError, match="undefined"):
        overlap_share([], ["a"])


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=20))
def test_mean_lies_within_its_values(values: list[float]) -> None:
    """The mean is between the least and the greatest value."""
    assert min(values) - 1e-9 <= mean(values) <= max(values) + 1e-9
    assert mean(values) == pytest.approx(math.fsum(values) / len(values), abs=1e-6)


@given(flags)
def test_average_precision_is_its_definition(verdicts: list[bool]) -> None:
    """Average precision equals the definition in fractions and lies in [0, 1]."""
    assert average_precision(verdicts) == pytest.approx(float(by_definition(verdicts)), abs=1e-12)
    assert 0.0 <= average_precision(verdicts) <= 1.0


@given(flags)
def test_average_precision_is_exact_at_the_ends(verdicts: list[bool]) -> None:
    """It is exactly 1.0 when the true flags come first, exactly 0.0 when there are none, and only then."""
    in_order = sorted(verdicts, reverse=True)
    assert (average_precision(verdicts) == 1.0) is (verdicts == in_order and any(verdicts))
    assert (average_precision(verdicts) == 0.0) is (not any(verdicts))


@given(flags)
def test_average_precision_grows_when_a_hit_moves_up(verdicts: list[bool]) -> None:
    """Exchanging a miss with the hit right below it raises the value."""
    for rank in range(1, len(verdicts)):
        if verdicts[rank] and not verdicts[rank - 1]:
            better = list(verdicts)
            better[rank - 1], better[rank] = True, False
            assert average_precision(better) > average_precision(verdicts)


def test_average_precision_of_known_rankings() -> None:
    """Values worked out by hand."""
    assert average_precision([True, False, True, False]) == pytest.approx(5 / 6, abs=1e-15)
    assert average_precision([False, False, True, True]) == pytest.approx(5 / 12, abs=1e-15)
    assert average_precision([False, True]) == 0.5
    assert average_precision([True]) == 1.0
    best = max(permutations([True, True, False]), key=average_precision)
    assert best == (True, True, False)


@given(counts, counts, counts)
def test_precision_and_recall_are_ratios(hits: int, extra: int, missed: int) -> None:
    """Precision and recall are ratios of counts in [0, 1], 0.0 for 0/0, and mirror each other."""
    assert precision(hits, extra) == (hits / (hits + extra) if hits + extra else 0.0)
    assert recall(hits, missed) == precision(hits, missed)
    assert 0.0 <= precision(hits, extra) <= 1.0


@given(units, units, st.floats(0.1, 10))
def test_f_beta_lies_between_precision_and_recall(p: float, r: float, beta: float) -> None:
    """F-beta is a mean: between its two parts, equal to them when they are equal."""
    assert min(p, r) - 1e-12 <= f_beta(p, r, beta) <= max(p, r) + 1e-12
    assert f_beta(p, p, beta) == p


@given(units, units)
def test_f1_is_symmetric(p: float, r: float) -> None:
    """With beta 1 neither part counts more."""
    assert f_beta(p, r) == pytest.approx(f_beta(r, p), abs=1e-12)


def test_f_beta_of_known_values() -> None:
    """Values worked out by hand; a larger beta leans to recall; 0 and 0 give 0."""
    assert f_beta(0.75, 2 / 3) == pytest.approx(12 / 17)
    assert f_beta(0.75, 2 / 3, 2.0) == pytest.approx(15 / 22)
    assert f_beta(1.0, 0.5, 2.0) < f_beta(0.5, 1.0, 2.0)
    assert f_beta(0.0, 0.0) == 0.0
    assert f_beta(1.0, 0.0) == 0.0


@given(st.lists(st.text(max_size=3), min_size=1, max_size=8), st.lists(st.text(max_size=3), max_size=8))
def test_overlap_share_counts_distinct_items(part: list[str], whole: list[str]) -> None:
    """Repeats and order change nothing; everything found is exactly 1.0."""
    value = overlap_share(part, whole)
    assert 0.0 <= value <= 1.0
    assert overlap_share(part + part, whole[::-1] + whole) == value
    assert overlap_share(part, part + whole) == 1.0


@given(st.floats(-10, 10))
def test_clip_moves_only_what_is_outside(value: float) -> None:
    """A value inside stays itself, one outside moves to the nearest end."""
    clipped = clip(value)
    assert 0.0 <= clipped <= 1.0
    assert clipped == value if 0.0 <= value <= 1.0 else clipped in (0.0, 1.0)


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=20), st.data())
def test_mean_is_the_same_in_any_order_and_grows_with_its_values(
    values: list[int], data: st.DataObject
) -> None:
    """A permutation changes nothing; a greater value gives a greater mean."""
    assert mean(data.draw(st.permutations(values))) == mean(values)
    place = data.draw(st.integers(0, len(values) - 1))
    assert mean([value + (at == place) for at, value in enumerate(values)]) > mean(values)


@given(flags)
def test_average_precision_of_a_sorted_ranking_is_best_and_of_a_reversed_one_worst(
    verdicts: list[bool],
) -> None:
    """No permutation leaves the range between all hits first and all hits last."""
    ranked = sorted(verdicts)
    assert average_precision(ranked) <= average_precision(verdicts) <= average_precision(ranked[::-1])


@given(counts, counts, counts)
def test_precision_and_recall_grow_with_hits_and_fall_with_mistakes(
    hits: int, extra: int, missed: int
) -> None:
    """One more hit never lowers them, one more mistake never raises them, and they stay in [0, 1]."""
    for ratio, mistakes in ((precision, extra), (recall, missed)):
        assert 0.0 <= ratio(hits, mistakes) <= ratio(hits + 1, mistakes) <= 1.0
        assert ratio(hits, mistakes + 1) <= ratio(hits, mistakes)
        assert (ratio(hits, mistakes) == 1.0) is (hits > 0 and mistakes == 0)


@given(units, units, st.floats(0, 0.5), st.floats(0, 10))
def test_f_beta_grows_with_precision_and_recall(p: float, r: float, more: float, beta: float) -> None:
    """A better part never gives a worse whole, and the whole stays in [0, 1]."""
    value = f_beta(p, r, beta)
    assert 0.0 <= value <= 1.0 + 1e-12
    assert f_beta(min(1.0, p + more), r, beta) >= value - 1e-9
    assert f_beta(p, min(1.0, r + more), beta) >= value - 1e-9


@given(units, units)
def test_a_beta_above_one_leans_to_recall(p: float, r: float) -> None:
    """The greater the beta, the nearer to recall."""
    lean = [abs(f_beta(p, r, beta) - r) for beta in (0.5, 1.0, 2.0, 4.0)]
    assert all(nearer <= farther + 1e-9 for farther, nearer in pairwise(lean))


@given(st.lists(st.sampled_from("abcde"), min_size=1), st.lists(st.sampled_from("abcde")), st.data())
def test_overlap_share_knows_no_order_and_no_repeats(
    part: list[str], whole: list[str], data: st.DataObject
) -> None:
    """Permuted and repeated items are the same; one item more in the whole never lowers the share."""
    value = overlap_share(part, whole)
    assert 0.0 <= value <= 1.0
    assert overlap_share(data.draw(st.permutations(part + part)), data.draw(st.permutations(whole))) == value
    assert overlap_share(part, [*whole, part[0]]) >= value
    assert overlap_share(part, part) == 1.0


@given(st.floats(-10, 10), st.floats(0, 5))
def test_clip_keeps_the_order(value: float, more: float) -> None:
    """What was greater is not less afterwards, and clipping twice is clipping once."""
    assert 0.0 <= clip(value) <= clip(value + more) <= 1.0
    assert clip(clip(value)) == clip(value)
