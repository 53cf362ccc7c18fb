"""Tests of what of a web page is its text."""

from __future__ import annotations

import pytest

from ragas.testset.documents_html import decoded, main_part

_TEXT = "<h1>Kilns</h1><p>A kiln is a box of bricks for firing tiles, and hot.</p>"


@pytest.mark.parametrize(
    "page",
    [
        f"<nav><a href='x'>Home</a></nav><main>{_TEXT}</main><footer>2020</footer>",
        f"<ul class='theme-popup'><li>Light (default)<li>Coal</ul><main>{_TEXT}</main>",
        f"<div class='navheader'><table><tr><td>Prev</td></tr></table></div><div class='sect1'>{_TEXT}</div>",
        f"<div role='navigation'><div>Up</div></div><div role='main'>{_TEXT}</div><div>Sponsors</div>",
        f"<head><title>T</title><meta name='description' content='d'></head><body>{_TEXT}<script>x()</script>",
        f"<div class='sphinxsidebar'>Side</div><article>{_TEXT}</article>",
    ],
)
def test_menus_and_meta_data_are_left_out(page: str) -> None:
    """Whatever generator made the page, what leads to other pages is no text of it."""
    part = main_part(page)
    assert "<p>A kiln is a box" in part
    left_out = ("Home", "2020", "Light", "Prev", "Up", "Sponsors", "description", "x()", "Side")
    assert not any(gone in part for gone in left_out)


@pytest.mark.parametrize(
    "page",
    [
        f"<nav>Never closed {_TEXT}",
        f"<div class='menu'>{_TEXT}</div>",
        f"<body class='has-sidebar'>{_TEXT}</body>",
        f"<main>Skip</main><div>{_TEXT}</div>",
    ],
)
def test_a_page_is_not_lost_to_its_tags(page: str) -> None:
    """Where tags are broken, or what looks like a menu holds the text, the text stays."""
    assert "A kiln is a box" in main_part(page)


def test_entities_and_nesting_stay() -> None:
    """The text is written down as it was."""
    assert "<p>5 &lt; 6 &#38; <em>so</em></p>" in main_part("<main><p>5 &lt; 6 &#38; <em>so</em></p></main>")


@pytest.mark.parametrize(
    "page",
    [
        "<p>Käse</p>".encode(),
        b"\xef\xbb\xbf" + "<p>Käse</p>".encode(),
        "<meta charset='latin-1'><p>Käse</p>".encode("latin-1"),
        "<p>Käse</p>".encode("cp1252"),
        "<p>Käse</p>".encode("utf-16"),
    ],
)
def test_pages_are_read_in_their_encoding(page: bytes) -> None:
    """By the mark or the word of the page, else as UTF-8, else as old pages are."""
    assert decoded(page).endswith("<p>Käse</p>")
