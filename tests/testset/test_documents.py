"""Tests of what a test set can be made from."""

from __future__ import annotations

import io
import os
import sys
import zipfile
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ragas.exceptions import InputError, MissingDependencyError
from ragas.testset.documents import Document, as_documents, nodes_of
from ragas.testset.graph import KnowledgeGraph, NodeType


def test_texts_paths_and_objects_together(tmp_path: Path) -> None:
    """Texts, files, folders and loaded documents of any library are read in one list, and named by their source."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.md").write_text("# Eins\n", encoding="utf-8-sig")
    (tmp_path / "b.txt").write_text("zwei", encoding="utf-8")
    (tmp_path / ".hidden.md").write_text("drei", encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    given = [
        "a text",
        tmp_path,
        SimpleNamespace(page_content="of LangChain", metadata={"source": "x.pdf", "page": 2}),
        SimpleNamespace(text="of LlamaIndex", metadata={}),
        SimpleNamespace(get_content=lambda: "of a node"),
    ]
    read = as_documents(given)
    assert [one.page_content.strip() for one in read.items] == [
        "a text", "zwei", "# Eins", "of LangChain", "of LlamaIndex", "of a node",
    ]  # fmt: skip
    assert [one.name for one in read.items][1:4] == ["b.txt", "deep/a.md", "x.pdf, page 2"]


def test_blank_ones_and_repeats_are_left_out_and_counted() -> None:
    """What is left out is told; pages of one file keep names of their own."""
    pages = [SimpleNamespace(page_content=f"p {n}", metadata={"source": "x.pdf", "page": n}) for n in (1, 2)]
    read = as_documents(["one", " one ", "", *pages])
    assert [one.name for one in read.items] == ["document 1", "x.pdf, page 1", "x.pdf, page 2"]
    assert read.notes == ["1 document left out: blank.", "1 document left out: a repeat of another."]


@pytest.mark.parametrize(
    ("given", "cause"),
    [
        ([], "the list is empty"),
        ("", "is blank"),
        (None, "are None, of type NoneType"),
        (5, "are 5, of type int"),
        ({"a": "text"}, "of type dict"),
        (b"a text", "of type bytes"),
        (Path, "of type type"),
        (io.StringIO("a text"), "of type StringIO"),
        ([3], "document 1 is 3, of type int"),
        ([["nested"]], "of type list"),
        (iter([None]), "of type NoneType"),
        (["", "--"], "All 2"),
    ],
)
def test_nothing_to_read(given: object, cause: str) -> None:
    """Nothing, blanks and what is no document are refused with the cause, and what is accepted is said."""
    with pytest.raises(InputError, match=cause):
        as_documents(given)


def test_a_string_that_is_a_path_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of a file or folder that is there, as a string, is no text to ask about; the hint names Path."""
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    for given in ("docs", ["a text", "docs"], str(tmp_path / "docs")):
        with pytest.raises(InputError, match=r"pathlib\.Path\('"):
            as_documents(given)
    for text in ("no such folder", "docs\nand more", "word " * 1000, "nul\0"):
        assert as_documents(text).items[0].page_content == text


def test_half_a_character_is_replaced() -> None:
    """What cannot be written to a file or sent becomes U+FFFD, in text and name, and is told."""
    given = [SimpleNamespace(page_content="cut \ud83d here", metadata={"source": "a\udcff.md"}), "whole 😀"]
    read = as_documents(given)
    assert [one.page_content for one in read.items] == ["cut \ufffd here", "whole 😀"]
    assert read.items[0].name == "a\ufffd.md"
    assert read.notes == [
        "1 document with half a character, left by cutting a text in its middle, now U+FFFD."
    ]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, another encoding, an unknown kind and an empty folder are named."""
    latin = tmp_path / "latin.txt"
    latin.write_bytes("Käse".encode("latin-1"))
    picture = tmp_path / "p.png"
    picture.write_bytes(b"")
    empty = tmp_path / "empty"
    empty.mkdir()
    for path, cause in (
        (tmp_path / "no.md", "No such file"),
        (latin, "not UTF-8"),
        (picture, "kind"),
        (empty, "no file"),
    ):
        with pytest.raises(InputError, match=cause):
            as_documents(path)


def test_a_bad_file_does_not_stop_a_folder(tmp_path: Path) -> None:
    """It is left out, with a warning and its cause; with `strict`, and when nothing is left, it is an error."""
    (tmp_path / "good.md").write_text("The ferry leaves at nine.")
    (tmp_path / "latin.md").write_bytes("Käse".encode("latin-1"))
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere")
    with pytest.warns(UserWarning, match="2 documents left out: cannot be read"):
        read = as_documents(tmp_path)
    assert [one.name for one in read.items] == ["good.md"]
    assert [note.split("'")[-1] for note in read.notes] == [
        "2 documents left out: cannot be read.",
        " cannot be read: No such file or directory.",
        " is not UTF-8 text (byte 1 is 0xe4). Save it as UTF-8.",
    ]
    with pytest.raises(InputError, match="2 documents cannot be read"):
        as_documents(tmp_path, strict=True)
    (tmp_path / "good.md").unlink()
    with pytest.raises(InputError, match="not UTF-8"):
        as_documents(tmp_path)


def test_links_that_lead_out_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    """What is not in the folder is read only if it is given by itself; a link within the folder is as good as a file."""
    outside = tmp_path / "secret.txt"
    outside.write_text("The key lies under the mat.")
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "good.md").write_text("The ferry leaves at nine.")
    (folder / "inside.md").symlink_to(folder / "good.md")
    (folder / "notes.txt").symlink_to(outside)
    with pytest.warns(
        UserWarning, match=r"notes\.txt' cannot be read: it is a link that leads out of the folder"
    ):
        read = as_documents(folder)
    assert [one.page_content for one in read.items] == ["The ferry leaves at nine."]
    assert as_documents(folder / "notes.txt").items[0].page_content == "The key lies under the mat."


def test_names_are_in_one_line(tmp_path: Path) -> None:
    """A line break or control character in a file's name breaks no table."""
    (tmp_path / "a\nb\x1b[2J.md").write_text("The ferry leaves at nine.")
    assert [one.name for one in as_documents(tmp_path).items] == ["a b [2J.md"]


