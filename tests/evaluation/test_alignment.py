"""align(): figures against scikit-learn, thresholds, two annotators, disagreements and probes."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from random import Random
from typing import Any

import pytest
from scipy.stats import spearmanr
from sklearn.metrics import (
    accuracy_score,
    balanced_accuracy_score,
    cohen_kappa_score,
    confusion_matrix,
    roc_auc_score,
)

from ragas import EvaluationDataset, EvaluationResult
from ragas.evaluation.alignment import align
from ragas.evaluation.alignment_figures import choose_threshold
from ragas.evaluation.alignment_run import probe, score_labelled
from ragas.evaluation.labels import read_labels
from ragas.exceptions import InputError
from ragas.metrics.collections import ContextPrecision, ExactMatch, Faithfulness
from ragas.schema.cells import Cell, MetricInfo
from tests.evaluation.labelled import INFO, data, people, planted, scored


def test_figures_are_those_of_scikit_learn() -> None:
    """Of a continuous score against labels of two kinds: AUROC and Spearman of all rows, the rest of the held-out half."""
    scores, first, _ = planted()
    found = align(scored(scores), people(data(120), first), "faithfulness")
    good = [one == 1 for one in first]
    split = choose_threshold(scores, good, [f"q{row}" for row in range(120)])
    assert split.value == found.threshold
    assert not set(split.chosen_on) & set(split.judged_on)
    assert sorted(split.chosen_on + split.judged_on) == list(range(120))
    said, true = (
        [scores[row] >= split.value for row in split.judged_on],
        [good[row] for row in split.judged_on],
    )
    expected = {
        "auroc": roc_auc_score(good, scores),
        "spearman": spearmanr(scores, first).statistic,
        "accuracy": accuracy_score(true, said),
        "balanced_accuracy": balanced_accuracy_score(true, said),
        "kappa": cohen_kappa_score(true, said),
    }
    for name, value in expected.items():
        figure = found.figures[name]
        assert figure.value == pytest.approx(value), name
        assert figure.interval is not None
        assert figure.interval.low < value < figure.interval.high
    assert [list(row.values()) for row in found.confusion.values()] == confusion_matrix(
        true, said, labels=[True, False]
    ).tolist()
    assert found.base_rate is not None
    assert found.base_rate.value == pytest.approx(sum(true) / len(true))
    assert found.n_threshold == len(split.chosen_on)


def test_grades_have_weighted_kappa_and_order() -> None:
    """Scores in the grades of the labels are compared as grades, against scikit-learn."""
    chance = Random(3)
    grades = [chance.randint(1, 5) for _ in range(80)]
    scores = [min(5, max(1, one + chance.choice([-1, 0, 0, 1]))) for one in grades]
    found = align(scored(scores, MetricInfo("rubric", (1.0, 5.0))), people(data(80), grades), "rubric")
    assert found.figures["accuracy"].value == pytest.approx(accuracy_score(grades, scores))
    assert found.figures["kappa"].value == pytest.approx(cohen_kappa_score(grades, scores))
    assert found.figures["weighted_kappa"].value == pytest.approx(
        cohen_kappa_score(grades, scores, weights="quadratic")
    )
    assert found.figures["spearman"].value == pytest.approx(spearmanr(scores, grades).statistic)
    assert found.threshold is None
    assert [list(row.values()) for row in found.confusion.values()] == confusion_matrix(
        grades, scores
    ).tolist()


def test_measured_scores_against_grades_are_compared_by_order() -> None:
    """Where scores are in no grades, no accuracy is made up."""
    grades = [row % 5 for row in range(40)]
    scores = [row / 40 for row in range(40)]
    found = align(scored(scores), people(data(40), grades), "faithfulness")
    assert set(found.figures) == {"spearman"}
    assert found.disagreements
    assert "only the order is compared" in found.notes[0]


def test_words_are_compared_as_words() -> None:
    """More than two words: accuracy, kappa, alpha and confusion."""
    info = MetricInfo("tone", ("warm", "cold", "rude"))
    human = ["warm", "cold", "rude", "warm", "cold", "rude", "warm", "warm"]
    judge = ["warm", "cold", "cold", "warm", "warm", "rude", "warm", "warm"]
    found = align(scored(judge, info), people(data(8), human), "tone")
    assert found.figures["kappa"].value == pytest.approx(cohen_kappa_score(human, judge))
    assert list(found.confusion) == ["warm", "cold", "rude"]
    assert [one.row for one in found.disagreements] == [2, 4]


def test_a_second_annotator_who_shares_no_row_is_told() -> None:
    """Labels that say nothing about the judge or the other annotator are named with their number, not left out in silence."""
    scores, first, second = planted()
    ana = [None if row < 10 else one for row, one in enumerate(first)]
    ben = [one if row < 10 else None for row, one in enumerate(second)]
    found = align(scored(scores), people(data(120), ana, ben), "faithfulness")
    assert (found.second, found.ceiling) == ({}, {})
    assert found.notes == ["The two annotators share no row: the second's 10 labels were not used."]
    assert align(scored(scores), people(data(120), first, ben), "faithfulness").notes == []


def test_two_annotators_give_the_ceiling() -> None:
    """Judge against each, and the two against each other, on every row both labelled."""
    scores, first, second = planted()
    labels = people(data(120), first, [None if row < 10 else one for row, one in enumerate(second)])
    found = align(scored(scores), labels, "faithfulness")
    assert labels.annotators == ["ana", "ben"]
    assert found.ceiling["kappa"].n == 110
    assert found.ceiling["kappa"].value == pytest.approx(cohen_kappa_score(first[10:], second[10:]))
    assert found.ceiling["accuracy"].value == pytest.approx(accuracy_score(first[10:], second[10:]))
    assert found.second["auroc"].value == pytest.approx(roc_auc_score(second[10:], scores[10:]))
    assert found.ceiling["kappa"].value > found.figures["kappa"].value


def test_a_given_threshold_is_judged_on_all_rows() -> None:
    """Nothing is chosen, so nothing is held out."""
    scores, first, _ = planted()
    found = align(scored(scores), people(data(120), first), "faithfulness", threshold=0.5)
    assert (found.threshold, found.threshold_from, found.figures["kappa"].n) == (0.5, "given", 120)
    said = [score >= 0.5 for score in scores]
    assert found.figures["kappa"].value == pytest.approx(cohen_kappa_score([one == 1 for one in first], said))


@pytest.mark.parametrize("threshold", [float("nan"), float("inf")])
def test_a_threshold_is_a_number(threshold: float) -> None:
    """One that no score reaches, or that compares with none, is refused."""
    scores, first, _ = planted()
    with pytest.raises(InputError, match="The threshold is"):
        align(scored(scores), people(data(120), first), "faithfulness", threshold=threshold)


@pytest.mark.parametrize("level", [0.01, 0.79, 1.0])
def test_a_level_at_which_an_interval_says_nothing_is_refused(level: float) -> None:
    """So that no low end of an interval looks surer than it is; what was chosen stands beside the figures."""
    scores, first, _ = planted()
    with pytest.raises(InputError, match=r"it is at least 0\.8 and below 1"):
        align(scored(scores), people(data(120), first), "faithfulness", level=level)
    assert (
        align(scored(scores), people(data(120), first), "faithfulness", level=0.9).to_dict()["level"] == 0.9
    )


def test_one_kind_of_label_shows_no_agreement_beyond_chance() -> None:
    """Kappa and alpha are undefined where chance agrees as well, and no figure is made of it."""
    found = align(scored([1.0] * 20), people(data(20), [1] * 20), "faithfulness")
    for name in ("kappa", "alpha"):
        assert isnan(found.figures[name].value)
        assert found.figures[name].interval is None
    assert found.to_dict()["figures"]["kappa"]["value"] is None
    assert found.figures["accuracy"].value == 1.0


@pytest.mark.parametrize(("n", "low"), [(4, 0.020), (40, 0.825), (400, 0.981)])
def test_where_all_agree_the_number_of_rows_says_how_sure_that_is(n: int, low: float) -> None:
    """A judge that errs nowhere is known better by many rows than by few."""
    labels = [row % 2 for row in range(n)]
    found = align(scored([float(one) for one in labels]), people(data(n), labels), "faithfulness")
    for name in ("kappa", "alpha"):
        interval = found.figures[name].interval
        assert interval is not None
        assert (found.figures[name].value, interval.high) == (1.0, 1.0)
        assert interval.low == pytest.approx(low, abs=0.001)
    for name in ("auroc", "balanced_accuracy"):
        interval = found.figures[name].interval
        assert interval is not None
        assert interval.high == 1.0
        assert 0.1 < interval.low < found.figures["accuracy"].interval.low  # type: ignore[union-attr]  # Wilson's


def test_a_metric_of_which_less_is_better_is_turned_round() -> None:
    """Low scores are the good ones: the same figures, and a threshold from above."""
    scores, first, _ = planted()
    good = [bool(one) for one in first]
    info = replace(INFO, higher_is_better=False)
    one = align(scored(scores), people(data(120), good), "faithfulness", threshold=0.52)
    turned = scored([1 - score for score in scores], info)
    other = align(turned, people(data(120), good), "faithfulness", threshold=0.48)
    for name in ("auroc", "spearman", "kappa", "accuracy"):
        assert other.figures[name].value == pytest.approx(one.figures[name].value), name
    chosen = align(turned, people(data(120), good), "faithfulness")
    assert chosen.threshold is not None
    assert 0.2 < chosen.threshold < 0.7
    assert chosen.figures["kappa"].value > 0.3
    assert [row.row for row in other.disagreements] == [row.row for row in one.disagreements]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([1.0, 0.0, 1.0, 1.0, 0.0, 0.0], None),
        (["pass", "fail", "pass", "pass", "fail", "fail"], ("pass", "fail")),
    ],
)
def test_verdicts_need_no_threshold(values: list[Any], words: Any) -> None:
    """Scores of 0 and 1, and two words, are verdicts already, and all rows judge them."""
    info = replace(INFO, allowed_values=words or (0.0, 1.0))
    found = align(scored(values, info), people(data(6), [1, 0, 0, 1, 0, 0]), "faithfulness")
    assert found.figures["accuracy"].value == pytest.approx(5 / 6)
    assert found.figures["accuracy"].n == 6
    assert [one.row for one in found.disagreements] == [2]


def test_disagreements_have_both_reasons_and_the_worst_come_first() -> None:
    """A sure judge who is wrong stands before an unsure one."""
    scores = [0.9, 0.8, 0.1, 0.6, 0.7, 0.2, 1.0, 0.3]
    found = align(scored(scores), people(data(8), [1, 1, 0, 0, 1, 1, 0, 0]), "faithfulness", threshold=0.5)
    assert [one.row for one in found.disagreements] == [6, 5, 3]
    assert found.disagreements[0].human_reason == "ana says 0"
    assert found.disagreements[0].judge_reason == "it is 1.0"


def test_rows_without_a_score_are_counted_not_scored_zero() -> None:
    """They stand in a note and in the counts."""
    scores: list[Any] = [0.9, 0.1] * 6
    scores[0] = None
    found = align(scored(scores), people(data(12), [1, 0] * 6), "faithfulness")
    assert (found.n_labelled, found.n_scored) == (12, 11)
    assert found.figures["auroc"].value == 1.0
    assert "1 labelled row left out" in found.notes[0]
    with pytest.raises(InputError, match=r"none has a score of faithfulness\. The first cause: no credit"):
        align(scored([None] * 4), people(data(4), [1, 0, 1, 0]), "faithfulness")


@pytest.mark.parametrize(
    ("values", "labels", "said"),
    [
        ([0.1, 0.9, 0.5], ["warm", "cold", "rude"], "they cannot be compared"),
        (["a", "b", "c"], [1, 2, 3], "they cannot be compared"),
        ([[1], [2], [3]], [1, 0, 1], "neither all numbers nor all words"),
        ([0.1, 0.9, 0.5], ["up", "down", "up"], "--positive"),
    ],
)
def test_what_cannot_be_compared_is_refused(values: list[Any], labels: list[Any], said: str) -> None:
    """Words against numbers, lists, and two words of which nothing says which is good."""
    with pytest.raises(InputError, match=said):
        align(
            scored(values, replace(INFO, allowed_values=(0.0, 1.0))), people(data(3), labels), "faithfulness"
        )


def test_too_few_of_a_kind_take_the_middle_and_say_so() -> None:
    """One bad row is nothing to choose a threshold on."""
    found = align(scored([0.9, 0.8, 0.7, 0.2]), people(data(4), [1, 1, 1, 0]), "faithfulness")
    assert (found.threshold, found.threshold_from) == (0.5, "middle")
    assert "too few labels of both kinds" in found.notes[0]


def test_longer_answers_that_score_higher_are_seen() -> None:
    """A judge that goes by length correlates with it beyond the labels; one that goes by the labels does not."""
    labels = [row % 2 for row in range(60)]
    of_length = align(scored([row / 60 for row in range(60)]), people(data(60), labels), "faithfulness")
    chance = Random(5)
    fair = align(
        scored([one * 0.5 + chance.random() * 0.5 for one in labels]),
        people(data(60), labels),
        "faithfulness",
    )
    (long,), (not_long,) = of_length.probes, fair.probes
    assert long.figure.value > 0.95
    assert abs(not_long.figure.value) < 0.3
    assert not_long.figure.interval is not None
    assert not_long.figure.interval.low < 0 < not_long.figure.interval.high


def test_repeats_say_how_steady_a_judge_is() -> None:
    """The share of rows with the same outcome every time, and the spread of scores."""

    def cell(values: list[float]) -> dict[str, Cell]:
        repeats = [{"value": one, "status": "scored", "reason": None} for one in values]
        return {INFO.name: Cell(sum(values) / len(values), "scored", traces={"output": {"repeats": repeats}})}

    result = EvaluationResult(
        data(4), [cell(one) for one in ([0.9, 0.9], [0.8, 0.4], [0.1, 0.3], [0.2, 0.2])], [INFO]
    )
    found = align(result, people(data(4), [1, 1, 0, 0]), "faithfulness", threshold=0.5)
    same = next(one for one in found.probes if one.name == "same outcome when asked again")
    assert (same.figure.value, same.figure.n) == (0.75, 4)
    spread = next(one for one in found.probes if one.name == "spread when asked again")
    assert spread.figure.value == pytest.approx(((0.08 + 0.02) / 4) ** 0.5)


def samples() -> EvaluationDataset:
    return EvaluationDataset.from_list(
        [
            {
                "user_input": "When was the bridge opened?",
                "response": "The bridge was opened in 1934.",
                "retrieved_contexts": ["The bridge was opened in 1934.", "The ferry sails in summer."],
                "reference": "The bridge was opened in 1934.",
            },
            {
                "user_input": "When does the ferry sail?",
                "response": "The ferry sails in winter only.",
                "retrieved_contexts": ["The bridge was opened in 1934.", "The ferry sails in summer."],
                "reference": "The ferry sails in summer.",
            },
        ]
    )


def test_only_labelled_rows_are_scored_and_keep_their_numbers() -> None:
    """What nobody labelled is not paid for."""
    found = score_labelled(samples(), [1], Faithfulness(), llm="local", show_progress=False)
    assert [one["faithfulness"].status for one in found.cells] == ["skipped", "scored"]
    labels = read_labels([{"row": 1, "label": False}], found.dataset)
    assert align(found, labels, "faithfulness", threshold=0.5).n_scored == 1


def test_what_should_not_matter_is_tried() -> None:
    """Contexts in another order and padded answers for a metric that reads them; order is what context precision scores."""
    metrics: list[tuple[Any, set[str]]] = [
        (Faithfulness(), {"outcome changes: contexts reversed", "outcome changes: answer padded"}),
        (ContextPrecision(), set()),
        (ExactMatch(), {"outcome changes: answer padded"}),
    ]
    for metric, names in metrics:
        result = score_labelled(samples(), [0, 1], metric, llm="local", show_progress=False)
        found = probe(result, [0, 1], metric, threshold=0.5, llm="local", show_progress=False)
        assert {one.name for one in found if one.name.startswith("outcome")} == names
    padded = next(one for one in found if one.name == "outcome changes: answer padded")
    assert padded.figure.value == 0.5, "an exact match is one no more"
