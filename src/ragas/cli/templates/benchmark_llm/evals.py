"""Gives every model the same orders and compares the models row by row.

python evals.py small large
python evals.py openai:gpt-4o-mini openai:gpt-4o
"""

from __future__ import annotations

import sys
from pathlib import Path

from models import discount

from ragas import Dataset, experiment
from ragas.metrics import numeric_metric
from ragas.stats.intervals import wilson
from ragas.stats.paired import paired

FOLDER = Path(__file__).parent / "evals"

dataset = Dataset.load("orders", backend="local/csv", root_dir=FOLDER)


@numeric_metric(name="correct", allowed_values=(0, 1))
def correct(found: float, expected: float) -> float:
    """Whether the discount is the right one."""
    return float(abs(found - expected) < 1e-6)


@experiment()
async def benchmark(row, model="small"):
    """Have a model find the discount of one order."""
    found = await discount(model, row["total"], row["years"])
    return {
        **row,
        "model": model,
        "found": found,
        "correct": correct.score(found=found, expected=row["discount"]).value,
    }


def main(names: list[str]) -> None:
    """Run every model and compare the first with the others."""
    scores: dict[str, list[float]] = {}
    for name in names:
        result = benchmark.run(dataset, name=None, model=name, show_progress=False)
        scores[name] = [row.get("correct", 0.0) for row in result]  # a row that failed is not right
        right = sum(scores[name])
        low, high, _ = wilson(right, len(result))
        took = result.usage or {}
        print(
            f"{name}: {right:.0f} of {len(result)} right ({low:.0%} to {high:.0%}); "
            f"{took.get('judge_calls', 0)} calls, {len(result.failures())} failed"
        )
    first, *others = names
    for name in others:
        found = paired(scores[first], scores[name], bounds=(0, 1))
        sure = "more than chance" if found.p <= 0.05 else "may be chance: more rows would tell"
        print(f"{name} against {first}: {found.difference:+.2f} (p = {found.p:.2f}, {sure})")


if __name__ == "__main__":
    main(sys.argv[1:] or ["small", "large"])
