"""The folder of a run: every judge call and every finished step in it, so that a run that was cut off goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ragas.engine.journal import Journal
from ragas.exceptions import ConfigurationError, InputError
from ragas.schema.paths import expanded
from ragas.schema.writing import encodable_json, replacing
from ragas.testset.generator_usage import CountedRecord, Spending
from ragas.testset.testset import Testset

SETTINGS = "testset-run.json"
TESTSET = "testset.jsonl"
REPORT = "report.json"
GRAPH = "graph"


class GenerationFolder:
    """Where a run keeps its judge calls, its graph and its test set.

    A run with the same documents and settings answers from the calls that are there, which costs nothing, and asks for
    the rest.

    Raises:
        ConfigurationError: the folder holds a run of other documents or settings, or other files.
        RunInUseError: another process writes to it.
        InputError: it cannot be written to.
    """

    def __init__(self, folder: str | Path, settings: Mapping[str, Any]) -> None:
        self.path = expanded(folder)
        known = self._known()
        if known is not None:
            self._check(known, settings)
        self.journal = Journal(self.path)
        try:
            self.calls = CountedRecord(self.journal)
            self.calls.expect(mark.offset for mark in self.journal.marks() if mark.kind == "call")
            self.spending = Spending(self.journal)
            if known is None:
                with replacing(self.path / SETTINGS) as file:
                    file.write(encodable_json(dict(settings), indent=2) + "\n")
        except BaseException:
            self.journal.close()
            raise

    @property
    def graph(self) -> Path:
        """Where the graph is kept after every transformation."""
        return self.path / GRAPH

    def finish(self, testset: Testset) -> None:
        """Write the test set down."""
        testset.to_jsonl(self.path / TESTSET)
        report = testset.report.to_dict() if testset.report else {}
        with replacing(self.path / REPORT) as file:
            file.write(encodable_json(report | {"usage": testset.usage}, indent=2) + "\n")

    def close(self) -> None:
        """Give the folder free."""
        self.journal.close()

    def _known(self) -> dict[str, Any] | None:
        path = self.path / SETTINGS
        if path.is_file():
            try:
                read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            except ValueError as error:
                raise InputError(
                    f"{str(path)!r} is damaged ({error}). Delete the folder to begin afresh."
                ) from None
            return read
        if self.path.is_file():
            raise ConfigurationError(f"{str(self.path)!r} is a file; a run needs a folder.")
        others = sorted(one.name for one in self.path.iterdir()) if self.path.is_dir() else []
        others = [name for name in others if name not in ("lock", "journal.jsonl")]
        if others:
            raise ConfigurationError(
                f"The folder {str(self.path)!r} holds other files ({', '.join(others[:3])}) and no run of a test set. "
                "Give the run a folder of its own."
            )
        return None

    def _check(self, known: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
        now = json.loads(encodable_json(dict(settings)))
        differing = [
            f"{name} was {known.get(name)!r}, is {now.get(name)!r}"
            for name in sorted({*known, *now})
            if known.get(name) != now.get(name)
        ]
        if differing:
            raise ConfigurationError(
                f"The folder {str(self.path)!r} holds a run made otherwise ({'; '.join(differing)}). Give this run "
                "another folder, or delete that one."
            )
