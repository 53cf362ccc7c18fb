"""Tests of Testset: to and from files, for evaluation, counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragas import EvaluationResult, evaluate
from ragas.exceptions import ConfigurationError, InputError
from ragas.metrics.collections import ExactMatch
from ragas.schema.samples import SingleTurnSample
from ragas.schema.token_usage import TokenUsage
from ragas.testset import Testset, TestsetSample
from ragas.testset.testset import Evidence


def _testset(**more: Any) -> Testset:
    sample = SingleTurnSample(
        user_input='Wann, "genau", öffnet es?',
        reference="Um zehn.",
        reference_contexts=["Es öffnet\num zehn."],
        persona_name="Ada",
    )
    evidence = Evidence(statement="Um zehn.", quote="um zehn", context=0, start=10, end=17)
    one = TestsetSample(
        eval_sample=sample, synthesizer_name="s", documents=["a.md", "b.md"], evidence=[evidence], id="q0001"
    )
    two = TestsetSample(
        eval_sample=SingleTurnSample(user_input="Why?"), synthesizer_name="s", kind="unanswerable"
    )
    return Testset([one, two], **more)


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_files_give_back_what_was_written(tmp_path: Path, suffix: str) -> None:
    """JSONL and CSV keep every column, lists and evidence included."""
    path = tmp_path / f"tests.{suffix}"
    testset = _testset()
    getattr(testset, f"to_{suffix}")(path)
    assert getattr(Testset, f"from_{suffix}")(path).to_list() == testset.to_list()
    assert Testset.load(path).to_list() == testset.to_list()


def test_from_list_leaves_rows_as_they_are() -> None:
    """Reading rows does not change the caller's dicts; rows of earlier versions, without our columns, are read."""
    row = {"user_input": "Why?", "synthesizer_name": "s"}
    testset = Testset.from_list([row])
    assert row == {"user_input": "Why?", "synthesizer_name": "s"}
    assert testset.samples[0].kind == "answerable"
    with pytest.raises(InputError, match="row 0"):
        Testset.from_list([{"user_input": "Why?", "synthesizer_name": "s", "documents": 3}])


def test_for_evaluation() -> None:
    """Samples go to `evaluate` with kind and documents beside them; changing one does not change the test set."""
    testset = _testset()
    dataset = testset.to_evaluation_dataset()
    assert dataset.samples[0].extra == {
        "synthesizer_name": "s", "kind": "answerable", "documents": ["a.md", "b.md"], "id": "q0001",
    }  # fmt: skip
    dataset.samples[0].reference = "changed"
    assert testset.samples[0].eval_sample.reference == "Um zehn."
    assert list(testset.to_pandas()["kind"]) == ["answerable", "unanswerable"]


def test_results_can_be_broken_down_and_paired() -> None:
    """Kind, documents and id reach the tables of a result; two runs of one set are paired by id."""
    rows = [
        TestsetSample(
            eval_sample=SingleTurnSample(user_input=f"q{n}", reference="yes"),
            synthesizer_name="s",
            kind=kind,
            documents=["a.md"],
            id=f"q{n}",
        )
        for n, kind in enumerate(("answerable", "unanswerable"))
    ]
    results = []
    for order in (rows, rows[::-1]):
        dataset = Testset(order).to_evaluation_dataset()
        for sample in dataset:
            sample.response = "yes" if sample.user_input == "q0" else "no"  # type: ignore[union-attr]
        result = evaluate(dataset, metrics=[ExactMatch()], show_progress=False)
        assert isinstance(result, EvaluationResult)
        results.append(result)
    frame = results[0].to_pandas()
    assert dict(frame.groupby("kind")["exact_match"].mean()) == {"answerable": 1.0, "unanswerable": 0.0}
    assert frame["documents"].tolist() == [["a.md"], ["a.md"]]
    compared = results[1].compare(results[0])
    assert compared.paired_by == "id"
    assert results[0].aggregate(by="documents")["exact_match"].n_scored == 2


@pytest.mark.parametrize("content", ["{", "3", "[3]"])
def test_what_people_have_looked_at_is_a_list_of_rows(tmp_path: Path, content: str) -> None:
    """Anything else is an error that names the file."""
    path = tmp_path / "looked.json"
    path.write_text(content)
    with pytest.raises(InputError, match=r"looked\.json"):
        Testset.from_annotated(path)


def test_only_approved_rows(tmp_path: Path) -> None:
    """Of annotated rows those that are approved are read."""
    rows = [
        {"user_input": name, "synthesizer_name": "s", "approval_status": name}
        for name in ("approved", "rejected")
    ]
    path = tmp_path / "annotated.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    assert [one.eval_sample.user_input for one in Testset.from_annotated(path)] == ["approved"]


def test_tokens_and_cost() -> None:
    """Tokens and cost come from what was booked; unknown ones are an error, never 0."""
    testset = _testset(usage={"input_tokens": 1000, "output_tokens": 100})
    assert testset.total_tokens() == TokenUsage(1000, 100)
    by_model = {"gpt-4o": {"input_tokens": 1000, "output_tokens": 100, "judge_calls": 1}}
    assert _testset(usage=testset.usage | {"by_model": by_model}).total_tokens().model == "gpt-4o"
    assert testset.total_cost(1e-6, 2e-6) == pytest.approx(0.0012)
    with pytest.raises(ValueError, match="price of an input token"):
        testset.total_cost()
    with pytest.raises(ConfigurationError, match="unknown"):
        _testset().total_tokens()
