"""Read the files a test set is made from: plain text by ourselves, other formats through a converter."""

from __future__ import annotations

import re
from pathlib import Path

from ragas._extras import optional
from ragas.exceptions import InputError
from ragas.testset.documents import Document

TEXT = frozenset({".txt", ".md", ".markdown", ".mdx", ".rst", ".adoc", ".text"})
CONVERTED = frozenset({".pdf", ".docx", ".html", ".htm"})
_TITLE = re.compile(r"\A---\n+(?:## )?title:[^\n]*\n+(?:---\n+)?")
"""What the converter makes of a page's <title>, which the first heading says again."""


def read_path(path: Path) -> list[Document]:
    """The document in a file, or those in all readable files of a folder, by name.

    Raises:
        InputError: there is no such file, it cannot be read, or a folder holds nothing readable.
        MissingDependencyError: a PDF, DOCX or HTML file, and the extra `documents` is not installed.
    """
    path = path.expanduser()
    if path.is_dir():
        files = [one for one in sorted(path.rglob("*")) if one.is_file() and _readable(one, path)]
        if not files:
            raise InputError(f"The folder {str(path)!r} holds no file to read ({_suffixes()}).")
        return [_read(one, one.relative_to(path).as_posix()) for one in files]
    return [_read(path, path.name)]


def _readable(file: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
    return not hidden and file.suffix.lower() in TEXT | CONVERTED


def _read(path: Path, name: str) -> Document:
    suffix = path.suffix.lower()
    if suffix in CONVERTED:
        text = _converted(path)
    elif suffix in TEXT or not suffix:
        text = _text(path)
    else:
        raise InputError(f"{str(path)!r} is of a kind that cannot be read; these can: {_suffixes()}.")
    return Document(text, {"source": str(path)}, name)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{str(path)!r} is not UTF-8 text (byte {error.start} is {error.object[error.start]:#04x}). Save it as UTF-8."
        ) from None
    except OSError as error:
        raise InputError(f"{str(path)!r} cannot be read: {error.strerror or error}.") from None


def _converted(path: Path) -> str:
    if not path.is_file():
        raise InputError(f"{str(path)!r} cannot be read: there is no such file.")
    kreuzberg = optional("kreuzberg", extra="documents", purpose=f"Reading {path.suffix.lower()} files")
    settings = kreuzberg.ExtractionConfig(output_format="markdown")
    try:
        text: str = kreuzberg.extract_file_sync(str(path), config=settings).content
    except Exception as error:  # the converter's own errors and those of its parsers share no class
        raise InputError(f"{str(path)!r} cannot be converted to text: {error}.") from error
    return _TITLE.sub("", text)


def _suffixes() -> str:
    return " ".join(sorted(TEXT | CONVERTED))
