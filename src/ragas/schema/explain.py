"""Why a cell is what it is, in words a person who did not build the pipeline can read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from ragas.schema.cells import Cell, MetricInfo
from ragas.schema.complaints import printable
from ragas.schema.rows import Sample
from ragas.schema.samples import MultiTurnSample

TEXT_SHOWN = 300
"""How many characters of a text of the sample are shown."""

NARROWEST = 20
"""The least width lines are folded to: evidence is indented, and a word has to have a place beside that."""

NOT_SCORED = {
    "not_applicable": "not applicable, so it is left out of the mean",
    "failed": "failed, so there is no score",
    "skipped": "skipped, so there is no score",
}
GOOD_WHEN_TRUE = (
    "supported", "useful", "relevant", "correct", "verdict", "found", "matched", "attributed",
    "covered", "answered", "present", "passed",
)  # fmt: skip
"""Keys of evidence that become a tick or a cross: their truth is good news. Any other yes or no is written out."""

HEADS = ("statement", "claim", "question", "text", "entity", "topic", "context", "chunk", "name", "item")
"""Keys under which a piece of evidence says what it is about."""

TOLD_OTHERWISE = frozenset({"reason", "quote", "quote_found", "chunk", "chunks", "start", "end"})


def explain_cell(row: int, sample: Sample, metric: MetricInfo, cell: Cell, width: int | None = None) -> str:
    """The text of `EvaluationResult.explain`, in lines of at most `width` characters if one is given."""
    lines = [f"Row {row}, {metric.name}: {_verdict(metric, cell)}"]
    if cell.cause:
        lines.append(f"Cause: {f'{cell.error}: ' if cell.error else ''}{cell.cause}")
    if cell.reason and cell.reason != cell.cause:
        lines.append(f"Reason: {cell.reason}")
    lines += ["", *_about(sample)]
    evidence = list(_evidence((cell.traces or {}).get("output"), sample))
    if evidence:
        lines += ["", *evidence]
    if metric.judged_by:
        lines += ["", f"Judged by {metric.judge or 'a judge'}."]
        if metric.caution:
            lines.append(f"Caution: {metric.caution}")
    text = printable("\n".join(lines))
    return text if width is None else "\n".join(_folded(text, width))


def _folded(text: str, width: int) -> Iterator[str]:
    """Lines no longer than `width`; what goes over stands under the text of its line."""
    width = max(width, NARROWEST)
    for line in text.split("\n"):
        if len(line) <= width:
            yield line
            continue
        said = line.lstrip(" ")
        marked = said[:2] in ("✓ ", "✗ ", "- ")
        indent = min(len(line) - len(said) + 2 * (marked or line == said), width // 2)
        yield from wrap(line, width, subsequent_indent=" " * indent)


def _verdict(metric: MetricInfo, cell: Cell) -> str:
    if cell.status != "scored":
        return NOT_SCORED[cell.status]
    value = cell.value
    said = f"{value:.4g}" if isinstance(value, float) else str(value)
    if metric.bounds and cell.number is not None:
        low, high = metric.bounds
        return f"{said} (between {low:g} and {high:g}; {'higher' if metric.higher_is_better else 'lower'} is better)"
    return said


def _about(sample: Sample) -> Iterator[str]:
    if isinstance(sample, MultiTurnSample):
        yield f"Conversation of {len(sample.user_input)} messages"
        yield from _indented(_cut(sample.pretty_repr()))
    else:
        if sample.user_input is not None:
            yield f"Question: {_cut(sample.user_input)}"
        if sample.response is not None:
            yield f"Answer: {_cut(sample.response)}"
    if sample.reference is not None:
        yield f"Reference: {_cut(sample.reference)}"


def _evidence(output: Any, sample: Sample) -> Iterator[str]:
    if isinstance(output, Mapping):
        for name, value in output.items():
            if value is None or value in ([], {}, ""):
                continue
            title = str(name).replace("_", " ").capitalize()
            if isinstance(value, Mapping):
                yield f"{title}:"
                yield from _indented("\n".join(_evidence(value, sample)))
            elif isinstance(value, (list, tuple)):
                yield f"{title}:"
                for item in value:
                    yield from _item(item, sample)
            else:
                yield f"{title}: {_plain(value)}"
    elif output is not None:
        yield str(output)


def _item(item: Any, sample: Sample) -> Iterator[str]:
    if not isinstance(item, Mapping):
        yield f"  - {_cut(_plain(item))}"
        return
    verdict = next((key for key in GOOD_WHEN_TRUE if isinstance(item.get(key), bool)), None)
    mark = "-" if verdict is None else "✓" if item[verdict] else "✗"
    head = next((key for key in HEADS if isinstance(item.get(key), str)), None)
    chunk = item.get("chunk")
    if head is not None:
        yield f"  {mark} {_cut(item[head])}"
    elif isinstance(chunk, int):
        yield f"  {mark} context {chunk + 1}{_beginning(sample, chunk)}"
    else:
        yield f"  {mark}"
    if item.get("reason"):
        yield f"      why: {item['reason']}"
    yield from _support(item, supported=verdict is not None and bool(item[verdict]), named=head is not None)
    for key, value in item.items():
        if key not in TOLD_OTHERWISE and key not in (verdict, head) and value not in (None, "", [], {}):
            yield f"      {str(key).replace('_', ' ')}: {_cut(_plain(value))}"


def _support(item: Mapping[str, Any], *, supported: bool, named: bool) -> Iterator[str]:
    """Where it is said. A quote that is in no context is never shown as evidence."""
    quote, found, chunk = item.get("quote"), item.get("quote_found"), item.get("chunk")
    if quote and found is True:
        yield f"      evidence{f', context {chunk + 1}' if isinstance(chunk, int) else ''}: “{quote}”"
    elif quote and found is False:
        yield f"      NOT EVIDENCE: the judge quoted “{quote}”, which stands in none of the contexts"
    elif quote:
        yield f"      the judge quoted “{quote}”; nobody checked that it stands in a context"
    elif supported and named:
        chunks = item.get("chunks") or ([chunk] if isinstance(chunk, int) else [])
        if chunks:
            yield f"      by context {', '.join(str(number + 1) for number in chunks)}, without a quote"


def _beginning(sample: Sample, chunk: int) -> str:
    contexts: Sequence[str] = getattr(sample, "retrieved_contexts", None) or []
    return f": {_cut(contexts[chunk])}" if 0 <= chunk < len(contexts) else ""


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_plain, value))
    return str(value)


def _cut(text: str) -> str:
    text = text.strip()
    return text if len(text) <= TEXT_SHOWN else f"{text[:TEXT_SHOWN].rstrip()}… ({len(text)} characters)"


def _indented(text: str) -> list[str]:
    return [f"  {line}" for line in text.splitlines()]
