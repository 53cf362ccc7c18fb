"""Has the judge label what people have labelled, with each prompt, and reports how far they agree."""

from __future__ import annotations

from pathlib import Path

from judge import JUDGE, PROMPTS

from ragas import Dataset, experiment
from ragas.metrics import DiscreteMetric
from ragas.stats.agreement import confusion, kappa
from ragas.stats.intervals import wilson

FOLDER = Path(__file__).parent / "evals"

dataset = Dataset.load("labelled", backend="local/csv", root_dir=FOLDER)


@experiment()
async def judge(row, prompt="first"):
    """Have the judge label one response."""
    metric = DiscreteMetric("correct", allowed_values=["pass", "fail"], prompt=PROMPTS[prompt], llm=JUDGE)
    score = await metric.ascore(response=row["response"], notes=row["notes"])
    return {**row, "prompt": prompt, "judged": score.value, "reason": score.reason}


def main() -> None:
    """Run every prompt and show agreement, and the rows where judge and people part."""
    for name in PROMPTS:
        result = judge.run(dataset, prompt=name, show_progress=False)  # it warns of rows that fail
        rows = result.succeeded()
        if not rows:
            raise SystemExit(f"{name}: no row was judged.")
        people, judged = [row["label"] for row in rows], [row["judged"] for row in rows]
        equal = sum(a == b for a, b in zip(people, judged, strict=True))
        low, high, _ = wilson(equal, len(rows))
        print(
            f"{name}: agrees in {equal} of {len(rows)} ({low:.0%} to {high:.0%}), kappa {kappa(people, judged):.2f}"
        )
        if len(rows) < len(result):
            print(f"  not judged: {len(result) - len(rows)} of {len(result)} responses")
        table = confusion(people, judged)
        for label, counts in table.items():
            print(f"  people {label}: judge {', '.join(f'{word} {n}' for word, n in counts.items())}")
        for row in rows:
            if row["label"] != row["judged"]:
                print(
                    f"  - {row['response']} (people: {row['label']}; judge: {row['judged']}, {row['reason']})"
                )


if __name__ == "__main__":
    main()
