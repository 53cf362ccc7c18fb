"""Whether the judge tells the chunk an answer was written from, from the most similar chunks of other rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validity_numbers import auroc, balanced_accuracy
from word_baselines import words

from ragas.llms.local.relevance import helpful

DISTRACTORS = 4


def chunk_help(rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    """AUROC of the judge and of word overlap, and the judge's balanced accuracy at 0.5.

    For each row labelled 1 the chunks are its own context (1) and the contexts of other rows that share most words
    with its question and answer (0). Nothing is fitted; some distractors may help after all, as subjects recur.
    """
    contexts = sorted({row["context"] for row in rows})
    held = {context: set(words(context)) for context in contexts}
    judge: list[float] = []
    overlap: list[float] = []
    labels: list[int] = []
    for row in rows:
        wanted = set(words(f"{row['question']} {row['answer']}"))
        if not row["label"] or not wanted:
            continue
        others = [context for context in contexts if context != row["context"]]
        others.sort(key=lambda context: -len(wanted & held[context]) / (20 + len(held[context])))
        chunks = [row["context"], *others[:DISTRACTORS]]
        judge += [found.probability for found in helpful(row["question"], row["answer"], chunks)]
        overlap += [len(wanted & held[chunk]) / len(wanted) for chunk in chunks]
        labels += [1] + [0] * (len(chunks) - 1)
    return {
        "judge": auroc(judge, labels),
        "overlap": auroc(overlap, labels),
        "balanced": balanced_accuracy(judge, labels, 0.5),
    }
