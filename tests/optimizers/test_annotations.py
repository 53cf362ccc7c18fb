"""Annotations read and write the JSON of Ragas 0.4.3, say what people want, and split and batch evenly."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ragas.exceptions import InputError
from ragas.optimizers import MetricAnnotation, SampleAnnotation, SingleMetricAnnotation

# The layout of a file that Ragas 0.4.3 trains on.
FILE: dict[str, Any] = {
    "helpfulness": [
        {
            "metric_input": {"user_input": "When?", "response": "At ten."},
            "metric_output": 1,
            "prompts": {
                "single_turn_aspect_critic_prompt": {
                    "prompt_input": {"user_input": "When?", "response": "At ten."},
                    "prompt_output": {"reason": "It says when.", "verdict": 1},
                    "edited_output": None,
                }
            },
            "is_accepted": True,
            "target": None,
        },
        {
            "metric_input": {"user_input": "Where?", "response": "No idea."},
            "metric_output": 1,
            "prompts": {},
            "is_accepted": False,
            "target": None,
        },
    ],
    "tone": [],
}


def made(*targets: Any, **more: Any) -> SingleMetricAnnotation:
    """Annotations with these targets."""
    return SingleMetricAnnotation(
        name="m",
        samples=[
            SampleAnnotation(metric_input={"n": n}, target=one, **more) for n, one in enumerate(targets)
        ],
    )


def test_a_file_is_read_and_written_as_it_was(tmp_path: Path) -> None:
    """What 0.4.3 wrote is read, and written again with the same content."""
    path = tmp_path / "annotations.json"
    path.write_text(json.dumps(FILE), encoding="utf-8")
    read = MetricAnnotation.from_json(path)
    assert len(read) == 2
    one = read["helpfulness"][0]
    assert one["prompts"]["single_turn_aspect_critic_prompt"]["prompt_output"]["verdict"] == 1
    read.to_json(tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text(encoding="utf-8")) == FILE
    read["helpfulness"].to_json(tmp_path / "one.json")
    assert MetricAnnotation.from_json(tmp_path / "one.json", "helpfulness").root == {
        "helpfulness": read.root["helpfulness"]
    }
    assert list(read["helpfulness"].get_prompt_annotations()) == ["single_turn_aspect_critic_prompt"]
    assert read["helpfulness"].to_evaluation_dataset()[1].response == "No idea."


def test_wrong_files_say_what_is_wrong(tmp_path: Path) -> None:
    """An unknown metric is named with those there are; a file of another kind is refused."""
    path = tmp_path / "annotations.json"
    path.write_text(json.dumps(FILE), encoding="utf-8")
    with pytest.raises(ValueError, match="no annotations of 'faithfulness'; it has 'helpfulness', 'tone'"):
        MetricAnnotation.from_json(path, "faithfulness")
    with pytest.raises(ValueError, match="Cannot load annotations"):
        SingleMetricAnnotation.from_json(path)


def test_targets_are_what_people_want() -> None:
    """A target counts; else an accepted score; else, where scores are 0 or 1, the other one; else nothing."""

    def one(output: float, accepted: bool, target: float | None = None) -> SampleAnnotation:
        return SampleAnnotation(metric_input={}, metric_output=output, is_accepted=accepted, target=target)

    binary = [one(1, True), one(1, False), one(0, False), one(1, False, 1)]
    assert SingleMetricAnnotation(name="m", samples=binary).targets == [1, 0, 1, 1]
    graded = [one(0.4, True), one(0.4, False), one(0.4, False, 0.9)]
    assert SingleMetricAnnotation(name="m", samples=graded).targets == [0.4, None, 0.9]


def test_a_score_that_nobody_looked_at_is_nobodys() -> None:
    """Without a target and without `is_accepted` a score is not taken for what people want; files keep that."""
    silent = SampleAnnotation(metric_input={}, metric_output=1.0)
    said = SampleAnnotation(metric_input={}, target=1.0)
    data = SingleMetricAnnotation(name="m", samples=[silent, said])
    assert data.targets == [None, 1.0]
    assert (silent.is_accepted, said.is_accepted) == (None, True)
    assert len(data.filter()) == 1


def test_rows_of_a_table_become_annotations() -> None:
    """A label that reads as a number is one, any other a word; rows without are left out."""
    rows = [{"response": "a", "m": "1"}, {"response": "b", "m": ""}, {"response": "c", "m": "pass"}]
    read = SingleMetricAnnotation.from_rows("m", rows)
    assert read.targets == [1.0, "pass"]
    assert read[1].metric_input == {"response": "c"}
    assert SingleMetricAnnotation.from_rows("m", [{"response": "a", "label": "1"}]).targets == [1.0]
    assert SingleMetricAnnotation.from_rows("m", []).targets == []
    with pytest.raises(InputError, match=r"no column 'm' of labels\. The columns are response, n"):
        SingleMetricAnnotation.from_rows("m", [{"response": "a", "n": 1}])


def test_a_split_needs_two_parts() -> None:
    """An empty part is refused."""
    with pytest.raises(ValueError, match="a part would be empty"):
        made(1.0).train_test_split()
    train, test = made(*[1.0, 0.0] * 10).train_test_split(test_size=0.2, stratify="target")
    assert (len(train), sorted(one.target for one in test)) == (16, [0.0, 0.0, 1.0, 1.0])


def test_equal_inputs_stay_together() -> None:
    """Inputs that differ in case and white space only are in the same part, whatever their labels."""
    data = SingleMetricAnnotation(
        name="m",
        samples=[
            SampleAnnotation(metric_input={"response": text.format(n)}, target=float(n % 2))
            for n in range(10)
            for text in ("Ferry {} leaves.", "ferry  {} LEAVES.\n")
        ],
    )
    train, test = data.train_test_split(0.3)
    first, second = ({one.metric_input["response"].split()[1] for one in part} for part in (train, test))
    assert not first & second
    assert len(test) == 6


def test_batches_are_even_and_end() -> None:
    """Stratified batches hold all labels; a short last one may be left out or filled up."""
    data = made(*[1.0, 0.0] * 11)
    batches = data.stratified_batches(4, "target")
    assert [len(batch) for batch in batches] == [4, 4, 4, 4, 4, 2]
    assert all({one.target for one in batch} == {0.0, 1.0} for batch in batches[:-1])
    assert [len(batch) for batch in data.stratified_batches(4, "target", drop_last_batch=True)] == [4] * 5
    assert [len(batch) for batch in data.stratified_batches(4, "target", replace=True)] == [4] * 6
    assert sorted(one.metric_input["n"] for batch in data.batch(5) for one in batch) == list(range(22))
    assert [len(batch) for batch in made(1.0).batch(4)] == [1]


def test_samples_keep_proportions() -> None:
    """A stratified sample has the labels of the whole; more than there is cannot be had."""
    data = made(*[1.0, 0.0, 0.0] * 10)
    assert Counter(one.target for one in data.sample(9, "target"))[1.0] in (2, 3, 4)
    with pytest.raises(ValueError, match="a sample of 31"):
        data.sample(31)


def test_accepted_ones_can_be_filtered() -> None:
    """Without a function those that were accepted stay."""
    data = SingleMetricAnnotation(
        name="m", samples=[SampleAnnotation(metric_input={}, is_accepted=n % 2 == 0) for n in range(4)]
    )
    assert len(data.filter()) == 2
    assert len(data.filter(lambda one: not one.is_accepted)) == 2
    assert repr(data.select([0])) == "SingleMetricAnnotation(name='m', len=1)"
