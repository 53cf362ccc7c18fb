"""Write docs/metrics/ from the metrics themselves: their signatures, settings and docstrings.

.venv/bin/python docs/make_metrics.py
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, fields
from enum import Enum
from pathlib import Path
from typing import Any

import ragas.metrics
from ragas.metrics import collections
from ragas.metrics.catalogue import Entry, catalogue

FOLDER = Path(__file__).parent / "metrics"
CONFIG = Path(__file__).parents[1] / "mkdocs.yml"
FACTS = ("Formula", "Inputs", "Range", "Judge calls", "Empty inputs", "Source", "Settings")
WRITTEN = "<!-- Written by docs/make_metrics.py. Change the docstrings and run it again. -->"
GROUPS = {
    "RAG: the response": (
        "Faithfulness",
        "FaithfulnessWithHHEM",
        "ResponseGroundedness",
        "AnswerRelevancy",
        "NoiseSensitivity",
        "QuotedSpansAlignment",
    ),
    "RAG: what was retrieved": (
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
    ),
    "Response against reference": (
        "FactualCorrectness",
        "AnswerCorrectness",
        "AnswerAccuracy",
        "SemanticSimilarity",
        "SummaryScore",
    ),
    "Agents and conversations": (
        "ToolCallAccuracy",
        "ToolCallF1",
        "AgentGoalAccuracyWithReference",
        "AgentGoalAccuracyWithoutReference",
        "TopicAdherence",
    ),
    "Criteria of your own": (
        "AspectCritic",
        "SimpleCriteriaScore",
        "DomainSpecificRubrics",
        "RubricsScoreWithReference",
        "RubricsScoreWithoutReference",
        "InstanceSpecificRubrics",
    ),
    "Text against text": (
        "ExactMatch",
        "StringPresence",
        "NonLLMStringSimilarity",
        "BleuScore",
        "CHRFScore",
        "RougeScore",
    ),
    "Tables and SQL": ("DataCompyScore", "SQLSemanticEquivalence"),
    "Pictures": ("MultiModalFaithfulness", "MultiModalRelevance"),
}
COLUMNS = {
    "user_input": ("text", "what was asked"),
    "response": ("text", "what your application answered"),
    "retrieved_contexts": ("list of texts", "the chunks it retrieved, in ranked order"),
    "reference": ("text", "the answer that would be right"),
    "reference_contexts": ("list of texts", "the chunks that should have been retrieved"),
    "retrieved_context_ids": ("list of texts or numbers", "ids of the chunks it retrieved"),
    "reference_context_ids": (
        "list of texts or numbers",
        "ids of the chunks that should have been retrieved",
    ),
    "reference_tool_calls": ("list of tool calls", "the calls that would be right"),
    "reference_topics": ("list of texts", "the topics to keep to"),
    "rubrics": ("mapping of texts", "what each grade means"),
}
CONVERSATION = "`user_input` (a conversation)"
GIVEN = {
    "llm": "the judge; left out, that of `evaluate()` or [the configured one](../judges.md#which-judge-without-one)",
    "embeddings": "the embedding model; left out, that of `evaluate()` or "
    "[the configured one](../embeddings.md#which-embeddings-without-any)",
    "name": "the column of its scores",
}
"""What settings mean that many metrics have."""
SECTIONS = {
    "Faithfulness": r"Faithfulness",
    "Answer relevancy": r"AnswerRelevancy",
    "Context entity recall": r"ContextEntityRecall",
    "Context precision and recall": r"\w*Context(Precision|Recall|Utilization)",
    "Noise sensitivity": r"NoiseSensitivity",
    "Factual correctness": r"FactualCorrectness",
    "Answer correctness": r"AnswerCorrectness",
    "Summary score": r"SummaryScore",
    "Answer accuracy, context relevance, response groundedness": r"AnswerAccuracy|ContextRelevance|ResponseGroundedness",
    "Topic adherence": r"TopicAdherence",
    "Critics and rubrics": r"AspectCritic|SimpleCriteria|\w*Rubrics",
    "Text": r"Bleu|CHRF|Rouge|ExactMatch|StringPresence|NonLLMString|SemanticSimilarity|Quoted",
    "Tools": r"ToolCall",
    "Tables": r"DataCompy",
    "Multimodal": r"MultiModal",
    "All metrics": r"",
}
"""The heading of docs/differences.md for the metrics whose class names begin so; the first that fits counts."""


def pages() -> dict[str, str]:
    """The text of each page by its file name."""
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    for name, made in (("columns", runnable(catalogue())), ("catalogue", by_purpose())):
        start, end = f"<!-- {name}: written by docs/make_metrics.py -->\n", f"<!-- /{name} -->"
        before, after = index.partition(start)[0], index.partition(end)[2]
        index = f"{before}{start}\n{''.join(made)}\n{end}{after}"
    return {"index.md": index} | {file_name(entry): page(entry) for entry in catalogue()}


def file_name(entry: Entry) -> str:
    """The page of a metric."""
    return f"{entry.name.replace('_', '-')}.md"


def link(name: str) -> str:
    """A metric class as a link from one page to another."""
    entry = next(one for one in catalogue() if one.metric_class.__name__ == name)
    return f"[`{name}`]({file_name(entry)})"


def linked(text: str, but: str = "") -> str:
    """`text` with links to the metrics it names."""
    names = {entry.metric_class.__name__ for entry in catalogue()} - {but}
    return re.sub(r"`(\w+)`", lambda match: link(match[1]) if match[1] in names else match[0], text)


def by_purpose() -> Iterator[str]:
    """A table for each purpose, one line a metric."""
    for title, group in grouped().items():
        yield f"### {title}\n\n| metric | what it tells | judge calls | range | better |\n|---|---|---|---|---|\n"
        for entry in group:
            better = "higher" if entry.metric.higher_is_better else "lower"
            name = entry.metric_class.__name__
            yield f"| {link(name)} | {told(entry)} | {calls(entry)} | {span(entry)} | {better} |\n"
        if title != list(grouped())[-1]:
            yield "\n"


def grouped() -> dict[str, list[Entry]]:
    """The metrics by purpose; those without a place in `GROUPS` come last."""
    entries = {entry.metric_class.__name__: entry for entry in catalogue()}
    found = {title: [entries.pop(name) for name in names] for title, names in GROUPS.items()}
    return found | ({"Others": list(entries.values())} if entries else {})


def runnable(entries: Sequence[Entry]) -> Iterator[str]:
    """One line for each set of columns that metrics need: those metrics, by the models they need."""
    order = list(COLUMNS)
    needs: dict[tuple[str, ...], list[Entry]] = {}
    for entry in entries:
        shown = [
            CONVERSATION if entry.of_conversations and one == "user_input" else f"`{one}`"
            for one in sorted(entry.required, key=order.index)
        ]
        needs.setdefault(tuple(shown), []).append(entry)
    yield "| my samples have | I can run |\n|---|---|\n"
    for columns in sorted(needs, key=lambda one: (CONVERSATION in one, not one, len(one), one)):
        kinds: dict[str, list[str]] = {"no model": [], "embeddings": [], "a judge": []}
        for entry in needs[columns]:
            metric = entry.metric
            kind = (
                "a judge" if metric.needs_judge else "embeddings" if metric.needs_embeddings else "no model"
            )
            marks = "²" * (kind == "a judge" and metric.needs_embeddings) + "³" * hasattr(
                metric, "classifier"
            )
            kinds[kind].append(link(entry.metric_class.__name__) + marks)
        have = (
            ", ".join(columns) or "any one of `user_input`, `response`, `retrieved_contexts`, `reference`, …"
        )
        run = "<br>".join(f"*{kind}:* {', '.join(names)}" for kind, names in kinds.items() if names)
        yield f"| {have} | {run} |\n"


def told(entry: Entry) -> str:
    """The first sentence of the docstring."""
    return linked(prose(entry.metric_class)[0])


def span(entry: Entry) -> str:
    """The range of its scores."""
    low, high = entry.metric.allowed_values
    return f"{low:g} to {high:g}"


def calls(entry: Entry) -> str:
    """How many judge calls a sample takes, in short."""
    said = facts(entry.metric_class)["Judge calls"]
    number = "none" if said.lower().startswith("none") else re.match(r"\d+(?: a vote)?", said)[0]  # type: ignore[index]
    return f"{number}, 1 for embeddings" if entry.metric.needs_embeddings else number


def facts(metric_class: type) -> dict[str, str]:
    """What the docstring says under each heading; what it leaves to another class is taken from there."""
    text = "\n\n".join(prose(metric_class)[1:])
    starts = list(re.finditer(rf"(?:^|(?<=[.\s]))({'|'.join(FACTS)}): ", text))
    ends = [*(match.start() for match in starts), len(text)][1:]
    found = {match[1]: text[match.end() : end].strip() for match, end in zip(starts, ends, strict=True)}
    for paragraph in prose(metric_class):
        if paragraph.startswith("Use it when "):
            found["Use it when"] = paragraph
    shared = re.search(
        r"as in `(\w+)`|`(\w+)` (?:under its short name|with a general)", "\n\n".join(prose(metric_class))
    )
    if shared:
        found = facts(getattr(collections, shared[1] or shared[2])) | found
    return found


def prose(metric_class: type) -> list[str]:
    """The paragraphs of the docstring without its example, each on one line."""
    doc = (inspect.getdoc(metric_class) or "").split(">>>")[0]
    return [" ".join(paragraph.split()) for paragraph in doc.split("\n\n") if paragraph.strip()]


def page(entry: Entry) -> str:
    """One metric: what it tells and when to use it, its facts, an example, its columns and its settings."""
    name = entry.metric_class.__name__
    said = {heading: linked(text, but=name) for heading, text in facts(entry.metric_class).items()}
    doc = inspect.getdoc(entry.metric_class) or ""
    example = f">>> from ragas.metrics.collections import {name}\n{doc[doc.index('>>>') :].rstrip()}"
    played = "\n`ScriptedJudge` plays the judge, so that this runs anywhere; [yours](../judges.md) takes its place.\n"
    return "".join(
        [
            f"# {name}\n\n{WRITTEN}\n\n{told(entry)}\n\n",
            said["Use it when"].replace("Use it when", "**Use it when**", 1) + "\n\n",
            *short_facts(entry, said),
            f"\n## Formula\n\n{sentence(said['Formula'])}\n",
            f"\n## Example\n\n```pycon\n{example}\n```\n",
            played if "ScriptedJudge" in example else "",
            "\n## Columns\n\n| column | kind | is | what it holds |\n|---|---|---|---|\n",
            *columns(entry, said["Inputs"]),
            "\n## Settings\n\n| setting | default | what it does |\n|---|---|---|\n",
            *settings(entry, said.get("Settings", "")),
            "\n[All metrics](index.md) · [how to score](index.md#how-to-score) · [read a result](../results.md)\n",
        ]
    )


def short_facts(entry: Entry, said: dict[str, str]) -> Iterator[str]:
    """The table at the top of a page. Its first line is its head, since a table must have one."""
    name = entry.metric_class.__name__
    needed = ", ".join(f"`{one}`" for one in entry.required) or "any one of the columns below"
    optional = (
        f"; optional {', '.join(f'`{one}`' for one in entry.optional)}"
        if entry.required and entry.optional
        else ""
    )
    yield f"| needs | {needed}{optional} |\n|---|---|\n"
    for title, heading in (
        ("range", "Range"),
        ("judge calls", "Judge calls"),
        ("empty inputs", "Empty inputs"),
    ):
        yield f"| {title} | {said[heading].rstrip('.')} |\n"
    yield f"| its column | `{entry.metric_class().name}` |\n"
    yield f"| in the terminal | `ragas evaluate data.jsonl --metrics {entry.name}` |\n"
    if second := [one for one in exported(entry) if one != name]:
        yield f"| also exported as | {', '.join(f'`{one}`' for one in second)} |\n"
    yield f"| replaces | {', '.join(replaced(name)) or 'nothing: it is new'} |\n"
    heading = next(title for title, begins in SECTIONS.items() if re.match(begins, name))
    yield f"| unlike 0.4.3 | [{heading}](../differences.md#{anchor(heading)}) |\n"
    if "Source" in said:
        yield f"| source | {said['Source'].rstrip('.')} |\n"


def sentence(text: str) -> str:
    """`text` with a capital at its start, unless it starts with a name such as chrF."""
    return text[0].upper() + text[1:] if text.split()[0].islower() else text


def exported(entry: Entry) -> list[str]:
    """The names it is imported by."""
    return [name for name in collections.__all__ if getattr(collections, name) is entry.metric_class]


def replaced(name: str) -> list[str]:
    """The names of the first generation for which a metric stands, singletons last."""
    old = [old for old, new in ragas.metrics._REPLACED_BY.items() if new.removesuffix("()") == name]
    return [f"`ragas.metrics.{one}`" for one in old]


def anchor(heading: str) -> str:
    """The anchor that the site and the repository give a heading."""
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")


def columns(entry: Entry, said: str) -> Iterator[str]:
    """One line a column: what it holds, in the words of the docstring where it has some."""
    found = list(re.finditer(rf"`({'|'.join(COLUMNS)})`", said))
    ends = [*(match.start() for match in found), len(said)][1:]
    own = {match[1]: said[match.end() : end] for match, end in zip(found, ends, strict=True)}
    for name in [*entry.required, *entry.optional]:
        kind, holds = COLUMNS[name]
        if name == "user_input" and entry.of_conversations:
            kind, holds = "list of messages", "the conversation"
        elif name == "user_input" and "messages of a conversation" in said:
            kind = "text, or list of messages"
        words = re.sub(r"[\s,;:.()]*(?:and)?[\s,]*(?:optional)?[\s,]*$", "", own.get(name, "")).strip(" ,(;")
        if words and not words.startswith("in ") and words != "a conversation":
            holds = words.removeprefix("which ")
        yield f"| `{name}` | {kind} | {'needed' if name in entry.required else 'optional'} | {holds} |\n"


def settings(entry: Entry, said: str) -> Iterator[str]:
    """One line a setting, its models and its prompts last."""
    own = dict(re.findall(r"(?:^|; )`(\w+)` (.*?)(?=\.?$|; `\w+` )", said))
    of_class = {one.name: one for one in fields(entry.metric_class) if one.init}
    for name in [*(name for name in of_class if name in own), *(name for name in GIVEN if name in of_class)]:
        means = re.sub(r"^(?:is|are) ", "", own.get(name) or GIVEN[name])
        yield f"| `{name}` | {default(of_class[name])} | {means} |\n"
    if prompts := [name for name in of_class if name.endswith("prompt")]:
        more = "[see and change them](../custom-metrics.md#prompts-of-the-metrics-that-come-along)"
        yield f"| {', '.join(f'`{name}`' for name in prompts)} | built in | what the judge is told: {more} |\n"


def default(setting: Field[Any]) -> str:
    """The default of a setting as code."""
    value = setting.default_factory() if setting.default_factory is not MISSING else setting.default
    if isinstance(value, Enum):
        return f"`{type(value).__name__}.{value.name}`"
    return f"`{value!r}`" if not isinstance(value, str) else f'`"{value}"`'


def nav(config: str) -> str:
    """The text of mkdocs.yml with the pages in its navigation, by purpose."""
    lines = ["      - Overview: metrics/index.md\n"]
    for title, group in grouped().items():
        lines.append(f'      - "{title}":\n')
        lines += [f"          - {one.metric_class.__name__}: metrics/{file_name(one)}\n" for one in group]
    return re.sub(r"(?<=  - Metrics:\n)(?: {6,}- .*\n)+", "".join(lines), config)


def write() -> None:
    """Write all pages and their navigation, and remove the pages of metrics that are gone."""
    made = pages()
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.glob("*.md"):
        if file.name not in made:
            file.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    CONFIG.write_text(nav(CONFIG.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"wrote {len(made)} pages into docs/metrics/")


if __name__ == "__main__":
    write()
