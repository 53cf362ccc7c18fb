"""Runs every ticket through the workflow and scores each step, so that one sees where it goes wrong."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from judge import JUDGE
from workflow import run

from ragas import Dataset, experiment
from ragas.exceptions import ConfigurationError
from ragas.metrics import DiscreteMetric, discrete_metric

FOLDER = Path(__file__).parent / "evals"

dataset = Dataset.load("tickets", backend="local/jsonl", root_dir=FOLDER)


@discrete_metric(name="topic", allowed_values=["pass", "fail"])
def topic_right(topic: str, expected: str) -> str:
    """Whether the topic is the expected one."""
    return "pass" if topic == expected else "fail"


@discrete_metric(name="fields", allowed_values=["pass", "fail"])
def fields_right(fields: dict, expected: dict) -> str:
    """Whether all fields are the expected ones."""
    return "pass" if fields == expected else "fail"


try:
    helpful = DiscreteMetric(
        "helpful",
        allowed_values=["pass", "fail"],
        prompt="Does this answer to a ticket say what the notes ask for?\nResponse: {response}\nNotes: {notes}",
        llm=JUDGE,
    )
except ConfigurationError as error:  # such as a key that is not set
    raise SystemExit(str(error)) from None


@experiment()
async def handle(row):
    """Handle one ticket and score the three steps."""
    done = run(row["ticket"])
    score = await helpful.ascore(response=done["response"], notes=row["notes"])
    return {
        **row,
        "response": done["response"],
        "topic": topic_right.score(topic=done["topic"], expected=row["topic"]).value,
        "fields": fields_right.score(fields=done["fields"], expected=row["fields"]).value,
        "helpful": score.value,
        "reason": score.reason,
    }


def main() -> None:
    """Run the experiment and show each step's passes."""
    result = handle.run(dataset, show_progress=False)  # it warns of rows that fail
    rows = result.succeeded()
    if not rows:
        raise SystemExit("No row was scored.")
    for step in ("topic", "fields", "helpful"):
        passed = Counter(row[step] for row in rows)["pass"]
        print(f"{step:8} {passed} of {len(rows)} pass")
    if len(rows) < len(result):
        print(f"not scored: {len(result) - len(rows)} of {len(result)} tickets")
    for row in rows:
        if row["helpful"] == "fail":
            print(f"\n{row['ticket']}\n  {row['response']}\n  {row['reason']}")
    print(f"\nEvery row: {FOLDER / 'experiments' / result.name}.jsonl")


if __name__ == "__main__":
    main()
