"""Noise sensitivity: wrong statements that come from the retrieved chunks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ragas.llms.judge import Judge, Prompt, Reply
from ragas.metrics.collections import NoiseSensitivity
from ragas.testing import ScriptedJudge
from tests.replies import statements

CHUNKS = ["CHUNK zero", "CHUNK one", "CHUNK two"]
ROW: dict[str, Any] = {
    "user_input": "What is the fare?",
    "response": "RESPONSE text",
    "reference": "REFERENCE text",
    "retrieved_contexts": CHUNKS,
}
Table = list[set[int]]


def judge(reference: Table, response: Table, right: list[bool]) -> ScriptedJudge:
    """A judge by tables: the chunks that support each statement, and which response statements are right."""

    def supported(table: Table) -> dict[str, Any]:
        return {
            "verdicts": [
                {"number": n, "reason": "", "supported": bool(chunks), "chunks": [c + 1 for c in chunks]}
                for n, chunks in enumerate(table, 1)
            ]
        }

    def answer(prompt: str, model: type[Any]) -> dict[str, Any]:
        data = prompt.rsplit("\n\n", 1)[-1]
        if model.__name__ == "Statements":
            side = ("reference", reference) if "REFERENCE" in data else ("response", response)
            return statements(*(f"{side[0]} statement {n}" for n in range(len(side[1]))))
        if "reference statement" in data:
            return supported(reference)
        if "CHUNK" in data:
            return supported(response)
        return supported([{0} if flag else set() for flag in right])

    return ScriptedJudge(answer)


def by_definition(mode: str, reference: Table, response: Table, right: list[bool]) -> float:
    """The share of wrong statements by the matrices of the definition."""
    relevant = {c for c in range(len(CHUNKS)) if any(c in chunks for chunks in reference)}
    wrong = 0
    for chunks, ok in zip(response, right, strict=True):
        in_relevant = any(c in relevant for c in chunks)
        in_irrelevant = any(c not in relevant for c in chunks) and not in_relevant
        wrong += (in_relevant if mode == "relevant" else in_irrelevant) and not ok
    return wrong / len(response)


chunks = st.sets(st.integers(0, 2))


@given(
    st.sampled_from(["relevant", "irrelevant"]),
    st.lists(chunks, min_size=1, max_size=5),
    st.lists(st.tuples(chunks, st.booleans()), min_size=1, max_size=5),
)
@example("irrelevant", [{0}], [({0, 1}, False)])  # supported by chunks of both kinds
@example("irrelevant", [{0}], [({1}, False)])
@example("relevant", [{0}], [({0}, False), ({0}, True)])
def test_the_score_is_its_definition(
    mode: Any, reference: Table, answer: list[tuple[set[int], bool]]
) -> None:
    """Wrong statements from chunks of the chosen kind over all statements; five calls."""
    response, right = [one for one, _ in answer], [ok for _, ok in answer]
    scripted = judge(reference, response, right)
    result = NoiseSensitivity(llm=scripted, mode=mode).score(**ROW)
    assert result.value == by_definition(mode, reference, response, right)
    assert len(scripted.calls) == 5
    rows = result.traces["output"]["statements"]
    assert sum(row["misled"] for row in rows) / len(rows) == result.value


def test_the_reason_names_the_wrong_statements() -> None:
    """The reason quotes what is wrong and says which kind of chunk it came from."""
    result = NoiseSensitivity(llm=judge([{0}], [{0}, {1}], [False, True])).score(**ROW)
    assert result.value == 0.5
    assert result.reason == '1 of 2 statements wrong and taken from relevant chunks: "response statement 0".'


@pytest.mark.parametrize(("reference", "response"), [([], [{0}]), ([{0}], [])])
def test_no_statements_is_not_applicable(reference: Table, response: Table) -> None:
    """Without statements on a side there is nothing to compare."""
    result = NoiseSensitivity(llm=judge(reference, response, [True] * len(response))).score(**ROW)
    assert result.status == "not_applicable"


def test_no_context_is_not_applicable() -> None:
    """What was not retrieved cannot mislead; no judge is asked."""
    scripted = ScriptedJudge()
    result = NoiseSensitivity(llm=scripted).score(**ROW | {"retrieved_contexts": [" "]})
    assert result.status == "not_applicable"
    assert scripted.calls == []


def test_lower_is_better_and_modes_are_two() -> None:
    """The direction is known to runs and reports; an unknown mode is refused when the metric is made."""
    assert not NoiseSensitivity().higher_is_better
    with pytest.raises(ValueError, match="'relevant' or 'irrelevant', not 'both'"):
        NoiseSensitivity(mode="both")  # type: ignore[arg-type]


class ByChunk(Judge):
    """A judge that answers the verify step itself and sees one chunk at a time."""

    steps = frozenset({"split", "verify"})

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        raise AssertionError("not asked by prompt")

    async def split(self, text: str, question: str = "") -> list[str]:
        return text.split("; ")

    async def verify(self, texts: Any, contexts: Any) -> list[Any]:
        from ragas.llms.judge import Verdict

        return [Verdict(any(text in context for context in contexts)) for text in texts]


def test_a_judge_of_its_own_steps() -> None:
    """A step judge is asked chunk by chunk, and the matrices are the same."""
    metric = NoiseSensitivity(llm=ByChunk())
    result = metric.score(
        user_input="q",
        response="fare 3; fare 2",
        reference="fare 2",
        retrieved_contexts=["fare 2 and fare 3", "other"],
    )
    assert result.value == 0.5
    assert result.traces["output"]["relevant_chunks"] == [0]
