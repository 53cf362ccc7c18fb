"""Two results side by side."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ragas import EvaluationDataset, EvaluationResult
from ragas.exceptions import ConfigurationError
from ragas.schema import Cell, MetricInfo
from ragas.schema.comparison import compare
from tests.schema.rows_of_cells import FAITHFULNESS, NOISE, TONE, cell, failed

GRADE = MetricInfo("grade", ("good", "fair", "poor"))


def run(info: MetricInfo, *values: Any, order: Any = None) -> EvaluationResult:
    """A result of one metric; a value may be a cell."""
    rows = [value if isinstance(value, Cell) else cell(value, reason=f"so {value}") for value in values]
    names = order or range(len(rows))
    dataset = EvaluationDataset.from_list([{"user_input": f"question {name}"} for name in names])
    return EvaluationResult(dataset, [{info.name: one} for one in rows], [info])


def test_pair_by_pair() -> None:
    """Means are of the rows that both sides scored, and what was left out is counted."""
    before = run(FAITHFULNESS, 0.2, 0.4, 0.6, failed(), 0.9)
    after = run(FAITHFULNESS, 0.5, 0.3, failed(), 0.5, 1.0, order=[1, 0, 2, 3, 9])
    one = compare(before, after)["faithfulness"]
    assert (one.n_paired, one.n_unscored, one.n_only_a, one.n_only_b) == (2, 2, 1, 1)
    assert one.paired is not None
    assert one.paired.difference == pytest.approx(0.1)
    assert one.paired.mean_a == pytest.approx(0.3)
    assert one.p_holm == one.paired.p
    said = (
        "rows left out: 1 scored before, failed now, 1 failed before, scored now, 1 only before, 1 only after"
    )
    assert said in str(compare(before, after))


def test_as_a_method() -> None:
    """`new.compare(old)` has the old one as the one before."""
    found = run(NOISE, 0.5, 0.6, 0.1).compare(run(NOISE, 0.1, 0.1, 0.1))
    assert found["noise"].paired is not None
    assert found["noise"].paired.difference > 0
    with pytest.raises(KeyError, match="no metric 'tone' in both; there are noise"):
        found["tone"]


def test_rows_that_changed_most() -> None:
    """The rows that changed most come first, with both cells and both places, the worse before the better."""
    before = run(FAITHFULNESS, 0.5, 0.5, 0.5, 0.5)
    after = run(FAITHFULNESS, 0.5, 0.75, 0.25, 1.0, order=[3, 2, 1, 0])
    one = compare(before, after)["faithfulness"]
    assert one.n_changed == 3
    assert [(row.row, row.row_before, row.change) for row in one.changed(2)] == [(3, 0, 0.5), (2, 1, -0.25)]
    first = one.changed(1)[0]
    assert (first.before.reason, first.after.reason) == ("so 0.5", "so 1.0")


def test_two_words_compare_the_share_of_the_first() -> None:
    """pass and fail are compared by the share of pass, exactly, as McNemar does."""
    before = run(TONE, *["pass"] * 10, *["fail"] * 5)
    after = run(TONE, *["pass"] * 15)
    one = compare(before, after)["tone"]
    assert one.share_of == "pass"
    assert one.paired is not None
    assert one.paired.difference == pytest.approx(1 / 3)
    assert one.paired.p == pytest.approx(2 / 2**5)
    assert one.changed(1)[0].change is None
    assert "pass 0.6667" in str(compare(before, after))


def test_other_words_compare_what_changed() -> None:
    """Of more words than two there is no difference; how many rows changed is told, with its interval."""
    found = compare(run(GRADE, "good", "fair", "poor"), run(GRADE, "good", "poor", "poor"))
    one = found["grade"]
    assert (one.paired, one.p_holm, one.n_changed) == (None, None, 1)
    assert one.changed_share is not None
    assert one.changed_share.low < 1 / 3 < one.changed_share.high
    assert [(row.before.value, row.after.value) for row in one.changed()] == [("fair", "poor")]
    assert "1 of 3" in found.summary()


def test_holm_over_metrics() -> None:
    """With several metrics each p is corrected for the others."""
    dataset = EvaluationDataset.from_list([{"user_input": str(row)} for row in range(8)])
    infos = [MetricInfo(name, (0.0, 1.0)) for name in ("one", "two")]

    def made(shift: float) -> EvaluationResult:
        rows = [{"one": cell(0.3 + shift), "two": cell(0.5 + shift * (-1) ** row)} for row in range(8)]
        return EvaluationResult(dataset, rows, infos)

    found = compare(made(0.0), made(0.1))
    assert found["one"].paired is not None
    assert found["one"].p_holm == 2 * found["one"].paired.p
    assert found["two"].p_holm == 1.0


def test_different_signatures_are_refused() -> None:
    """Another judge or prompt is named and refused; on request compared, and said in every output."""
    before = run(FAITHFULNESS, 0.5, 0.6)
    other = replace(FAITHFULNESS, judge="gpt", signature={"prompt": "9f", "k": 3})
    after = run(other, 0.5, 0.7)
    with pytest.raises(ConfigurationError, match="faithfulness, judge: 'local' before, 'gpt' after") as error:
        compare(before, after)
    assert "prompt: '1a2b' before, '9f' after" in str(error.value)
    assert "allow_different=True" in str(error.value)
    found = compare(before, after, allow_different=True)
    assert sorted(one.part for one in found.differences) == ["judge", "k", "prompt"]
    for text in (str(found), found._repr_html_()):
        assert "not the same, faithfulness, judge" in text


def test_saved_results_are_the_same(tmp_path: Path) -> None:
    """A result that was saved and read compares with itself without a difference."""
    made = run(replace(FAITHFULNESS, signature={"shots": (1, 2), "none": None}), 0.5, 0.6)
    found = made.compare(EvaluationResult.load(made.save(tmp_path)))
    assert found.differences == []
    assert found["faithfulness"].n_changed == 0


def test_metrics_of_one_side() -> None:
    """Metrics that only one result has are named; without a common one there is nothing to compare."""
    both = run(NOISE, 0.5)
    wide = EvaluationResult(both.dataset, [{"noise": cell(0.5), "tone": cell("pass")}], [NOISE, TONE])
    assert compare(wide, both).only_a == ["tone"]
    assert "only after: tone" in str(compare(both, wide))
    with pytest.raises(ConfigurationError, match="no metric in common: faithfulness before, noise after"):
        compare(run(FAITHFULNESS, 0.5), both)


def test_nothing_scored_on_both_sides() -> None:
    """Without a pair that both sides scored there are no figures, and it can be printed."""
    found = compare(run(NOISE, failed(), 0.5), run(NOISE, 0.5, failed()))
    assert found["noise"].paired is None
    assert found["noise"].changed_share is None
    assert "–" in str(found)


@pytest.mark.filterwarnings("ignore:.*column")
def test_clusters() -> None:
    """Rows of one document count as drawn together."""
    dataset = EvaluationDataset.from_list(
        [{"user_input": f"{row}", "document": row // 4} for row in range(16)]
    )
    before = EvaluationResult(dataset, [{"noise": cell(0.5)}] * 16, [NOISE])
    rows = [{"noise": cell(0.5 + 0.1 * (row // 4))} for row in range(16)]
    after = EvaluationResult(dataset, rows, [NOISE])
    one, other = after.compare(before)["noise"].paired, after.compare(before, by="document")["noise"].paired
    assert one is not None
    assert other is not None
    assert other.p > one.p
    assert after.aggregate(by="document")["noise"].interval != after.aggregate()["noise"].interval


def test_rows_that_share_a_key_are_told() -> None:
    """Which of two equal rows belongs to which is a guess, and every output says so."""
    dataset = EvaluationDataset.from_list([{"user_input": "q"}] * 2 + [{"user_input": "r"}])
    result = EvaluationResult(dataset, [{"noise": cell(value)} for value in (0.1, 0.2, 0.3)], [NOISE])
    found = result.compare(result)
    assert "2 rows share a key; they are paired in their order" in list(found.remarks())
    assert "share a key" in found._repr_html_()


@pytest.mark.parametrize("level", [float("nan"), 0, 1, 95, -0.5])
def test_levels_that_are_none(level: float) -> None:
    """A level is a share; another one is refused before anything is computed."""
    with pytest.raises(ConfigurationError, match=r"level is between 0 and 1, such as 0\.95"):
        compare(run(NOISE, 0.5), run(NOISE, 0.5), level=level)


def test_html_is_escaped() -> None:
    """Nothing from data can be markup in a notebook."""
    info = MetricInfo("<b>m</b>", ("<i>", "no"))
    html = compare(run(info, "<i>"), run(info, "no"))._repr_html_()
    assert html.startswith("<table>")
    assert not any(tag in html for tag in ("<b>", "<i>"))


def test_means_need_no_numpy() -> None:
    """Results, their means and their intervals come without numpy; it is imported when p is drawn."""
    code = (
        "import sys\n"
        "from ragas import EvaluationDataset, EvaluationResult\n"
        "from ragas.schema import Cell, MetricInfo\n"
        "data = EvaluationDataset.from_list([{'user_input': 'q'}] * 3)\n"
        "cells = [{'m': Cell(value, 'scored')} for value in (0.5, 0.6, 0.9)]\n"
        "print(EvaluationResult(data, cells, [MetricInfo('m', (0.0, 1.0))]).summary())\n"
        "print('numpy' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("False\n")


def test_rows_scored_on_one_side_only_are_named() -> None:
    """What the older result scored and the newer one found nothing to score in is told apart from what neither scored."""
    empty = Cell(None, "not_applicable", cause="no statements")
    found = compare(run(NOISE, 0.5, 0.5, empty, empty), run(NOISE, 0.5, empty, 0.5, empty))
    one = found["noise"]
    assert (one.n_unscored, one.n_one_sided) == (3, 2)
    assert (one.lost, one.gained) == ({"not applicable": 1}, {"not applicable": 1})
    assert (
        "1 scored before, not applicable now, 1 not applicable before, scored now, 1 not scored on both"
        in str(found)
    )


def test_rounding_changes_no_row() -> None:
    """Scores that differ in the last digit are the same."""
    one = compare(run(NOISE, *[0.3] * 20), run(NOISE, *[0.1 + 0.2] * 20))["noise"]
    assert (one.n_changed, one.p_holm, one.changed()) == (0, 1.0, [])
    assert compare(run(NOISE, *[0.3] * 20), run(NOISE, *[0.300001] * 20))["noise"].n_changed == 20


@pytest.mark.filterwarnings("ignore:.*column")
def test_groups_of_which_there_are_too_few() -> None:
    """Of six groups and two metrics no p is below 0.05: it is said, and nothing is called detectable."""
    dataset = EvaluationDataset.from_list([{"user_input": f"{row}", "topic": row % 6} for row in range(60)])
    infos = [MetricInfo(name, (0.0, 1.0)) for name in ("one", "two")]

    def made(shift: float) -> EvaluationResult:
        rows = [{info.name: cell(0.3 + shift * (1 + row % 4)) for info in infos} for row in range(60)]
        return EvaluationResult(dataset, rows, infos)

    one = compare(made(0.0), made(0.1), by="topic")["one"]
    assert one.paired is not None
    assert (one.p_holm, one.least_p, one.paired.detectable) == (1 / 16, 1 / 16, None)
    assert "one: 6 groups cannot show a difference" in str(compare(made(0.0), made(0.1), by="topic"))
    assert compare(made(0.0), made(0.1))["one"].too_few == ""


def test_cautions_are_told() -> None:
    """What must be said of a judge stands in the text and in the table."""
    found = compare(run(FAITHFULNESS, 0.5, 0.6), run(FAITHFULNESS, 0.5, 0.7))
    for text in (str(found), found._repr_html_()):
        assert "Caution, faithfulness: a support screen, not a judge" in text
