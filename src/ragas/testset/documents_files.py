"""Read the files a test set is made from: plain text by ourselves, other formats through a converter."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from ragas._extras import optional
from ragas.exceptions import InputError
from ragas.testset.documents import Document
from ragas.testset.documents_html import decoded, main_part

TEXT = frozenset({".txt", ".md", ".markdown", ".mdx", ".rst", ".adoc", ".text"})
CONVERTED = frozenset({".pdf", ".docx", ".html", ".htm"})
OUR_PAGE = b'<meta name="generator" content="ragas '
_HEAD = 4096
"""Bytes of a page in which its generator is named."""
_MARKED = frozenset({".md", ".markdown", ".mdx"})
_FRONT_MATTER = re.compile(
    r"\A---[ \t]*\r?\n(?:(?:[\w.\"'-]+:(?:[ \t].*)?|[ \t]+.*|- .*|#.*|[ \t]*)\r?\n)+?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)"
)
"""Settings of a page before its text: keys with values, between two rules."""


def read_path(path: Path) -> tuple[list[Document], list[str]]:
    """The document in a file, or those in all files of a folder, by name; and of each that cannot be read why.

    Raises:
        InputError: there is no such file or folder, or a folder holds nothing to read.
        MissingDependencyError: a PDF, DOCX or HTML file, and the extra `documents` is not installed.
    """
    path = path.expanduser()
    try:
        path.stat()
    except OSError as error:
        raise InputError(f"{str(path)!r} cannot be read: {error.strerror or error}.") from None
    found: list[Document] = []
    causes: list[str] = []
    files = _files(path, causes) if path.is_dir() else [path]
    if not files and not causes:
        raise InputError(f"The folder {str(path)!r} holds no file to read ({_suffixes()}).")
    for file in files:
        try:
            name = file.name if file is path else file.relative_to(path).as_posix()
            if file is not path:
                _check_inside(file, path)
            found.append(_read(file, name))
        except InputError as error:
            causes.append(str(error))
    return found, causes


def _files(folder: Path, causes: list[str]) -> list[Path]:
    """The files of a folder that are of a kind to read; what stands in the way is added to `causes`."""

    def closed(error: OSError) -> None:
        causes.append(f"The folder {str(error.filename)!r} cannot be read: {error.strerror or error}.")

    found: list[Path] = []
    for where, folders, names in os.walk(folder, onerror=closed):
        folders[:] = [one for one in folders if not one.startswith(".")]
        inside = (Path(where) / name for name in names if not name.startswith("."))
        found += [
            one
            for one in inside
            if one.suffix.lower() in TEXT | CONVERTED and not _is_special(one) and not _is_ours(one)
        ]
    return sorted(found)


def _check_inside(file: Path, folder: Path) -> None:
    """Whoever gives a folder gives what is in it; a link in it may lead to anything on the machine.

    Raises:
        InputError: the file is such a link.
    """
    target = Path(os.path.realpath(file))
    if file.is_symlink() and not target.is_relative_to(os.path.realpath(folder)):
        raise InputError(
            f"{str(file)!r} cannot be read: it is a link that leads out of the folder, to {str(target)!r}. Give that "
            "file itself to have it read."
        )


def _is_ours(path: Path) -> bool:
    """Whether it is a page that was written here: a report, or an earlier test set, among the documents."""
    if path.suffix.lower() not in (".html", ".htm"):
        return False
    try:
        with open(path, "rb") as file:
            return OUR_PAGE in file.read(_HEAD)
    except OSError:  # reading it will say why
        return False


def _is_special(path: Path) -> bool:
    """Whether there is a pipe, a device or a socket, from which reading may never end."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except OSError:  # reading it will say why
        return False


def _read(path: Path, name: str) -> Document:
    suffix = path.suffix.lower()
    if suffix in CONVERTED:
        text = _converted(path)
    elif suffix in TEXT or not suffix:
        text = _text(path)
        text = _FRONT_MATTER.sub("", text) if suffix in _MARKED else text
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
    if path.is_file() and not path.stat().st_size:
        return ""
    kreuzberg = optional("kreuzberg", extra="documents", purpose=f"Reading {path.suffix.lower()} files")
    settings = kreuzberg.ExtractionConfig(output_format="markdown")
    try:
        if path.suffix.lower() in (".html", ".htm"):
            page = main_part(decoded(path.read_bytes())).encode()
            return str(kreuzberg.extract_bytes_sync(page, "text/html", config=settings).content)
        return str(kreuzberg.extract_file_sync(str(path), config=settings).content)
    except Exception as error:  # the converter's own errors and those of its parsers share no class
        raise InputError(
            f"{str(path)!r} cannot be converted to text; it may be damaged or protected ({error})."
        ) from error


def _suffixes() -> str:
    return " ".join(sorted(TEXT | CONVERTED))
