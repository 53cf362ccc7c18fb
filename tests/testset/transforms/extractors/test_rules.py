"""What is found in a text without a judge."""

from __future__ import annotations

import sys

import pytest
from tests.testset.transforms.scripts import BEES

from ragas.exceptions import MissingDependencyError
from ragas.testset.transforms.extractors import rules

MANUAL = """\
# Larkspur Ferries

The *Orr* is wide. See [the map](https://larkspur.example/map) for the piers.

## Timetable {#times}

Ships of Larkspur Ferries leave Orrmouth at nine. The winter timetable holds from 1 November 2024.

```sh
# not a heading
```

Fares
-----

A crossing costs two euros. A bicycle costs 50 cents. The fare table hangs at the pier, and Ada Wren checks it.
"""


def test_headings_in_their_order() -> None:
    """Headings with # or a rule below count, without their marks; comments in code do not."""
    assert rules.headlines(MANUAL, 9) == ["Larkspur Ferries", "Timetable", "Fares"]
    assert rules.headlines(MANUAL, 2) == ["Larkspur Ferries", "Timetable"]


def test_headings_without_marks() -> None:
    """Where nothing is marked, short lines that stand alone and numbered ones count; sentences do not."""
    text = "Care of hives\n\nA hive needs sun.\n\n1.2 In winter\nGive syrup.\n\nA closing word.\n\nThe end"
    assert rules.headlines(text, 9) == ["Care of hives", "1.2 In winter"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (MANUAL, "Larkspur Ferries"),
        ("Care of hives.\nA hive needs sun.", "Care of hives"),
        ("Is a hive warm?", "hive warm"),
    ],
)
def test_titles(text: str, title: str) -> None:
    """The first heading, else the first short line that asks nothing, else the first key phrase."""
    assert rules.title(text) == title


def test_keyphrases_are_phrases_of_the_text() -> None:
    """Phrases stand in the text, none says what another says, and markup is not among them."""
    found = rules.keyphrases(MANUAL, 6)
    plain = rules.prose(MANUAL).casefold()
    assert len(found) == 6
    assert all(phrase.casefold() in plain for phrase in found)
    assert not any(one != other and one in other for one in found for other in found)
    assert "Larkspur Ferries" in found


def test_keyphrases_in_other_scripts() -> None:
    """A text without spaces gives what it repeats; German and Russian ones their own phrases."""
    assert "列车" in " ".join(rules.keyphrases("这趟列车九点出发。列车到苏州要一小时。", 3))
    assert any(
        "Trinkwasser" in one
        for one in rules.keyphrases("Das Trinkwasser wird geprüft. Trinkwasser ist hart.", 2)
    )
    assert rules.keyphrases("Паром отходит в девять. Паром идёт час.", 1) == ["Паром отходит"]


def test_themes_are_no_names() -> None:
    """Names, dates and figures are left to the entities."""
    found = " ".join(rules.themes(MANUAL, 8))
    assert "Wren" not in found
    assert "November" not in found
    assert "crossing" in found


def test_names_before_figures() -> None:
    """Names and dates come first, figures with a unit after them, bare numbers not at all."""
    found = rules.names("In 1911 Ada Wren bought 3 ships for 40 euros. Ada Wren sold 2 in Orrmouth.")
    assert found == ["Ada Wren", "Orrmouth", "1911", "40 euros"]


def test_a_summary_is_sentences_of_the_text() -> None:
    """A summary picks sentences in their order; a short text is its own."""
    found = rules.summary(MANUAL, 2)
    assert found.count(".") == 2
    assert all(sentence in rules.prose(MANUAL) for sentence in found.split(". "))
    assert rules.summary(BEES) == BEES
    assert "Larkspur Ferries" in rules.topic(MANUAL)
    assert rules.topic("# On bees\n\nHives hum.") == "On bees: Hives hum."


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("Chapter 1 ........ 3\nChapter 2 ........ 9", 1),
        ("The bees hum loudly today here.", 2),
        ("In May the keeper checks the brood frames and gives the colony more room again.", 3),
        (BEES, 4),
        (BEES + " The Orrmouth club meets on 3 May 2025.", 5),
    ],
)
def test_how_much_can_be_asked(text: str, level: int) -> None:
    """The more a text states, and the more names and figures it holds, the higher it is rated."""
    assert rules.potential(text) == level


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the library for key phrases the error says what to install; headings and names do without."""
    monkeypatch.setitem(sys.modules, "yake_rust", None)
    with pytest.raises(MissingDependencyError, match=r"ragas\[testset\]"):
        rules.keyphrases(BEES, 3)
    assert rules.headlines(MANUAL, 1)
    assert rules.names(MANUAL)


@pytest.mark.parametrize(
    "text", ["", " ", "\x00", "```", "| a | b |\n|---|---|", "#", "?!", "a" * 5000, "😀😀"]
)
def test_odd_texts_break_nothing(text: str) -> None:
    """Blank, broken and unreadable texts give little, not errors."""
    for rule in (rules.keyphrases, rules.themes, rules.headlines):
        assert isinstance(rule(text, 3), list)
    for write in (rules.summary, rules.title, rules.topic):
        assert isinstance(write(text), str)
    assert rules.names(text) is not None
    assert 1 <= rules.potential(text) <= 5
