"""Labelling: which rows first, what an answer means, and a file that loses nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ragas import EvaluationDataset
from ragas.evaluation.labelling import Answer, LabelFile, labelling_order, read_answer
from ragas.evaluation.labels import read_labels
from ragas.exceptions import InputError
from tests.evaluation.labelled import data


def test_every_order_has_every_row_once_and_is_the_same_for_a_seed() -> None:
    """Rows without a score come last."""
    scores = [None if row % 9 == 0 else Random(row).random() for row in range(50)]
    for choice in ("random", "spread", "uncertain"):
        order = labelling_order(scores, choice, seed=1)
        assert sorted(order) == list(range(50))
        assert order == labelling_order(scores, choice, seed=1)
        assert order != labelling_order(scores, "random", seed=2)
        if choice != "random":
            assert all(scores[row] is None for row in order[-6:])


def test_spread_begins_with_all_parts_of_the_range() -> None:
    """Though nearly all scores are high, the first six rows are from low to high."""
    scores: list[float | None] = [0.95] * 80 + [0.0, 0.05, 0.31, 0.36, 0.52, 0.55, 0.71, 0.75]
    first = sorted(scores[row] or 0.0 for row in labelling_order(scores, "spread")[:6])
    assert first[0] < 0.1
    assert 0.3 < first[2] < 0.8
    assert first[-1] == 0.95


def test_uncertain_begins_where_the_threshold_is() -> None:
    """The scores nearest to the middle, or to a given one."""
    scores: list[float | None] = [row / 20 for row in range(21)]
    assert labelling_order(scores, "uncertain")[0] == 10
    assert set(labelling_order(scores, "uncertain", middle=0.9)[:3]) == {17, 18, 19}


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("y\n", Answer("label", "yes")),
        ("NO because of 1650 W\n", Answer("label", "no", "because of 1650 W")),
        ("\n", Answer("skip")),
        ("q\n", Answer("quit")),
        ("back\n", Answer("back")),
        ("?\n", Answer("help")),
        ("maybe\n", None),
    ],
)
def test_what_an_answer_means(text: str, answer: Answer | None) -> None:
    """A label or its beginning with a reason after it, or something to do."""
    assert read_answer(text, ["yes", "no"]) == answer


def test_labels_come_before_commands_and_must_be_told_apart() -> None:
    """A label that begins with s is a label; two that begin alike need more letters; numbers are numbers."""
    assert read_answer("s", ["safe", "unsafe"]) == Answer("label", "safe")
    assert read_answer("p", ["pass", "partly"]) is None
    assert read_answer("pas", ["pass", "partly"]) == Answer("label", "pass")
    assert read_answer("4 nearly", ["1", "2", "3", "4", "5"]) == Answer("label", 4.0, "nearly")


def test_each_label_is_in_the_file_at_once_and_read_again(tmp_path: Path) -> None:
    """Ids name the rows; a label taken back is gone; what another person labelled is not mine."""
    path = tmp_path / "labels" / "mine.jsonl"
    file = LabelFile.opened(path, data(3), "good", "ana")
    file.add(2, "yes", "all there")
    assert path.read_text(encoding="utf-8").count("\n") == 1
    file.add(0, "no")
    file.add(0, None)
    assert LabelFile.opened(path, data(3), "good", "ana").labels == {2: "yes"}
    assert LabelFile.opened(path, data(3), "good", "ben").labels == {}
    read = read_labels(path, data(3), column="good")
    assert (read.values, read.reasons[0][2]) == ([[None, None, "yes"]], "all there")


def test_words_and_numbers_are_not_mixed(tmp_path: Path) -> None:
    """The first label of another kind is refused, whoever gave those that are there; the file stays as it is."""
    path = tmp_path / "labels.jsonl"
    LabelFile.opened(path, data(3), "label", "ana").add(0, "yes")
    before = path.read_bytes()
    file = LabelFile.opened(path, data(3), "label", "ben")
    with pytest.raises(InputError, match=r"holds words in 'label', such as 'yes' by ana: 4\.0 cannot"):
        file.add(0, 4.0)
    assert (path.read_bytes(), file.labels) == (before, {})
    file.add(0, "no")
    grades = LabelFile.opened(path, data(3), "grade", "ben")
    grades.add(0, True)
    grades.add(1, 3.0)
    with pytest.raises(InputError, match="holds numbers in 'grade', such as True by ben"):
        grades.add(2, "good")


def test_half_a_line_is_cut_off(tmp_path: Path) -> None:
    """What a crash left of a line does not spoil the next label."""
    path = tmp_path / "labels.jsonl"
    LabelFile.opened(path, data(2), "label", "ana").add(0, "yes")
    with path.open("a", encoding="utf-8") as file:
        file.write('{"id": "q1", "lab')
    file_again = LabelFile.opened(path, data(2), "label", "ana")
    file_again.add(1, "no")
    assert LabelFile.opened(path, data(2), "label", "ana").labels == {0: "yes", 1: "no"}


def test_without_ids_rows_have_their_numbers_and_other_data_is_refused(tmp_path: Path) -> None:
    """Labels of rows that are not there are not silently kept beside new ones."""
    dataset = EvaluationDataset.from_list([{"user_input": "a"}, {"user_input": "b"}])
    path = tmp_path / "labels.jsonl"
    LabelFile.opened(path, dataset, "label", "ana").add(1, "yes")
    assert '"row": 1' in path.read_text(encoding="utf-8")
    with pytest.raises(InputError, match="labels of other data"):
        LabelFile.opened(path, dataset[:1], "label", "ana")
