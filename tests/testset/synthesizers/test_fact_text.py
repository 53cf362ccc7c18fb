"""Tests of the running text of documents."""

from __future__ import annotations

import pytest

from ragas.testset.synthesizers.fact_questions import fact_questions
from ragas.testset.synthesizers.fact_text import is_change_log, paragraphs, without_menus


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("The <b>kiln</b> is hot.<br>", "The kiln is hot."),
        ("Copy <source> to <archive>.", "Copy <source> to <archive>."),
        ("Limit it to <n> commits.", "Limit it to <n> commits."),
        ("Copy <source src='a'> there.", "Copy there."),
        ("Version |version| is out.", "Version |version| is out."),
        ("It takes 40 minutes [1] in calm weather.", "It takes 40 minutes [1] in calm weather."),
        ("It takes 40 minutes.[1] It is calm.", "It takes 40 minutes. It is calm."),
    ],
)
def test_only_markup_is_taken_off(text: str, plain: str) -> None:
    """Tags of HTML go; placeholders, which are words of the text, stay."""
    assert [one.text for one in paragraphs(text)] == [" ".join(plain.split())]


@pytest.mark.parametrize(
    "sentence",
    [
        "To list the files of a backup, run borg extract <archive> with the list flag.",
        "You can shorten the ferry history by limiting it to <n> commits of the log.",
        "The ferry crossing takes 40 minutes [1] in calm weather.",
        "Integrity data is stored in the file integrity.<TRANSACTION_ID> of the folder.",
    ],
)
def test_a_sentence_with_a_placeholder_is_left_alone(sentence: str) -> None:
    """No reference loses a word of the document."""
    assert fact_questions(sentence) == []


def test_a_paragraph_knows_its_heading() -> None:
    """And whether it is the first below it."""
    found = [*paragraphs("# Kilns\n\nA kiln is hot.\n\nIt has a door.\n")]
    assert [(one.heading, one.first) for one in found] == [("Kilns", True), ("Kilns", False)]


@pytest.mark.parametrize(
    ("name", "title", "is_log"),
    [
        ("CHANGELOG.md", "", True),
        ("a/changes.html", "Important notes", True),
        ("docs/x.md", "Release notes", True),
        ("release-15-2.html", "E.1. Release 15.2", True),
        ("releaselog/3_34_1.html", "", True),
        ("v1.2/kilns.md", "Kilns", False),
        ("kilns.md", "How a kiln changes clay", False),
        ("history-of-kilns.md", "Kilns since 1911", False),
    ],
)
def test_change_logs_are_known_by_name_or_title(name: str, title: str, is_log: bool) -> None:
    """The file or the first heading says so."""
    assert is_change_log(name, title) is is_log


def test_menus_are_no_context() -> None:
    """Paragraphs of links only go, and settings before the text; a link in a sentence stays."""
    text = "---\ntitle: x\n---\n[Home](a.md) | [Next](b.md)\n\n# [Kilns](#kilns)\n\nA [kiln](k.md) is hot.\n\n- [A](a.md)\n- [B](b.md)\n"
    bare = without_menus(text)
    assert "A [kiln](k.md) is hot." in bare
    assert "# [Kilns](#kilns)" in bare
    assert not any(gone in bare for gone in ("title", "Home", "Next", "[A]"))