def test_settings_before_a_text_are_no_text(tmp_path: Path) -> None:
    """Front matter of Markdown is left out; a rule above a paragraph is not taken for it."""
    (tmp_path / "a.md").write_text("---\ntitle: Ferries\ntags:\n  - sea\n---\n# Ferries\n")
    (tmp_path / "b.md").write_text("---\nThe ferry leaves at nine.\n\n---\nIt is blue.\n")
    texts = [one.page_content for one in as_documents(tmp_path).items]
    assert texts[0] == "# Ferries\n"
    assert texts[1].startswith("---\nThe ferry")


def test_pipes_and_devices_are_no_documents(tmp_path: Path) -> None:
    """Reading a folder ends, whatever else lies in it."""
    (tmp_path / "good.md").write_text("The ferry leaves at nine.")
    (tmp_path / "zero.txt").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.md")
    assert [one.name for one in as_documents(tmp_path).items] == ["good.md"]


def test_a_generator_and_a_set(tmp_path: Path) -> None:
    """A generator is read once; a set in an order that is the same in every process."""
    assert [one.page_content for one in as_documents(text for text in ("b b", "a a")).items] == ["b b", "a a"]
    assert [one.page_content for one in as_documents({"b b", "c c", "a a"}).items] == ["a a", "b b", "c c"]


def test_empty_texts_of_loaders_are_blank() -> None:
    """A page without text, such as a picture, is left out like any blank one."""
    given = [SimpleNamespace(page_content=None), SimpleNamespace(text=""), SimpleNamespace(text="a word")]
    assert as_documents(given).notes == ["2 documents left out: blank."]


def test_web_pages_and_word_files(tmp_path: Path) -> None:
    """HTML and DOCX become Markdown with their headings; scripts and page titles are left out."""
    pytest.importorskip("kreuzberg", reason="the extra `documents`")
    page = tmp_path / "page.html"
    page.write_text(
        "<html><head><title>T</title></head><body><h1>Kiln</h1><p>It reaches 1280 &deg;C.</p><script>bad()</script></body></html>",
        encoding="utf-8",
    )
    word = tmp_path / "letter.docx"
    _write_docx(word, "The crossing takes 40 minutes.")
    html, docx = (one.page_content for one in as_documents([page, word]).items)
    assert html.startswith("# Kiln")
    assert "1280 °C" in html
    assert "bad()" not in html
    assert "The crossing takes 40 minutes." in docx


def test_a_missing_converter_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra, the message names it; a file that is not there is told as such first."""
    monkeypatch.setitem(sys.modules, "kreuzberg", None)
    (tmp_path / "a.pdf").write_bytes(b"%PDF")
    with pytest.raises(MissingDependencyError, match=r"ragas\[documents\]"):
        as_documents(tmp_path / "a.pdf")
    with pytest.raises(InputError, match="No such file"):
        as_documents(tmp_path / "b.pdf")


def _write_docx(path: Path, text: str) -> None:
    office = "http://schemas.openxmlformats.org"
    word = f"{office}/wordprocessingml/2006/main"
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    relation = f"{office}/officeDocument/2006/relationships/officeDocument"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{office}/package/2006/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{kind}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{office}/package/2006/relationships"><Relationship Id="r1" '
        f'Type="{relation}" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{word}"><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body>'
        "</w:document>",
    }
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)


def test_equal_documents_give_equal_nodes() -> None:
    """Ids follow from place and text, so that a graph made twice is the same."""
    documents = [Document("one", {"source": "a"}, "a"), Document("one", {}, "b")]
    one, two = nodes_of(documents, NodeType.DOCUMENT), nodes_of(documents, NodeType.DOCUMENT)
    assert [node.id for node in one] == [node.id for node in two]
    assert one[0].id != one[1].id
    assert one[0].properties["document_metadata"] == {"source": "a"}


def test_metadata_of_any_kind_can_be_saved(tmp_path: Path) -> None:
    """What JSON has no form for stands in the graph as text, so that no run breaks off where it is kept."""
    circle: list[Any] = []
    circle.append(circle)
    metadata = {
        "when": date(2026, 1, 2),
        "path": Path("x.md"),
        (1, 2): {3},
        "b": b"\xff",
        "o": object(),
        "c": circle,
    }
    documents = as_documents([SimpleNamespace(page_content="a text", metadata=metadata)])
    graph = KnowledgeGraph(nodes_of(documents.items, NodeType.DOCUMENT))
    graph.save(tmp_path / "graph.json")
    told = graph.nodes[0].properties["document_metadata"]
    assert KnowledgeGraph.load(tmp_path / "graph.json").nodes[0].properties["document_metadata"] == told
    assert told["when"] == "2026-01-02"
    assert told["(1, 2)"] == [3]
    assert (told["o"], told["c"]) == ("a object", "a list")
