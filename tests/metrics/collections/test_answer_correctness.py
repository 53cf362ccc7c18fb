"""Answer correctness: facts by statements, meaning by embeddings."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.metrics.collections.answer_correctness import AnswerCorrectness
from ragas.testing import HashEmbeddings, ScriptedJudge
from tests.replies import statements, verdicts

ROW: dict[str, Any] = {"user_input": "Who?", "response": "resp", "reference": "ref"}
VECTORS = HashEmbeddings({"resp": [1.0, 0.0], "ref": [0.6, 0.8]})
OPPOSITE = HashEmbeddings({"resp": [1.0, 0.0], "ref": [-1.0, 0.0]})


def judge(said: list[bool], wanted: list[bool]) -> ScriptedJudge:
    """A judge that finds these statements and gives these verdicts."""
    splits = [
        statements(*(f"{side} {n}" for n in range(len(found))))
        for side, found in (("response", said), ("reference", wanted))
    ]
    return ScriptedJudge([*splits, verdicts(*said), verdicts(*wanted)])


def test_facts_and_meaning_are_weighed() -> None:
    """TP 1, FP 1, FN 1 and a cosine of 0.6 with the default weights: 0.75 * 0.5 + 0.25 * 0.6 = 0.525."""
    result = AnswerCorrectness(llm=judge([True, False], [True, False]), embeddings=VECTORS).score(**ROW)
    assert result.value == pytest.approx(0.525)
    output = result.traces["output"]
    assert (output["TP"], output["FP"], output["FN"]) == (1, 1, 1)
    assert (output["factuality"], output["similarity"]) == (0.5, pytest.approx(0.6))
    assert [one["statement"] for one in output["response_statements"]] == ["response 0", "response 1"]


@given(st.lists(st.booleans(), min_size=1, max_size=5), st.lists(st.booleans(), min_size=1, max_size=5))
def test_each_side_has_its_own_denominator(said: list[bool], wanted: list[bool]) -> None:
    """The harmonic mean of the shares of statements that the other side supports.

    Where as many are supported on both sides, as in the published definition, this is TP / (TP + (FP + FN) / 2).
    """
    value = AnswerCorrectness(llm=judge(said, wanted), weights=(1, 0)).score(**ROW).value
    p, r = sum(said) / len(said), sum(wanted) / len(wanted)
    assert value == pytest.approx(2 * p * r / (p + r) if p + r else 0.0)
    if sum(said) == sum(wanted) > 0:
        wrong = said.count(False) + wanted.count(False)
        assert value == pytest.approx(sum(said) / (sum(said) + wrong / 2))


def test_nothing_covered_is_no_recall() -> None:
    """A true statement of the response beside the point covers nothing of the reference."""
    result = AnswerCorrectness(llm=judge([True], [False, False, False]), weights=(1, 0)).score(**ROW)
    assert result.value == 0.0
    assert (result.traces["output"]["precision"], result.traces["output"]["recall"]) == (1.0, 0.0)


@pytest.mark.parametrize(("beta", "value"), [(2, 5 / 18), (0.5, 5 / 12)])
def test_beta_weighs_what_is_missing(beta: float, value: float) -> None:
    """TP 1, FP 1, FN 3."""
    scripted = judge([True, False], [True, False, False, False])
    result = AnswerCorrectness(llm=scripted, weights=[1, 0], beta=beta).score(**ROW)
    assert result.value == pytest.approx(value)


def test_a_part_without_weight_is_not_asked_for() -> None:
    """Similarity alone asks no judge, factuality alone embeds nothing."""
    scripted = ScriptedJudge()
    result = AnswerCorrectness(llm=scripted, embeddings=VECTORS, weights=(0, 1)).score(**ROW)
    assert result.value == pytest.approx(0.6)
    assert scripted.calls == []
    unused = HashEmbeddings()
    AnswerCorrectness(llm=judge([True], [True]), embeddings=unused, weights=(1, 0)).score(**ROW)
    assert unused.calls == []


def test_the_score_is_never_negative() -> None:
    """Opposite vectors and no fact right: 0.0; with all facts right they cost their weight."""
    assert AnswerCorrectness(llm=judge([False], [False]), embeddings=OPPOSITE).score(**ROW).value == 0.0
    right = AnswerCorrectness(llm=judge([True], [True]), embeddings=OPPOSITE).score(**ROW)
    assert right.value == pytest.approx(0.5)


def test_no_statements() -> None:
    """On both sides not applicable; on one side no fact is right, and only the meaning counts."""
    assert AnswerCorrectness(llm=judge([], []), embeddings=VECTORS).score(**ROW).status == "not_applicable"
    result = AnswerCorrectness(llm=judge([], [True]), embeddings=VECTORS).score(**ROW)
    assert result.value == pytest.approx(0.15)
    assert "the response makes no statement of fact" in str(result.reason)


def test_identical_texts_are_right() -> None:
    """The same text is 1.0 whatever the models would say."""
    metric = AnswerCorrectness(llm=ScriptedJudge(), embeddings=HashEmbeddings())
    assert metric.score(user_input="Code?", response="27415", reference="27415").value == 1.0


def test_the_reason_names_what_is_wrong_and_what_is_missing() -> None:
    """Both sides in one sentence."""
    result = AnswerCorrectness(llm=judge([True, False], [True, False]), weights=(1, 0)).score(**ROW)
    assert result.reason == (
        'Factuality 0.50: 1 of 2 statements in the reference (not: "response 1"), '
        '1 of 2 reference statements missing ("reference 1").'
    )


@pytest.mark.parametrize("weights", [[1.0], [0, 0], [-1, 2], [1, 2, 3], ["1", 0], [float("nan"), 1]])
def test_weights_are_checked(weights: Any) -> None:
    """Two numbers, none negative, not both 0; the message shows what was given."""
    with pytest.raises(ValueError, match="weights"):
        AnswerCorrectness(weights=weights)


def test_weights_are_not_shared() -> None:
    """Changing a list after it was given changes no metric."""
    given = [0.5, 0.5]
    metric = AnswerCorrectness(weights=given)
    given[0] = 9
    assert metric.weights == (0.5, 0.5)


def test_a_beta_whose_square_is_no_number() -> None:
    """It is refused when the metric is made, not with a score that is none."""
    with pytest.raises(ValueError, match="beta is a number"):
        AnswerCorrectness(beta=1e200)
