"""The judge steps: complete numbered verdicts, quotes looked up, and each question asked once in a run."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, ClassVar, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.engine.runner import Runner, use_runner
from ragas.exceptions import IncompleteReplyError, ReplyError
from ragas.llms.judge import Judge, Prompt, Reply, Usefulness, Verdict
from ragas.metrics import steps
from ragas.testing import ScriptedJudge

T = TypeVar("T")
CHUNKS = ["Trams are green.", "A tram ticket costs two euros."]


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(coroutine)


def verdict(number: int, supported: bool, **more: Any) -> dict[str, Any]:
    return {"number": number, "reason": f"reason {number}", "supported": supported, **more}


def useful(number: int, flag: bool) -> dict[str, Any]:
    return {"number": number, "reason": f"reason {number}", "useful": flag}


class OwnSteps(Judge):
    """A judge that answers every step itself."""

    steps: ClassVar[frozenset[str]] = frozenset({"split", "verify", "relevant", "entities"})

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        raise AssertionError("this judge answers steps, not prompts")

    async def split(self, text: str, question: str = "") -> list[str]:
        self.asked.append("split")
        return text.split(". ")

    async def verify(self, statements: Sequence[str], contexts: Sequence[str]) -> list[Verdict]:
        self.asked.append("verify")
        return [Verdict(any(one in context for context in contexts)) for one in statements]

    async def relevant(self, question: str, answer: str, chunks: Sequence[str]) -> list[Usefulness]:
        self.asked.append("relevant")
        return [Usefulness(answer in chunk) for chunk in chunks]

    async def entities(self, text: str) -> list[str]:
        self.asked.append("entities")
        return [word for word in text.split() if word[0].isupper()]


def test_split_drops_blank_statements() -> None:
    """Blank statements are none, the others lose the blanks around them."""
    judge = ScriptedJudge([{"statements": [" The bus is late. ", "", "  "]}])
    assert run(steps.split(judge, "It is late.", "Is the bus late?")) == ["The bus is late."]
    assert "Is the bus late?" in judge.calls[0].prompt
    assert "It is late." in judge.calls[0].prompt


@given(
    st.lists(st.booleans(), min_size=1, max_size=6).flatmap(
        lambda v: st.tuples(st.just(v), st.permutations(range(len(v))))
    )
)
def test_verdicts_go_by_number_not_by_place(case: tuple[list[bool], list[int]]) -> None:
    """The judge may answer in any order; each verdict goes to the statement of its number."""
    flags, order = case
    judge = ScriptedJudge([{"verdicts": [verdict(index + 1, flags[index]) for index in order]}])
    found = run(steps.verify(judge, [f"s{index}" for index in range(len(flags))], CHUNKS))
    assert [one.supported for one in found] == flags
    assert len(judge.calls) == 1


@given(st.lists(st.booleans(), min_size=2, max_size=6), st.data())
def test_missing_verdicts_are_asked_for_once_more(flags: list[bool], data: st.DataObject) -> None:
    """Numbers that were left out are asked for again, alone and numbered from 1; then all are there."""
    count = len(flags)
    answered = data.draw(st.sets(st.integers(1, count), min_size=1, max_size=count - 1))
    left = [number for number in range(1, count + 1) if number not in answered]
    judge = ScriptedJudge(
        [
            {"verdicts": [verdict(number, flags[number - 1]) for number in sorted(answered)]},
            {"verdicts": [verdict(place, flags[number - 1]) for place, number in enumerate(left, 1)]},
        ]
    )
    found = run(steps.verify(judge, [f"statement {n}" for n in range(1, count + 1)], CHUNKS))
    assert [one.supported for one in found] == flags
    again = judge.calls[1].prompt
    assert all(f"statement {number}" in again for number in left)
    assert not any(f"statement {number}" in again for number in answered)


def test_incomplete_verdicts_fail_with_counts() -> None:
    """When verdicts are missing twice, the step fails and says how many and which; a denominator never shrinks."""
    judge = ScriptedJudge([{"verdicts": [verdict(1, True)]}, {"verdicts": []}])
    with pytest.raises(IncompleteReplyError, match=r"1 of 3 verdicts: .* number 2, 3, also when asked again"):
        run(steps.verify(judge, ["a", "b", "c"], CHUNKS))


def test_surplus_verdicts_and_equal_repeats_change_nothing() -> None:
    """Verdicts on numbers that were not asked are ignored; the same verdict given twice counts once."""
    judge = ScriptedJudge(
        [{"verdicts": [verdict(1, True), verdict(1, True), verdict(2, False), verdict(9, True)]}]
    )
    assert [one.supported for one in run(steps.verify(judge, ["a", "b"], CHUNKS))] == [True, False]


def test_a_contradiction_is_asked_again() -> None:
    """Two different verdicts on one statement are none: it is asked for once more."""
    judge = ScriptedJudge(
        [
            {"verdicts": [verdict(1, True), verdict(1, False), verdict(2, True)]},
            {"verdicts": [verdict(1, False)]},
        ]
    )
    assert [one.supported for one in run(steps.verify(judge, ["a", "b"], CHUNKS))] == [False, True]


def test_numbers_that_may_count_from_zero_or_one_are_not_guessed() -> None:
    """A reply that holds number 0 and leaves one out is asked for again as a whole, never shifted by luck."""
    judge = ScriptedJudge(
        [
            {"verdicts": [verdict(0, True), verdict(1, False)]},
            {"verdicts": [verdict(1, True), verdict(2, False), verdict(3, True)]},
        ]
    )
    assert [one.supported for one in run(steps.verify(judge, ["a", "b", "c"], CHUNKS))] == [True, False, True]


@pytest.mark.parametrize("chunks", [[], [7], [0], [0, 1]])
def test_a_supported_statement_without_its_chunk_is_asked_chunk_by_chunk(chunks: list[int]) -> None:
    """Which chunk supports a statement is never guessed from a reply that does not say, nor taken as none."""
    unsure = {"number": 1, "reason": "r", "supported": True, "chunks": chunks}
    judge = ScriptedJudge(
        [{"verdicts": [unsure]}, {"verdicts": [verdict(1, False)]}, {"verdicts": [verdict(1, True)]}]
    )
    assert run(steps.supporting_chunks(judge, ["a"], ["first", "second"])) == [{1}]


def test_a_judge_that_counts_from_zero_is_understood() -> None:
    """Numbers 0 to n-1 stand for 1 to n."""
    judge = ScriptedJudge([{"verdicts": [verdict(0, True), verdict(1, False)]}])
    assert [one.supported for one in run(steps.verify(judge, ["a", "b"], CHUNKS))] == [True, False]


def test_nothing_to_verify_asks_nobody() -> None:
    """No statements, no call."""
    judge = ScriptedJudge()
    assert run(steps.verify(judge, [], CHUNKS)) == []
    assert judge.calls == []


def test_a_verdict_is_a_boolean() -> None:
    """A number that is no boolean is a reply that does not fit, shown in the error."""
    judge = ScriptedJudge([{"verdicts": [{"number": 1, "reason": "r", "supported": 2}]}])
    with pytest.raises(ReplyError, match="supported"):
        run(steps.verify(judge, ["a"], CHUNKS))


def test_quotes_are_looked_up() -> None:
    """A quote gets chunk and offsets in the source; an invented one is marked; none is None."""
    judge = ScriptedJudge(
        [
            {
                "verdicts": [
                    verdict(1, True, quote="ticket COSTS two euros", chunks=[2, 7]),
                    verdict(2, True, quote="trams are free", chunks=[1]),
                    verdict(3, True),
                    verdict(4, False, quote="Trams", chunks=[1]),
                ]
            }
        ]
    )
    first, invented, unquoted, refused = run(steps.verify(judge, ["a", "b", "c", "d"], CHUNKS))
    assert (first.quote, first.chunk, first.quote_found) == ("ticket costs two euros", 1, True)
    assert first.start is not None
    assert CHUNKS[1][first.start : first.end] == "ticket costs two euros"
    assert first.chunks == (1,)
    assert (invented.quote, invented.quote_found, invented.chunk) == ("trams are free", False, None)
    assert unquoted.quote_found is None
    assert (refused.quote, refused.chunks) == (None, ())


def test_chunks_in_one_call_or_in_several() -> None:
    """All chunks go in one call; `chunks_per_call` splits them, and the opinions stay in order."""
    flags = [True, False, True, True, False]
    chunks = [f"chunk text {index}" for index in range(5)]
    all_at_once = ScriptedJudge([{"verdicts": [useful(n, flag) for n, flag in enumerate(flags, 1)]}])
    by_two = ScriptedJudge(
        [
            {"verdicts": [useful(n, flag) for n, flag in enumerate(part, 1)]}
            for part in (flags[:2], flags[2:4], flags[4:])
        ]
    )
    for judge, size, calls in ((all_at_once, None, 1), (by_two, 2, 3)):
        opinions = run(steps.relevant(judge, "q", "a", chunks, chunks_per_call=size))
        assert [one.useful for one in opinions] == flags
        assert len(judge.calls) == calls
    assert "chunk text 2" in by_two.calls[1].prompt
    assert "chunk text 1" not in by_two.calls[1].prompt


def test_questions_that_are_blank_are_asked_for_again() -> None:
    """Blank questions are asked for once more, then left out; surplus ones are cut."""
    blank = {"question": " ", "noncommittal": False}
    good = [{"question": f"q{index}?", "noncommittal": False} for index in range(4)]
    judge = ScriptedJudge([{"questions": [good[0], blank]}, {"questions": [good[1], good[2]]}])
    assert [one.question for one in run(steps.questions(judge, "a", 2))] == ["q0?", "q1?"]
    stubborn = ScriptedJudge([{"questions": [good[0], blank]}, {"questions": [blank]}])
    assert [one.question for one in run(steps.questions(stubborn, "a", 2))] == ["q0?"]
    eager = ScriptedJudge([{"questions": good}])
    assert len(run(steps.questions(eager, "a", 3))) == 3


def test_supporting_chunks_of_each_statement() -> None:
    """Chunks are counted from 0, whoever names them: a reply's numbers or a judge of its own steps."""
    judge = ScriptedJudge([{"verdicts": [verdict(1, True, chunks=[1, 2]), verdict(2, False)]}])
    assert run(steps.supporting_chunks(judge, ["a", "b"], CHUNKS)) == [{0, 1}, set()]
    assert run(steps.supporting_chunks(OwnSteps(), ["Trams", "ship"], CHUNKS)) == [{0}, set()]


def test_a_step_judge_is_asked_directly() -> None:
    """A judge that answers steps itself gets no prompt."""
    judge = OwnSteps()
    assert run(steps.split(judge, "One. Two")) == ["One", "Two"]
    assert [one.supported for one in run(steps.verify(judge, ["Trams", "ships"], CHUNKS))] == [True, False]
    assert [one.useful for one in run(steps.relevant(judge, "q", "two euros", CHUNKS))] == [False, True]
    assert run(steps.entities(judge, "in Paris")) == ["Paris"]
    assert judge.asked == ["split", "verify", "relevant", "entities"]


def test_a_run_asks_each_step_once() -> None:
    """Inside a run the same step on the same texts is answered once, however many ask."""
    judge = OwnSteps()

    async def several() -> list[list[str]]:
        with use_runner(Runner()):
            first = await asyncio.gather(*(steps.split(judge, "One. Two") for _ in range(5)))
            return [*first, await steps.split(judge, "One. Two")]

    results = run(several())
    assert judge.asked == ["split"]
    results[0].append("changed")
    assert results[1] == ["One", "Two"]
