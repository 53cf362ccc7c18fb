"""A gate that requires a certificate passes only scores of a judge that was measured as it judged here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ragas import EvaluationResult
from ragas.cli import app
from ragas.evaluation.alignment import align
from ragas.evaluation.certificate import Certificate, certify, write_certificate
from ragas.evaluation.gate import gate
from ragas.exceptions import ConfigurationError
from ragas.schema.cells import MetricInfo
from tests.evaluation.labelled import INFO, data, people, planted, scored


def certificate(info: MetricInfo = INFO) -> Certificate:
    scores, first, _ = planted()
    return certify(align(scored(scores, info), people(data(120), first), info.name))


def run(info: MetricInfo = INFO) -> EvaluationResult:
    return scored([0.9] * 60, info)


def test_a_judge_with_a_certificate_passes() -> None:
    """The condition stands in the table as met, and scores are marked as certified."""
    found = gate(run(), minimum={"faithfulness": 0.5}, certificates=[certificate()])
    assert found.outcome == "meets"
    assert [(check.condition, check.certified) for check in found.checks] == [
        ("mean at least 0.5", True),
        ("a certified judge", True),
    ]
    assert found.to_dict()["checks"][0]["certified"] is True
    assert found.checks[1].note.startswith("kappa 0.")
    assert found.checks[1].note.endswith("on 60 labels, nothing required")


def test_another_judge_misses_and_its_scores_are_marked() -> None:
    """Though the mean is high enough; the note says what is different."""
    found = gate(run(replace(INFO, judge="o3")), minimum={"faithfulness": 0.5}, certificates=[certificate()])
    assert found.outcome == "misses"
    mean, judge = found.checks
    assert (mean.outcome, mean.certified, mean.note) == ("meets", False, "its judge is not certified")
    assert (judge.outcome, judge.n, judge.total) == ("misses", 60, 60)
    assert "judge was 'gpt-4o-mini' when the judge was measured and is 'o3'" in judge.note


def test_a_certificate_is_a_condition_of_its_own() -> None:
    """Without others it is asked for every judged metric; where no judge scores there is nothing to certify."""
    assert gate(run(), certificates=[]).checks[0].note == "no certificate is of this metric"
    exact = replace(INFO, name="exact_match", judge=None)
    with pytest.raises(ConfigurationError, match="No judge scores a metric"):
        gate(run(exact), certificates=[certificate()])
    found = gate(run(exact), minimum={"exact_match": 0.5}, certificates=[certificate()])
    assert [(check.condition, check.certified) for check in found.checks] == [("mean at least 0.5", None)]


def test_nothing_is_marked_where_no_certificate_is_asked_for() -> None:
    """The gate is what it was."""
    (check,) = gate(run(), minimum={"faithfulness": 0.5}).checks
    assert (check.certified, check.note) == (None, "")


@pytest.mark.parametrize(("judge", "exit_code"), [("gpt-4o-mini", 0), ("o3", 2)])
def test_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judge: str, exit_code: int
) -> None:
    """--require-certificate decides the exit code, and a missing file is an error."""
    monkeypatch.chdir(tmp_path)
    run(replace(INFO, judge=judge)).save("runs/main")
    write_certificate(certificate())
    arguments = ["gate", "main", "--min", "0.5", "--require-certificate"]
    done = CliRunner().invoke(app, [*arguments, "judge.cert.json"])
    assert done.exit_code == exit_code, done.output
    assert "a certified judge" in done.stdout
    assert CliRunner().invoke(app, [*arguments, "none.json"]).exit_code == 1
