"""Tests of a test set as tables and as a page."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from ragas.report.testset import TestsetTables, pieces, write_testset_page
from ragas.schema.samples import SingleTurnSample
from ragas.testset import Testset, TestsetSample
from ragas.testset.testset import Evidence
from ragas.testset.testset_report import Dropped, TestsetReport

EVIL = "</script><script>alert('x')</script>"


def _testset() -> Testset:
    context = f"It opens at ten. {EVIL}"
    sample = SingleTurnSample(
        user_input=f"When? {EVIL}", reference=f"At ten. {EVIL}", reference_contexts=[context]
    )
    evidence = Evidence(statement="At ten.", quote="opens at ten", context=0, start=3, end=15)
    one = TestsetSample(
        eval_sample=sample,
        synthesizer_name="rules",
        documents=[f"a {EVIL}.md"],
        evidence=[evidence],
        id="q0001",
    )
    report = TestsetReport(2, judge="local", verifier="local", caution="compares words", seed=3)
    report.dropped.append(Dropped(f"Why? {EVIL}", "blank", "nothing"))
    report.notes.append("1 document left out: blank.")
    report.count([one], [f"a {EVIL}.md", "b.md"])
    return Testset([one], report=report, usage={"calls": 0})


def test_the_page_stands_alone_and_runs_nothing(tmp_path: Path) -> None:
    """One file without scripts and addresses; what documents and judges say is escaped; the evidence is marked."""
    text = write_testset_page(_testset(), tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text
    assert "http" not in text.replace("http-equiv", "")
    assert "<mark>opens at ten</mark>" in text
    for told in (
        "1 of 2 questions were made",
        "compares words",
        "1 document left out",
        "seed 3",
        "blank: nothing",
    ):
        assert told in text


def test_the_tables_tell_documents_kinds_and_reasons() -> None:
    """Counts by document, by synthesizer, why questions were dropped, and what is missing."""
    stream = io.StringIO()
    report = _testset().report
    assert report is not None
    Console(file=stream, width=100).print(TestsetTables(report))
    text = stream.getvalue()
    for told in (
        "1 of 2 documents have no question: b.md",
        "rules",
        "blank",
        "1 of 2 questions were made",
        "* local",
    ):
        assert told in text


def test_spans_that_overlap_or_lie_outside() -> None:
    """Text is never lost or doubled, whatever the spans."""
    for spans in ([(0, 3), (2, 5)], [(None, None)], [(8, 99)], [(4, 4)], [(3, 1)], []):
        assert "".join(one.text for one in pieces("abcdefghij", spans)) == "abcdefghij"
