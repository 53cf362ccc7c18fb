"""A certificate speaks for scores that were made as those it was measured on, and for no others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ragas.evaluation.alignment import align
from ragas.evaluation.certificate import certify, read_certificate, uncertified, write_certificate
from ragas.exceptions import InputError
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
    assert certificate.worth.startswith("auroc 0.876 (0.8")
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
