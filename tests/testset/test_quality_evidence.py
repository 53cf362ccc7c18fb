"""Tests of what counts as evidence."""

from __future__ import annotations

import pytest

from ragas.testset.quality_evidence import carries

CONTEXT = (
    "The crossing to Bell Island takes 40 minutes. Bicycles travel free. A dog needs a ticket of its own."
)


@pytest.mark.parametrize(
    ("quote", "statement", "enough"),
    [
        ("takes 40 minutes", "The crossing takes 40 minutes.", True),
        ("40", "The crossing to Bell Island takes 40 minutes.", False),
        ("the", "The crossing to Bell Island takes 40 minutes.", False),
        ("Bicycles travel free.", "The crossing to Bell Island takes 40 minutes.", False),
        ("A dog needs a ticket of its own", "Dogs travel with a ticket bought for them.", True),
        ("Bicycles", "Bicycles.", True),
        ("Bicycles travel free", "Rowery podróżują za darmo.", True),
        ("free", "Rowery podróżują za darmo.", False),
    ],
)
def test_a_quote_must_be_long_enough_and_about_the_same(quote: str, statement: str, enough: bool) -> None:
    """A word or two carry no long statement, nor do words on something else; a statement in another language is let pass."""
    assert carries(quote, statement, CONTEXT) is enough


def test_scripts_without_spaces_are_measured_too() -> None:
    """In Chinese and Japanese, pairs of characters count as words."""
    context = "渡し船の所要時間は四十分です。犬には切符が必要です。"
    assert carries("所要時間は四十分", "渡し船の所要時間は四十分です。", context)
    assert not carries("犬", "渡し船の所要時間は四十分です。", context)
    assert not carries("犬には切符が必要です", "渡し船の所要時間は四十分です。", context)
