"""Gives the agent every request and scores the calls it makes."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

from agent import ListAgent, to_messages

from ragas import Dataset, experiment
from ragas.messages import ToolCall
from ragas.metrics.collections import ToolCallAccuracy, ToolCallF1

FOLDER = Path(__file__).parent / "evals"

dataset = Dataset.load("requests", backend="local/jsonl", root_dir=FOLDER)


@experiment()
async def serve(row):
    """Let a fresh agent serve one request and score its calls."""
    agent = ListAgent()
    # With LlamaIndex: handler = agent.run(request); events = [event async for event in handler.stream_events()]
    events = [event async for event in agent.run(row["request"])]
    messages = to_messages(row["request"], events)
    wanted = [ToolCall(**call) for call in row["tool_calls"]]
    accuracy = await ToolCallAccuracy(strict_order=False).ascore(
        user_input=messages, reference_tool_calls=wanted
    )
    f1 = await ToolCallF1().ascore(user_input=messages, reference_tool_calls=wanted)
    return {
        **row,
        "said": messages[-1].content,
        "tool_call_accuracy": accuracy.value,
        "tool_call_f1": f1.value,
        "reason": f1.reason,
    }


def main() -> None:
    """Run the experiment and show the means and what went wrong."""
    result = serve.run(dataset, show_progress=False)  # it warns of rows that fail
    rows = result.succeeded()
    if not rows:
        raise SystemExit("No row was scored.")
    for name in ("tool_call_accuracy", "tool_call_f1"):
        print(f"{name:20} {fmean(row[name] for row in rows):.3f}  ({len(rows)} of {len(result)} rows)")
    for row in rows:
        if row["tool_call_f1"] < 1:
            print(f"{row['request']!r}: {row['reason']}")
    print(f"\nEvery row: {FOLDER / 'experiments' / result.name}.jsonl")


if __name__ == "__main__":
    main()
