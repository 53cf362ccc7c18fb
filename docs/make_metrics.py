"""Write docs/metrics.md from the metrics themselves: their signatures and docstrings.

.venv/bin/python docs/make_metrics.py
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from ragas.metrics import collections
from ragas.metrics.catalogue import Entry, catalogue

PAGE = Path(__file__).parent / "metrics.md"
FACTS = ("Formula", "Inputs", "Range", "Judge calls", "Empty inputs", "Source")
GROUPS = {
    "The response": ("faithfulness", "answer_relevancy", "noise_sensitivity"),
    "The ranking of what was retrieved": (
        "context_precision",
        "context_precision_with_reference",
        "context_precision_without_reference",
        "context_utilization",
        "non_llm_context_precision_with_reference",
        "id_based_context_precision",
    ),
    "The completeness of what was retrieved": (
        "context_recall",
        "context_entity_recall",
        "non_llm_context_recall",
        "id_based_context_recall",
    ),
}
OPENING = """\
# Metrics

<!-- Written by docs/make_metrics.py. Change the docstrings and run it again. -->

All are in `ragas.metrics.collections`. The table and the sections below are made from the classes themselves;
`ragas metrics` prints the same facts, and `ragas metrics DATA` says which metrics a file allows.

"""
AFTER_TABLE = """
- *Columns* are the parameters of the metric's `ascore()`: what your samples must have.
- *Judge calls* are those of one sample with a language model, before retries. Metrics of one run share steps: faithfulness
  and noise sensitivity split a response once.
- A metric without judge calls needs no model and no key.

## How to score

On a dataset, with a table, statuses and files:

```python
from ragas import evaluate
from ragas.metrics.collections import ContextPrecision, Faithfulness

result = evaluate("examples/samples.jsonl", [Faithfulness(), ContextPrecision()], llm="local")
```

On one sample, with the metric's own judge:

```python
from ragas.llms import llm_factory

metric = Faithfulness(llm=llm_factory("local"))
one = await metric.ascore(
    user_input="When does the ferry leave?",
    response="The ferry leaves at 07:40.",
    retrieved_contexts=["The ferry to Isla Verde leaves at 07:40."],
)
one.value, one.reason, one.traces
```

`metric.score(...)` does the same without `await`; `batch_score` and `abatch_score` take a list of dicts. Settings are
fields: `AnswerRelevancy(strictness=5)`, `NoiseSensitivity(mode="irrelevant")`, `ContextPrecision(chunks_per_call=1)`.
Every metric takes `name=` for its column, and every judged one its prompts as fields.
"""


def page() -> str:
    """The whole page."""
    entries = {entry.name: entry for entry in catalogue()}
    grouped = {title: [entries[name] for name in names if name in entries] for title, names in GROUPS.items()}
    listed = {entry.name for group in grouped.values() for entry in group}
    if others := [entry for name, entry in entries.items() if name not in listed]:
        grouped["Others"] = others
    parts = [OPENING, *table([entry for group in grouped.values() for entry in group]), AFTER_TABLE]
    for title, group in grouped.items():
        parts.append(f"\n## {title}\n")
        parts += [section(entry) for entry in group]
    return "".join(parts)


def table(entries: list[Entry]) -> list[str]:
    """One line a metric."""
    lines = ["| metric | columns | judge calls | range | better |\n|---|---|---|---|---|\n"]
    for entry in entries:
        metric = entry.metric
        columns = [f"`{name}`" for name in entry.required] + [
            f"`{name}` (optional)" for name in entry.optional
        ]
        low, high = metric.allowed_values
        link = f"[`{entry.metric_class.__name__}`](#{entry.metric_class.__name__.lower()})"
        better = "higher" if metric.higher_is_better else "lower"
        lines.append(f"| {link} | {', '.join(columns)} | {calls(entry)} | {low:g} to {high:g} | {better} |\n")
    return lines


def calls(entry: Entry) -> str:
    """How many judge calls a sample takes, in short."""
    said = facts(entry.metric_class)["Judge calls"]
    number = "none" if said.lower().startswith("none") else re.match(r"\d+", said)[0]  # type: ignore[index]
    return f"{number}, 1 for embeddings" if entry.metric.needs_embeddings else number


def facts(metric_class: type) -> dict[str, str]:
    """What the docstring says under each heading; what it leaves to another class is taken from there."""
    text = " ".join(prose(metric_class))
    starts = list(re.finditer(rf"(?:^|(?<=[.\s]))({'|'.join(FACTS)}): ", text))
    ends = [*(match.start() for match in starts), len(text)][1:]
    found = {match[1]: text[match.end() : end].strip() for match, end in zip(starts, ends, strict=True)}
    other = re.search(r"as in `(\w+)`|^`(\w+)` under its short name", text)
    if other:
        found = facts(getattr(collections, other[1] or other[2])) | found
    return {name: re.sub(r"\s*Formula, range.*", "", found[name]) for name in FACTS if name in found}


def prose(metric_class: type) -> list[str]:
    """The paragraphs of the docstring without its example, each on one line."""
    doc = (inspect.getdoc(metric_class) or "").split(">>>")[0]
    return [" ".join(paragraph.split()) for paragraph in doc.split("\n\n") if paragraph.strip()]


def section(entry: Entry) -> str:
    """One metric: what it tells, its facts, its example."""
    name = entry.metric_class.__name__
    lines = [f"\n### {name}\n\n", f"{prose(entry.metric_class)[0]} Column: `{entry.name}`.\n\n"]
    lines += [f"- {heading}: {said}\n" for heading, said in facts(entry.metric_class).items()]
    doc = inspect.getdoc(entry.metric_class) or ""
    example = doc[doc.index(">>>") :].rstrip()
    lines.append(f"\n```pycon\n>>> from ragas.metrics.collections import {name}\n{example}\n```\n")
    return "".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print("wrote docs/metrics.md")
