"""Paths as users give them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragas import EvaluationDataset, EvaluationResult
from ragas.exceptions import InputError
from ragas.schema.paths import expanded


def test_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """`~` is the home folder."""
    monkeypatch.setenv("HOME", "/home/me")
    assert expanded("~/a.csv") == Path("/home/me/a.csv")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("~nobody-of-that-name/a.jsonl", "no home folder of that name"),
        ("a\0b.jsonl", "it holds a NUL character"),
    ],
)
def test_paths_no_file_can_have(path: str, words: str) -> None:
    """A path that cannot be one is an error that says why, wherever a path is taken."""
    dataset = EvaluationDataset.from_list([{"user_input": "q"}])
    for take in (EvaluationDataset.load, EvaluationResult.load, dataset.to_jsonl, dataset.to_csv):
        with pytest.raises(InputError, match=words):
            take(path)
