"""What patterns find in the text of a node."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ragas.testset.graph import Node
from ragas.testset.transforms import (
    RegexBasedExtractor,
    emails_extractor,
    links_extractor,
    markdown_headings_extractor,
)

TEXT = """\
# Ferries #

Write to ada.wren@larkspur.example, or see https://larkspur.example/fares?day=1.
Again (https://larkspur.example/fares?day=1) and [a map](http://map.example/orr).

   ## Fares and *times*
#no heading
"""


def extract(extractor: RegexBasedExtractor, text: Any = TEXT) -> Any:
    return asyncio.run(extractor.extract(Node(properties={"page_content": text})))


def test_links_addresses_and_headings() -> None:
    """The three ready ones find each thing once, without what surrounds it."""
    assert extract(links_extractor) == (
        "links",
        ["https://larkspur.example/fares?day=1", "http://map.example/orr"],
    )
    assert extract(emails_extractor) == ("emails", ["ada.wren@larkspur.example"])
    assert extract(markdown_headings_extractor) == ("headings", ["Ferries", "Fares and *times*"])


def test_a_pattern_of_ones_own() -> None:
    """Lines have ends; a dot goes over them on request; the first group counts where there is one."""
    assert extract(RegexBasedExtractor(pattern=r"^Again")) == ("regex", ["Again"])
    assert extract(RegexBasedExtractor(pattern=r"day=(\d)", property_name="days")) == ("days", ["1"])
    over = RegexBasedExtractor(pattern=r"Write.*Again", is_multiline=True)
    assert len(extract(over)[1]) == 1
    assert extract(RegexBasedExtractor(pattern=r"Write.*Again"))[1] == []


def test_nothing_found_is_an_empty_list() -> None:
    """No match is an empty list, a node without text an error."""
    assert extract(links_extractor, "none") == ("links", [])
    with pytest.raises(ValueError, match="has no text"):
        extract(links_extractor, None)
    with pytest.raises(ValueError, match=r"'\(' is no regular expression"):
        RegexBasedExtractor(pattern="(")
