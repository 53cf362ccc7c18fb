"""Tests of a test set as tables and as a page."""

from __future__ import annotations

import html
import io
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
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


def test_the_page_stands_alone_and_runs_only_its_own_script(tmp_path: Path) -> None:
    """One file without addresses, whose policy names its only script; what documents and judges say is escaped."""
    text = write_testset_page(_testset(), tmp_path / "page.html").read_text(encoding="utf-8")
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    policy = html.unescape(text.split('content="')[1].split('"')[0])
    assert b64encode(sha256(script.encode()).digest()).decode() in policy
    assert "default-src 'none'" in policy
    assert "&lt;script&gt;" in text
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


def test_a_document_leads_to_its_first_question(tmp_path: Path) -> None:
    """In the list of documents each that has a question is a link; those without are plain."""
    text = write_testset_page(_testset(), tmp_path / "page.html").read_text(encoding="utf-8")
    assert re.findall(r'href="([^"]*)"', text) == ["#q0001"]
    assert 'id="q0001"' in text
    assert "b.md" in text


@pytest.mark.parametrize("width", [40, 80, 120])
def test_long_names_take_one_line(width: int) -> None:
    """Of a long name its end is shown, which tells it from others; all counts stand below each other."""
    report = TestsetReport(2, judge="local", verifier="local")
    names = [f"{'deep/' * 30}chapter-{n}.md" for n in range(3)]
    report.count(
        [TestsetSample(eval_sample=SingleTurnSample(), synthesizer_name="s", documents=names[:2])], names
    )
    stream = io.StringIO()
    Console(file=stream, width=width).print(TestsetTables(report))
    lines = stream.getvalue().splitlines()
    rows = [line for line in lines if line.endswith(" 1")]
    assert ["chapter-0.md" in rows[0], "chapter-1.md" in rows[1], rows[2].split()] == [True, True, ["s", "1"]]
    assert {len(line) for line in rows} == {width}
    assert "chapter-2.md" in stream.getvalue()


def test_spans_that_overlap_or_lie_outside() -> None:
    """Text is never lost or doubled, whatever the spans."""
    for spans in ([(0, 3), (2, 5)], [(None, None)], [(8, 99)], [(4, 4)], [(3, 1)], []):
        assert "".join(one.text for one in pieces("abcdefghij", spans)) == "abcdefghij"
