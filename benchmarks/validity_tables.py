"""Write the results of judge_validity.py as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

INTRODUCTION = """# How far the embedded judge can be trusted

Written by `python benchmarks/judge_validity.py DATA --write benchmarks/judge_validity.md`.

The embedded judge compares words. It is a **support screen**: useful where an answer says something its sources do not
hold, and for answers with a reference; weak where one fact is altered into a word the sources hold too, or where a true
statement is paraphrased freely. It does not replace an LLM judge.

## Method

- Each number says how well a score tells rows labelled 1 from rows labelled 0. AUROC: the chance that a 1 scores higher
  than a 0 (0.5 is chance). Balanced accuracy: the mean of the hit rates on both labels. Brackets hold 95% bootstrap
  intervals ({draws} resamples; the two rows of a pair are drawn together).
- No weight and no threshold is fitted on the rows it is measured on. The weights of the judge are fitted on the other sets (a set and its
  altered copy count as one) and its threshold is the probability 0.5 of that fit; the thresholds of the other measures
  are the best ones of the other two real sets. "Shipped weights" are fitted on everything and stand here for orientation
  only. But the design is not blind to these files: *which* evidence to weigh, the word lists, the ridge, how much the
  second-best sentence counts and how near is near were decided by looking at errors and at some fifty variants' results
  on these very sets. Expect less on data nobody has looked at, most of all where answers paraphrase freely.
- On EVOUNA there is a reference and no context. Overlap and ROUGE there are the share of the reference found in the
  answer (the best of the accepted answers), `agreement` likewise (its word weights were set by hand and then checked
  on EVOUNA itself against 35 other settings, .967 to .971; threshold 0.5); the rows
  named after confidence use the accepted answers as contexts, as Faithfulness would, which is not what they are for.
- An answer that states nothing (a question, "I don't know") counts as 0 here: {unstated}. Faithfulness leaves it out.
- "Mean confidence" is what Faithfulness gives with this judge: each statement counts with its probability. "Share
  supported" counts only the statements above 0.5.
"""

SOURCES = """## Sources

| set | rows (label 1) | who labelled | source | licence |
|---|---|---|---|---|
| HaluEval-QA | {halu} | by construction: gold answer against ChatGPT's hallucination, in pairs | RUCAIBox/HaluEval, generation/qa | MIT |
| BEGIN | {begin} | people, 3 each | google/BEGIN-dataset, wow/begin_test_wow.tsv | CC BY 4.0 |
| EVOUNA | {evouna} | people | wangcunxiang/QA-Eval, EVOUNA | Apache-2.0 |
| Altered HaluEval-QA | {altered_halu} | by rule, from the rows labelled 1 | made by `altered_facts.py`, seed 7 | not kept |
| Altered BEGIN | {altered_begin} | by rule, from the rows labelled 1 | made by `altered_facts.py`, seed 7 | not kept |

