"""Asks the RAG every question of the dataset and scores what it finds and what it says."""

from __future__ import annotations

import os
from pathlib import Path
from statistics import fmean

from rag import answer, retrieve

from ragas import Dataset, experiment
from ragas.metrics.collections import ContextRecall, Faithfulness

JUDGE = os.environ.get("RAGAS_LLM", "local")  # a real one: RAGAS_LLM=openai:gpt-4o-mini
FOLDER = Path(__file__).parent / "evals"

dataset = Dataset.load("questions", backend="local/csv", root_dir=FOLDER)
faithfulness = Faithfulness(llm=JUDGE)
context_recall = ContextRecall(llm=JUDGE)


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
    result = ask_rag.run(dataset, show_progress=False)
    rows = result.succeeded()
    for name in ("faithfulness", "context_recall"):
        print(f"{name:16} {fmean(row[name] for row in rows):.3f}  ({len(rows)} of {len(result)} rows)")
    worst = min(rows, key=lambda row: row["context_recall"])
    print(
        f"\nLowest recall: {worst['question']}\n  answer: {worst['response']}\n  wanted: {worst['reference']}"
    )
    print(f"\nEvery row: {FOLDER / 'experiments' / result.name}.csv")


if __name__ == "__main__":
    main()
