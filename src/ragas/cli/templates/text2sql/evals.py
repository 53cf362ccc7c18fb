"""Turns every question into SQL, runs it beside the expected query, and compares the rows."""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path

from database import execute
from text2sql import to_sql

from ragas import Dataset, experiment
from ragas.metrics import MetricResult, discrete_metric

FOLDER = Path(__file__).parent / "evals"

dataset = Dataset.load("questions", backend="local/csv", root_dir=FOLDER)


@discrete_metric(name="execution", allowed_values=["correct", "incorrect", "error"])
def execution(sql: str, expected_sql: str) -> MetricResult:
    """Whether both queries give the same rows, in any order."""
    try:
        found = execute(sql)
    except sqlite3.Error as error:
        return MetricResult("error", str(error))
    wanted = execute(expected_sql)
    if Counter(found) == Counter(wanted):
        return MetricResult("correct", f"{len(found)} equal rows")
    return MetricResult("incorrect", f"{found} instead of {wanted}")


@experiment()
def ask(row):
    """Answer one question and compare."""
    sql = to_sql(row["question"])
    score = execution.score(sql=sql, expected_sql=row["sql"])
    return {**row, "written": sql, "execution": score.value, "reason": score.reason}


def main() -> None:
    """Run the experiment and show the outcomes and what went wrong."""
    result = ask.run(dataset, show_progress=False)  # it warns of rows that fail
    rows = result.succeeded()
    if not rows:
        raise SystemExit("No row was scored.")
    counts = Counter(row["execution"] for row in rows)
    words = ", ".join(f"{word}: {counts[word]}" for word in ("correct", "incorrect", "error"))
    print(f"{words}  ({len(rows)} of {len(result)} rows)")
    for row in rows:
        if row["execution"] != "correct":
            print(f"\n{row['question']}\n  {row['written']}\n  {row['reason']}")
    print(f"\nEvery row: {FOLDER / 'experiments' / result.name}.csv")


if __name__ == "__main__":
    main()
