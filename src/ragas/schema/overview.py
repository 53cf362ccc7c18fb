"""A result at a glance: as text for a terminal, as a table for a notebook."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from ragas.schema.complaints import printable

if TYPE_CHECKING:
    from ragas.schema.cells import MetricInfo
    from ragas.schema.result import EvaluationResult

ROWS_NAMED = 5
"""How many rows with the same cause are named."""
INTERVAL = "95 % interval"
NOTHING = "–"

_LEAST_SHOWN = 0.0001


def summary_text(result: EvaluationResult) -> str:
    """Means with their intervals and counts, who judged, what was not scored and why, and what it took."""
    table = [("metric", "mean", INTERVAL, "cells", "judge")]
    for info, total in zip(result.metrics, result.aggregate().values(), strict=True):
        table.append((info.name, total.figure, total.between or NOTHING, total.counts, info.judge or "none"))
    widths = [max(len(row[column]) for row in table) for column in range(4)]
    lines = ["  ".join((*map(str.ljust, row, widths), row[4])).rstrip() for row in table]
    lines += [f"Caution, {names}: {caution}" for caution, names in cautions_of(result).items()]
    lines += causes_of(result)
    if result.usage is not None:
        lines.append(usage_text(result.usage))
    return printable("\n".join(lines))


def usage_text(usage: Mapping[str, Any]) -> str:
    """Calls, tokens and price in a line; what nobody knows is called unknown."""
    judge, embedding, cached, unknown, unpriced = (
        usage.get(key) or 0
        for key in ("judge_calls", "embedding_calls", "cached_calls", "unknown_calls", "unpriced_calls")
    )
    sent, received, cost = (usage.get(key) for key in ("input_tokens", "output_tokens", "cost"))
    if not judge and not embedding:
        tried = (usage.get("runner") or {}).get("sent") or 0
        sent_nothing = (
            f"{_counted(tried, 'call')} tried, none answered" if tried else "nothing was sent to a model"
        )
        return sent_nothing + (f", {_counted(cached, 'call')} shared or from the cache" if cached else "")
    parts = [_counted(judge, "judge call")]
    if embedding:
        parts.append(_counted(embedding, "embedding call"))
    if cached:
        parts.append(f"{cached:,} more shared or from the cache")
    if sent is None and received is None:
        parts.append("tokens unknown")
    else:
        cached_tokens, thoughts = (usage.get(key) or 0 for key in ("cached_tokens", "reasoning_tokens"))
        of_cache = f" ({cached_tokens:,} from the provider's cache)" if cached_tokens else ""
        of_thoughts = f" ({thoughts:,} of them reasoning)" if thoughts else ""
        parts.append(f"{_known(sent)} tokens in{of_cache}, {_known(received)} out{of_thoughts}")
    if unknown:
        parts.append(f"{_counted(unknown, 'call')} without usage")
    parts.append("price unknown" if cost is None else dollars(cost))
    if cost is not None and unpriced:
        parts.append(f"{_counted(unpriced, 'call')} without a price")
    return ", ".join(parts)


def dollars(amount: float) -> str:
    """A price to a hundredth of a cent; what is less, but not nothing, is called so."""
    return f"${amount:.4f}" if amount >= _LEAST_SHOWN or not amount else f"less than ${_LEAST_SHOWN}"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _known(count: int | None) -> str:
    return "unknown" if count is None else f"{count:,}"


def summary_html(result: EvaluationResult) -> str:
    """The means as an HTML table. Everything that comes from data is escaped."""
    head = "".join(
        f"<th>{name}</th>"
        for name in ("metric", "mean", INTERVAL, "scored", "failed", "n/a", "skipped", "judge")
    )
    rows = []
    for info, total in zip(result.metrics, result.aggregate().values(), strict=True):
        cells = (
            info.name,
            total.figure,
            total.between or NOTHING,
            f"{total.n_scored} of {total.n_total}",
            total.n_failed,
            total.n_not_applicable,
            total.n_skipped,
            info.judged_by or "",
        )
        rows.append("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells) + "</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def cautions_of(result: EvaluationResult) -> dict[str, str]:
    """Each caution with the metrics it concerns."""
    return cautions_among(result.metrics)


def cautions_among(infos: Iterable[MetricInfo]) -> dict[str, str]:
    """Each caution of some metrics with the metrics it concerns."""
    names: defaultdict[str, list[str]] = defaultdict(list)
    for info in infos:
        if info.caution:
            names[info.caution].append(info.name)
    return {caution: ", ".join(metrics) for caution, metrics in names.items()}


def causes_of(result: EvaluationResult) -> Iterator[str]:
    """A line for each cause that kept cells from being scored."""
    rows: defaultdict[tuple[str, str, str], list[int]] = defaultdict(list)
    for row, cells in enumerate(result.cells):
        for metric, cell in cells.items():
            if cell.status != "scored":
                cause = ": ".join(filter(None, (cell.error, cell.cause or cell.reason))) or "no cause given"
                rows[metric, cell.status.replace("_", " "), cause].append(row)
    for (metric, status, cause), found in rows.items():
        named = ", ".join(map(str, found[:ROWS_NAMED])) + (", …" if len(found) > ROWS_NAMED else "")
        yield f"{metric}, {len(found)} {status} (row{'s' if len(found) > 1 else ''} {named}): {cause}"
