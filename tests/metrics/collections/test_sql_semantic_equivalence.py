"""SQL equivalence: what the judge sees and what becomes of its answer."""

from __future__ import annotations

import pytest

from ragas.exceptions import EmptyInputError, InputError
from ragas.metrics.collections.sql_semantic_equivalence import SQLSemanticEquivalence
from ragas.testing import ScriptedJudge


def judge(equivalent: bool) -> ScriptedJudge:
    return ScriptedJudge(
        [
            {
                "response_explanation": "all names",
                "reference_explanation": "active names",
                "equivalent": equivalent,
            }
        ]
    )


@pytest.mark.parametrize("equivalent", [True, False])
def test_the_verdict_is_the_value_and_the_explanations_the_reason(equivalent: bool) -> None:
    """1.0 or 0.0, and a labelled line for each query, the response first."""
    result = SQLSemanticEquivalence(llm=judge(equivalent)).score(response="SELECT 1", reference="SELECT 2")
    assert result.value == float(equivalent)
    assert result.reason == "Response: all names\nReference: active names"


def test_the_schema_is_shown_where_there_is_one() -> None:
    """The contexts are joined into one block; without them there is none."""
    scripted = judge(True)
    SQLSemanticEquivalence(llm=scripted).score(
        response="SELECT 1", reference="SELECT 2", reference_contexts=["users(name)", "orders(id)"]
    )
    assert "users(name)\norders(id)\n</schema" in scripted.calls[0].prompt
    for contexts in (None, [], [" "]):
        scripted = judge(True)
        SQLSemanticEquivalence(llm=scripted).score(
            response="SELECT 1", reference="SELECT 2", reference_contexts=contexts
        )
        assert "</schema" not in scripted.calls[0].prompt


def test_wrong_inputs() -> None:
    """A blank query does not apply; a missing one is an error."""
    with pytest.raises(EmptyInputError, match="response"):
        SQLSemanticEquivalence(llm=ScriptedJudge()).score(response=" ", reference="SELECT 1")
    with pytest.raises(InputError, match="reference"):
        SQLSemanticEquivalence(llm=ScriptedJudge()).score(response="SELECT 1", reference=None)
