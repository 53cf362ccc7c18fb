"""A gate in the terminal and as JUnit XML."""

from __future__ import annotations

import io
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

from ragas import EvaluationDataset, EvaluationResult
from ragas.evaluation.gate import gate
from ragas.evaluation.gate_checks import Gate
from ragas.report.gate import GateRows, GateTable, gate_text, verdict
from ragas.report.junit import junit
from ragas.schema.cells import Cell, MetricInfo

FAITHFULNESS = MetricInfo("faithfulness", (0.0, 1.0))
NOISE = MetricInfo("noise_sensitivity", (0.0, 1.0), higher_is_better=False)
RECALL = MetricInfo("context_recall", (0.0, 1.0))
LONG = MetricInfo("a_metric_with_a_name_that_is_longer_than_many_a_terminal_is_wide", (0.0, 1.0))
REASON = "1 of 4 [b]statements[/b]\n\x1b[31mred\x00 \ud800 <&> is supported by the retrieved contexts, no more than that."


def result() -> EvaluationResult:
    """Forty rows: the first metric misses 0.9, the second is close to 0.1, the third met, the last failed."""
    rows = [
        {
            "faithfulness": Cell(0.25 if row < 20 else 1.0, "scored", reason=REASON),
            "noise_sensitivity": Cell(0.4 if row < 9 else 0.0, "scored"),
            "context_recall": Cell(1.0, "scored"),
            LONG.name: Cell(None, "failed", cause="no credit left"),
        }
        for row in range(40)
    ]
    dataset = EvaluationDataset.from_list(
        [{"user_input": f"question {row} [bold]\nand more", "response": "r"} for row in range(40)]
    )
    return EvaluationResult(dataset, rows, [FAITHFULNESS, NOISE, RECALL, LONG])


@pytest.fixture(scope="module")
def found() -> Gate:
    """A gate in which every outcome occurs."""
    return gate(
        result(),
        minimum={"faithfulness": 0.9, "context_recall": 0.8, LONG.name: 0.5},
        maximum={"noise_sensitivity": 0.1},
    )


def shown(*parts: Any, width: int = 120) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=width, highlight=False)
    for part in parts:
        console.print(part)
    return stream.getvalue()


def test_every_outcome_has_a_word_and_a_sign(found: Gate) -> None:
    """No outcome is told by colour alone; figure, interval and counts stand beside it."""
    table = shown(GateTable(found), width=160)
    for said in ("✗ misses", "? unclear", "✓ meets", "! not measured"):
        assert said in table
    line = next(line for line in table.splitlines() if "misses " in line and "faithfulness" in line)
    assert "mean at least 0.9" in line
    assert "0.625" in line
    assert "40 of 40" in line
    assert "no credit left" in table
    assert "samples like these would settle it" in table
    assert "The run misses 1 of 4 conditions, 1 not measured, 1 unclear." in table


@pytest.mark.parametrize("width", [160, 120, 80, 50, 30])
def test_nothing_is_lost_where_it_is_narrow(found: Gate, width: int) -> None:
    """Whatever the width, no line is longer, and every metric with its condition is there."""
    text = shown(GateTable(found), GateRows(found), width=width)
    assert max(map(len, text.splitlines())) <= width
    joined = "".join(text.split())
    for check in found.checks:
        assert check.metric in joined
        assert "".join(check.condition.split()) in joined


def test_worst_rows_of_what_misses(found: Gate) -> None:
    """Question and reason of the worst rows, of misses only; nothing of the data is markup or controls a terminal."""
    text = shown(GateRows(found))
    assert "Worst rows for faithfulness, mean at least 0.9" in text
    assert "row 0    0.250  question 0 [bold] and more" in text
    assert "1 of 4 [b]statements[/b]" in text
    assert "\x1b" not in text
    assert "\x00" not in text
    assert text.count("row ") == 3
    assert "noise_sensitivity" not in text
    assert "Worst rows for noise_sensitivity" in gate_text(found)


def test_the_verdict_is_a_sentence() -> None:
    """What a gate comes to is said in words."""
    one = result()
    assert verdict(gate(one, minimum={"context_recall": 0.5})) == "The run meets 1 of 1 condition."
    unclear = gate(one, maximum={"noise_sensitivity": 0.1})
    assert verdict(unclear) == "Not enough samples to tell about 1 of 1 condition."
    failed = gate(one, minimum={LONG.name: 0.1, "context_recall": 0.5})
    assert verdict(failed) == "1 of 2 conditions could not be measured."


def test_junit_shows_what_is_not_met(found: Gate) -> None:
    """A case for each condition: misses and unclear ones are failures, what was not measured is an error."""
    root = ElementTree.fromstring(junit(found, "runs/pr\x00"))
    assert {name: root.get(name) for name in ("tests", "failures", "errors")} == {
        "tests": "4",
        "failures": "2",
        "errors": "1",
    }
    cases = {case.get("name", ""): case for case in root.iter("testcase")}
    missed = cases["faithfulness: mean at least 0.9"].find("failure")
    assert missed is not None
    assert missed.get("type") == "misses"
    assert "faithfulness misses: mean at least 0.9; it is 0.625" in missed.get("message", "")
    assert "question 0 [bold]" in (missed.text or "")
    assert "<&> is supported" in (missed.text or "")
    unclear = cases["noise_sensitivity: mean at most 0.1"].find("failure")
    assert unclear is not None
    assert unclear.get("type") == "unclear"
    error = cases[f"{LONG.name}: mean at least 0.5"].find("error")
    assert error is not None
    met = cases["context_recall: mean at least 0.8"]
    assert [child.tag for child in met] == ["properties"]
    assert {one.get("name") for one in met.iter("property")} == {"figure", "low", "high", "n", "total"}


def test_junit_tells_cautions_and_notes_of_what_is_met() -> None:
    """A case that passes has what must be known beside its figure as properties."""
    info = MetricInfo("faithfulness", (0.0, 1.0), judge="local", caution="compares words")
    cells = [Cell(1.0, "scored")] * 40 + [Cell(None, "not_applicable")] * 5
    dataset = EvaluationDataset.from_list([{"user_input": str(row)} for row in range(45)])
    made = EvaluationResult(dataset, [{"faithfulness": cell} for cell in cells], [info])
    found = gate(made, minimum=0.5, baseline=made, max_drop=0.1)
    cases = list(ElementTree.fromstring(junit(found, "pr")).iter("testcase"))
    facts = [{one.get("name"): one.get("value") for one in case.iter("property")} for case in cases]
    assert (facts[0]["not_applicable"], facts[0]["note"], facts[0]["caution"]) == (
        "5",
        "5 not applicable",
        "compares words",
    )
    assert (facts[1]["lost"], facts[1]["gained"]) == ("0", "0")
    assert "Caution, faithfulness: compares words" in shown(GateTable(found))
