"""Column names: what each is called today, and what a mistyped one was meant to be."""

from __future__ import annotations

import pytest

from ragas import MultiTurnSample, SingleTurnSample
from ragas.schema.columns import (
    LISTS,
    MAPPINGS,
    MULTI_TURN_ONLY,
    OFTEN_MEANT,
    OLD_NAMES,
    SINGLE_TURN_ONLY,
    meant,
)

SINGLE, MULTI = SingleTurnSample.columns, MultiTurnSample.columns


def test_tables_agree_with_the_samples() -> None:
    """The lists of names agree with the fields of the samples."""
    assert SINGLE_TURN_ONLY == SINGLE - MULTI
    assert MULTI_TURN_ONLY == MULTI - SINGLE
    assert {*OLD_NAMES.values(), *OFTEN_MEANT.values()} <= SINGLE
    schemas = (
        SingleTurnSample.model_json_schema()["properties"] | MultiTurnSample.model_json_schema()["properties"]
    )
    kinds = {
        name: str(schema.get("anyOf", schema)) for name, schema in schemas.items() if name != "user_input"
    }
    assert {name for name, kind in kinds.items() if "'array'" in kind} == LISTS
    assert {name for name, kind in kinds.items() if "'object'" in kind and name not in LISTS} == MAPPINGS


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("user_inptu", "user_input"),
        ("User Input", "user_input"),
        ("Response", "response"),
        ("retrieved-context", "retrieved_contexts"),
        ("groundtruth", "reference"),
        ("query", "user_input"),
        ("id", None),
        ("on_question", None),
        ("latency_ms", None),
        ("", None),
    ],
)
def test_what_was_meant(name: str, column: str | None) -> None:
    """A name close to a column, or often used for it, is recognised; any other is not guessed at."""
    assert meant(name, SINGLE) == column


def test_only_columns_of_this_kind_are_suggested() -> None:
    """A conversation has no response, so none is suggested for one."""
    assert meant("respons", MULTI) is None
