"""Asks the RAG every question of the dataset and scores what it finds and what it says."""

from __future__ import annotations

import os
from pathlib import Path
from statistics import fmean

from rag import answer, retrieve

from ragas import Dataset, experiment
from ragas.exceptions import ConfigurationError
from ragas.metrics.collections import ContextRecall, Faithfulness

JUDGE = os.environ.get("RAGAS_LLM", "local")  # a real one: RAGAS_LLM=openai:gpt-4o-mini
FOLDER = Path(__file__).parent / "evals"

dataset = Dataset.load("questions", backend="local/csv", root_dir=FOLDER)
try:
    faithfulness, context_recall = Faithfulness(llm=JUDGE), ContextRecall(llm=JUDGE)
except ConfigurationError as error:  # such as a key that is not set
    raise SystemExit(str(error)) from None


@experiment()
async def ask_rag(row, k=2):
    """Answer one question and score the answer."""
    question, reference = row["question"], row["reference"]
    contexts = retrieve(question, k)
    response = answer(question, contexts)
    faithful = await faithfulness.ascore(user_input=question, response=response, retrieved_contexts=contexts)
    recalled = await context_recall.ascore(
        user_input=question, reference=reference, retrieved_contexts=contexts
    )
    return {
        **row,
        "response": response,
        "retrieved_contexts": contexts,
        "faithfulness": faithful.value,
        "faithfulness_reason": faithful.reason,
        "context_recall": recalled.value,
    }


def main() -> None:
    """Run the experiment and show the means and the worst answer."""
    result = ask_rag.run(dataset, show_progress=False)  # it warns of rows that fail
    rows = result.succeeded()
    if not rows:
        raise SystemExit("No row was scored.")
    for name in ("faithfulness", "context_recall"):
        scores = [row[name] for row in rows if row[name] is not None]  # None: nothing to score
        mean = f"{fmean(scores):.3f}" if scores else "none"
        print(f"{name:16} {mean}  ({len(scores)} of {len(result)} rows)")
    recalled = [row for row in rows if row["context_recall"] is not None]
    for worst in sorted(recalled, key=lambda row: row["context_recall"])[:1]:
        print(f"\nLowest recall: {worst['question']}")
        print(f"  answer: {worst['response']}\n  wanted: {worst['reference']}")
    print(f"\nEvery row: {FOLDER / 'experiments' / result.name}.csv")


if __name__ == "__main__":
    main()
