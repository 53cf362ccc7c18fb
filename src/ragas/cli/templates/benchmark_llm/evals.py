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
    scores: dict[str, list[float | None]] = {}
    for name in names:
        result = benchmark.run(dataset, model=name, show_progress=False)  # it warns of rows that fail
        scores[name] = [row.get("correct") for row in result]  # None for a row that failed
        answered = [score for score in scores[name] if score is not None]
        share = "none answered"
        if answered:
            low, high, _ = wilson(sum(answered), len(answered))
            share = f"{sum(answered):.0f} of {len(answered)} right ({low:.0%} to {high:.0%})"
        calls = (result.usage or {}).get("judge_calls", 0)
        print(f"{name}: {share}; {calls} calls, {len(result.failures())} of {len(result)} failed")
    first, *others = names
    for name in others:
        both = [pair for pair in zip(scores[first], scores[name], strict=True) if None not in pair]
        if not both:
            print(f"{name} against {first}: no order was answered by both")
            continue
        found = paired([one for one, _ in both], [other for _, other in both], bounds=(0, 1))
        sure = "more than chance" if found.p <= 0.05 else "may be chance: more rows would tell"
        print(
            f"{name} against {first}: {found.difference:+.2f} on {len(both)} orders (p = {found.p:.2f}, {sure})"
        )
    if silent := [name for name in names if not any(score is not None for score in scores[name])]:
        raise SystemExit(f"No row was scored for {', '.join(silent)}.")


if __name__ == "__main__":
    main(sys.argv[1:] or ["small", "large"])
