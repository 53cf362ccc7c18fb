"""Factual correctness: claims of each side, checked against the other."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.engine.runner import Runner, use_runner
from ragas.exceptions import EmptyInputError, IncompleteReplyError
from ragas.metrics.collections import Faithfulness
from ragas.metrics.collections.factual_correctness import FactualCorrectness
from ragas.testing import ScriptedJudge
from tests.replies import statements, verdicts

ROW: dict[str, Any] = {"response": "The RESPONSE.", "reference": "The REFERENCE."}
flags = st.lists(st.booleans(), min_size=1, max_size=6)


def judge(said: list[bool], wanted: list[bool]) -> ScriptedJudge:
    """A judge that finds as many claims in each text as there are flags, and supports those whose flag is true."""

    def answer(prompt: str, model: type[Any]) -> Any:
        data = prompt[prompt.rindex("<text " if model.__name__ == "Statements" else "<chunk ") :]
        if model.__name__ == "Statements":
            side, found = ("response", said) if "RESPONSE" in data else ("reference", wanted)
            return statements(*(f"{side} claim {n}" for n in range(len(found))))
        return verdicts(*(wanted if "RESPONSE" in data else said))

    return ScriptedJudge(answer)


@pytest.mark.parametrize(
    ("settings", "value"),
    [
        ({"mode": "precision"}, 3 / 4),
        ({"mode": "recall"}, 2 / 3),
        ({"mode": "f1"}, 12 / 17),
        ({"mode": "f1", "beta": 2}, 15 / 22),
    ],
)
def test_each_side_has_a_denominator_of_its_own(settings: dict[str, Any], value: float) -> None:
    """3 of 4 claims of the response found, 2 of 3 of the reference: 0.75, 0.6667, 0.7059, and 0.6818 with beta 2."""
    metric = FactualCorrectness(llm=judge([True] * 3 + [False], [True, True, False]), **settings)
    assert metric.score(**ROW).value == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize("mode", ["precision", "recall", "f1"])
def test_identical_texts_are_right(mode: str) -> None:
    """Both "27415": 1.0, although no claim could be found in a bare number; no judge is asked."""
    scripted = ScriptedJudge()
    result = FactualCorrectness(llm=scripted, mode=mode).score(response="27415", reference=" 27415 ")
    assert result.value == 1.0
    assert scripted.calls == []


@given(flags, flags)
def test_f1_is_the_harmonic_mean(said: list[bool], wanted: list[bool]) -> None:
    """Whatever the verdicts, f1 follows from the two others, which the traces hold."""
    found = {
        mode: FactualCorrectness(llm=judge(said, wanted), mode=mode).score(**ROW)
        for mode in ("precision", "recall", "f1")
    }
    p, r = sum(said) / len(said), sum(wanted) / len(wanted)
    assert (found["precision"].value, found["recall"].value) == (p, r)
    assert found["f1"].value == pytest.approx(2 * p * r / (p + r) if p + r else 0.0)
    output = found["f1"].traces["output"]
    assert (output["precision"], output["recall"]) == (p, r)
    assert [one["supported"] for one in output["response_claims"]] == said
    assert [one["supported"] for one in output["reference_claims"]] == wanted


@pytest.mark.parametrize("mode", ["precision", "recall", "f1"])
def test_no_claims(mode: Any) -> None:
    """No claims on both sides do not apply; on one side they are 0.0, except that precision needs no reference's."""
    both = FactualCorrectness(llm=judge([], []), mode=mode).score(**ROW)
    assert both.status == "not_applicable"
    silent = FactualCorrectness(llm=judge([], [True]), mode=mode).score(**ROW)
    assert (silent.value, silent.reason) == (0.0, "The response makes no claim.")
    vague = FactualCorrectness(llm=judge([True, False], []), mode=mode).score(**ROW)
    assert vague.value == (0.5 if mode == "precision" else 0.0)


@pytest.mark.parametrize(("mode", "calls"), [("precision", 2), ("recall", 3), ("f1", 4)])
def test_a_mode_asks_what_it_needs(mode: Any, calls: int) -> None:
    """Precision does without the claims of the reference, recall without verdicts on those of the response."""
    scripted = judge([True], [True])
    FactualCorrectness(llm=scripted, mode=mode).score(**ROW)
    assert len(scripted.calls) == calls


def test_the_split_is_shared_in_a_run() -> None:
    """With the question given, the statements of the response are those other metrics of the run ask for."""
    scripted = judge([True, False], [True])

    async def both() -> None:
        with use_runner(Runner()):
            await Faithfulness(llm=scripted).ascore(
                user_input="What?", response=ROW["response"], retrieved_contexts=["a chunk"]
            )
            await FactualCorrectness(llm=scripted).ascore(**ROW, user_input="What?")

    asked: list[str] = []
    original = scripted.agenerate

    async def counting(prompt: Any, model: Any) -> Any:
        asked.append(prompt)
        return await original(prompt, model)

    scripted.agenerate = counting
    scripted.managed = False  # through the runner, as a real judge goes
    asyncio.run(both())
    assert len(asked) == 5
    assert len(set(asked)) == 5


@pytest.mark.parametrize(
    ("settings", "asked"),
    [
        ({}, []),
        ({"atomicity": "high"}, ["one single fact"]),
        ({"coverage": "high"}, ["said in passing"]),
        ({"atomicity": "high", "coverage": "high"}, ["one single fact", "said in passing"]),
    ],
)
def test_levels_change_what_is_asked(settings: dict[str, Any], asked: list[str]) -> None:
    """High atomicity and coverage add their sentence to the prompt; low ones leave the shared prompt as it is."""
    scripted = judge([True], [True])
    FactualCorrectness(llm=scripted, mode="precision", **settings).score(**ROW)
    prompt = scripted.calls[0].prompt
    assert [text for text in ("one single fact", "said in passing") if text in prompt] == asked


def test_the_reason_names_both_sides() -> None:
    """What the response adds and what it leaves out."""
    result = FactualCorrectness(llm=judge([True, False], [True])).score(**ROW)
    assert result.reason == (
        'Precision 0.50: 1 of 2 statements supported by the reference. Not supported: "response claim 1". reason 2 '
        "Recall 1.00: The only statement is supported by the response."
    )


def test_missing_verdicts_fail() -> None:
    """Three claims and one verdict, also when asked again, are no score."""
    scripted = ScriptedJudge([statements("a", "b", "c"), verdicts(True), {"verdicts": []}])
    with pytest.raises(IncompleteReplyError):
        FactualCorrectness(llm=scripted, mode="precision").score(**ROW)


def test_empty_texts_do_not_apply() -> None:
    """A blank response is nothing to compare."""
    with pytest.raises(EmptyInputError, match="response"):
        FactualCorrectness(llm=ScriptedJudge()).score(response=" ", reference="x")


@pytest.mark.parametrize(
    "settings",
    [
        {"mode": "bogus"},
        {"beta": "1"},
        {"beta": -1},
        {"beta": True},
        {"beta": 10**200},
        {"beta": 10**400},
        {"beta": float("nan")},
        {"atomicity": "mid"},
        {"coverage": "mid"},
    ],
)
def test_settings_are_checked(settings: dict[str, Any]) -> None:
    """A setting that is none is refused, with its value."""
    (name, value) = next(iter(settings.items()))
    with pytest.raises(ValueError, match=f"{name}.*{value}"):
        FactualCorrectness(**settings)
