"""A certificate speaks for scores that were made as those it was measured on, and for no others."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ragas import EvaluationResult, evaluate
from ragas.evaluation.alignment import align
from ragas.evaluation.certificate import certify, read_certificate, uncertified, write_certificate
from ragas.exceptions import InputError
from ragas.metrics.collections import AspectCritic
from tests.evaluation.labelled import INFO, data, people, planted, scored


def measured(n: int = 120) -> tuple[list[float], list[int]]:
    scores, first, _ = planted(n)
    return scores, first


def test_it_is_read_back_as_it_was(tmp_path: Path) -> None:
    """Judge, prompt hash, label hash, version and figures are in the file."""
    scores, first = measured()
    certificate = certify(align(scored(scores), people(data(120), first), "faithfulness"), {"auroc": 0.7})
    path = write_certificate(certificate, tmp_path / "ci" / "judge.cert.json")
    assert read_certificate(path) == certificate
    assert (certificate.judge, certificate.passed) == ("gpt-4o-mini", True)
    assert len(certificate.prompt_hash) == len(certificate.labels_hash) == 12
    assert certificate.alignment["figures"]["kappa"]["n"] == 60
    assert certificate.misfits(INFO) == []
    assert "question" not in path.read_text(encoding="utf-8"), "no row of the data is in the file"
    assert certificate.worth.startswith("auroc 0.876 (95 % 0.8")
    assert certificate.worth.endswith("on 120 labels, 0.7 required")


@pytest.mark.parametrize(
    ("info", "said"),
    [
        (replace(INFO, judge="o3"), "judge was 'gpt-4o-mini' when the judge was measured and is 'o3'"),
        (replace(INFO, signature={**INFO.signature, "version": "2"}), "version was '1'"),
        (replace(INFO, signature={**INFO.signature, "prompt": "abc"}), "prompt was None"),
        (replace(INFO, name="context_recall"), "it is of faithfulness"),
    ],
)
def test_it_fits_no_other_judge_prompt_or_version(info: object, said: str) -> None:
    """Each is named with what it was and what it is."""
    scores, first = measured()
    certificate = certify(align(scored(scores), people(data(120), first), "faithfulness"))
    assert said in certificate.misfits(info)[0]  # type: ignore[arg-type]  # a parameter of the test


def test_it_fits_no_other_body_of_a_judge_that_is_a_function() -> None:
    """Though both have one name; what was measured is that function as it was, with what it reads."""
    rows = data(40)

    def judged(often: int) -> EvaluationResult:
        def judge(prompt: str) -> dict[str, object]:
            words = prompt.count("word ")
            return {"reason": "counted", "verdict": words % often == 0}

        critic = AspectCritic(name="fine", definition="Is it fine?")
        result = evaluate(rows, [critic], llm=judge, show_progress=False)
        assert isinstance(result, EvaluationResult)
        return result

    labels = people(rows, [number % 2 for number in range(40)])
    certificate = certify(align(judged(2), labels, "fine"))
    again, other = judged(2).metrics[0], judged(3).metrics[0]
    assert certificate.judge == again.judge == other.judge == "judge"
    assert certificate.misfits(again) == []
    assert "judge_settings was" in certificate.misfits(other)[0]


def test_judging_more_often_is_allowed_and_less_is_not() -> None:
    """A judge does not become worse by being asked again; it does by being asked once where three were measured."""
    scores, first = measured()
    often = replace(INFO, signature={**INFO.signature, "repeats": 3})
    once_measured = certify(align(scored(scores), people(data(120), first), "faithfulness"))
    often_measured = certify(align(scored(scores, often), people(data(120), first), "faithfulness"))
    assert once_measured.misfits(often) == []
    assert "repeats was 3" in often_measured.misfits(INFO)[0]
    assert once_measured.prompt_hash == often_measured.prompt_hash


def test_what_was_required_and_not_reached_certifies_nothing() -> None:
    """The lower end of the interval decides; a figure that is not there is refused."""
    scores, first = measured()
    found = align(scored(scores), people(data(120), first), "faithfulness")
    value, interval = found.figures["kappa"].value, found.figures["kappa"].interval
    assert interval is not None
    assert certify(found, {"kappa": interval.low - 0.01}).passed
    certificate = certify(found, {"kappa": value - 0.01})
    assert not certificate.passed
    assert "did not reach what was required" in certificate.misfits(INFO)[0]
    with pytest.raises(InputError, match="no figure 'f1'; there are auroc"):
        certify(found, {"f1": 0.5})


@pytest.mark.parametrize(
    ("labels", "required"), [([1] * 20, "kappa"), ([1, 0, 1], "spearman"), ([1] * 20, "alpha")]
)
def test_labels_that_show_nothing_reach_nothing(labels: list[int], required: str) -> None:
    """A single kind of label and a handful of rows have no interval, so nothing is surely reached."""
    scores = [float(one) for one in labels]
    found = align(scored(scores), people(data(len(labels)), labels), "faithfulness")
    assert found.figures[required].interval is None
    certificate = certify(found, {required: 0.6})
    assert not certificate.passed
    assert replace(certificate, passed=True).misfits(INFO), "what it says of itself is not taken for it"


def test_a_judge_that_errs_nowhere_can_reach_what_is_required() -> None:
    """On enough labels of both kinds."""
    labels = [row % 2 for row in range(40)]
    found = align(scored([float(one) for one in labels]), people(data(40), labels), "faithfulness")
    assert certify(found, {"kappa": 0.8}).passed
    assert not certify(found, {"kappa": 0.9}).passed
    assert certify(found, {"auroc": 0.7, "balanced_accuracy": 0.8}).passed
    few = align(scored([1.0, 0.0, 1.0]), people(data(3), [1, 0, 1]), "faithfulness")
    for name in ("kappa", "alpha", "auroc", "balanced_accuracy"):
        assert not certify(few, {name: 0.6}).passed, name


NARROW = {"value": 0.9, "low": 0.85, "high": 0.95, "n": 60}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"alignment": None}, "alignment: Input should be"),
        ({"alignment": []}, "alignment: Input should be"),
        ({"alignment": {}}, "metric: Field required"),
        ({"signature": None}, "signature: Input should be"),
        ({"signature": "x"}, "signature: Input should be"),
        ({"passed": "yes"}, "passed: Input should be"),
        ({"required": {"kappa": "much"}}, "required.kappa: Input should be"),
        ({"figures": {"kappa": {**NARROW, "value": "x"}}}, "figures.kappa.value: Input should be"),
        ({"figures": {"kappa": {**NARROW, "value": 0.5}}}, "outside its interval"),
        ({"figures": {"kappa": {**NARROW, "low": None}}}, "kappa is not whole"),
        ({"required": {"kappa": 0.99}}, "passed is True, and by the rest of the file False"),
        ({"passed": False}, "passed is False, and by the rest of the file True"),
        ({"signature": {"metric": "Faithfulness", "prompt": "new"}}, "prompt_hash is"),
        ({"judge": "o3"}, "judge is 'o3', and by the rest of the file 'gpt-4o-mini'"),
        ({"labels_hash": "0" * 12}, "labels_hash is"),
        ({"surprise": 1}, "surprise"),
        ({"figures": {"kappa": {"value": 7, "low": 6, "high": 8, "n": 60}}}, "kappa is not between -1 and 1"),
        ({"figures": {"accuracy": {**NARROW, "low": -0.5}}}, "accuracy is not between 0 and 1"),
        ({"figures": {"kappa": {**NARROW, "n": -5}}}, "figures.kappa.n: Input should be"),
        ({"figures": {"kappa": {**NARROW, "n": 121}}}, "kappa is of 121 rows, and only 120 are scored"),
        ({"labels": {"labelled": 60}}, "120 rows are scored, and only 60 are labelled"),
        ({"level": 0.01}, "level: Input should be"),
        ({"level": None}, "level: Input should be"),
        ({"figures": {"kappa": NARROW}}, "not as `ragas align` wrote it"),
        ({"required": {}}, "not as `ragas align` wrote it"),
        ({"made": "yesterday"}, "not as `ragas align` wrote it"),
        ({"content_hash": None}, "not as `ragas align` wrote it"),
    ],
)
def test_a_damaged_certificate_is_refused(tmp_path: Path, changed: dict[str, Any], said: str) -> None:
    """Parts of another type, and parts that contradict each other, are told in a line, with no traceback."""
    scores, first = measured()
    certificate = certify(align(scored(scores), people(data(120), first), "faithfulness"), {"auroc": 0.1})
    path = write_certificate(certificate, tmp_path / "judge.cert.json")
    content = json.loads(path.read_text(encoding="utf-8"))
    if changed.keys() <= {"figures", "labels", "level"}:
        parts = content["alignment"]
        for name, part in changed.items():
            parts[name] = {**parts[name], **part} if isinstance(part, dict) else part
        changed = {}
    path.write_text(json.dumps(content | changed), encoding="utf-8")
    with pytest.raises(InputError, match="is a damaged certificate: ") as refused:
        read_certificate(path)
    assert said in str(refused.value)


def test_the_level_of_its_intervals_is_told(tmp_path: Path) -> None:
    """A gate says how sure the judge's worth is."""
    scores, first = measured()
    found = align(scored(scores), people(data(120), first), "faithfulness", level=0.8)
    certificate = read_certificate(write_certificate(certify(found), tmp_path / "judge.cert.json"))
    assert "(80 % 0." in certificate.worth


