"""Evaluate the 60 example rows on the embedded judge: no key, no network.

Prints the table of means, the lowest rows, one row explained, and how far the scores agree with the labels.
"""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ragas import EvaluationDataset, EvaluationResult, evaluate
from ragas.metrics.collections import ContextPrecision, ContextRecall, Faithfulness
from ragas.report.terminal import ResultTable, WorstRows

HERE = Path(__file__).parent
FAITHFUL = ("ok", "off_question", "missing_part")
"""Kinds whose claims are all in the contexts: faithfulness should not mind them."""


def main() -> None:
    """Run the demonstration."""
    logging.getLogger("ragas").setLevel(logging.ERROR)  # the judge is named below
    dataset = EvaluationDataset.load(HERE / "samples.jsonl")
    labels = [json.loads(line) for line in (HERE / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    result = evaluate(dataset, [Faithfulness(), ContextPrecision(), ContextRecall()], llm="local", show_progress=False)
    console = Console(highlight=False)
    console.print(Text(f"{len(dataset)} rows of examples/samples.jsonl on the embedded judge\n", style="bold"))
    console.print(ResultTable(result))
    console.print(WorstRows(result, rows=2))
    shown = next(row for row, label in enumerate(labels) if label["fault"] == "invented_claim" and label["language"] == "en")
    console.print(Text("\nOne row explained", style="bold"))
    console.print(Text(result.explain(shown, "faithfulness")))
    console.print(Text("\nAgreement with the labels", style="bold"))
    console.print(agreement(result, labels))
    console.print(Text(chunk_agreement(result, labels)))


def agreement(result: EvaluationResult, labels: list[dict]) -> Table:
    """Per kind of fault: how often a row with it scores lower on faithfulness than a right answer does."""
    scores: dict[str, list[float]] = defaultdict(list)
    for row, label in enumerate(labels):
        cell = result.cell(row, "faithfulness")
        if cell.number is not None:
            scores[label["fault"]].append(cell.number)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("planted fault", "rows", "mean faithfulness", "scored below a right answer", "should it be"):
        table.add_column(heading, justify="left" if heading == "planted fault" else "right")
    for kind, found in sorted(scores.items(), key=lambda item: item[0] != "ok"):
        mean = f"{sum(found) / len(found):.2f}"
        if kind == "ok":
            table.add_row("none (right answer)", str(len(found)), mean, "", "")
        else:
            table.add_row(
                kind.replace("_", " "),
                str(len(found)),
                mean,
                f"{below(found, scores['ok']):.0%}",
                "no" if kind in FAITHFUL else "yes",
            )
    return table


def below(faulty: list[float], right: list[float]) -> float:
    """The share of pairs in which the faulty answer scores lower; ties count half (0.5 is chance)."""
    wins = sum((low < high) + 0.5 * (low == high) for low in faulty for high in right)
    return wins / (len(faulty) * len(right))


def chunk_agreement(result: EvaluationResult, labels: list[dict]) -> str:
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
