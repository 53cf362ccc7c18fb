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
    scores = {name: [row["correct"] for row in run] for name, run in runs.items()}
    for name, values in scores.items():
        print(f"{name:8} {fmean(values):.2f} right")
    first, *others = scores
    for name in others:
        found = paired(scores[first], scores[name], bounds=(0, 1))
        sure = "more than chance" if found.p <= 0.05 else "may be chance: more rows would tell"
        print(f"{name} against {first}: {found.difference:+.2f} (p = {found.p:.2f}, {sure})")
        for before, after in zip(runs[first], runs[name], strict=True):
            if before["response"] != after["response"]:
                print(f"  {after['text']} {before['response']} -> {after['response']}")
    print(f"\nEvery row: {FOLDER / 'experiments'}")


if __name__ == "__main__":
    main()
