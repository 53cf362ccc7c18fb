"""Lets the agent work out every expression and scores its result and its tool calls."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

from agent import run

from ragas import Dataset, experiment
from ragas.messages import ToolCall
from ragas.metrics import MetricResult, numeric_metric
from ragas.metrics.collections import ToolCallAccuracy, ToolCallF1

FOLDER = Path(__file__).parent / "evals"

dataset = Dataset.load("expressions", backend="local/jsonl", root_dir=FOLDER)


@numeric_metric(name="correct", allowed_values=(0, 1))
def correct(prediction: float, expected: float) -> MetricResult:
    """Whether the result is the expected one."""
    right = abs(prediction - expected) < 1e-6
    return MetricResult(float(right), "" if right else f"{prediction} instead of {expected}")


@experiment()
async def solve(row):
    """Work out one expression and score result and calls."""
    prediction, messages = run(row["expression"])
    wanted = [ToolCall(**call) for call in row["tool_calls"]]
    right = correct.score(prediction=prediction, expected=row["expected"])
    accuracy = await ToolCallAccuracy().ascore(user_input=messages, reference_tool_calls=wanted)
    f1 = await ToolCallF1().ascore(user_input=messages, reference_tool_calls=wanted)
    return {
        **row,
        "prediction": prediction,
        "correct": right.value,
        "reason": right.reason,
        "tool_call_accuracy": accuracy.value,
        "tool_call_f1": f1.value,
    }


def main() -> None:
    """Run the experiment and show the means and the wrong results."""
    result = solve.run(dataset, show_progress=False)  # it warns of rows that fail
    rows = result.succeeded()
    if not rows:
        raise SystemExit("No row was scored.")
    for name in ("correct", "tool_call_accuracy", "tool_call_f1"):
        print(f"{name:20} {fmean(row[name] for row in rows):.3f}  ({len(rows)} of {len(result)} rows)")
    for row in rows:
        if not row["correct"]:
            print(f"wrong: {row['expression']}: {row['reason']}")
    print(f"\nEvery row: {FOLDER / 'experiments' / result.name}.jsonl")


if __name__ == "__main__":
    main()
