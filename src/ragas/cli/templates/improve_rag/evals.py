"""Runs the same questions through both retrievers and says whether the difference may be chance."""

from __future__ import annotations

import os
from pathlib import Path

from rag import PASSAGES, RETRIEVERS

from ragas import Dataset, experiment
from ragas.exceptions import ConfigurationError
from ragas.metrics.collections import ContextRecall, IDBasedContextRecall
from ragas.stats.paired import paired

JUDGE = os.environ.get("RAGAS_LLM", "local")  # a real one: RAGAS_LLM=openai:gpt-4o-mini
FOLDER = Path(__file__).parent / "evals"

dataset = Dataset.load("questions", backend="local/jsonl", root_dir=FOLDER)
found_ids = IDBasedContextRecall()
try:
    context_recall = ContextRecall(llm=JUDGE)
except ConfigurationError as error:  # such as a key that is not set
    raise SystemExit(str(error)) from None


@experiment()
async def ask_rag(row, mode="naive"):
    """Retrieve for one question with the retriever `mode`, and score what was found."""
    names = RETRIEVERS[mode](row["question"])
    contexts = [PASSAGES[name] for name in names]
    ids = await found_ids.ascore(retrieved_context_ids=names, reference_context_ids=row["passages"])
    recalled = await context_recall.ascore(
        user_input=row["question"], reference=row["reference"], retrieved_contexts=contexts
    )
    return {**row, "mode": mode, "found": names, "id_recall": ids.value, "context_recall": recalled.value}


def main() -> None:
    """Run both and compare them question by question."""
    runs = {mode: ask_rag.run(dataset, mode=mode, show_progress=False) for mode in RETRIEVERS}
    compared = 0
    print(f"{'':16}{'naive':>8}{'improved':>10}{'change':>8}  {'95 % interval':16}rows")
    for name in ("id_recall", "context_recall"):
        pairs = [(old.get(name), new.get(name)) for old, new in zip(*runs.values(), strict=True)]
        both = [pair for pair in pairs if None not in pair]  # a row that failed has no score
        of = f"{len(both)} of {len(pairs)}"
        compared += len(both)
        if not both:
            print(f"{name:16}{'none':>8}{'none':>10}{'':26}{of}")
            continue
        found = paired([old for old, _ in both], [new for _, new in both], bounds=(0, 1))
        between = f"{found.interval.low:+.2f} to {found.interval.high:+.2f}" if found.interval else ""
        print(
            f"{name:16}{found.mean_a:8.3f}{found.mean_b:10.3f}{found.difference:+8.3f}  {between:16}{of}"
            f"{'  may be chance' if found.p > 0.05 else ''}"
        )
    for mode, run in runs.items():
        print(f"{mode}: {FOLDER / 'experiments' / run.name}.jsonl")
    if not compared:
        raise SystemExit("No row was scored in both.")


if __name__ == "__main__":
    main()
