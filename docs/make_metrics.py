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
    "RAG": (
        "Faithfulness",
        "FaithfulnessWithHHEM",
        "ResponseGroundedness",
        "AnswerRelevancy",
        "NoiseSensitivity",
        "ContextPrecision",
        "ContextPrecisionWithReference",
        "ContextPrecisionWithoutReference",
        "ContextUtilization",
        "NonLLMContextPrecisionWithReference",
        "IDBasedContextPrecision",
        "ContextRecall",
        "NonLLMContextRecall",
        "IDBasedContextRecall",
        "ContextEntityRecall",
        "ContextRelevance",
        "QuotedSpansAlignment",
    ),
    "Comparison with a reference": (
        "FactualCorrectness",
        "AnswerCorrectness",
        "AnswerAccuracy",
        "SemanticSimilarity",
        "SummaryScore",
    ),
    "Agents": (
        "ToolCallAccuracy",
        "ToolCallF1",
        "AgentGoalAccuracyWithReference",
        "AgentGoalAccuracyWithoutReference",
        "TopicAdherence",
    ),
    "Rubrics and critics": (
        "AspectCritic",
        "SimpleCriteriaScore",
        "DomainSpecificRubrics",
        "RubricsScoreWithReference",
        "RubricsScoreWithoutReference",
        "InstanceSpecificRubrics",
    ),
    "Text": (
        "BleuScore",
        "CHRFScore",
        "RougeScore",
        "ExactMatch",
        "StringPresence",
        "NonLLMStringSimilarity",
    ),
    "Tables and SQL": ("DataCompyScore", "SQLSemanticEquivalence"),
    "Multimodal": ("MultiModalFaithfulness", "MultiModalRelevance"),
}
OPENING = """\
# Metrics

<!-- Written by docs/make_metrics.py. Change the docstrings and run it again. -->

All are in `ragas.metrics.collections`. The tables and the sections below are made from the classes themselves;
`ragas metrics` prints the same facts, and `ragas metrics DATA` says which metrics a file allows. Metrics of your own are on
two pages: [a prompt or a function](custom-metrics.md) and [a class](own-metrics.md).

"""
AFTER_TABLE = """
- *Columns* are the parameters of the metric's `ascore()`: what your samples must have. For agents, `user_input` is a
  conversation: a list of messages.
- *Judge calls* are those of one sample with a language model, before retries. Metrics of one run share steps: faithfulness
  and noise sensitivity split a response once.
- A metric without judge calls needs no model and no key; "for embeddings" means an embedding model.

## What some need from you

| metric | give it | left out |
|---|---|---|
| `AspectCritic` | `definition="Does the response mention a price?"` | "Does the response do what it was asked to do?" |
| `SimpleCriteriaScore` | `definition="How polite is the response?"`, `allowed_values=(0, 10)` | a general criterion, 0 to 10 |
| `DomainSpecificRubrics` | `rubrics={"score1_description": "...", ...}` | a general rubric of 1 to 5 |
| `InstanceSpecificRubrics` | a column `rubrics` with a rubric for each sample | an error |
| `FaithfulnessWithHHEM` | a `classifier`, or the model it downloads | the download, with `transformers` installed |
| `AnswerRelevancy`, `AnswerCorrectness`, `SemanticSimilarity` | `embeddings=`, here or in `evaluate()` | the [configured ones](embeddings.md#which-embeddings-without-any) |
| `AnswerCorrectness` | `weights=(1, 0)` for facts alone | facts 0.75, similarity 0.25 |

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
    entries = {entry.metric_class.__name__: entry for entry in catalogue()}
    grouped = {title: [entries[name] for name in names if name in entries] for title, names in GROUPS.items()}
    listed = {entry.name for group in grouped.values() for entry in group}
    if others := [entry for entry in entries.values() if entry.name not in listed]:
        grouped["Others"] = others
    parts = [OPENING]
    for title, group in grouped.items():
        parts += [f"**{title}**\n\n", *table(group), "\n"]
    parts[-1] = AFTER_TABLE
    for title, group in grouped.items():
        parts.append(f"\n## {title}\n")
        parts += [section(entry) for entry in group]
    return "".join(parts)


def table(entries: list[Entry]) -> list[str]:
    """One line a metric."""
    lines = ["| metric | columns | judge calls | range | better |\n|---|---|---|---|---|\n"]
    for entry in entries:
        metric = entry.metric
        low, high = metric.allowed_values
        link = f"[`{entry.metric_class.__name__}`](#{entry.metric_class.__name__.lower()})"
        better = "higher" if metric.higher_is_better else "lower"
        lines.append(f"| {link} | {columns(entry)} | {calls(entry)} | {low:g} to {high:g} | {better} |\n")
    return lines


def columns(entry: Entry) -> str:
    """The columns a sample must have, and those it may have."""
    required, optional = ([f"`{name}`" for name in names] for names in (entry.required, entry.optional))
    may = [f"optional {', '.join(optional)}"] if optional else []
    return "; ".join([", ".join(required)] * bool(required) + may)


def calls(entry: Entry) -> str:
    """How many judge calls a sample takes, in short."""
    said = facts(entry.metric_class)["Judge calls"]
    number = "none" if said.lower().startswith("none") else re.match(r"\d+(?: a vote)?", said)[0]  # type: ignore[index]
    return f"{number}, 1 for embeddings" if entry.metric.needs_embeddings else number


def facts(metric_class: type) -> dict[str, str]:
    """What the docstring says under each heading; what it leaves to another class is taken from there."""
    text = " ".join(prose(metric_class))
    starts = list(re.finditer(rf"(?:^|(?<=[.\s]))({'|'.join(FACTS)}): ", text))
    ends = [*(match.start() for match in starts), len(text)][1:]
    found = {match[1]: text[match.end() : end].strip() for match, end in zip(starts, ends, strict=True)}
    other = re.search(r"as in `(\w+)`|^`(\w+)` (?:under its short name|with a general)", text)
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
    lines = [f"\n### {name}\n\n", f"{prose(entry.metric_class)[0]} {names(entry)}\n\n"]
    lines += [f"- {heading}: {said}\n" for heading, said in facts(entry.metric_class).items()]
    doc = inspect.getdoc(entry.metric_class) or ""
    example = doc[doc.index(">>>") :].rstrip()
    lines.append(f"\n```pycon\n>>> from ragas.metrics.collections import {name}\n{example}\n```\n")
    return "".join(lines)


def names(entry: Entry) -> str:
    """The column of its scores, and the other names it goes by."""
    column = entry.metric_class().name
    said = [f"Column: `{column}`."]
    if entry.name != column:
        said.append(f"For `--metrics`: `{entry.name}`.")
    exported = [name for name in collections.__all__ if getattr(collections, name) is entry.metric_class]
    said += [f"Also exported as `{name}`." for name in exported if name != entry.metric_class.__name__]
    return " ".join(said)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print("wrote docs/metrics.md")
