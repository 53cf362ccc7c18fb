"""ImageTextPrompt: a prompt whose input holds texts and pictures in order."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic

from ragas.llms.judge import Image
from ragas.prompt.fence import fenced
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.pydantic_prompt import InputModel, OutputModel, PydanticPrompt

MAX_LOCAL_FILE_SIZE_BYTES = 10 * 1024 * 1024
_PICTURE = re.compile(r"data:image/(png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]+)", re.IGNORECASE)
_STARTS = {
    b"\x89PNG\r\n\x1a\n": "png",
    b"\xff\xd8\xff": "jpeg",
    b"GIF8": "gif",
}


class ImageTextPromptValue:
    """Texts and pictures in order. A `data:` URI of a picture is one, and so is a file inside `folder`, if one is named.

    Nothing is fetched from the network: a URL stays text.
    """

    def __init__(self, items: Sequence[str], folder: str | Path | None = None) -> None:
        self.items = list(items)
        self.parts: list[str | Image] = [_part(item, folder) for item in self.items]

    def to_messages(self) -> list[dict[str, Any]]:
        """One message of the user's, in the form of OpenAI's chat."""
        content = [
            {"type": "image_url", "image_url": {"url": part.url}}
            if isinstance(part, Image)
            else {"type": "text", "text": part}
            for part in self.parts
        ]
        return [{"role": "user", "content": content}]

    def to_string(self) -> str:
        """The texts, with a mark where a picture is."""
        return "\n".join("(picture)" if isinstance(part, Image) else part for part in self.parts)


class ImageTextPrompt(PydanticPrompt[InputModel, OutputModel], Generic[InputModel, OutputModel]):
    """A PydanticPrompt whose input model has `to_string_list()`: its texts and pictures in order.

    Pictures are `data:` URIs. Set `image_folder` to allow files inside that folder too; what leads out of it stays text.
    """

    image_folder: ClassVar[str | Path | None] = None

    def to_prompt_value(self, data: InputModel) -> ImageTextPromptValue:
        """The input's texts and pictures."""
        items: list[str] = data.to_string_list()  # type: ignore[attr-defined]  # what the input model promises
        return ImageTextPromptValue(items, self.image_folder)

    def parts(self, prompt: JudgePrompt, data: InputModel) -> list[str | Image]:
        """The prompt, then the items: texts fenced as data, each picture under its number."""
        texts: list[str] = []
        pictures: list[str | Image] = []
        for part in self.to_prompt_value(data).parts:
            if isinstance(part, Image):
                number = len(pictures) // 2 + 1
                pictures += [f"Picture {number}:", part]
                texts.append(f"(picture {number})")
            else:
                texts.append(part)
        return [f"{prompt.render({})}\n\n{fenced({'item': texts})}", *pictures]


def _part(item: str, folder: str | Path | None) -> str | Image:
    text = item.strip()
    if found := _PICTURE.fullmatch(text):
        kind = found[1].lower().replace("jpg", "jpeg")
        return Image(f"data:image/{kind};base64,{''.join(found[2].split())}")
    if folder is not None and text and "\n" not in text and "://" not in text and len(text) < 1024:
        return _from_file(text, Path(folder)) or item
    return item


def _from_file(name: str, folder: Path) -> Image | None:
    """The picture in a file, or None where the name leads out of the folder, or to no picture of bearable size."""
    try:
        root = folder.resolve(strict=True)
        path = (root / name).resolve(strict=True)
        if not path.is_relative_to(root) or not path.is_file():
            return None
        if path.stat().st_size > MAX_LOCAL_FILE_SIZE_BYTES:
            return None
        content = path.read_bytes()
    except (OSError, ValueError):
        return None
    kind = next((kind for start, kind in _STARTS.items() if content.startswith(start)), None)
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        kind = "webp"
    if kind is None:
        return None
    return Image(f"data:image/{kind};base64,{base64.b64encode(content).decode()}")
