"""Filling in templates."""

from __future__ import annotations

import pytest

from ragas.prompt.template import filled, variables


def test_places_are_filled_as_by_format() -> None:
    """Plain names, attributes, items and format specifications; doubled braces become single ones."""
    assert filled("{a} {b[0]} {c:.1f} {{x}}", {"a": "A", "b": ["B"], "c": 0.25}) == "A B 0.2 {x}"


@pytest.mark.parametrize(
    "template",
    [
        'Reply like {"score": 1, "inner": {"a": []}}. Text: {text}',
        "An open brace { and {text}",
        "Empty {} and {0} and {text}",
        "{not a name} {text}",
    ],
)
def test_other_braces_stay(template: str) -> None:
    """A template with braces that are no places keeps them, doubled or not."""
    assert variables(template) == ["text"]
    assert filled(template, {"text": "T {x}"}) == template.replace("{text}", "T {x}")


def test_values_are_not_read_as_templates() -> None:
    """Braces inside a value stay as they are."""
    assert filled("{a}", {"a": "{b} {{c}}"}) == "{b} {{c}}"


def test_variables_are_named_once_without_their_parts() -> None:
    """`{a.x}` and `{a[0]}` need `a`."""
    assert variables("{a.x} {a[0]} {b}") == ["a", "b"]


def test_private_attributes_are_out_of_reach() -> None:
    """A template from a file cannot walk from a value to the interpreter's insides."""
    assert filled("{a.__class__} {a}", {"a": "v"}) == "{a.__class__} v"


def test_a_missing_value_is_named() -> None:
    """Which name lacks a value, and what was given."""
    with pytest.raises(KeyError, match="needs b; it was given a"):
        filled("{a} {b}", {"a": 1})
