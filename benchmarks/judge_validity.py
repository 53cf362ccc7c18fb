"""How far the embedded judge can be trusted: its scores against labelled public data, beside simpler measures.

    python benchmarks/judge_validity.py DATA [--write benchmarks/judge_validity.md] [--judge provider:model --limit 50]

DATA is a folder with halueval_qa.jsonl, begin_wow.jsonl and evouna.jsonl. Nothing of it is copied into the results.
Weights and thresholds used on a set come from the other sets.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from altered_facts import KINDS, altered
from chunk_help import chunk_help
from other_judge import other_judge
from validity_numbers import (
    auroc,
    balanced_accuracy,
    best_threshold,
    fit_logistic,
    interval,
    resamples,
)
from validity_tables import report
from word_baselines import BASELINES, alternatives

from ragas.llms.local import agreement
from ragas.llms.local.evidence import Evidence, gather
from ragas.llms.local.passages import Passages
from ragas.llms.local.sentences import statements
from ragas.llms.local.support import BIAS, WEIGHTS, probability

Row = dict[str, Any]
SOURCES = ("halueval_qa", "begin_wow", "evouna")
REAL = ("HaluEval-QA", "BEGIN", "EVOUNA")
FITTED = ("covered", "aligned", "missing_number", "missing_name", "misplaced", "negated")
FIXED = {name: weight for name, weight in WEIGHTS.items() if name not in FITTED}
SIGNS = [1 if WEIGHTS[name] > 0 else -1 for name in FITTED]
DRAWS = 400
BARE = frozenset({"yes", "no"})


def evidence_of(row: Row) -> list[Evidence]:
    """One evidence a statement of the answer; on EVOUNA the accepted answers are the contexts."""
    passages = Passages([row["context"]] if "context" in row else alternatives(row))
    return [gather(statement, passages) for statement in statements(row["answer"], row["question"])]


def fitted(
    sets: dict[str, list[Row]], evidence: dict[str, list[list[Evidence]]], without: str
) -> dict[str, float]:
    """Weights fitted on the sets that are not made from `without`, as a mapping; "bias" is the bias."""
    features, offsets = [], []
    for name, rows in sets.items():
        if without in name or "EVOUNA" in name:
            continue
        kept = [(found, row["label"]) for found, row in zip(evidence[name], rows, strict=True) if found]
        # A no is taken as no evidence here: what is found for it would speak for a yes.
        kept = [([Evidence() if e.denies else e for e in found], label) for found, label in kept]
        mean = [[sum(getattr(e, f) for e in found) / len(found) for f in FITTED] for found, _ in kept]
        features.append((mean, [label for _, label in kept]))
        offsets.append(
            [
                sum(w * getattr(e, f) for e in found for f, w in FIXED.items()) / len(found)
                for found, _ in kept
            ]
        )
    weights, bias = fit_logistic(features, SIGNS, offsets)
    return {**dict(zip(FITTED, weights, strict=True)), **FIXED, "bias": bias}


def judged(evidence: Sequence[list[Evidence]], weights: dict[str, float], way: str) -> list[float]:
    """One score an answer from the probabilities of its statements; an answer that states nothing gets 0."""
    settings = {name: weight for name, weight in weights.items() if name != "bias"}
    scores = []
    for found in evidence:
        values = [probability(e, settings, weights["bias"]) for e in found]
        if way == "share":
            values = [float(value > 0.5) for value in values]
        scores.append(0.0 if not values else min(values) if way == "min" else sum(values) / len(values))
    return scores


def agreements(rows: Sequence[Row]) -> list[float]:
    return [max(agreement(row["answer"], ref, row["question"]) for ref in alternatives(row)) for row in rows]


def measure(sets: dict[str, list[Row]], judge: str | None) -> dict[str, Any]:
    """Every measure on every set, with intervals, and what the report needs besides."""
    started = time.process_time()
    evidence = {name: [evidence_of(row) for row in rows] for name, rows in sets.items()}
    per_row = (time.process_time() - started) * 1000 / sum(map(len, sets.values()))
    shipped = {**WEIGHTS, "bias": BIAS}
    folds = {name: fitted(sets, evidence, name.removeprefix("Altered ")) for name in sets}
    scores: dict[str, dict[str, list[float]]] = {
        label: {name: [f(row) for row in rows] for name, rows in sets.items()}
        for label, f in BASELINES.items()
    }
    ways = {"mean": "mean confidence", "min": "lowest confidence", "share": "share supported"}
    for way, label in ways.items():
        scores[f"embedded judge, {label}"] = {n: judged(evidence[n], folds[n], way) for n in sets}
    scores["embedded judge, shipped weights"] = {n: judged(evidence[n], shipped, "mean") for n in sets}
    best = {
        n: agreements(rows) if n == "EVOUNA" else scores["embedded judge, mean confidence"][n]
        for n, rows in sets.items()
    }
    scores["embedded judge (agreement where there is a reference)"] = best
    if judge:
        scores[judge] = {name: other_judge(judge, rows) for name, rows in sets.items()}
    labels = {name: [row["label"] for row in rows] for name, rows in sets.items()}
    draws = {n: resamples([r.get("pair", r["id"]) for r in rows], DRAWS) for n, rows in sets.items()}
    table: dict[str, dict[str, dict[str, Any]]] = {}
    for label, columns in scores.items():
        table[label] = {}
        for name, values in columns.items():
            y = labels[name]
            source = name.removeprefix("Altered ")
            others = [(columns[other], labels[other]) for other in REAL if other != source]
            threshold = best_threshold(others) if label in BASELINES else 0.5
            table[label][name] = {
                "auroc": auroc(values, y),
                "auroc_interval": interval(
                    draws[name], lambda d, v=values, y=y: auroc([v[i] for i in d], [y[i] for i in d])
                ),
                "balanced": balanced_accuracy(values, y, threshold),
                "balanced_interval": interval(
                    draws[name],
                    lambda d, v=values, y=y, t=threshold: balanced_accuracy(
                        [v[i] for i in d], [y[i] for i in d], t
                    ),
                ),
            }
    differences = {
        label: (
            _difference(best, columns, labels, sets, leave_out=frozenset()),
            _difference(best, columns, labels, sets, leave_out=BARE),
        )
        for label, columns in scores.items()
        if label in BASELINES
    }
    kinds = {
        kind: {
            label: _of_kind(scores[label], sets, kind)
            for label in ("word overlap", "ROUGE-L precision", "embedded judge, mean confidence")
        }
        for kind in KINDS
    }
    chunks = {name: chunk_help(sets[name]) for name in REAL[:2]}
    return {
        "table": table,
        "differences": differences,
        "kinds": kinds,
        "chunks": chunks,
        "sizes": {name: (len(rows), sum(labels[name])) for name, rows in sets.items()},
        "weights": {**folds, "shipped": shipped},
        "unstated": {name: sum(not found for found in evidence[name]) for name in sets},
        "milliseconds": per_row,
    }


def _difference(
    best: dict[str, list[float]],
    other: dict[str, list[float]],
    labels: dict[str, list[int]],
    sets: dict[str, list[Row]],
    leave_out: frozenset[str],
) -> tuple[float, float, float]:
    """Mean AUROC over the real sets, judge minus other, with its paired interval; without pairs with some answers."""
    kept: dict[str, list[int]] = {}
    draws: dict[str, list[list[int]]] = {}
    for name in REAL:
        groups = [row.get("pair", row["id"]) for row in sets[name]]
        out = {
            group
            for row, group in zip(sets[name], groups, strict=True)
            if row["answer"].strip(" .").lower() in leave_out
        }
        kept[name] = [at for at, group in enumerate(groups) if group not in out]
        draws[name] = [
            [kept[name][at] for at in draw] for draw in resamples([groups[at] for at in kept[name]], DRAWS)
        ]

    def gap(rows: dict[str, list[int]]) -> float:
        gaps = []
        for name, chosen in rows.items():
            y = [labels[name][i] for i in chosen]
            gaps.append(
                auroc([best[name][i] for i in chosen], y) - auroc([other[name][i] for i in chosen], y)
            )
        return sum(gaps) / len(gaps)

    values = sorted(gap({name: draws[name][at] for name in REAL}) for at in range(DRAWS))
    return gap(kept), values[int(0.025 * DRAWS)], values[int(0.975 * DRAWS)]


def _of_kind(
    columns: dict[str, list[float]], sets: dict[str, list[Row]], kind: str
) -> dict[str, tuple[int, float, float]]:
    """Pairs, AUROC and the share of altered sentences below 0.5, of one kind of alteration, for each altered set."""
    found = {}
    for name, rows in sets.items():
        chosen = [at for at, row in enumerate(rows) if name.startswith("Altered") and row["subset"] == kind]
        if chosen:
            y = [rows[at]["label"] for at in chosen]
            caught = [columns[name][at] < 0.5 for at in chosen if not rows[at]["label"]]
            value = auroc([columns[name][at] for at in chosen], y)
            found[name] = (len(chosen) // 2, value, sum(caught) / len(caught))
    return found


def main() -> int:
    """Measure and print; write the report where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder with the labelled sets")
    parser.add_argument("--write", type=Path, help="write the report to this Markdown file")
    parser.add_argument("--judge", help="also measure Faithfulness by this judge, as llm_factory names it")
    parser.add_argument("--limit", type=int, help="rows a set (for judges that cost)")
    options = parser.parse_args()
    files = {name: options.data / f"{name}.jsonl" for name in SOURCES}
    missing = [str(path) for path in files.values() if not path.is_file()]
    if missing:
        print(f"Skipped: {', '.join(missing)} not found.")
        return 0
    real = {
        title: [json.loads(line) for line in files[name].read_text("utf-8").splitlines()][: options.limit]
        for title, name in zip(REAL, SOURCES, strict=True)
    }
    sets = real | {f"Altered {name}": altered(real[name]) for name in REAL[:2]}
    text = report(measure(sets, options.judge), REAL)
    print(text)
    if options.write:
        options.write.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
