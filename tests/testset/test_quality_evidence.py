"""Tests of what counts as evidence."""

from __future__ import annotations

import pytest

from ragas.testset.quality_evidence import carries, strange_figure

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


@pytest.mark.parametrize(
    ("statement", "quote", "strange"),
    [
        ("A hive holds about 280001 bees.", "about 40000 bees", "280001"),
        ("A hive holds about 40,000 bees.", "about 40 000 bees", ""),
        ("Steep it for four minutes.", "for 4 minutes", ""),
        ("Steep it for 1 hour.", "for one hour", ""),
        ("Steep it for nine minutes.", "for four minutes", "nine"),
        ("It costs 1.5 million.", "costs 1,500,000", ""),
        ("It sails 12 times a day.", "it sails", ""),
        ("It sails 13 times a day.", "it sails", "13"),
        ("It sails 12 times a day.", "it sails twice in 90 days", "12"),
        ("There are two kinds: black and green.", "black and green", ""),
        ("It takes 40 minutes.", "四十分です", ""),
    ],
)
def test_numbers_of_a_statement_are_in_its_quote(statement: str, quote: str, strange: str) -> None:
    """However they are written; else in the context, unless the quote has another number. Words may count what is listed."""
    assert strange_figure(statement, quote, [quote, "It sails twelve times a day."]) == strange
