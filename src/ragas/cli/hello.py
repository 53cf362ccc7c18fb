"""`ragas hello-world`: the smallest project: ten questions, an application that is wrong twice, one metric."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from ragas.cli.exits import told_plainly
from ragas.cli.printing import show
from ragas.exceptions import InputError
from ragas.schema.paths import expanded

NAME = "hello_world"
QUESTIONS = [
    ("What is 2 + 2?", "4"),
    ("What is the capital of France?", "Paris"),
    ("How many days has a week?", "7"),
    ("What colour is a ripe tomato?", "red"),
    ("What is the opposite of hot?", "cold"),
    ("How many legs has a spider?", "8"),
    ("What is the chemical formula of water?", "H2O"),
    ("Which planet is nearest to the sun?", "Mercury"),
    ("What is 10 / 4?", "2.5"),
    ("In which month is Christmas?", "December"),
]

EVALS = '''"""Asks the application every question and compares its answer with the expected one."""

from pathlib import Path

from ragas import Dataset, experiment
from ragas.metrics.collections import ExactMatch

FOLDER = Path(__file__).parent

dataset = Dataset.load("test_data", backend="local/csv", root_dir=FOLDER)

ANSWERS = {row["id"]: row["expected_output"] for row in dataset}
ANSWERS |= {6: "6", 9: "2"}  # two mistakes to find


async def application(question_id: int, query: str) -> str:
    """Your application goes here."""
    return ANSWERS[question_id]


@experiment()
async def hello(row):
    """Ask one question and score the answer."""
    response = await application(row["id"], row["query"])
    match = await ExactMatch().ascore(response=response, reference=row["expected_output"])
    return {**row, "response": response, "exact_match": match.value}


def main() -> None:
    """Run the experiment and show the wrong answers."""
    result = hello.run(dataset, show_progress=False)  # it warns of rows that fail
    rows = result.succeeded()
    if not rows:
        raise SystemExit("No row was scored.")
    right = sum(row["exact_match"] for row in rows)
    print(f"{right:.0f} of {len(rows)} answers are right")
    for row in rows:
        if not row["exact_match"]:
            print(f"  {row['query']} {row['response']} instead of {row['expected_output']}")


if __name__ == "__main__":
    main()
'''


def hello_command(
    directory: Annotated[Path, typer.Argument(help="The folder to make hello_world in.")] = Path(),
) -> None:
    """Make the smallest project that evaluates something; it runs at once, without a key.

    Exit codes: 0 done, 1 could not run, 2 wrong options.
    """
    with told_plainly():
        target = expanded(directory) / NAME
        if target.exists():
            raise InputError(
                f"{str(target)!r} is there already. Name another folder: ragas hello-world FOLDER."
            )
        write(target)
        show(Text(f"Created {target}", style="bold green"), whole=True)
        show(
            Text(
                f"\n  python {target / 'evals.py'}\n"
                f"  ragas evals {target / 'evals.py'} --dataset test_data --metrics exact_match"
            ),
            whole=True,
        )


def write(target: Path) -> None:
    """Write the project."""
    from ragas.experiment.dataset import Dataset

    (target / "experiments").mkdir(parents=True)
    rows = [
        {"id": number, "query": query, "expected_output": expected}
        for number, (query, expected) in enumerate(QUESTIONS, start=1)
    ]
    Dataset.from_list(rows, name="test_data", backend="local/csv", root_dir=target).save()
    (target / "evals.py").write_text(EVALS, encoding="utf-8")
