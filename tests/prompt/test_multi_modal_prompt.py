"""Prompts with pictures: data URIs are pictures, files only inside a folder that was named, and nothing is fetched."""

from __future__ import annotations

import asyncio
import base64
from pathlib import Path

import pytest
from pydantic import BaseModel

from ragas.llms.judge import Image
from ragas.prompt import BoolIO, ImageTextPrompt, ImageTextPromptValue
from ragas.testing import ScriptedJudge

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 16
URI = f"data:image/png;base64,{base64.b64encode(PNG).decode()}"


class Album(BaseModel):
    """Texts and pictures."""

    items: list[str]

    def to_string_list(self) -> list[str]:
        return self.items


class ShowsACat(ImageTextPrompt[Album, BoolIO]):
    """A prompt about pictures."""

    instruction = "Does a picture show a cat?"
    input_model, output_model = Album, BoolIO


def test_texts_are_fenced_and_pictures_numbered() -> None:
    """The judge gets the instruction, the texts as data with a mark for each picture, and the pictures."""
    judge = ScriptedJudge([{"value": True}])
    data = Album(items=["Two pets:", URI, "and", URI])
    assert asyncio.run(ShowsACat().generate(judge, data)).value
    asked = judge.calls[0]
    assert asked.images == (URI, URI)
    assert asked.prompt.startswith("Does a picture show a cat?")
    assert "\n(picture 1)\n" in asked.prompt
    assert asked.prompt.endswith("Picture 1:\nPicture 2:")


def test_messages_have_the_form_of_a_chat() -> None:
    """One message of the user's with texts and pictures in order."""
    value = ImageTextPromptValue(["see", URI])
    assert value.to_messages() == [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "see"},
                {"type": "image_url", "image_url": {"url": URI}},
            ],
        }
    ]
    assert value.to_string() == "see\n(picture)"


@pytest.mark.parametrize(
    "item",
    [
        "https://example.com/cat.png",
        "/etc/passwd",
        "cat.png",
        "data:text/html;base64,AAAA",
        "data:image/png;base64,<>",
    ],
)
def test_by_default_nothing_is_fetched_or_opened(item: str) -> None:
    """URLs, paths and other data stay text."""
    assert ImageTextPromptValue([item]).parts == [item]


def test_only_pictures_inside_a_named_folder_are_read(tmp_path: Path) -> None:
    """A file in the folder is a picture; what leads out of it, is missing, or is no picture stays text."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "cat.png").write_bytes(PNG)
    (folder / "notes.png").write_text("no picture", encoding="utf-8")
    (tmp_path / "secret.png").write_bytes(PNG)
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    names = [
        "cat.png",
        "notes.png",
        "../secret.png",
        "link.png",
        str(tmp_path / "secret.png"),
        "dog.png",
        ".",
    ]
    first, *others = ImageTextPromptValue(names, folder).parts
    assert first == Image(URI)
    assert others == names[1:]

    class Local(ShowsACat):
        image_folder = folder

    assert Local().to_prompt_value(Album(items=["cat.png"])).parts == [Image(URI)]


def test_pictures_too_large_stay_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file above the limit is not read."""
    monkeypatch.setattr("ragas.prompt.multi_modal_prompt.MAX_LOCAL_FILE_SIZE_BYTES", 8)
    (tmp_path / "cat.png").write_bytes(PNG)
    assert ImageTextPromptValue(["cat.png"], tmp_path).parts == ["cat.png"]
