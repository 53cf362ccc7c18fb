"""Faithfulness: supported statements over all statements."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.exceptions import EmptyInputError, InputError
from ragas.metrics.collections import Faithfulness
from ragas.testing import ScriptedJudge
from tests.replies import statements, verdicts

ROW: dict[str, Any] = {
    "user_input": "When does the ferry leave?",
    "response": "At 07:40, and it is free.",
    "retrieved_contexts": ["Nothing here.", "The ferry to Isla Verde leaves at 07:40."],
}


@given(st.lists(st.booleans(), min_size=1, max_size=8))
def test_the_score_is_the_share_of_supported_statements(flags: list[bool]) -> None:
    """Supported over all, exactly 1.0 when all are, with every statement in the evidence."""
    texts = [f"statement {number}" for number in range(len(flags))]
    judge = ScriptedJudge([statements(*texts), verdicts(*flags)])
    result = Faithfulness(llm=judge).score(**ROW)
    assert result.value == sum(flags) / len(flags)
    assert [one["statement"] for one in result.traces["output"]["statements"]] == texts
    assert [one["supported"] for one in result.traces["output"]["statements"]] == flags
    assert len(judge.calls) == 2


def test_the_reason_names_what_is_not_supported() -> None:
    """The reason counts and quotes what has no support, with the judge's words when it is one."""
    judge = ScriptedJudge([statements("It leaves at 07:40.", "It is free."), verdicts(True, False)])
    reason = Faithfulness(llm=judge).score(**ROW).reason
    assert reason == (
        '1 of 2 statements supported by the retrieved contexts. Not supported: "It is free". reason 2'
    )


def test_evidence_is_a_quote_with_its_place() -> None:
    """A supported statement carries the quote, its chunk and its offsets there."""
    judge = ScriptedJudge(
        [statements("It leaves at 07:40."), verdicts(True, quote="leaves at 07:40", chunks=[2])]
    )
    (row,) = Faithfulness(llm=judge).score(**ROW).traces["output"]["statements"]
    assert row["quote_found"] is True
    assert ROW["retrieved_contexts"][row["chunk"]][row["start"] : row["end"]] == "leaves at 07:40"


def test_the_judge_sees_statements_and_chunks() -> None:
    """The first prompt holds question and response, the second every chunk and every statement."""
    judge = ScriptedJudge([statements("It leaves at 07:40."), verdicts(True)])
    Faithfulness(llm=judge).score(**ROW)
    split, verify = (call.prompt for call in judge.calls)
    assert ROW["user_input"] in split
    assert ROW["response"] in split
    assert all(chunk in verify for chunk in ROW["retrieved_contexts"])
    assert "[1] It leaves at 07:40." in verify


def test_a_response_without_statements_is_not_applicable() -> None:
    """A refusal has nothing to check; `no_statements` gives it a score."""
    result = Faithfulness(llm=ScriptedJudge([statements()])).score(**ROW)
    assert result.status == "not_applicable"
    assert "nothing to check" in str(result.reason)
    chosen = Faithfulness(llm=ScriptedJudge([statements()]), no_statements=0.0).score(**ROW)
    assert (chosen.value, chosen.status) == (0.0, "scored")


@pytest.mark.parametrize("contexts", [[], [""], ["   ", "\n"]])
def test_no_context_is_zero_without_a_call(contexts: list[str]) -> None:
    """A claim with nothing behind it is not supported, and no judge is needed to say so."""
    judge = ScriptedJudge()
    result = Faithfulness(llm=judge).score(**ROW | {"retrieved_contexts": contexts})
    assert (result.value, result.reason) == (0.0, "There is no retrieved context.")
    assert judge.calls == []


def test_missing_and_empty_inputs() -> None:
    """None is an error, an empty response not applicable; neither asks the judge."""
    judge = ScriptedJudge()
    with pytest.raises(InputError, match="retrieved_contexts"):
        Faithfulness(llm=judge).score(**ROW | {"retrieved_contexts": None})
    with pytest.raises(EmptyInputError, match="response"):
        Faithfulness(llm=judge).score(**ROW | {"response": " "})
    assert judge.calls == []
