"""Rows noted between two saves."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragas.experiment.notes import Note, Notes


def test_what_is_noted_is_read_back(tmp_path: Path) -> None:
    """In the order of noting, until it is cleared; half a line that a dying process left costs only itself."""
    with open(tmp_path / "notes", "a+b", buffering=0) as file:
        notes = Notes(file)
        notes.add(0, "k0", {"a": "one\ntwo", "b": [1, None]})
        file.write(b'\n[1,"k1",{"a": "cut of')
        notes.add(2, "k2", {"a": "half \ud83d"})
        assert list(notes) == [
            Note(0, "k0", {"a": "one\ntwo", "b": [1, None]}),
            Note(2, "k2", {"a": "half \ud83d"}),
        ]
        notes.clear()
        assert list(notes) == []
        notes.add(3, "k3", {})
        assert [note.row for note in notes] == [3]


@pytest.mark.parametrize("result", [{"a": 10**5000}, {1: "a"}], ids=["long", "name"])
def test_what_cannot_be_noted_costs_nothing(tmp_path: Path, result: dict[str, object]) -> None:
    """The run goes on; the end of it says what cannot be kept."""
    with open(tmp_path / "notes", "a+b", buffering=0) as file:
        notes = Notes(file)
        notes.add(0, "k0", result)
        assert list(notes) == []


def test_without_a_file_nothing_is_noted() -> None:
    """Backends without files have no notes."""
    notes = Notes(None)
    notes.add(0, "k0", {"a": 1})
    notes.clear()
    assert list(notes) == []
