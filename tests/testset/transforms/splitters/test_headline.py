"""Splitting at headings."""

from __future__ import annotations

import asyncio

import pytest
from tests.testset.transforms.scripts import article, prose

from ragas.engine.token_estimate import estimated_tokens
from ragas.testset.graph import KnowledgeGraph, Node, NodeType
from ragas.testset.transforms import HeadlineSplitter, apply_transforms


def document(text: str, headlines: list[str] | None = None) -> Node:
    properties = {"page_content": text} | ({} if headlines is None else {"headlines": headlines})
    return Node(type=NodeType.DOCUMENT, properties=properties)


def cut(node: Node, low: int = 100, high: int = 600) -> list[str]:
    chunks, _ = asyncio.run(HeadlineSplitter(min_tokens=low, max_tokens=high).split(node))
    return [chunk.properties["page_content"] for chunk in chunks]


def test_cuts_at_headings_and_loses_nothing() -> None:
    """Every chunk begins with a heading, and the chunks together are the text, spaces included."""
    text = article("ferries", 4)
    headlines = [f"Part {n} of ferries" for n in (3, 1, 4, 2)]
    chunks = cut(document(text, headlines))
    assert "".join(chunks) == text
    assert [chunk.splitlines()[0] for chunk in chunks] == [f"## Part {n} of ferries" for n in (1, 2, 3, 4)]


def test_a_heading_is_found_where_it_is_a_line() -> None:
    """A heading that the text mentions before is cut at the heading itself; other case and marks do not matter."""
    opening = "It tells of fares. " + prose("trams", 12)
    text = f"{opening}\n\n2.1 FARES\n\n{prose('trams', 12)}"
    assert cut(document(text, ["Fares"])) == [f"{opening}\n\n", text[len(opening) + 2 :]]


def test_short_sections_go_together_and_long_ones_are_cut() -> None:
    """Chunks keep between the two lengths, and long sections are cut where sentences end."""
    text = "# A\n\nShort.\n\n# B\n\nShort too.\n\n# C\n\n" + prose("mills", 60) + "\n\n# D\n\nThe end."
    chunks = cut(document(text, ["A", "B", "C", "D"]))
    assert "".join(chunks) == text
    assert all(100 <= estimated_tokens(chunk) <= 600 for chunk in chunks)
    assert chunks[0].startswith("# A\n\nShort.\n\n# B")
    assert all(chunk.rstrip().endswith(".") for chunk in chunks)


@pytest.mark.parametrize("headlines", [None, [], ["No such thing"], ["", "#"]])
def test_without_headings_length_decides(headlines: list[str] | None) -> None:
    """A text without headings is cut by length; a missing property is no error."""
    text = prose("wells", 60)
    chunks = cut(document(text, headlines))
    assert "".join(chunks) == text
    assert len(chunks) == 3


def test_a_short_text_stays_whole_and_single() -> None:
    """A text below the least length comes back as the node it is, and the graph does not get it twice."""
    node = document("A short note on bees.", ["bees"])
    parts, links = asyncio.run(HeadlineSplitter().split(node))
    assert (parts, links) == ([node], [])
    kg = KnowledgeGraph([node])
    apply_transforms(kg, HeadlineSplitter(), show_progress=False)
    assert kg.nodes == [node]


def test_parts_know_their_whole_and_their_place() -> None:
    """Chunks are children of the node, linked in order, with their place in its text; equal runs give equal ids."""
    node = document(article("bells", 3), [f"Part {n} of bells" for n in (1, 2, 3)])
    (chunks, links), (again, _) = (
        asyncio.run(HeadlineSplitter(max_tokens=600).split(node)) for _ in range(2)
    )
    assert [one.id for one in chunks] == [one.id for one in again]
    assert [(one.type, one.source, one.target) for one in links] == [
        *(("child", node, chunk) for chunk in chunks),
        ("next", chunks[0], chunks[1]),
        ("next", chunks[1], chunks[2]),
    ]
    for chunk in chunks:
        assert node.properties["page_content"].startswith(
            chunk.properties["page_content"], chunk.properties["start_index"]
        )


def test_code_stays_in_one_piece() -> None:
    """A cut does not run through a block of code that fits into a chunk."""
    code = "```python\n" + "\n".join(f"x{n} = {n}. + 1" for n in range(40)) + "\n```\n"
    text = prose("looms", 20) + "\n\n" + code + "\n" + prose("looms", 20)
    assert sum(code in chunk for chunk in cut(document(text), 100, 500)) == 1


def test_what_cannot_be_split_is_refused() -> None:
    """A node without text and lengths that exclude each other are errors that name them."""
    with pytest.raises(ValueError, match="no text to split"):
        asyncio.run(HeadlineSplitter().split(Node()))
    with pytest.raises(ValueError, match="min_tokens=500"):
        HeadlineSplitter(min_tokens=500, max_tokens=500)
