"""Texts of any length and shape: time and memory grow with the text, no faster."""

from __future__ import annotations

import asyncio
import time
from itertools import product

import pytest

from ragas.llms.local import LocalJudge
from ragas.llms.local.evidence import READ, gather
from ragas.llms.local.passages import Passages

SIZE = 12_000
SHAPES = {
    "capitals": "Abc ",
    "letters and digits": "1a",
    "initials": "A. ",
    "titles": "Mr. ",
    "Chinese": "博物馆在开放",
    "one character": "中",
    "e-mail": "a+",
    "mail ends": "a@b-",
    "digits": "1",
    "grouped digits": "123 ",
    "versions": "1.2.3 million ",
    "multipliers": "0 million ",
    "short lines": "x\n",
    "stops": "." * 3000 + "x",
    "exclamations": "!" * 3000 + "x",
    "separators": "\u2028" * 3000 + "x",
    "negations": "open not 5 kg ",
    "particles": "Bank of the ",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_time_grows_with_the_text(shape: str) -> None:
    """Every step reads 12,000 characters of any shape (names 60,000) without the many seconds that quadratic work takes."""
    text = (SHAPES[shape] * SIZE)[:SIZE]
    judge = LocalJudge()

    async def steps() -> None:
        await judge.split(text)
        await judge.verify(["The museum opens.", text], [text])
        await judge.relevant("When does the museum open?", text, [text])
        await judge.entities(text * 5)

    started = time.process_time()
    asyncio.run(steps())
    assert time.process_time() - started < 8


def test_a_list_of_names_makes_a_small_index() -> None:
    """Abbreviations of runs of capitalised words have six letters at most, so each name adds a handful of keys."""
    consonants = "bcdfghklmnprst"
    names = [f"{a.upper()}{b}a{c}o" for a, b, c in product(consonants, repeat=3)]
    passages = Passages([" ".join(names)])
    assert len(passages.index) <= 2 * len(names)
    assert max(map(len, passages.index)) <= 8
    assert (
        gather("The USA is large.", Passages(["The United States of America are large."])).found[0] == "USA"
    )


def test_similar_words_are_bounded() -> None:
    """Thousands of words that begin alike do not all stand for one word, and its own other forms still do."""
    passages = Passages([" ".join(f"mark{chr(0x4E00 - at)}" for at in range(1, 2000)), "The nation votes."])
    statement = gather("marking national", passages)
    assert "national" in statement.found
    assert len(passages.match(next(iter(passages.all)).tokens[0])) <= 40


def test_what_is_not_compared_is_said() -> None:
    """A statement longer than any sentence is compared up to a limit, and its reason says how much was left out."""
    statement = "word " * READ + "left out"
    verdict = asyncio.run(LocalJudge().verify([statement], ["A word."]))[0]
    assert "its last 2 words were not compared" in verdict.reason
    verdict = asyncio.run(LocalJudge().verify([statement], ["Nothing."]))[0]
    assert "its last 2 words were not compared" in verdict.reason
