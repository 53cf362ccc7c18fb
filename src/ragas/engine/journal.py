"""The journal of a run: a file that only grows, a line for every call answered and every cell finished.

A process that dies leaves at most half a line at the end, which the next one cuts off. Where two lines speak of the
same cell, the later one counts.
"""

from __future__ import annotations

import json
import os
import threading
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ragas._journal import FILE_NAME, Mark, entry, marks
from ragas._locks import Held, hold
from ragas.engine.request import RawReply, Request
from ragas.exceptions import InputError, RagasError, RunInUseError

LOCK_NAME = "lock"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One judge call as it was: what was sent and what came back."""

    row: int | None
    metric: str | None
    model: str
    prompt: str
    reply: str
    seconds: float | None = None
    usage: dict[str, Any] | None = None


class Journal:
    """Appends to the journal in a folder and reads it. One process at a time.

    Raises:
        RunInUseError: somebody else is writing to it.
        InputError: the folder cannot be written to.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self._guard = threading.Lock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with ExitStack() as opened:
                self._lock_file = opened.enter_context(_locked(folder / LOCK_NAME))
                self._file = opened.enter_context(open(self.path, "ab", buffering=0))
                self._end = _without_half_line(self.path, self._file)
                opened.pop_all()  # closed by close()
        except OSError as error:
            raise InputError(
                f"The run folder {str(folder)!r} cannot be written to: {error.strerror or error}."
            ) from None

    def append(self, kind: str, row: int | None, metric: str | None = None, **facts: Any) -> int:
        """Write one line of JSON values; gives its place.

        Raises:
            RagasError: it cannot be written (the disk is full, say).
        """
        head: dict[str, Any] = {"kind": kind, "row": row}
        if metric is not None:
            head["metric"] = metric
        line = json.dumps(head | facts, ensure_ascii=False, separators=(",", ":"), default=str)
        data = line.encode("utf-8", "surrogatepass") + b"\n"
        with self._guard:
            place = self._end
            try:
                _write_all(self._file.fileno(), data)
            except OSError as error:
                with suppress(OSError):
                    os.truncate(self.path, place)  # half a line would spoil the one after it
                raise RagasError(
                    f"{str(self.path)!r} cannot be written: {error.strerror or error}. What is in it is kept."
                ) from None
            self._end += len(data)
        return place

    def marks(self) -> Iterator[Mark]:
        """Every line's head and place, in the order of writing, without reading the rest of it."""
        return marks(self.path)

    def at(self, offset: int) -> dict[str, Any]:
        """The line that starts there."""
        with open(self.path, "rb") as file:
            return entry(file, offset)

    def lines(self, offsets: Iterable[int]) -> Iterator[dict[str, Any]]:
        """The lines that start at these places, the file opened once for all of them."""
        with open(self.path, "rb") as file:
            for offset in offsets:
                yield entry(file, offset)

    def close(self) -> None:
        """Give the journal free for others."""
        self._file.close()
        self._lock_file.close()


