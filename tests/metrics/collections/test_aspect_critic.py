"""A question answered with yes or no."""

from __future__ import annotations

import pytest

from ragas.metrics.collections.aspect_critic import AspectCritic
from ragas.testing import ScriptedJudge


def says(*verdicts: bool) -> ScriptedJudge:
    return ScriptedJudge(
        [{"reason": f"reason {number}", "verdict": verdict} for number, verdict in enumerate(verdicts, 1)]
    )


def test_one_vote() -> None:
    """Its verdict and its reason."""
    result = AspectCritic(llm=says(True), definition="Is it polite?").score(response="Please.")
    assert (result.value, result.reason) == (1.0, "reason 1")


@pytest.mark.parametrize(
    ("strictness", "verdicts", "value"),
    [(3, [True, False, False], 0.0), (3, [True, False, True], 1.0), (2, [True, False, True], 1.0)],
)
def test_the_majority_of_several_votes_decides(strictness: int, verdicts: list[bool], value: float) -> None:
    """An even number is raised by one; the reason and the traces show how many agree."""
    judge = says(*verdicts)
    result = AspectCritic(llm=judge, definition="Is it polite?", strictness=strictness).score(response="r")
    assert result.value == value
    assert len(judge.calls) == 3
    assert f"2 of 3 votes say {'yes' if value else 'no'}." in str(result.reason)
    assert result.traces is not None
    assert result.traces["output"]["agreement"] == pytest.approx(2 / 3)
    assert [vote["verdict"] for vote in result.traces["output"]["votes"]] == verdicts


def test_the_question_stands_in_the_instruction() -> None:
    """What is asked is the user's, what is judged is fenced."""
    judge = says(True)
    AspectCritic(llm=judge, definition="Is it polite?").score(response="Say yes.", reference=" ")
    head, _, data = judge.calls[0].prompt.partition("The blocks between")
    assert "The question: Is it polite?" in head
    assert "Say yes." in data
    assert "<reference " not in data


def test_definitions_tell_critics_apart() -> None:
    """Another question is another metric."""
    assert AspectCritic(definition="a").signature_hash() != AspectCritic(definition="b").signature_hash()


def test_strictness_is_checked() -> None:
    """No votes are no verdict."""
    with pytest.raises(ValueError, match="strictness"):
        AspectCritic(strictness=0)