@pytest.mark.parametrize("required", [{}, {"accuracy": 0.2}])
def test_labels_of_one_kind_certify_nothing(required: dict[str, float]) -> None:
    """Where no figure of agreement can be computed the certificate speaks for no scores, whatever its accuracy."""
    found = align(scored([1.0] * 30), people(data(30), [1] * 30), "faithfulness")
    certificate = certify(found, required)
    assert certificate.agreement == []
    assert "no figure of its agreement can be computed" in certificate.misfits(INFO)[0]


def test_agreement_that_may_be_chance_is_called_so() -> None:
    """An interval that reaches down to chance shows nothing; one above it is told without a remark."""
    random = Random(1)
    labels = [row % 2 for row in range(60)]
    chance = certify(
        align(scored([random.random() for _ in labels]), people(data(60), labels), "faithfulness")
    )
    assert chance.worth.endswith("nothing required, agreement is not shown to be better than chance")
    good = certify(align(scored([float(one) for one in labels]), people(data(60), labels), "faithfulness"))
    assert good.worth.endswith("nothing required")


def test_metrics_without_a_certificate_are_named() -> None:
    """Of the metrics that a judge scores; where several certificates are of a metric, one that fits is enough."""
    scores, first = measured()
    certificate = certify(align(scored(scores), people(data(120), first), "faithfulness"))
    other = replace(certificate, judge="o3")
    exact, recall = replace(INFO, name="exact_match", judge=None), replace(INFO, name="context_recall")
    assert uncertified([INFO, exact, recall], [other, certificate]) == {
        "context_recall": "no certificate is of this metric"
    }
    assert "judge was 'o3'" in uncertified([INFO], [other])["faithfulness"]


@pytest.mark.parametrize(
    "content", [None, "{}", "[", '{"format": "ragas judge certificate 1", "metric": "m"}']
)
def test_what_is_no_certificate(tmp_path: Path, content: str | None) -> None:
    """A missing file, other JSON, no JSON and half a certificate are told in words."""
    path = tmp_path / "judge.cert.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match="certificate"):
        read_certificate(path)
