"""Tests of what documents are called."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ragas.testset.documents import as_documents


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([{"source": "/a/x.pdf", "page": 0}, {"source": "/a/x.pdf", "page": 1}], ["x.pdf, page 1", "x.pdf, page 2"]),
        ([{"source": "x.pdf", "page": 0, "page_label": "iii"}], ["x.pdf, page iii"]),
        ([{"source": "x.pdf", "page_number": 3}, {"source": "x.pdf", "page_number": 3}], ["x.pdf, page 3", "x.pdf, page 3 (2)"]),
        ([{"file_name": "x.pdf", "file_path": "/a/x.pdf", "page_label": "2"}], ["x.pdf, page 2"]),
        ([{"source": "/a/b/readme.md"}, {"source": "/a/c/readme.md"}], ["b/readme.md", "c/readme.md"]),
        ([{"source": "docs/a.md"}, {"source": "docs/deep/a.md"}], ["a.md", "deep/a.md"]),
        ([{"source": "/a/x.md"}, {"source": "b/x.md"}], ["x.md", "x.md (2)"]),
        ([{"source": "https://a.b/c.html"}, {"source": "/a/x.md"}], ["https://a.b/c.html", "x.md"]),
        ([{"source": "a"}, {"source": "a (2)"}, {"source": "a"}], ["a", "a (2)", "a (3)"]),
        ([{}, {"title": "Fares v1.2"}, {"page": True}], ["document 1", "Fares v1.2", "document 3"]),
    ],
)  # fmt: skip
def test_names(given: list[dict[str, Any]], expected: list[str]) -> None:
    """File and page, without the folders all have in common, and never twice the same."""
    documents = [SimpleNamespace(page_content=f"text {n}", metadata=one) for n, one in enumerate(given)]
    assert [one.name for one in as_documents(documents).items] == expected


def test_names_stay_when_documents_are_given_on() -> None:
    """What was named once keeps its name."""
    given = [
        SimpleNamespace(page_content=f"text {n}", metadata={"source": "x.pdf", "page": n}) for n in (0, 1)
    ]
    once = as_documents(given)
    assert as_documents(once.items).items == once.items
