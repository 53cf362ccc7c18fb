"""Annotations become labelled samples, and what is left out is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragas.exceptions import InputError
from ragas.legacy import metrics as faces
from ragas.metrics import DiscreteMetric
from ragas.metrics.collections import AspectCritic
from ragas.optimizers import MetricAnnotation, SampleAnnotation, SingleMetricAnnotation
from ragas.optimizers.labelled import key_of, labelled

CRITIC = AspectCritic(name="m", definition="Good?")
WORDS = DiscreteMetric("m", allowed_values=["polite", "rude"], prompt="{response}")


def data(*samples: dict[str, Any]) -> SingleMetricAnnotation:
    return SingleMetricAnnotation(
        name="m", samples=[SampleAnnotation(metric_input={"response": "a"}, **one) for one in samples]
    )


def test_targets_are_read_as_values() -> None:
    """A target, an accepted score, and the other of two for a rejected one."""
    read = labelled(data({"target": "yes"}, {"metric_output": "0", "is_accepted": True}), CRITIC)
    assert [one.label for one in read] == [1.0, 0.0]
    rejected = data({"metric_output": "rude", "is_accepted": False}, {"target": "Rude"})
    assert [one.label for one in labelled(rejected, WORDS)] == ["polite", "rude"]


def test_a_wrong_target_is_named() -> None:
    """With the number of the annotation and what is allowed."""
    with pytest.raises(
        InputError, match="Annotation 1, target: 'maybe' is no value of 'm'; allowed is a number"
    ):
        labelled(data({"target": 1}, {"target": "maybe"}), CRITIC)


def test_scores_that_nobody_judged_are_no_labels(tmp_path: Path) -> None:
    """A file without is_accepted and target says what was looked for and found; where only some lack it, how many."""
    rows: list[dict[str, Any]] = [{"metric_input": {"response": "a"}, "metric_output": 1.0} for _ in range(3)]
    file = tmp_path / "a.json"
    file.write_text(json.dumps({"m": rows}), encoding="utf-8")
    with pytest.raises(
        InputError, match=r"looked for target, or .*is_accepted, and found metric_input, metric_output"
    ):
        labelled(MetricAnnotation.from_json(file)["m"], CRITIC)
    rows[0]["is_accepted"] = True
    rows.append({**rows[1], "metric_output": 0.3, "is_accepted": False})
    file.write_text(json.dumps({"m": rows}), encoding="utf-8")
    with pytest.warns(
        UserWarning,
        match="3 of 4 annotations of 'm' are left out: 2 have neither target nor is_accepted and 1 do not say",
    ):
        assert len(labelled(MetricAnnotation.from_json(file)["m"], CRITIC)) == 1


def test_samples_are_told_apart_by_what_the_metric_reads() -> None:
    """Another id makes no other sample."""
    assert key_of(WORDS, {"response": "At nine", "id": 1}) == key_of(
        WORDS, {"response": "at  nine ", "id": 2}
    )
    assert key_of(WORDS, {"response": "a"}) != key_of(WORDS, {"response": "b"})
    assert key_of(WORDS, {"other": "a"}) != key_of(WORDS, {"other": "b"})


def test_columns_that_are_optional_tell_samples_apart_too() -> None:
    """Of a first-generation metric all its columns may be optional."""
    metric = faces.InstanceRubrics()
    rubric = {"score1_description": "bad", "score2_description": "good"}
    one, other = ({"response": response, "rubrics": rubric} for response in ("a", "b"))
    assert key_of(metric, one) != key_of(metric, other)
    assert key_of(metric, one) == key_of(metric, {**one, "id": 7})
