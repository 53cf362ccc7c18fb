"""Corpora of every kind end in a test set, or in an error that names what was measured before a judge was asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ragas.exceptions import InputError
from ragas.testing import HashEmbeddings
from ragas.testset import TestsetGenerator
from ragas.testset.synthesizers import SingleHopSpecificQuerySynthesizer
from tests.testset.scripted import TOPICS, CountedJudge

NOTE = (
    "A bee colony lives through winter on its honey. Keepers leave about 20 kilograms in the hive in October. Mites are "
    "counted in August. Sugar water is fed after the last harvest, never in spring, when nectar flows."
)
TOWNS = ("Ada", "Bergen", "Delft", "Elba", "Faro", "Ghent", "Hanko", "Izmir", "Jena", "Kiel", "Lund")


def _page(number: int) -> str:
    """About 300 words, each page with names and figures of its own."""
    town = f"{TOWNS[number % 11]}{TOWNS[number * 7 % 11].lower()}{number}"
    return "\n\n".join(
        f"## {town} {part}\n\n"
        + " ".join(
            f"The {thing} of {town} holds {number * 31 + part * 7 + at} tons."
            for at, thing in enumerate(("kiln", "pier", "mill", "dock", "barn", "lock", "weir", "silo"))
        )
        for part in range(4)
    )


CORPORA: dict[str, tuple[list[str], int]] = {
    "40 words": ([NOTE], 2),
    "one repeated": ([NOTE] * 10, 2),
    "half of them blank": ([NOTE, "", " \n", TOPICS["bees"]], 3),
    "mixed lengths": (["Bee hive.", NOTE, "\n\n".join(map(_page, range(8))), TOPICS["tea"], ""], 4),
    "500 pages": (["\n\n".join(map(_page, range(at, at + 50))) for at in range(0, 500, 50)], 10),
}


@pytest.mark.parametrize("name", CORPORA)
def test_a_corpus_ends_in_a_test_set(name: str) -> None:
    """Long, short, mixed, partly blank and repeated documents give the questions that were asked for."""
    documents, size = CORPORA[name]
    testset = TestsetGenerator(CountedJudge(), HashEmbeddings()).generate_with_documents(
        documents, size, num_personas=1, show_progress=False
    )
    assert len(testset) == size
    assert testset.report is not None
    assert all(one.evidence for one in testset)
    if name == "one repeated":
        assert any("9 " in note and "repeat" in note for note in testset.report.notes)


REFUSED: dict[str, tuple[Any, str]] = {
    "nothing": ([], "empty"),
    "blank": (["", " \n\t"], "All 2 (documents|chunks) are blank: not one word in 3 characters at most"),
    "no words": (["*** --- ***"], "blank: not one word in 11 characters"),
    "two words": (["Bee hive"], r"needs 10 tokens .* they have 2"),
    "many times two words": (["Bee hive", "Tea pot"], r"needs 10 tokens .* they have 2, 2"),
    "an empty folder": (Path("empty"), "empty"),
}


@pytest.mark.parametrize("chunks", [False, True])
@pytest.mark.parametrize("name", REFUSED)
def test_a_corpus_that_gives_nothing_is_refused_before_any_call(
    name: str, chunks: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error says what was measured, and neither judge nor embeddings were asked; so it is for chunks."""
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    documents, cause = REFUSED[name]
    judge, embeddings = CountedJudge(), HashEmbeddings()
    generator = TestsetGenerator(judge, embeddings)
    with pytest.raises(InputError, match=cause):
        generator.generate_with_documents(documents, 3, chunks=chunks, show_progress=False)
    assert not judge.calls
    assert not embeddings.calls


def test_shares_that_are_none_are_refused_before_any_call() -> None:
    """A distribution without a share, or with a negative one, costs nothing."""
    judge = CountedJudge()
    for share in (0.0, -0.5, float("nan")):
        shares: Any = [(SingleHopSpecificQuerySynthesizer(llm=judge), share)]
        with pytest.raises(InputError, match="The shares"):
            TestsetGenerator(judge, HashEmbeddings()).generate_with_documents(
                [NOTE], 2, query_distribution=shares, show_progress=False
            )
    assert not judge.calls
