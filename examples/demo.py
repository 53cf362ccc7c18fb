"""Evaluate the 60 example rows on the embedded judge: no key, no network.

Prints the table of means, the lowest rows, one row explained, and how far the scores agree with the labels.
"""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ragas import EvaluationDataset, EvaluationResult, evaluate
from ragas.metrics.collections import ContextPrecision, ContextRecall, Faithfulness
from ragas.report.terminal import ResultTable, WorstRows
from ragas.schema.cells import Cell

HERE = Path(__file__).parent
FAITHFUL = ("ok", "off_question", "missing_part")
"""Kinds whose claims are all in the contexts: faithfulness should not mind them."""


def main() -> None:
    """Run the demonstration."""
    logging.getLogger("ragas").setLevel(logging.ERROR)  # the judge is named below
    dataset = EvaluationDataset.load(HERE / "samples.jsonl")
    labels = [json.loads(line) for line in (HERE / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    result = evaluate(
        dataset, [Faithfulness(), ContextPrecision(), ContextRecall()], llm="local", show_progress=False
    )
    console = Console(highlight=False)
    console.print(
        Text(f"{len(dataset)} rows of examples/samples.jsonl on the embedded judge\n", style="bold")
    )
    console.print(ResultTable(result))
    console.print(WorstRows(result, rows=2))
    shown = next(
        row
        for row, label in enumerate(labels)
        if label["fault"] == "invented_claim" and label["language"] == "en"
    )
    console.print(Text("\nOne row explained", style="bold"))
    console.print(Text(result.explain(shown, "faithfulness")))
    console.print(Text("\nAgreement with the labels", style="bold"))
    console.print(agreement(result, labels))
    console.print(Text(chunk_agreement(result, labels)))


def agreement(result: EvaluationResult, labels: list[dict[str, Any]]) -> Table:
    """Per kind of fault: the mean score, and how often the faulty statement is the one that is doubted."""
    scores: dict[str, list[float]] = defaultdict(list)
    doubted: dict[str, list[bool]] = defaultdict(list)
    for row, label in enumerate(labels):
        cell = result.cell(row, "faithfulness")
        if cell.number is None:
            continue
        scores[label["fault"]].append(cell.number)
        for statement in statements_of(cell):
            if label["planted"] is None or says(statement["statement"], label["planted"]):
                doubted[label["fault"]].append(not statement["supported"])
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("planted fault")
    for heading in ("answers", "mean faithfulness", "statements doubted"):
        table.add_column(heading, justify="right")
    for kind, found in sorted(
        scores.items(), key=lambda item: FAITHFUL.index(item[0]) if item[0] in FAITHFUL else 9
    ):
        name = {"ok": "none (right answer)"}.get(kind, kind.replace("_", " "))
        flags = doubted[kind]
        which = "the faulty one" if kind not in FAITHFUL else "false alarms"
        table.add_row(
            name,
            str(len(found)),
            f"{sum(found) / len(found):.2f}",
            f"{sum(flags)} of {len(flags)} ({which})",
        )
    return table


def statements_of(cell: Cell) -> list[dict[str, Any]]:
    """The statements of an answer with their verdicts."""
    found: list[dict[str, Any]] = (cell.traces or {}).get("output", {}).get("statements", [])
    return found


def says(statement: str, planted: str) -> bool:
    """Whether a statement holds the planted words, or a part of them when the plant spans several statements."""
    return planted in statement or statement.strip(" .") in planted


def chunk_agreement(result: EvaluationResult, labels: list[dict[str, Any]]) -> str:
    """How often the judge and the labels agree on whether a retrieved chunk is useful."""
    hits: dict[bool, list[bool]] = {True: [], False: []}
    for row, label in enumerate(labels):
        traces = result.cell(row, "context_precision").traces
        for one in (traces or {}).get("output", {}).get("chunks", []):
            useful = one["chunk"] in label["useful_chunks"]
            hits[useful].append(one["useful"] == useful)
    found, left_out = (sum(hits[kind]) / len(hits[kind]) for kind in (True, False))
    return f"\nChunks: {found:.0%} of {len(hits[True])} useful ones found, {left_out:.0%} of {len(hits[False])} others left out."


if __name__ == "__main__":
    main()
