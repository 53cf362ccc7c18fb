"""Runs every prompt over the reviews and says whether the better one is better by more than chance."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

from prompts import PROMPTS, run

from ragas import Dataset, experiment
from ragas.metrics.collections import ExactMatch
from ragas.stats.paired import paired

FOLDER = Path(__file__).parent / "evals"

dataset = Dataset.load("reviews", backend="local/csv", root_dir=FOLDER)


@experiment()
async def label(row, prompt="first"):
    """Label one review with a prompt and compare with the label people gave."""
    response = run(prompt, row["text"])
    score = await ExactMatch().ascore(response=response, reference=row["label"])
    return {**row, "prompt": prompt, "response": response, "correct": score.value}


def main() -> None:
    """Run all prompts and compare the first with the others."""
    runs = {name: label.run(dataset, prompt=name, show_progress=False) for name in PROMPTS}
    for name, result in runs.items():
        scores = [row["correct"] for row in result.succeeded()]
        mean = f"{fmean(scores):.2f}" if scores else "none"
        print(f"{name:8} {mean} right  ({len(scores)} of {len(result)} rows)")
    first, *others = runs
    compared = 0
    for name in others:
        both = [
            pair
            for pair in zip(runs[first], runs[name], strict=True)
            if all("correct" in row for row in pair)
        ]
        compared += len(both)
        if not both:
            continue
        found = paired(*([row["correct"] for row in rows] for rows in zip(*both, strict=True)), bounds=(0, 1))
        sure = "more than chance" if found.p <= 0.05 else "may be chance: more rows would tell"
        print(f"{name} against {first}: {found.difference:+.2f} (p = {found.p:.2f}, {sure})")
        for before, after in both:
            if before["response"] != after["response"]:
                print(f"  {after['text']} {before['response']} -> {after['response']}")
    if not compared:
        raise SystemExit("No row was scored with two prompts.")
    print(f"\nEvery row: {FOLDER / 'experiments'}")


if __name__ == "__main__":
    main()