The classes are balanced by choice, so a threshold fitted here is stricter than most real answers need. On HaluEval-QA the
length of the answer alone does about as well as anything: gold answers are short. Altered HaluEval-QA holds shortened
copies of the contexts' own sentences, which makes alterations easy to see; altered BEGIN holds paraphrases
labelled by people and is the harder and fairer of the two.
"""


def report(results: dict[str, Any], real: Sequence[str]) -> str:
    """The whole report."""
    sizes = {name: f"{rows} ({ones})" for name, (rows, ones) in results["sizes"].items()}
    unstated = ", ".join(f"{name} {count}" for name, count in results["unstated"].items())
    parts = [
        INTRODUCTION.format(draws=400, unstated=unstated),
        "## AUROC\n\n" + _table(results["table"], "auroc", real),
        "## Balanced accuracy\n\n" + _table(results["table"], "balanced", real),
        "## Against the baselines\n\nMean AUROC over HaluEval-QA, BEGIN and EVOUNA, embedded judge (agreement where there is a "
        'reference) minus the baseline, with its paired interval. A bare "no" says nothing without its question; where the '
        "contexts speak of what is asked and neither deny nor affirm it, the judge gives it 0.5, and overlap gives 0. All such answers "
        "in HaluEval-QA happen to be labelled 1, which is worth most of the lead there. "
        "The last column leaves those pairs out.\n\n" + _differences(results["differences"]),
        "## Altered facts, by kind\n\nAUROC, number of pairs in brackets; last, the share of altered sentences that the judge "
        "rejects (confidence below 0.5).\n\n" + _kinds(results["kinds"]),
        "## Chunks that help an answer\n\nThe context of a row labelled 1 against the four most similar contexts of other "
        "rows.\n\n" + _chunks(results["chunks"]),
        "## Weights\n\nFitted without the set named, and as shipped.\n\n" + _weights(results["weights"]),
        f"Processor time: {results['milliseconds']:.1f} ms a row, reading the contexts included.\n",
        SOURCES.format(
            halu=sizes[real[0]],
            begin=sizes[real[1]],
            evouna=sizes[real[2]],
            altered_halu=sizes[f"Altered {real[0]}"],
            altered_begin=sizes[f"Altered {real[1]}"],
        ),
    ]
    return "\n".join(parts)


def _table(table: dict[str, dict[str, dict[str, Any]]], figure: str, real: Sequence[str]) -> str:
    names = list(next(iter(table.values())))
    lines = [
        "| score | " + " | ".join(names) + " | mean of the first three |",
        "|---" * (len(names) + 2) + "|",
    ]
    for label, columns in table.items():
        cells = []
        for name in names:
            low, high = columns[name][f"{figure}_interval"]
            cells.append(f"{columns[name][figure]:.3f} [{low:.2f}, {high:.2f}]")
        mean = sum(columns[name][figure] for name in real) / len(real)
        lines.append(f"| {label} | " + " | ".join(cells) + f" | {mean:.3f} |")
    return "\n".join(lines) + "\n"


def _differences(differences: dict[str, tuple[tuple[float, float, float], ...]]) -> str:
    lines = ["| baseline | all rows | without pairs with a bare yes or no |", "|---|---|---|"]
    for label, gaps in differences.items():
        lines.append(
            f"| {label} | "
            + " | ".join(f"{gap:+.3f} [{low:+.3f}, {high:+.3f}]" for gap, low, high in gaps)
            + " |"
        )
    return "\n".join(lines) + "\n"


def _kinds(kinds: dict[str, dict[str, dict[str, tuple[int, float, float]]]]) -> str:
    labels = list(next(iter(kinds.values())))
    head = ["set", "altered", *labels, "rejected"]
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for name in sorted({name for columns in kinds.values() for found in columns.values() for name in found}):
        for kind, columns in kinds.items():
            if name in columns[labels[-1]]:
                pairs, _, rejected = columns[labels[-1]][name]
                values = " | ".join(f"{columns[label][name][1]:.2f}" for label in labels)
                lines.append(f"| {name} | {kind} ({pairs}) | {values} | {rejected:.0%} |")
    return "\n".join(lines) + "\n"


def _chunks(chunks: dict[str, dict[str, float]]) -> str:
    lines = [
        "| set | judge, AUROC | word overlap, AUROC | judge, balanced accuracy at 0.5 |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {n} | {c['judge']:.3f} | {c['overlap']:.3f} | {c['balanced']:.3f} |" for n, c in chunks.items()
    ]
    return "\n".join(lines) + "\n"


def _weights(weights: dict[str, dict[str, float]]) -> str:
    names = list(next(iter(weights.values())))
    lines = ["| without | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    lines += [
        f"| {label} | " + " | ".join(f"{values[name]:.1f}" for name in names) + " |"
        for label, values in weights.items()
    ]
    return "\n".join(lines) + "\n"
