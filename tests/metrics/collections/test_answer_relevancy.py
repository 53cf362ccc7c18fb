"""Answer relevancy: similarity of the question asked to questions the response would answer."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragas.exceptions import ReplyError
from ragas.metrics.collections import AnswerRelevancy
from ragas.testing import HashEmbeddings, ScriptedJudge
from tests.replies import Reply, questions

ASKED = "When does the bus leave?"


def embeddings(**cosines: float) -> HashEmbeddings:
    """Embeddings that give each question the named cosine to the question asked."""
    vectors = {name: [value, sqrt(1 - value * value)] for name, value in cosines.items()}
    return HashEmbeddings({ASKED: [1.0, 0.0], **vectors})


def score(replies: list[Reply], vectors: HashEmbeddings, strictness: int = 3) -> float:
    metric = AnswerRelevancy(llm=ScriptedJudge(replies), embeddings=vectors, strictness=strictness)
    return float(metric.score(user_input=ASKED, response="At nine.").value)


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=5), st.data())
def test_the_score_is_the_clipped_mean_cosine(cosines: list[float], data: st.DataObject) -> None:
    """Mean cosine in [0, 1]; 0.0 only if every question is flagged noncommittal."""
    names = [f"q{number}" for number in range(len(cosines))]
    flags = data.draw(st.lists(st.booleans(), min_size=len(names), max_size=len(names)))
    value = score(
        [questions(*names, noncommittal=flags)],
        embeddings(**dict(zip(names, cosines, strict=True))),
        len(names),
    )
    expected = 0.0 if all(flags) else min(1.0, max(0.0, sum(cosines) / len(cosines)))
    assert value == pytest.approx(expected, abs=1e-9)


def test_the_same_question_is_exactly_one() -> None:
    """A response that answers just the question asked scores exactly 1.0."""
    judge = ScriptedJudge([questions(ASKED)])
    metric = AnswerRelevancy(llm=judge, embeddings=HashEmbeddings({ASKED: [0.6, 0.8]}), strictness=1)
    assert metric.score(user_input=ASKED, response="At nine.").value == 1.0


def test_one_call_and_one_embedding_request() -> None:
    """All questions are asked for in one call and embedded together with the user's own."""
    judge, vectors = ScriptedJudge([questions("a", "b", "c")]), embeddings(a=0.9, b=0.8, c=0.7)
    result = AnswerRelevancy(llm=judge, embeddings=vectors).score(user_input=ASKED, response="At nine.")
    assert result.value == pytest.approx(0.8)
    assert len(judge.calls) == 1
    assert vectors.calls == [[ASKED, "a", "b", "c"]]
    assert ASKED not in judge.calls[0].prompt


def test_evidence_holds_the_raw_mean() -> None:
    """The traces keep every question with its similarity, and the mean before clipping."""
    judge = ScriptedJudge([questions("a", noncommittal=[False])])
    metric = AnswerRelevancy(llm=judge, embeddings=embeddings(a=-0.5), strictness=1)
    output = metric.score(user_input=ASKED, response="At nine.").traces["output"]
    assert output["mean_similarity"] == pytest.approx(-0.5)
    assert output["questions"] == [
        {"question": "a", "noncommittal": False, "similarity": pytest.approx(-0.5)}
    ]


def test_a_blank_question_never_reaches_the_embeddings() -> None:
    """A blank question is asked for again, then left out; the others make the mean."""
    vectors = embeddings(a=0.9, b=0.7)
    assert score([questions("a", "", "b"), questions(" ")], vectors) == pytest.approx(0.8)
    assert all(text.strip() for request in vectors.calls for text in request)


def test_no_question_at_all_is_a_failure() -> None:
    """Without any question there is no score, and the error says so."""
    with pytest.raises(ReplyError, match="no question"):
        score([questions("", ""), questions()], embeddings())


def test_strictness_is_at_least_one() -> None:
    """A run of no questions is refused when the metric is made."""
    with pytest.raises(ValueError, match="at least 1, not 0"):
        AnswerRelevancy(strictness=0)
