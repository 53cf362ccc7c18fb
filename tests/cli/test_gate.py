"""`ragas gate`, `ragas compare` and `ragas report`."""

from __future__ import annotations

import json
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import Result
from typer.testing import CliRunner

from ragas import EvaluationDataset, EvaluationResult
from ragas.cli import app
from ragas.evaluation.alignment import align
from ragas.evaluation.certificate import certify, write_certificate
from ragas.schema.cells import Cell, MetricInfo
from tests.evaluation.labelled import data, people, planted, scored

FAITHFULNESS = MetricInfo("faithfulness", (0.0, 1.0), judge="gpt-4o-mini")


def command(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments])


def save(name: str, good: int, bad: int, info: MetricInfo = FAITHFULNESS, failed: int = 0) -> None:
    """A result in runs/NAME."""
    cells = [Cell(1.0, "scored", reason="all supported")] * good
    cells += [Cell(0.0, "scored", reason="nothing supported")] * bad
    cells += [Cell(None, "failed", cause="no credit left")] * failed
    dataset = EvaluationDataset.from_list([{"user_input": f"question {row}"} for row in range(len(cells))])
    EvaluationResult(dataset, [{info.name: cell} for cell in cells], [info]).save(f"runs/{name}")


@pytest.fixture(autouse=True)
def runs(in_a_folder_of_its_own: None) -> None:
    """Results to look at, under names as runs have them."""
    save("good", 98, 2)
    save("bad", 50, 50)
    save("few", 9, 1)
    save("broken", 50, 0, failed=50)
    save("other", 98, 2, replace(FAITHFULNESS, judge="o3"))


@pytest.mark.parametrize(
    ("run", "exit_code", "said"),
    [
        ("good", 0, "✓ The run meets 1 of 1 condition."),
        ("bad", 2, "✗ The run misses 1 of 1 condition."),
        ("few", 3, "? Not enough samples to tell about 1 of 1 condition."),
        ("broken", 4, "! 1 of 1 condition could not be measured."),
    ],
)
def test_each_outcome_has_an_exit_code(run: str, exit_code: int, said: str) -> None:
    """0 meets, 2 misses, 3 too few samples, 4 not measured; the table says so in words."""
    done = command("gate", run, "--min", "faithfulness=0.85")
    assert done.exit_code == exit_code
    assert said in done.stdout
    assert ("nothing supported" in done.stdout) is (run == "bad"), "worst rows come with what misses"


