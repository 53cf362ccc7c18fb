"""Allowed values of the three kinds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from ragas.metrics.validators import (
    DiscreteValidator,
    NumericValidator,
    RankingValidator,
    Validator,
    create_auto_response_model,
    get_metric_type_name,
    get_validator_for_allowed_values,
)


def wrong(kind: type[Validator], allowed: Any, value: Any) -> str | None:
    checked = kind()
    checked.name, checked.allowed_values = "m", allowed
    return checked.validate_result_value(value)


@pytest.mark.parametrize("value", [0, 1.0, True, np.float32(0.5)])
def test_numbers_in_range_are_allowed(value: Any) -> None:
    """Both ends, and numbers of any library."""
    assert wrong(NumericValidator, (0, 1), value) is None


@pytest.mark.parametrize("value", [1.01, -1, math.nan, math.inf, "0.5", None, [1]])
def test_other_numbers_and_things_are_not(value: Any) -> None:
    """The message names the metric, the value and the range."""
    message = wrong(NumericValidator, (0, 1), value)
    what = {str: "is a text, not a number", float: "is out of range", int: "is out of range"}
    said = what.get(type(value), "is not a number")
    assert message == f"m: {value!r} {said}; expected a number from 0 to 1"


def test_a_range_holds_its_steps() -> None:
    """The end of a `range` is not in it."""
    assert wrong(NumericValidator, range(0, 11, 5), 10.0) is None
    message = wrong(NumericValidator, range(0, 11, 5), 3)
    assert message is not None
    assert "a whole number from 0 to 10 in steps of 5" in message


def test_rankings_have_their_length() -> None:
    """A list, and nothing else."""
    assert wrong(RankingValidator, 2, ["a", "b"]) is None
    assert wrong(RankingValidator, 2, ("a", "b")) is not None
    assert wrong(RankingValidator, 2, ["a"]) is not None


def test_values_of_another_kind_are_not_checked() -> None:
    """A validator leaves allowed values alone that it does not understand."""
    assert wrong(NumericValidator, ["a"], 7) is None
    assert wrong(DiscreteValidator, (0, 1), 7) is None
    assert wrong(RankingValidator, ["a"], 7) is None


@pytest.mark.parametrize(
    ("allowed", "kind", "name"),
    [
        (["a"], DiscreteValidator, "DiscreteMetric"),
        ((0, 1), NumericValidator, "NumericMetric"),
        (range(3), NumericValidator, "NumericMetric"),
        (2, RankingValidator, "RankingMetric"),
        (None, DiscreteValidator, "CustomMetric"),
    ],
)
def test_the_kind_follows_from_the_allowed_values(allowed: Any, kind: type[Validator], name: str) -> None:
    """A list, a tuple or range, a whole number; anything else is not known."""
    assert get_validator_for_allowed_values(allowed) is kind
    assert get_metric_type_name(allowed) == name


@pytest.mark.parametrize("reply", ["pass", "Pass.", " PASS ", "**Pass**", '"pass"!'])
def test_words_are_read_without_case_and_punctuation(reply: str) -> None:
    """What judges put around a word does not matter."""
    assert DiscreteValidator.read(reply, ["pass", "fail"]) == "pass"


def test_words_that_differ_in_punctuation_stay_apart() -> None:
    """`A+` is not `A`, and a word that fits two is left as it is."""
    assert DiscreteValidator.read("A+", ["A", "B"]) == "A+"
    assert DiscreteValidator.read("A+", ["A", "A+"]) == "A+"
    assert DiscreteValidator.read("yes!", ["Yes", "YES"]) == "yes!"
    assert DiscreteValidator.read("2", [1, 2]) == 2


def test_the_reply_schema_names_the_words() -> None:
    """A provider with structured output offers only these; the model itself takes any, to ask again."""
    model = DiscreteValidator.reply_model(["a", "b"])
    assert list(model.model_fields) == ["reason", "value"]
    assert model.model_json_schema()["properties"]["value"]["enum"] == ["a", "b"]
    assert model(reason="r", value="z").model_dump() == {"reason": "r", "value": "z"}


def test_reply_models_are_marked() -> None:
    """A model made by Ragas can be told from one of the user's."""
    assert vars(create_auto_response_model("R", value=(int, ...)))["__ragas_auto_generated__"] is True


def test_rankings_go_together_by_the_places_of_their_items() -> None:
    """The same order is 1.0, the reverse of three -1.0, no rankings 0.0."""
    gold = [["a", "b", "c"]]
    assert RankingValidator.correlation(gold, [["a", "b", "c"]]) == 1.0
    assert RankingValidator.correlation(gold, [["c", "b", "a"]]) == -1.0
    assert RankingValidator.correlation([], []) == 0.0
