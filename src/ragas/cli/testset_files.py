"""The files of `ragas testset`: checked before anything is paid, and never written over work of yours."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile

from ragas.exceptions import InputError, RagasError
from ragas.report.testset import write_testset_page
from ragas.schema.paths import expanded
from ragas.testset.testset import Testset

KINDS = (".jsonl", ".csv")


def checked(out: Path) -> Path:
    """The file that --out means.

    Raises:
        InputError: it is a folder, or of another kind.
    """
    out = expanded(out)
    if out.is_dir():
        raise InputError(f"--out {str(out)!r} is a folder. Name a file in it: {str(out / 'tests.jsonl')!r}.")
    if out.suffix.lower() not in KINDS:
        raise InputError(f"--out {str(out)!r} must end in {' or '.join(KINDS)}.")
    return out


def make_room(out: Path) -> None:
    """Make the folder of a file before anything is asked and paid.

    Raises:
        InputError: it cannot be made or written to.
    """
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=out.parent):
            pass
    except OSError as error:
        raise InputError(f"--out {str(out)!r} cannot be written: {error.strerror or error}.") from None


def write(testset: Testset, out: Path) -> tuple[list[Path], Path | None]:
    """Write the test set and its page. Gives these files, and where what was there before is kept.

    That is a file of the same name with other content, such as a set somebody has edited.

    Raises:
        RagasError: one cannot be written.
    """
    try:
        kept = _kept(out) if out.exists() else None
        (testset.to_csv if out.suffix.lower() == ".csv" else testset.to_jsonl)(out)
        if kept is not None and kept.read_bytes() == out.read_bytes():
            kept.unlink()
            kept = None
        page = write_testset_page(testset, out.with_suffix(".html"), title=f"Test set {out.name}")
    except OSError as error:
        raise RagasError(
            f"{error.filename or str(out)!r} cannot be written: {error.strerror or error}."
        ) from None
    return [out, page], kept


def _kept(out: Path) -> Path:
    """A copy of a file under the first free name: tests.1.jsonl for tests.jsonl."""
    free = next(one for number in count(1) if not (one := out.with_suffix(f".{number}{out.suffix}")).exists())
    return Path(shutil.copy2(out, free))