def test_against_a_baseline() -> None:
    """The drop is held against the baseline; a path does as well as a name."""
    done = command("gate", "runs/bad", "--baseline", "good", "--max-drop", "0.02")
    assert done.exit_code == 2
    assert "from 1.000 to 0.000" in done.stdout
    assert (
        command("gate", "good", "--baseline", "runs/good", "--max-drop", "faithfulness=0.02").exit_code == 0
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "No condition is given"),
        (("--min", "faithfulness"), "'faithfulness' is not of the form faithfulness=0.85"),
        (("--min", "=0.8"), "not of the form"),
        (("--min", "0.8", "--min", "faithfulness=0.9"), "is for every metric"),
        (("--min", "faithfulness=0.8", "--min", "faithfulness=0.9"), "names faithfulness twice"),
        (("--min", "faithfulness=nan"), "outside the range"),
        (("--min", "recall=0.8"), "has no metric 'recall'"),
        (("--max-drop", "0.1"), "give both"),
        (("--baseline", "other", "--max-drop", "0.1"), "say --allow-different"),
        (("--baseline", "none", "--max-drop", "0.1"), "There is no run 'none'"),
        (("--min", "0.8", "--confidence", "95"), "between 0 and 1"),
    ],
)
def test_what_cannot_be_checked(arguments: tuple[str, ...], said: str) -> None:
    """A wrong condition is one line on the error stream and exit code 1, never taken for a miss."""
    done = command("gate", "good", *arguments)
    assert (done.exit_code, done.stdout) == (1, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_files_and_json() -> None:
    """--junit writes a file, in a folder that is made, and --json prints everything; neither changes the exit code."""
    done = command("gate", "few", "--min", "0.85", "--json", "--junit", "ci/gate.xml")
    assert done.exit_code == 3
    figures = json.loads(done.stdout)
    assert figures["outcome"] == "unclear"
    assert figures["checks"][0]["needed"] > 10
    root = ElementTree.parse("ci/gate.xml").getroot()
    assert [one.get("type") for one in root.iter("failure")] == ["unclear"]
    Path("file").write_text("")
    done = command("gate", "few", "--min", "0.85", "--junit", "file/gate.xml")
    assert done.exit_code == 1
    assert "file" in done.stderr


def test_other_ways_to_decide() -> None:
    """The mean alone, another confidence, and more failures, on request."""
    assert command("gate", "few", "--min", "0.85", "--mean-only").exit_code == 0
    assert command("gate", "few", "--min", "0.85", "--confidence", "0.5").exit_code in (0, 3)
    assert command("gate", "broken", "--min", "0.85", "--max-failed", "0.5").exit_code == 0
    allowed = command("gate", "good", "--baseline", "other", "--max-drop", "0.1", "--allow-different")
    assert allowed.exit_code == 0
    assert "Not the same in the baseline: faithfulness, judge: 'o3' before" in " ".join(
        allowed.stdout.split()
    )


def test_compare_shows_what_changed() -> None:
    """Means, verdict, and the rows that changed most with both reasons; as JSON the same figures."""
    done = command("compare", "good", "bad", "--changed", 1)
    assert done.exit_code == 0
    assert "▼ worse" in done.stdout
    assert "before: all supported" in done.stdout
    assert "after: nothing supported" in done.stdout
    found = json.loads(command("compare", "good", "bad", "--changed", 2, "--json").stdout)
    one = found["metrics"]["faithfulness"]
    assert (one["verdict"], one["changed"], len(one["rows"])) == ("worse", 48, 2)
    assert one["low"] < one["difference"] < one["high"] < 0


def test_compare_refuses_other_settings_unless_told() -> None:
    """What differs is named, with the option of this command; allowed, it stands in the output."""
    done = command("compare", "other", "good")
    assert done.exit_code == 1
    assert "judge: 'o3' before, 'gpt-4o-mini' after" in done.stderr
    assert "--allow-different" in done.stderr
    done = command("compare", "other", "good", "--allow-different")
    assert done.exit_code == 0
    assert "not the same" in done.stdout


def test_report_is_written_where_the_run_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """By default into the run's folder; elsewhere, and into the browser, on request."""
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    done = command("report", "bad", "--against", "good")
    assert (done.exit_code, done.stdout) == (0, "wrote runs/bad/report.html\n")
    assert "faithfulness" in Path("runs/bad/report.html").read_text(encoding="utf-8")
    assert opened == []
    assert command("report", "runs/bad/result.json", "--out", "here/page.html", "--open").exit_code == 0
    assert opened == [Path("here/page.html").resolve().as_uri()]
    assert command("report", "good", "--out", "here").stdout == "wrote here/report.html\n"
    refused = command("report", "good", "--against", "other")
    assert refused.exit_code == 1
    assert "--allow-different" in refused.stderr
    assert command("report", "good", "--against", "other", "--allow-different").exit_code == 0


def test_evaluate_leaves_a_page_in_the_folder_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run ends with its page, judge calls and all; a very long one leaves that to `ragas report`."""
    rows: list[dict[str, Any]] = [{"response": "yes", "reference": "yes"}] * 3
    Path("data.jsonl").write_text("\n".join(map(json.dumps, rows)))
    done = command("evaluate", "data.jsonl", "--metrics", "exact_match", "--run", "a")
    assert done.exit_code == 0, done.output
    assert "wrote runs/a/report.html" in done.stdout
    assert Path("runs/a/report.html").is_file()
    monkeypatch.setattr("ragas.cli.evaluate.MOST_ROWS", 2)
    done = command("evaluate", "data.jsonl", "--metrics", "exact_match", "--run", "b")
    assert done.exit_code == 0
    assert not Path("runs/b/report.html").exists()


@pytest.mark.parametrize("place", ["experiments", "project/evals/experiments"])
def test_an_experiment_is_no_run(place: str) -> None:
    """Its name and its file are known for what they are, and the message says which commands are for it."""
    file = Path(place) / "first.csv"
    file.parent.mkdir(parents=True)
    file.write_text("question,score\na,1\n", encoding="utf-8")
    for arguments in (
        ("gate", "first", "--min", "0.5"),
        ("gate", file, "--min", "0.5"),
        ("compare", "good", "first"),
        ("report", "first"),
    ):
        done = command(*arguments)
        assert done.exit_code == 1
        assert "is an experiment" in done.stderr
        assert f"`ragas evaluate {file} --metrics NAMES`" in done.stderr
        assert "`ragas evals FILE --baseline NAME`" in done.stderr


def certificate(judge: str, file: str, n: int = 120, required: dict[str, float] | None = None) -> None:
    """A certificate of a judge of faithfulness."""
    scores, first, _ = planted()
    info = replace(FAITHFULNESS, judge=judge)
    found = align(scored(scores[:n], info), people(data(n), first[:n]), info.name)
    write_certificate(certify(found, required), file)


def test_of_several_certificates_that_on_most_labels_is_told_with_its_file() -> None:
    """Not the first by name; the others are named, and what was required is told apart from what was only measured."""
    certificate("gpt-4o-mini", "a.cert.json", 40)
    certificate("gpt-4o-mini", "b.cert.json", 120, {"auroc": 0.5})
    said = " ".join(command("gate", "good", "--min", "0.5").stdout.split())
    assert "- faithfulness: its judge is certified, auroc 0." in said
    assert "0.5 required (b.cert.json); a.cert.json fits too" in said


def test_a_certificate_of_which_nothing_was_required_has_no_tick() -> None:
    """What it says is told, and is no success."""
    certificate("gpt-4o-mini", "a.cert.json")
    done = command("gate", "good", "--min", "0.5", "--require-certificate", "a.cert.json")
    assert done.exit_code == 0
    assert "- faithfulness: kappa 0." in done.stdout
    certificate("gpt-4o-mini", "a.cert.json", required={"auroc": 0.5})
    done = command("gate", "good", "--min", "0.5", "--require-certificate", "a.cert.json")
    assert "✓ faithfulness: auroc 0." in done.stdout


def test_an_uncertified_judge_is_marked_where_there_is_a_certificate() -> None:
    """Certificates in the working directory are held beside gate and comparison; where there is none, nothing is said."""
    gated, compared = ("gate", "good", "--min", "0.5"), ("compare", "good", "bad")
    assert "certified" not in command(*gated).stdout + command(*compared).stdout
    certificate("o3", "judge.cert.json")
    for arguments in (gated, compared):
        done = command(*arguments)
        assert done.exit_code == 0, "it is a remark"
        said = " ".join(done.stdout.split())
        assert "* faithfulness: scored by a judge that is not certified: judge was 'o3'" in said
    assert command("report", "good", "--out", "page.html").exit_code == 0
    assert "judge not certified:</span> judge was" in Path("page.html").read_text(encoding="utf-8")
    Path("damaged.cert.json").write_text("{}", encoding="utf-8")
    certificate("gpt-4o-mini", "mini.cert.json")
    assert "- faithfulness: its judge was measured, kappa 0." in command(*gated).stdout
    assert "mini.cert.json" in command(*gated).stdout
    assert "certified" not in command(*compared).stdout
    Path("data.jsonl").write_text(
        json.dumps({"user_input": "q", "response": "It is.", "retrieved_contexts": ["It is."]}) + "\n",
        encoding="utf-8",
    )
    scored_here = command(
        "evaluate", "data.jsonl", "--metrics", "faithfulness", "--llm", "local", "--no-keep"
    )
    assert "* faithfulness: scored by a judge that is not certified" in scored_here.stdout


def test_no_tick_stands_on_an_uncertified_judge() -> None:
    """A mean that meets its condition is marked, and its note, where the certificate that is asked for does not fit."""
    certificate("o3", "judge.cert.json")
    done = command("gate", "good", "--min", "0.5", "--require-certificate", "judge.cert.json")
    assert done.exit_code == 2
    assert "✓ meets   faithfulness*" in done.stdout
    assert "* faithfulness: its judge is not certified" in done.stdout
    assert "✓ faithfulness: its judge" not in done.stdout
