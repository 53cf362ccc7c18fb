"""Values that read the same are told from those that do not."""

from __future__ import annotations

from ragas.schema.messages import HumanMessage
from ragas.schema.sameness import sameness


def test_case_and_white_space_make_no_difference() -> None:
    """In texts, lists, mappings and messages; a missing column is as one that is not there."""
    assert sameness("At  Nine.\n") == sameness(" at nine.")
    assert sameness({"b": ["X "], "a": None}) == sameness({"b": ["x"]})
    assert sameness(HumanMessage(content="Hi")) == sameness(HumanMessage(content="hi "))


def test_other_words_numbers_and_orders_do() -> None:
    """What says something else is something else."""
    different = ["at nine", "at ten", "atnine", 9, "9", ["at", "nine"], ["nine", "at"], {"at": "nine"}]
    assert len({sameness(one) for one in different}) == len(different)
