"""Contexts that may be pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragas.llms.judge import Image
from ragas.metrics.pictures import contexts

PNG = "data:image/png;base64,iVBORw0KGgo="


def test_data_uris_become_pictures() -> None:
    """The picture stands in its place, numbered; blanks inside are removed and image/jpg gets its right name."""
    shown = contexts(["text", PNG, "data:image/jpg;base64,/9j/\n4AA="])
    assert shown.texts == ["text", "(picture 1)", "(picture 2)"]
    assert shown.pictures == [(2, Image(PNG)), (3, Image("data:image/jpeg;base64,/9j/4AA="))]
    assert shown.notes == []


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://example.org/sign.png",
        "http://127.0.0.1:9/private",
        "file:///etc/passwd",
        "no_such_file.png",
        "/srv/pictures/sign.JPG",
    ],
)
def test_urls_and_paths_stay_text_with_a_note(elsewhere: str) -> None:
    """Nothing is fetched or opened, and the reason says so."""
    shown = contexts([elsewhere])
    assert shown.texts == [elsewhere]
    assert shown.pictures == []
    assert "judged as text" in shown.reason("why")
    assert shown.reason("why").startswith("why ")


def test_a_file_that_exists_is_not_read(tmp_path: Path) -> None:
    """The content of a local picture never reaches the prompt."""
    path = tmp_path / "sign.png"
    path.write_bytes(b"\x89PNG secret")
    shown = contexts([str(path)])
    assert shown.texts == [str(path)]
    assert shown.pictures == []


def test_other_data_is_neither_shown_nor_sent_as_text() -> None:
    """A data: URI of another type is named, its content left out."""
    shown = contexts(["data:image/svg+xml;base64,PHN2Zz4="])
    assert shown.texts == ["(data of the type image/svg+xml, which is not shown)"]
    assert "not shown" in shown.notes[0]


def test_prose_has_no_note() -> None:
    """A text that mentions a file or an address is just a text."""
    assert contexts(["See https://example.org/a.png for more.", "The file a.png is big."]).notes == []
