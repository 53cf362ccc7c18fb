"""A test set to look at: tables in the terminal, and a page of questions beside their sources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from ragas._version import version
from ragas.schema.overview import usage_text
from ragas.schema.paths import expanded
from ragas.schema.writing import mended, replacing

if TYPE_CHECKING:
    from ragas.testset.testset import Testset, TestsetSample
    from ragas.testset.testset_report import TestsetReport

FOLDER = Path(__file__).parent / "testset_page"
MOST_DOCUMENTS = 15
"""Documents listed in the terminal."""
MOST_DROPPED = 200
"""Dropped questions listed on the page."""


class TestsetTables:
    """How many questions by document, by kind, and why others were dropped."""

    __test__ = False  # pytest takes it for a test otherwise

    def __init__(self, report: TestsetReport) -> None:
        self.report = report

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        report = self.report
        counts = sorted(report.by_document.items(), key=lambda one: -one[1])
        used = [one for one in counts if one[1]]
        yield _table("document", "questions", used[:MOST_DOCUMENTS])
        if len(used) > MOST_DOCUMENTS:
            yield Text(f"and {len(used) - MOST_DOCUMENTS} more documents", style="dim")
        if report.unused_documents:
            names = report.unused_documents
            shown = ", ".join(names[:5]) + (" …" if len(names) > 5 else "")
            yield Text(f"{len(names)} of {len(counts)} documents have no question: {shown}", style="dim")
        yield Text()
        yield _table("made by", "questions", list(report.by_synthesizer.items()))
        if len(report.by_kind) > 1:
            yield Text()
            yield _table("kind", "questions", list(report.by_kind.items()))
        if report.dropped:
            yield Text()
            yield _table("dropped", "questions", list(report.dropped_by_reason.items()))
        yield from self._remarks()

    def _remarks(self) -> Iterator[Text]:
        report = self.report
        yield Text()
        if report.shortfall:
            yield Text(report.shortfall, style="bold yellow")
        for note in report.notes:
            yield Text(f"- {note}")
        if report.caution:
            yield Text(f"* {report.verifier or report.judge}: {report.caution}", style="yellow")


def _table(name: str, count: str, rows: Sequence[tuple[str, int]]) -> Table:
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="bold")
    table.add_column(name, overflow="fold")
    table.add_column(count, justify="right")
    for one, number in rows:
        table.add_row(Text(one), f"{number:,}")
    return table


@dataclass(frozen=True)
class Piece:
    """A part of a context; `marked` where a reference rests on it."""

    text: str
    marked: bool


def write_testset_page(testset: Testset, path: str | Path, *, title: str | None = None) -> Path:
    """Write a test set as one HTML file that works without a network, and give its path."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    report = testset.report
    page = environment.get_template("page.html.jinja").generate(
        title=title or "Test set",
        version=version,
        styles=(FOLDER / "page.css").read_text(encoding="utf-8"),
        samples=[_shown(one) for one in testset],
        report=report,
        usage=usage_text(dict(testset.usage)) if testset.usage else "",
        dropped=report.dropped[:MOST_DROPPED] if report else [],
        by_document=sorted(report.by_document.items(), key=lambda one: -one[1]) if report else [],
    )
    path = expanded(path)
    with replacing(path) as file:
        for part in page:
            file.write(mended(part))
    return path


def _shown(one: TestsetSample) -> dict[str, Any]:
    sample = one.eval_sample
    contexts = getattr(sample, "reference_contexts", None) or []
    manner = [getattr(sample, name, None) for name in ("query_style", "query_length", "persona_name")]
    return {
        "id": one.id or "",
        "question": sample.user_input if isinstance(sample.user_input, str) else str(sample.user_input),
        "reference": sample.reference or "",
        "kind": one.kind,
        "synthesizer": one.synthesizer_name,
        "manner": [
            str(value).replace("_", " ").lower() if at < 2 else value
            for at, value in enumerate(manner)
            if value
        ],
        "documents": one.documents,
        "contexts": [
            pieces(text, [(e.start, e.end) for e in one.evidence if e.context == number])
            for number, text in enumerate(contexts)
        ],
    }


def pieces(text: str, spans: Sequence[tuple[int | None, int | None]]) -> list[Piece]:
    """`text` cut at the spans, which may overlap."""
    found: list[Piece] = []
    at = 0
    for start, end in sorted((s, e) for s, e in spans if s is not None and e is not None):
        start, end = max(at, start), min(end, len(text))
        if start >= end:
            continue
        if start > at:
            found.append(Piece(text[at:start], False))
        found.append(Piece(text[start:end], True))
        at = end
    return [*found, Piece(text[at:], False)] if at < len(text) else found
