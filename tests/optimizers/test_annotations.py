"""Annotations read and write the JSON of Ragas 0.4.3, say what people want, and split and batch evenly."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.optimizers import MetricAnnotation, SampleAnnotation, SingleMetricAnnotation
from ragas.optimizers.annotations import split

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


def test_rows_of_a_table_become_annotations() -> None:
    """A label that reads as a number is one, any other a word; rows without are left out."""
    rows = [{"response": "a", "m": "1"}, {"response": "b", "m": ""}, {"response": "c", "m": "pass"}]
    read = SingleMetricAnnotation.from_rows("m", rows)
    assert read.targets == [1.0, "pass"]
    assert read[1].metric_input == {"response": "c"}


@given(st.lists(st.sampled_from("abc"), min_size=8, max_size=60), st.integers(0, 9))
def test_parts_hold_every_key_in_proportion(keys: list[str], seed: int) -> None:
    """A split loses nothing, repeats with its seed, and gives each key its share to within one."""
    train, test = split(keys, 0.25, seed)
    assert sorted([*train, *test]) == list(range(len(keys)))
    assert (train, test) == split(keys, 0.25, seed)
    found, all_keys = Counter(keys[place] for place in test), Counter(keys)
    assert all(abs(found[key] - all_keys[key] / 4) <= 1 for key in all_keys)


def test_a_split_needs_two_parts() -> None:
    """An empty part is refused."""
    with pytest.raises(ValueError, match="a part would be empty"):
        made(1.0).train_test_split()
    train, test = made(*[1.0, 0.0] * 10).train_test_split(test_size=0.2, stratify="target")
    assert (len(train), sorted(one.target for one in test)) == (16, [0.0, 0.0, 1.0, 1.0])


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
