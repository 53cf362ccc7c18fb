"""Distributions: every score is counted once, in bins that fit the metric."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ragas.report.page.columns import Column
from ragas.report.page.distribution import Distribution, distribution
from ragas.report.page.standing import Scale
from ragas.schema.cells import MetricInfo

UNIT = MetricInfo("m", (0.0, 1.0))


def of(info: MetricInfo, *values: float | str) -> Distribution | None:
    column = Column(info, list(values))
    return distribution(column, Scale.of(column))


def test_ten_bins_over_the_range() -> None:
    """A score on an edge belongs to the bin that begins there; the highest score to the last bin."""
    found = of(UNIT, 0.0, 0.1, 0.3, 0.35, 1.0)
    assert found is not None
    assert found.counts == [1, 1, 0, 2, 0, 0, 0, 0, 0, 1]
    assert found.position(0.5) == 0.5


def test_whole_numbers_have_a_bar_each() -> None:
    """Yes-or-no scores and levels are not binned; their mean lies between their bars."""
    found = of(UNIT, 0.0, 1.0, 1.0)
    assert found is not None
    assert (found.counts, found.levels) == ([1, 2], [0, 1])
    assert found.position(0.5) == 0.5
    rubric = of(MetricInfo("m", (1, 5)), 5.0, 2.0)
    assert rubric is not None
    assert rubric.counts == [0, 1, 0, 0, 1]


def test_words_keep_the_order_of_the_metric() -> None:
    """Words that may be given and were not have a bar of none."""
    found = of(MetricInfo("m", ("pass", "fail", "unsure")), "fail", "fail", "pass")
    assert found is not None
    assert (found.words, found.counts) == (["pass", "fail", "unsure"], [1, 2, 0])
    assert found.like(Column(UNIT, ["pass"])) == [1, 0, 0]


def test_no_scores_no_distribution() -> None:
    """Where nothing is a number or a word there is nothing to draw."""
    assert of(UNIT) is None
    assert distribution(Column(UNIT, [["a"]]), None) is None


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=30))
def test_every_score_is_counted_once(values: list[float]) -> None:
    """Whatever the scores, the counts add up to their number and no edge lies below the one before."""
    found = of(MetricInfo("m"), *values)
    assert found is not None
    assert sum(found.counts) == len(values)
    assert all(low <= high for low, high in zip(found.edges, found.edges[1:], strict=False))