class CallRecord:
    """Writes each judge call of a run down, and answers from what an earlier process of the same run wrote.

    A call that was answered before the run broke off is not sent again, and was booked then.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._known: dict[str, int] = {}

    def expect(self, calls: Iterable[int]) -> None:
        """Have calls of rows not finished yet at hand: where each is written."""
        places = list(calls)
        for offset, line in zip(places, self._journal.lines(places), strict=True):
            if not line.get("cached"):
                self._known[line["key"]] = offset

    def recall(self, key: str) -> RawReply | None:
        """The reply to this request, if it came before the run broke off.

        Given once: from then on the run remembers it like any reply of its own.
        """
        offset = self._known.pop(key, None)
        return None if offset is None else RawReply.from_dict(self._journal.at(offset)["reply"])

    def note(self, key: str, request: Request, reply: RawReply, cell: tuple[int | None, str | None]) -> None:
        """Write down a reply that was at hand already, for whoever looks at the exchange later."""
        self._write(key, request, reply, cell, cached=True)

    def keep(
        self,
        key: str,
        request: Request,
        reply: RawReply,
        cell: tuple[int | None, str | None],
        seconds: float | None,
    ) -> None:
        """Write a call down."""
        self._write(key, request, reply, cell, seconds=None if seconds is None else round(seconds, 4))

    def _write(
        self, key: str, request: Request, reply: RawReply, cell: tuple[int | None, str | None], **facts: Any
    ) -> None:
        row, metric = cell
        self._journal.append(
            "call",
            row,
            metric,
            key=key,
            model=request.model,
            provider=request.provider,
            messages=request.messages,
            reply=reply.to_dict(),
            **facts,
        )


class Exchanges:
    """The judge calls in a run's folder, by row.

    Raises:
        InputError: the folder holds no journal.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        if not self._path.is_file():
            raise InputError(f"{str(folder)!r} is not the folder of a run: there is no {FILE_NAME} in it.")
        self._offsets: dict[int | None, array[int]] = {}
        for mark in marks(self._path):
            if mark.kind == "call":
                self._offsets.setdefault(mark.row, array("q")).append(mark.offset)

    def __call__(self, row: int) -> list[Exchange]:
        """What was asked for one row, in the order of the answers."""
        offsets = self._offsets.get(row)
        if not offsets:
            return []
        with open(self._path, "rb") as file:
            return [exchange(entry(file, offset)) for offset in offsets]


def in_use(folder: Path) -> bool:
    """Whether some process writes to the journal in that folder, as far as can be told: one that died holds no lock."""
    try:
        file = open(folder / LOCK_NAME, encoding="utf-8")  # noqa: SIM115  closed below
    except FileNotFoundError:
        return False
    except OSError:
        return True
    with file:
        try:
            hold(file.fileno(), shared=True)  # others may look at the same time
        except (Held, OSError):
            return True
    return False


def exchange(line: dict[str, Any]) -> Exchange:
    """The exchange that a line of kind "call" tells of."""
    reply = line["reply"]
    return Exchange(
        row=line.get("row"),
        metric=line.get("metric"),
        model=line.get("model", ""),
        prompt=_prompt(line.get("messages")),
        reply=str(reply.get("text", "")),
        seconds=line.get("seconds"),
        usage=reply.get("usage"),
    )


def _prompt(messages: Any) -> str:
    """What was sent as a person reads it: the texts of the messages, pictures named only."""
    if isinstance(messages, str):
        return messages
    if isinstance(messages, dict):
        kind = str(messages.get("type", ""))
        if "image" in kind:
            return "[picture]"
        content = messages.get("content", messages.get("text", ""))
        role = messages.get("role")
        return f"[{role}]\n{_prompt(content)}" if role else _prompt(content)
    if isinstance(messages, Sequence):
        return "\n\n".join(_prompt(part) for part in messages)
    return str(messages)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _without_half_line(path: Path, file: IO[bytes]) -> int:
    """Cut off a last line that a dying process did not finish; gives the length of what stays."""
    size = path.stat().st_size
    if not size:
        return 0
    with open(path, "rb") as reader:
        end = size
        while end > 0:  # backwards: a journal is long and the half line is short
            start = max(0, end - 65536)
            reader.seek(start)
            found = reader.read(end - start).rfind(b"\n")
            if found >= 0:
                end = start + found + 1
                break
            end = start
    if end < size:
        os.truncate(path, end)
    return end


def _locked(path: Path) -> IO[str]:
    """The lock file, held until it is closed or the process ends.

    Raises:
        RunInUseError: somebody holds it.
    """
    file = open(path, "a+", encoding="utf-8")  # noqa: SIM115  held open
    try:
        hold(file.fileno())
    except (Held, OSError):
        file.seek(0)
        holder = file.read().strip()
        file.close()
        raise RunInUseError(
            f"The run {str(path.parent)!r} is being written by {holder or 'another process'}. "
            "Wait until it ends, or give this run another name."
        ) from None
    file.truncate(0)
    file.write(f"process {os.getpid()}")
    file.flush()
    return file
