"""EvaluationResult: what Ragas users know of it, with statuses, causes and evidence beside the numbers."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from ragas.dataset_schema import EvaluationResult
from ragas.exceptions import InputError
from ragas.schema.token_usage import TokenUsage
from tests.schema.rows_of_cells import CAUTION, FAITHFULNESS, NOISE, cell, every_status, failed, result


def same(found: Any, wanted: Any) -> bool:
    """Equality in which NaN equals NaN."""
    return repr(found) == repr(wanted)


def test_as_earlier_versions_have_it() -> None:
    """`scores`, `result[metric]`, `_scores_dict` and `_repr_dict` hold plain values, NaN where there is none."""
    made = every_status()
    assert same(made["faithfulness"], [0.5, 1.0, math.nan, math.nan])
    assert same(made.scores[2], {"faithfulness": math.nan, "tone": "pass"})
    assert same(made._scores_dict["tone"], ["pass", "fail", "pass", math.nan])
    assert made._repr_dict["faithfulness"] == 0.75
    assert len(made.dataset) == 4
    with pytest.raises(KeyError, match="no metric 'tune'"):
        made["tune"]


def test_shown_with_counts() -> None:
    """When all is scored a result shows plain means, else each mean with its counts; a caution has its own line."""
    assert repr(result(noise=[cell(1.0), cell(2 / 3)])) == "{'noise': 0.8333}"
    assert repr(every_status()) == (
        "{'faithfulness': 0.7500 (2 of 4 scored, 1 failed, 1 n/a), 'tone': pass 2, fail 1 (3 of 4 scored, 1 skipped)}\n"
        f"faithfulness: {CAUTION}"
    )


def test_aggregate_of_failures() -> None:
    """A failed row never raises the average unseen: 1.0 of two, 0.5 when failures count as zero."""
    made = result(faithfulness=[cell(1.0), cell(1.0), failed(), failed()])
    assert made.aggregate()["faithfulness"].mean == 1.0
    assert made.aggregate(failures_as_zero=True)["faithfulness"].mean == 0.5
    assert [(one.row, one.metric, one.cell.error) for one in made.failures()] == [
        (2, "faithfulness", "JudgeTimeoutError"),
        (3, "faithfulness", "JudgeTimeoutError"),
    ]


def test_worst_rows() -> None:
    """The worst scored rows come first, whichever direction is better; failures are not among them."""
    made = result(
        faithfulness=[cell(0.5), failed(), cell(0.1), cell(0.9)],
        noise=[cell(0.5), cell(0.7), cell(0.1), failed()],
    )
    assert [one.row for one in made.worst("faithfulness", 2)] == [2, 0]
    assert [one.row for one in made.worst("noise")] == [1, 0, 2]


def test_parts_must_fit() -> None:
    """Cells, samples and metrics that do not fit together are refused."""
    dataset = every_status().dataset[:1]
    for cells, metrics, words in (
        ([], [NOISE], "0 rows of cells for 1 samples"),
        ([{"other": cell(1.0)}], [NOISE], "row 0 has cells for other; the metrics are noise"),
        ([{"noise": cell(1.0)}], [NOISE, NOISE], "same name"),
    ):
        with pytest.raises(InputError, match=words):
            EvaluationResult(dataset, cells, metrics)


def test_frame() -> None:
    """A frame has the columns of the data, then the scores as numbers with NaN, and names a cautioned judge."""
    made = every_status()
    frame = made.to_pandas()
    assert list(frame.columns) == [
        "user_input", "retrieved_contexts", "response", "faithfulness", "faithfulness_judge", "tone",
    ]  # fmt: skip
    assert frame["faithfulness"].dtype == float
    assert frame["faithfulness"].mean() == 0.75
    assert set(frame["faithfulness_judge"]) == {f"local ({CAUTION})"}
    assert frame.attrs["ragas"]["faithfulness"] == {
        "judge": "local",
        "caution": CAUTION,
        "cells": "2 of 4 scored, 1 failed, 1 n/a",
    }
    assert same(made.to_pandas(batch_size=10, batched=True), frame)


def test_frame_with_statuses() -> None:
    """On request status, cause and reason stand beside each score."""
    frame = every_status().to_pandas(statuses=True)
    assert list(frame["faithfulness_status"]) == ["scored", "scored", "failed", "not_applicable"]
    assert frame["faithfulness_reason"][0] == "1 of 2 statements"
    assert frame["faithfulness_cause"][2] == "no answer before 180 s"
    assert pd.isna(frame["faithfulness"][2])


def test_no_number_hides_another() -> None:
    """A column of the data that has the name of a score keeps its values under another name."""
    made = every_status()
    for sample in made.dataset:
        sample.extra = {"faithfulness": 0.9, "input_faithfulness": "x"}
    frame = made.to_pandas()
    assert list(frame["input_faithfulness"]) == [0.9] * 4
    assert list(frame["input_input_faithfulness"]) == ["x"] * 4
    assert frame["faithfulness"][0] == 0.5
    assert len(set(frame.columns)) == len(frame.columns)


def test_files_say_it_all(tmp_path: Path) -> None:
    """CSV and JSONL have scores, statuses, causes, reasons and judges with their cautions; no score is no number."""
    made = every_status()
    made.to_csv(tmp_path / "a.csv")
    made.to_jsonl(tmp_path / "a.jsonl")
    with open(tmp_path / "a.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text("utf-8").splitlines()]
    assert list(rows[0]) == list(lines[0])
    assert (rows[0]["faithfulness"], lines[0]["faithfulness"]) == ("0.5", 0.5)
    assert (rows[2]["faithfulness"], lines[2]["faithfulness"]) == ("", None)
    for row in (rows[2], lines[2]):
        assert row["faithfulness_status"] == "failed"
        assert row["faithfulness_cause"] == "no answer before 180 s"
        assert row["faithfulness_judge"] == f"local ({CAUTION})"
        assert row["tone_judge"] == "gpt-4o-mini"
    assert lines[0]["faithfulness_reason"] == "1 of 2 statements"


def test_half_a_character_in_a_table(tmp_path: Path) -> None:
    """A reason cut in the middle of a character does not keep a result from being written as CSV."""
    made = result(noise=[cell(0.5, reason="cut \ud83d")])
    made.to_csv(tmp_path / "a.csv")
    assert "cut \ufffd" in (tmp_path / "a.csv").read_text("utf-8")


def test_usage() -> None:
    """Tokens and price are those of the run; unknown is None; a run without usage says so."""
    made = every_status()
    assert made.total_tokens() == TokenUsage(4500, 300)
    assert made.total_cost() == 0.0123
    assert made.total_cost(1e-6, 2e-6) == pytest.approx(0.0051)
    made.usage = {"judge_calls": 2, "input_tokens": None, "output_tokens": None, "cost": None}
    assert made.total_tokens() == TokenUsage(None, None)
    assert made.total_cost() is None
    assert made.total_cost(1e-6) is None
    with pytest.raises(InputError, match="no usage"):
        result(faithfulness=[cell(1.0)]).total_tokens()


def test_the_id_of_the_run() -> None:
    """A result knows the id its run had; one that was put together by hand has none."""
    made = result(faithfulness=[cell(1.0)])
    assert made.run_id is None
    made.run = {"id": "0b5a2f0e-6a3c-4c55-9a56-0d6f6a4a9d1b"}
    assert str(made.run_id) == made.run["id"]
    made.run = {"id": "None"}
    assert made.run_id is None


def test_evidence_by_row() -> None:
    """The evidence of each row is there by metric."""
    (first, *_) = every_status().traces
    assert first.scores == every_status().scores[0]
    assert first["faithfulness"] is not None
    assert [one["supported"] for one in first["faithfulness"]["output"]["statements"]] == [True, False]
    assert FAITHFULNESS.judged_by == f"local ({CAUTION})"
