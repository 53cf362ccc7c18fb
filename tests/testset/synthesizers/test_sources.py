"""Which sources questions are asked about, and in what order."""

from __future__ import annotations

from random import Random

from ragas.testset.synthesizers.sources import interleaved

ITEMS = [(key, number) for key in "abcdef" for number in range(6)]


def test_one_of_every_key_comes_before_a_second_of_any() -> None:
    """Every item comes once; a key with fewer items ends earlier."""
    items = [item for item in ITEMS if item[0] != "c" or item[1] < 2]
    found = interleaved(items, lambda item: item[0], Random(0))
    assert sorted(found) == items
    rounds = [found[start : start + 6] for start in (0, 6)]
    assert all({key for key, _ in each} == set("abcdef") for each in rounds)
    assert {key for key, _ in found[12:17]} == set("abdef")


def test_the_order_is_by_chance_and_the_seeds() -> None:
    """One seed gives one order; another gives other keys first, and other items of a key first."""
    one, same, other = (interleaved(ITEMS, lambda item: item[0], Random(seed)) for seed in (1, 1, 2))
    assert one == same
    assert len({tuple(key for key, _ in order[:6]) for order in (ITEMS[::6], one, other)}) == 3
    assert len({tuple(n for key, n in order if key == "a") for order in (ITEMS, one, other)}) == 3
