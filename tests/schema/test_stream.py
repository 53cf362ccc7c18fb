"""Samples read while they are scored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ragas.exceptions import InputError
from ragas.schema.samples import SingleTurnSample
from ragas.schema.stream import HEAD, SampleStream


def rows(count: int) -> Iterator[dict[str, Any]]:
    """Rows, and a note of how many were made."""
    for number in range(count):
        yield {"user_input": f"{number}?", "response": "Yes.", "id": number}


def test_samples_are_made_as_they_are_asked_for() -> None:
    """Of a million rows no more are read than needed."""
    made: list[int] = []

    def counted() -> Iterator[dict[str, Any]]:
        for row in rows(1_000_000):
            made.append(row["id"])
            yield row

    stream = SampleStream(counted())
    assert len(made) == HEAD
    assert stream.features() == ["user_input", "response"]
    assert stream.extra_columns == ["id"]
    assert not stream.whole
    samples = iter(stream)
    found = [next(samples) for _ in range(HEAD + 5)]
    assert [sample.user_input for sample in found] == [f"{number}?" for number in range(HEAD + 5)]
    assert len(made) == HEAD + 5


def test_a_short_stream_is_known_whole() -> None:
    """Then a column that is in none of its rows is in none at all."""
    assert SampleStream(rows(3)).whole


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_files_are_streamed(tmp_path: Path, suffix: str) -> None:
    """The same samples as when the file is read at once."""
    import pandas

    path = tmp_path / f"data.{suffix}"
    frame = pandas.DataFrame({"query": ["a", "b"], "response": ["1", "2"]})
    if suffix == "jsonl":
        frame.to_json(path, orient="records", lines=True)
    elif suffix == "csv":
        frame.to_csv(path, index=False)
    else:
        frame.to_parquet(path)
    stream = SampleStream.of_file(path, column_map={"user_input": "query"})
    assert stream.name == "data"
    assert [
        (sample.user_input, sample.response) for sample in stream if isinstance(sample, SingleTurnSample)
    ] == [
        ("a", "1"),
        ("b", "2"),
    ]


def test_samples_and_rows_may_be_given() -> None:
    """A generator of samples is as good as one of dicts, with old column names too."""
    stream = SampleStream([SingleTurnSample(user_input="a"), {"question": "b"}])
    assert [sample.user_input for sample in stream] == ["a", "b"]


def test_a_bad_row_is_named_when_it_is_reached() -> None:
    """Row number and value, as for data read at once."""
    stream = SampleStream([*rows(HEAD + 1), {"user_input": "x", "response": 5}])
    with pytest.raises(InputError, match=f"row {HEAD + 1}, column 'response'"):
        list(stream)


def test_conversations_and_questions_do_not_mix() -> None:
    """As in a dataset."""
    conversation = {"user_input": [{"type": "human", "content": "Hi"}]}
    assert SampleStream([conversation]).is_multi_turn()
    with pytest.raises(InputError, match="row 1"):
        SampleStream([*rows(1), conversation])


@pytest.mark.parametrize(
    ("given", "complaint"), [([], "empty"), ("text", "not of 'text'"), (5, "not of 5"), ({"a": 1}, "not of")]
)
def test_what_is_no_stream_is_refused(given: Any, complaint: str) -> None:
    """The message shows what was given."""
    with pytest.raises(InputError, match=complaint):
        SampleStream(given)


def test_a_stream_is_gone_through_once() -> None:
    """A second time would silently give nothing."""
    stream = SampleStream(rows(2))
    assert len(list(stream)) == 2
    with pytest.raises(InputError, match="once"):
        iter(stream)
