"""A test set to look at: tables in the terminal, and a page of questions beside their sources."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
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
MOST_UNUSED = 5
"""Documents without a question named in the terminal."""
MOST_OF_A_NAME = 40
"""Columns that each of these may take."""
COUNT = "questions"
GAP = "  "
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
        tables = {
            "document": used[:MOST_DOCUMENTS],
            "made by": list(report.by_synthesizer.items()),
            "kind": list(report.by_kind.items()) if len(report.by_kind) > 1 else [],
            "dropped": list(report.dropped_by_reason.items()),
        }
        longest = max((cell_len(one) for rows in tables.values() for one, _ in rows), default=0)
        width = min(longest, options.max_width - len(GAP + COUNT))
        yield _table("document", tables.pop("document"), width)
        if len(used) > MOST_DOCUMENTS:
            yield Text(f"and {len(used) - MOST_DOCUMENTS} more documents", style="dim")
        if report.unused_documents:
            names = [ending(one, MOST_OF_A_NAME) for one in report.unused_documents]
            shown = ", ".join(names[:MOST_UNUSED]) + (" …" if len(names) > MOST_UNUSED else "")
            yield Text(f"{len(names)} of {len(counts)} documents have no question: {shown}", style="dim")
        for name, rows in tables.items():
            if rows:
                yield Text()
                yield _table(name, rows, width)
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


def _table(name: str, rows: Sequence[tuple[str, int]], width: int) -> Table:
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="bold", padding=(0, len(GAP), 0, 0))
    table.add_column(name, width=max(width, cell_len(name)), no_wrap=True)
    table.add_column(COUNT, justify="right")
    for one, number in rows:
        table.add_row(Text(ending(one, width)), f"{number:,}")
    return table


def ending(name: str, width: int) -> str:
    """A name in at most `width` columns of a terminal: of a long one its end, which tells paths apart."""
    if cell_len(name) <= width:
        return name
    while name and cell_len(name) >= width:
        name = name[1:]
    return f"…{name}"


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
    script = (FOLDER / "page.js").read_text(encoding="utf-8")
    page = environment.get_template("page.html.jinja").generate(
        title=title or "Test set",
        version=version,
        styles=(FOLDER / "page.css").read_text(encoding="utf-8"),
        script=script,
        policy=_policy(script),
        samples=[_shown(one) for one in testset],
        report=report,
        usage=usage_text(dict(testset.usage)) if testset.usage else "",
        dropped=report.dropped[:MOST_DROPPED] if report else [],
        by_document=sorted(report.by_document.items(), key=lambda one: -one[1]) if report else [],
        first=_first(testset.samples),
    )
    path = expanded(path)
    with replacing(path) as file:
        for part in page:
            file.write(mended(part))
    return path


def _first(samples: Sequence[TestsetSample]) -> dict[str, str]:
    """For each document the id of the first question about it."""
    found: dict[str, str] = {}
    for one in samples:
        for name in one.documents:
            found.setdefault(name, one.id or "")
    return found


def _policy(script: str) -> str:
    """What a browser lets the page do: run this one script, and connect to nothing."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; connect-src 'none'; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
    )


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
