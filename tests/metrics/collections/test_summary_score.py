"""Summary score: questions answered, and how much shorter."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas import EvaluationDataset, EvaluationResult, RunConfig, evaluate
from ragas.exceptions import EmptyInputError, IncompleteReplyError
from ragas.metrics.collections.summary_score import SummaryScore
from ragas.testing import ScriptedJudge

TEXT = "x" * 100


def judge(*flags: bool) -> ScriptedJudge:
    """A judge that asks as many questions as there are flags and finds those answered whose flag is true."""
    return ScriptedJudge(
        [
            {"keyphrases": ["Lot 7"]},
            {"questions": [f"question {n}?" for n in range(len(flags))]},
            {"answers": [{"number": n, "reason": "r", "answered": f} for n, f in enumerate(flags, 1)]},
        ]
    )


@given(
    st.lists(st.booleans(), min_size=1, max_size=6),
    st.integers(1, 300),
    st.floats(0, 1),
)
def test_the_score_weighs_answers_and_length(flags: list[bool], length: int, coeff: float) -> None:
    """(1 - coeff) * answered share + coeff * conciseness, always in [0, 1]."""
    metric = SummaryScore(llm=judge(*flags), coeff=coeff)
    value = metric.score(reference_contexts=[TEXT], response="y" * length).value
    expected = (1 - coeff) * sum(flags) / len(flags) + coeff * (1 - min(length, 100) / 100)
    assert value == pytest.approx(expected, abs=1e-9)
    assert 0 <= value <= 1


def test_a_summary_longer_than_its_text() -> None:
    """Three of four answered and no shorter than the text: 0.75 and 0, so 0.375, not less."""
    result = SummaryScore(llm=judge(True, True, True, False)).score(
        reference_contexts=["Lot 7 sold."], response="Lot 7 was sold to a bidder who wished to stay unknown."
    )
    assert result.value == 0.375
    assert result.reason == (
        'The summary answers 3 of 4 questions; not: "question 3?". It is no shorter than the text.'
    )
    assert result.traces["output"]["questions"][3] == {
        "question": "question 3?",
        "answered": False,
        "reason": "r",
    }


@pytest.mark.parametrize("phrases", [[], ["  "], ["Lot 7"]])
def test_nothing_to_ask_does_not_apply(phrases: list[str]) -> None:
    """No key phrases or no questions: unscored, the cause says so, and the other rows are untouched."""
    replies: list[Any] = [{"keyphrases": phrases}]
    if phrases == ["Lot 7"]:
        replies.append({"questions": []})

    def answer(prompt: str, model: type[Any]) -> Any:
        if "Lot 7 sold" in prompt:
            return replies.pop(0)
        return {
            "Keyphrases": {"keyphrases": ["Ada"]},
            "ClosedQuestions": {"questions": ["Is it Ada?"]},
            "Answers": {"answers": [{"number": 1, "reason": "r", "answered": True}]},
        }[model.__name__]

    rows = [
        {"reference_contexts": ["Lot 7 sold."], "response": "Sold."},
        {"reference_contexts": ["Ada Wren founded it."], "response": "Ada Wren."},
    ]
    metric = SummaryScore(llm=ScriptedJudge(answer), length_penalty=False)
    run_config = RunConfig(max_retries=1, timeout=20)
    result = evaluate(EvaluationDataset.from_list(rows), [metric], show_progress=False, run_config=run_config)
    assert isinstance(result, EvaluationResult)
    first, second = (cells["summary_score"] for cells in result.cells)
    assert first.status == "not_applicable"
    assert "no questions" in f"{first.cause} {first.reason}"
    assert (second.status, second.value) == ("scored", 1.0)


def test_without_the_length_penalty_only_questions_count() -> None:
    """2 of 3, not halved."""
    metric = SummaryScore(llm=judge(True, True, False), length_penalty=False)
    assert metric.score(reference_contexts=[TEXT], response="y").value == pytest.approx(2 / 3)


def test_the_text_is_all_contexts() -> None:
    """Contexts are joined with a line break: "ab" and "cd" are five characters."""
    assert SummaryScore(llm=judge(True)).score(reference_contexts=["ab", "cd"], response="a").value == 0.9


def test_missing_answers_fail() -> None:
    """Four questions and one answer, also when asked again, are no score."""
    replies = [
        {"keyphrases": ["k"]},
        {"questions": ["a", "b", "c", "d"]},
        {"answers": [{"number": 1, "reason": "r", "answered": True}]},
        {"answers": []},
    ]
    with pytest.raises(IncompleteReplyError, match="1 of 4 answers"):
        SummaryScore(llm=ScriptedJudge(replies)).score(reference_contexts=[TEXT], response="y")


@pytest.mark.parametrize(("contexts", "response"), [([], "y"), ([" "], "y"), ([TEXT], " ")])
def test_empty_texts_are_refused(contexts: list[str], response: str) -> None:
    """There is nothing to summarise, or no summary; no judge is asked."""
    scripted = ScriptedJudge()
    with pytest.raises(EmptyInputError):
        SummaryScore(llm=scripted).score(reference_contexts=contexts, response=response)
    assert scripted.calls == []


@pytest.mark.parametrize("coeff", [-0.1, 1.5, "0.5", None, True])
def test_coeff_is_a_share(coeff: Any) -> None:
    """Anything but a number from 0 to 1 is refused by name."""
    with pytest.raises(ValueError, match="coeff"):
        SummaryScore(coeff=coeff)


@pytest.mark.parametrize("word", ["1", " 1", "yes ", " true"])
def test_answers_in_words_are_read_with_blanks_around(word: str) -> None:
    """A judge that says true in another form is understood."""
    replies = [{"keyphrases": ["Lot 7"]}, {"questions": ["Is it?"]}]
    answers = {"answers": [{"number": 1, "reason": "r", "answered": word}]}
    metric = SummaryScore(llm=ScriptedJudge([*replies, answers]), length_penalty=False)
    assert metric.score(reference_contexts=[TEXT], response="x").value == 1.0
