"""Bringing a metric near to people's labels."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.exceptions import InputError
from ragas.legacy.embeddings import LangchainEmbeddingsWrapper
from ragas.metrics.discrete import DiscreteMetric
from ragas.metrics.numeric import NumericMetric
from ragas.metrics.ranking import RankingMetric
from ragas.testing import HashEmbeddings, ScriptedJudge

pytest.importorskip("pandas")

ROWS: list[dict[str, Any]] = [
    {"response": "please wait here", "tone": "pass", "tone_reason": "polite"},
    {"response": "go away now", "tone": "fail"},
    {"response": "kindly follow me", "tone": "pass"},
    {"response": "no label", "tone": None},
]


class LangChainLike:
    """Embeddings with LangChain's methods."""

    def embed_query(self, text: str) -> list[float]:
        return HashEmbeddings().embed_text(text)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return HashEmbeddings().embed_texts(texts)


def by_word(prompt: str, model: Any) -> dict[str, Any]:
    asked = prompt.split("\n")[0]
    return {"reason": "r", "value": "fail" if "away" in asked else "pass"}


def metric() -> DiscreteMetric:
    return DiscreteMetric("tone", prompt="Is {response} polite?")


@pytest.mark.parametrize("embeddings", [HashEmbeddings(), LangchainEmbeddingsWrapper(LangChainLike())])
def test_similar_labelled_rows_are_shown_to_the_judge(embeddings: Any) -> None:
    """With modern and with first-generation embeddings; rows without a label are no examples."""
    aligned = metric()
    aligned.align(ROWS, embeddings, max_similar_examples=1, similarity_threshold=0.3)
    judge = ScriptedJudge(by_word)
    aligned.score(llm=judge, response="please wait")
    assert "response: please wait here\nOutput:\nvalue: pass\nreason: polite" in judge.calls[0].prompt
    assert "go away" not in judge.calls[0].prompt
    assert len(aligned.prompt.examples) == 3


def test_labels_and_values_are_compared_in_pairs() -> None:
    """A row without a label leaves both sides; all equal is kappa 1.0."""
    found = metric().validate_alignment(ScriptedJudge(by_word), ROWS)
    assert (found["correlation"], found["agreement_rate"]) == (1.0, 1.0)
    assert list(found["df"]["tone_pred"]) == ["pass", "fail", "pass", "pass"]


def test_columns_may_have_other_names() -> None:
    """`mapping` says which column fills a name of the prompt."""
    rows = [{"text": "go away", "tone": "fail"}, {"text": "please", "tone": "pass"}]
    found = metric().validate_alignment(ScriptedJudge(by_word), rows, {"response": "text"})
    assert found["agreement_rate"] == 1.0


def test_numbers_are_compared_as_numbers() -> None:
    """A label 5 or "5" and a value 5.0 agree."""
    rows = [{"x": "a", "n": 5}, {"x": "b", "n": "1"}, {"x": "c", "n": 3}]
    judge = ScriptedJudge([{"reason": "r", "value": value} for value in (5.0, 1.0, 2.0)])
    found = NumericMetric("n", (0, 5), "{x}").validate_alignment(judge, rows)
    assert found["agreement_rate"] == pytest.approx(2 / 3)
    assert 0.9 < found["correlation"] < 1.0


def test_rankings_are_compared() -> None:
    """Lists, also as text, go together by the places of their items."""
    rows = [{"x": "1", "best": ["a", "b"]}, {"x": "2", "best": '["b", "a"]'}]
    judge = ScriptedJudge([{"reason": "r", "value": ["a", "b"]}] * 2)
    found = RankingMetric("best", 2, "{x}").validate_alignment(judge, rows)
    assert found["agreement_rate"] == 0.5
    assert found["correlation"] == 0.0


def test_a_row_that_fails_leaves_the_comparison_with_a_warning() -> None:
    """The others count; when all fail, the failure is raised."""

    def sometimes(prompt: str, model: Any) -> Any:
        return RuntimeError("no credit") if "away" in prompt else by_word(prompt, model)

    with pytest.warns(UserWarning, match="1 of 4 rows failed, the first: no credit"):
        found = metric().validate_alignment(ScriptedJudge(sometimes), ROWS)
    assert found["agreement_rate"] == 1.0
    with pytest.raises(RuntimeError, match="no credit"):
        metric().validate_alignment(ScriptedJudge(lambda *asked: RuntimeError("no credit")), ROWS)


