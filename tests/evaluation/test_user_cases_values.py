"""Situations that users have reported about values: what a metric gives at its edges.

The numbers are worked out by hand. C numbers name the situations, as in `test_user_cases.py`.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ragas import EvaluationDataset, MultiTurnSample, SingleTurnSample
from ragas.exceptions import InputError, ReplyError
from ragas.legacy import metrics as old
from ragas.messages import AIMessage, HumanMessage, ToolCall
from ragas.metrics import DiscreteMetric, NumericMetric, numeric_metric
from ragas.metrics.collections import (
    BleuScore,
    CHRFScore,
    DomainSpecificRubrics,
    ExactMatch,
    FactualCorrectness,
    NonLLMContextPrecisionWithReference,
    NonLLMContextRecall,
    RougeScore,
    SummaryScore,
    ToolCallAccuracy,
    ToolCallF1,
)
from ragas.testing import ScriptedJudge
from tests.evaluation.runs import run
from tests.replies import statements, verdicts

# -- C05: factual correctness, recall and identical texts ---------------------------------------------------------

SAID = ["It opens at six.", "It sells rye bread.", "It is in Mill Lane.", "It has two ovens."]
WANTED = ["It opens at six.", "It sells rye bread.", "It closes on Sundays."]


def bakery() -> ScriptedJudge:
    """Of four claims of the response three are in the reference; of its three claims two are in the response."""

    def answer(prompt: str, model: type[Any]) -> Any:
        data = prompt.rsplit("Reply:", 1)[-1]
        of_response = SAID[-1] in data.split("<statements")[-1]
        if model.__name__ == "Statements":
            return statements(*(SAID if of_response else WANTED))
        return verdicts(True, True, True, False) if of_response else verdicts(True, True, False)

    return ScriptedJudge(answer)


@pytest.mark.parametrize("family", ["collections", "legacy"])
@pytest.mark.parametrize(
    ("settings", "value"),
    [
        ({"mode": "precision"}, 0.75),
        ({"mode": "recall"}, 2 / 3),
        ({"mode": "f1"}, 12 / 17),
        ({"mode": "f1", "beta": 2.0}, 15 / 22),
    ],
)
def test_c05_recall_counts_claims_of_the_reference(family: str, settings: Any, value: float) -> None:
    """Precision 0.75, recall 2/3, F1 0.7059, F-beta 0.6818: each side has its own denominator."""
    kind: Any = FactualCorrectness if family == "collections" else old.FactualCorrectness
    row = {"response": " ".join(SAID), "reference": " ".join(WANTED)}
    (found,) = run([row], [kind(llm=bakery(), **settings)]).scores[0].values()
    assert found == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("kind", [FactualCorrectness, old.FactualCorrectness], ids=["collections", "legacy"])
@pytest.mark.parametrize("mode", ["precision", "recall", "f1"])
def test_c05_identical_texts_are_one(kind: Any, mode: str) -> None:
    """A bare number against itself is 1.0 in all modes, whatever the judge would find in it."""
    judge = ScriptedJudge({"Statements": statements()})
    (value,) = (
        run([{"response": "27415", "reference": "27415"}], [kind(llm=judge, mode=mode)]).scores[0].values()
    )
    assert value == 1.0


# -- C08: string and overlap metrics at their edges ---------------------------------------------------------------


@pytest.mark.parametrize("family", ["collections", "legacy"])
def test_c08_both_context_metrics_treat_the_threshold_alike(family: str) -> None:
    """A similarity of exactly 0.5 counts in precision and in recall."""
    rows = [{"retrieved_contexts": ["abcd"], "reference_contexts": ["abxy"]}]
    kinds: Any = (
        (NonLLMContextPrecisionWithReference, NonLLMContextRecall)
        if family == "collections"
        else (old.NonLLMContextPrecisionWithReference, old.NonLLMContextRecall)
    )
    result = run(rows, [kind() for kind in kinds])
    assert list(result.scores[0].values()) == [1.0, 1.0]


OVERLAP = [CHRFScore, BleuScore, RougeScore, old.ChrfScore, old.BleuScore, old.RougeScore]


@pytest.mark.parametrize("kind", OVERLAP)
def test_c08_a_missing_reference_is_never_zero(kind: Any) -> None:
    """An error with the column where all rows lack it; an unscored cell with the row where one does."""
    text = "The tram leaves at nine."
    with pytest.raises(InputError, match="reference"):
        run([{"response": text, "reference": None}], [kind()])
    rows = [{"response": text, "reference": text}, {"response": text, "reference": None}]
    with pytest.warns(UserWarning, match=r"1 of 2 failed, first cause \(row 1\): row 1: .*'reference'"):
        result = run(rows, [kind()])
    first, second = (next(iter(cells.values())) for cells in result.cells)
    assert (first.value, second.value, second.status) == (1.0, None, "failed")


@pytest.mark.parametrize("kind", OVERLAP)
@pytest.mark.parametrize(
    "text", ["The tram leaves at nine.", "The  tram  leaves  at  nine.", "hi", "你好世界"]
)
def test_c08_equal_texts_are_exactly_one(kind: Any, text: str) -> None:
    """Also when whitespace is doubled in both, and when there are few words or another script."""
    (value,) = run([{"response": text, "reference": text}], [kind()]).scores[0].values()
    assert value == 1.0


def test_c08_exact_match_of_nothing_is_told() -> None:
    """No response is a clear error, alone; in a run a cell without a score. It is no TypeError from inside."""
    with pytest.raises(InputError, match="'response'"):
        ExactMatch().score(response=None, reference={"tram": 1})
    rows = [{"response": "x", "reference": "x"}, {"response": None, "reference": "x"}]
    with pytest.warns(UserWarning, match="row 1: exact_match needs 'response'"):
        result = run(rows, [ExactMatch()])
    assert [cells["exact_match"].status for cells in result.cells] == ["scored", "failed"]


# -- C09: summarisation with nothing to ask -----------------------------------------------------------------------


def auction(prompt: str, model: type[Any]) -> Any:
    """Nothing to ask about lot 7; four questions about any other text, three answered."""
    if model.__name__ == "Keyphrases":
        return {"keyphrases": [] if "Lot 7" in prompt else ["Lot 8"]}
    if model.__name__ == "ClosedQuestions":
        return {"questions": ["Was it lot 8?", "Was it sold?", "Was it dear?", "Was it old?"]}
    flags = enumerate([True, True, True, False], 1)
    return {"answers": [{"number": number, "reason": "r", "answered": flag} for number, flag in flags]}


LOTS = [
    {
        "reference_contexts": ["Lot 7 sold."],
        "response": "Lot 7 was sold to a bidder who wished to stay unknown.",
    },
    {"reference_contexts": ["Lot 8 sold."], "response": "Lot 8 was sold for a price nobody had thought of."},
]


@pytest.mark.parametrize("kind", [SummaryScore, old.SummarizationScore], ids=["collections", "legacy"])
def test_c09_nothing_to_ask_is_unscored_and_brevity_is_never_negative(kind: Any) -> None:
    """Without questions the cell says so and the other row stands: 0.75 answered, no shorter than the text, 0.375."""
    result = run(LOTS, [kind(llm=ScriptedJudge(auction), coeff=0.5)])
    first, second = (cells["summary_score"] for cells in result.cells)
    assert (first.status, first.value) == ("not_applicable", None)
    assert "no questions" in str(first.cause)
    assert second.value == pytest.approx(0.375, abs=1e-12)
    assert second.traces is not None
    output = second.traces["output"]
    assert (output["answered"], output["conciseness"]) == (0.75, 0.0)


# -- C10: tool calls, bounds, extras, odd arguments ---------------------------------------------------------------


def tide(day: int) -> ToolCall:
    return ToolCall(name="tide_table", args={"port": "Brest", "day": day})


EURO = ToolCall(name="currency", args={"code": "EUR"})


def tool_scores(made: list[Any], wanted: list[ToolCall]) -> tuple[float, float]:
    """Accuracy and F1 with the settings nobody changed, the same through both APIs and through evaluate."""
    talk = [HumanMessage(content="Plan it."), AIMessage(content="", tool_calls=made)]
    sample = MultiTurnSample(user_input=talk, reference_tool_calls=wanted)
    kinds: Any = [(ToolCallAccuracy, old.ToolCallAccuracy), (ToolCallF1, old.ToolCallF1)]
    found = []
    for kind, face in kinds:
        value = kind().score(user_input=talk, reference_tool_calls=wanted).value
        assert asyncio.run(face().multi_turn_ascore(sample)) == value
        for metric in (kind(), face()):
            assert list(run(EvaluationDataset([sample]), [metric]).scores[0].values()) == [value]
        assert 0 <= value <= 1
        found.append(value)
    return found[0], found[1]


def test_c10_calls_of_the_same_name_are_extras() -> None:
    """(a) The expected call and two others of its name: everything within 0..1, F1 0.5."""
    assert tool_scores([tide(3), tide(4), tide(5)], [tide(3)]) == (0.0, 0.5)


def test_c10_an_extra_call_lowers_both() -> None:
    """(b) F1 2/3, and accuracy below 1."""
    accuracy, f1 = tool_scores([tide(3), EURO], [tide(3)])
    assert accuracy < 1
    assert f1 == pytest.approx(2 / 3)


def test_c10_lists_and_nested_arguments_are_compared() -> None:
    """(c) 1.0; the order of keys does not matter, and nothing is unhashable."""
    made = ToolCall(name="route", args={"opts": {"toll": False, "ferry": True}, "stops": ["A", "B"]})
    wanted = ToolCall(name="route", args={"stops": ["A", "B"], "opts": {"ferry": True, "toll": False}})
    assert tool_scores([made], [wanted]) == (1.0, 1.0)


WORKED = {
    "A: one right, one with a wrong argument": ([tide(3), tide(4)], [tide(3), tide(5)], (0.75, 0.5)),
    "B: right calls in another order": ([EURO, tide(3)], [tide(3), EURO], (0.0, 1.0)),
    "C: another order and one more": ([EURO, tide(3), tide(4)], [tide(3), EURO], (0.0, 0.8)),
}


@pytest.mark.parametrize("row", WORKED)
def test_the_published_table_of_tool_calls(row: str) -> None:
    """A 0.750 and 0.500 (TP 1, FP 1, FN 1), B 0.000 and 1.000 (2, 0, 0), C 0.000 and 0.800 (2, 1, 0)."""
    made, wanted, expected = WORKED[row]
    assert tool_scores(made, wanted) == pytest.approx(expected, abs=1e-12)


def test_the_published_counts_of_tool_calls() -> None:
    """TP, FP and FN of the table, as the evidence of F1 names them."""
    counts = []
    for made, wanted, _ in WORKED.values():
        talk = [AIMessage(content="", tool_calls=made)]
        traces = ToolCallF1().score(user_input=talk, reference_tool_calls=wanted).traces
        assert traces is not None
        counts.append(tuple(len(traces["output"][key]) for key in ("matched", "not_expected", "missed")))
    assert counts == [(1, 1, 1), (2, 0, 0), (2, 1, 0)]


# -- C25: own metrics, range and arguments ------------------------------------------------------------------------


def test_c25_a_number_out_of_range_is_asked_again_then_unscored() -> None:
    """(a) 42 on a scale of 0 to 10: one more question, then failed with the cause, never 4.2 and never 1.0."""
    judge = ScriptedJudge([{"reason": "very good", "value": 42}] * 2)
    metric = NumericMetric(name="grade", prompt="Grade {response}.", allowed_values=(0, 10))
    with pytest.warns(UserWarning, match="grade: 1 of 1 failed"):
        cell = run([{"response": "r"}], [metric], llm=judge).cell(0, "grade")
    assert (cell.status, cell.value, cell.error) == ("failed", None, "ReplyError")
    assert "out of range" in str(cell.cause)
    assert len(judge.calls) == 2


def test_c25_pass_with_a_full_stop_is_pass() -> None:
    """(b) "Pass." is "pass", with one question."""
    judge = ScriptedJudge([{"reason": "fine", "value": "Pass."}])
    metric = DiscreteMetric(name="verdict", prompt="Judge {response}.", allowed_values=["pass", "fail"])
    assert run([{"response": "r"}], [metric], llm=judge)["verdict"] == ["pass"]
    assert len(judge.calls) == 1


def test_c25_a_rubric_is_normalised_from_its_lowest_level() -> None:
    """(c) 1, 3 and 5 of 1 to 5 are 0, 0.5 and 1."""
    found = []
    for level in (1, 3, 5):
        judge = ScriptedJudge([{"feedback": "f", "score": level}])
        result = DomainSpecificRubrics(llm=judge).score(response="r")
        assert result.value == level
        assert result.traces is not None
        found.append(result.traces["output"]["normalized"])
    assert found == [0.0, 0.5, 1.0]


def test_c25_arguments_reach_a_decorated_function() -> None:
    """(d) `limit=7` arrives, and an unknown argument is a TypeError."""

    @numeric_metric(name="within", allowed_values=(0, 10))
    def within(response: str, *, limit: int = 3) -> float:
        return float(limit)

    assert within.score(response="r", limit=7).value == 7
    assert within.score(response="r").value == 3
    with pytest.raises(TypeError, match="limt"):
        within.score(response="r", limt=7)


def test_c25_the_same_in_the_reply_of_a_rubric() -> None:
    """A level beyond the rubric is no grade: asked again, then an error."""
    judge = ScriptedJudge([{"feedback": "f", "score": 42}] * 2)
    with pytest.raises(ReplyError, match="42 is out of range"):
        asyncio.run(old.RubricsScore(llm=judge).single_turn_ascore(SingleTurnSample(response="r")))
    assert len(judge.calls) == 2