def test_without_labels_there_is_nothing_to_compare() -> None:
    """The message names the column."""
    with pytest.raises(InputError, match="'tone'"):
        metric().validate_alignment(ScriptedJudge(by_word), [{"response": "x"}])


def test_labels_may_stand_in_the_usual_column() -> None:
    """Where no column has the metric's name, `label` holds the labels, unless the metric reads it."""
    rows = [
        {"response": row["response"], "label": row["tone"], "label_reason": row.get("tone_reason")}
        for row in ROWS
    ]
    aligned = metric()
    aligned.align(rows, HashEmbeddings(), max_similar_examples=1, similarity_threshold=0.3)
    judge = ScriptedJudge(by_word)
    aligned.score(llm=judge, response="please wait")
    assert "value: pass\nreason: polite" in judge.calls[0].prompt
    assert metric().validate_alignment(ScriptedJudge(by_word), rows)["agreement_rate"] == 1.0
    reads_it = DiscreteMetric("tone", prompt="Is {response} rather {label}?")
    with pytest.raises(InputError, match=r"expected in the column 'tone'\. The columns are: response, label"):
        reads_it.align(rows, HashEmbeddings())


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([{"response": "x", "score": "pass"}], r"'tone' or 'label'\. The columns are: response, score\."),
        ([{"response": "x", "tone": None}], r"the column 'tone' is empty in all 1 rows\."),
        ([], r"The columns are: none\."),
    ],
)
def test_aligning_without_labels_is_refused(rows: list[dict[str, Any]], told: str) -> None:
    """A metric is not silently left as it was: the message names what was looked for, and what there is."""
    with pytest.raises(InputError, match=told):
        metric().align(rows, HashEmbeddings())


def test_align_and_validate_splits_the_rows() -> None:
    """One part is shown, the other compared; the same seed splits alike."""
    rows = [dict(row, response=f"{row['response']} {n}") for n in range(5) for row in ROWS[:2]]
    frames = []
    for _ in range(2):
        aligned = metric()
        found = aligned.align_and_validate(rows, HashEmbeddings(), ScriptedJudge(by_word), test_size=0.3)
        frames.append(list(found["df"]["response"]))
        assert len(aligned.prompt.examples) == 7
    assert frames[0] == frames[1]
    assert len(frames[0]) == 3
    with pytest.raises(ValueError, match="a part would be empty"):
        metric().align_and_validate(ROWS[:1], HashEmbeddings(), ScriptedJudge(by_word))


def test_rows_that_read_the_same_are_in_one_part() -> None:
    """No row is compared with what an equal one taught, whatever its label and id."""
    rows = [
        {"id": f"{n}{copy}", "response": text, "tone": ("pass", "fail")[copy]}
        for n in range(10)
        for copy, text in enumerate((f"wait {n}", f"WAIT  {n}"))
    ]
    aligned = metric()
    found = aligned.align_and_validate(rows, HashEmbeddings(), ScriptedJudge(by_word), test_size=0.3)
    taught = {given["response"].split()[1] for given, _ in aligned.prompt.examples}
    assert not taught & {text.split()[1] for text in found["df"]["response"]}
    assert len(found["df"]) == 6


def test_a_row_is_not_shown_itself_when_it_is_compared() -> None:
    """Validating on the rows that were aligned with does not show a row its own label."""
    aligned = metric()
    aligned.align(ROWS, HashEmbeddings(), max_similar_examples=3, similarity_threshold=0.0)
    judge = ScriptedJudge(by_word)
    aligned.validate_alignment(judge, ROWS)
    for call in judge.calls:
        shown, _, asked = call.prompt.partition("\n\nAsked now:\n")
        assert f"response: {asked.removeprefix('Is ').removesuffix(' polite?')}" not in shown
        assert "Output:" in shown


def test_data_frames_are_tables_too() -> None:
    """NaN in a data frame is a missing label."""
    import pandas

    found = metric().validate_alignment(ScriptedJudge(by_word), pandas.DataFrame(ROWS))
    assert found["agreement_rate"] == 1.0


def test_labels_in_other_words_are_the_metric_s_values() -> None:
    """People's yes and no are the metric's pass and fail, as `ragas align` and training read them."""
    metric = DiscreteMetric(name="kind", allowed_values=["pass", "fail"], prompt="Is {response} kind?")
    rows = [{"response": "Dear you.", "kind": "yes"}, {"response": "Go away.", "kind": "no"}]
    judge = ScriptedJudge([{"reason": "so", "value": "pass"}, {"reason": "so", "value": "fail"}])
    assert metric.validate_alignment(judge, rows)["agreement_rate"] == 1.0
