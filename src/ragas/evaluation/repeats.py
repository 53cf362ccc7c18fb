"""Several judgings of one cell made one: how a judge answers on average, and how much it wavers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import fsum
from typing import Any

from ragas.metrics.wording import counted
from ragas.schema.cells import Cell


def combined(cells: Sequence[Cell]) -> Cell:
    """One cell of several judgings: the mean of numbers, the most frequent word (the earlier one of two as frequent).

    The reason and the evidence are those of the judging nearest to it. All outcomes stand in its traces, under
    "output" and "repeats". Judgings that gave no value are left out and counted in the reason; if half of them or more
    failed, the cell did.
    """
    scored = [cell for cell in cells if cell.status == "scored"]
    failed = [cell for cell in cells if cell.status == "failed"]
    if failed and 2 * len(failed) >= len(cells):
        cause = f"{len(failed)} of {len(cells)} judgings failed: {failed[0].cause}"
        return replace(failed[0], cause=cause) if len(cells) > 1 else failed[0]
    if not scored:
        return failed[0] if failed else cells[0]
    numbers = [cell.number for cell in scored]
    value: Any
    if all(number is not None for number in numbers):
        known = [number for number in numbers if number is not None]
        value = fsum(known) / len(known)
        nearest = scored[min(range(len(known)), key=lambda index: abs(known[index] - value))]
        how = "mean"
    else:
        words = [str(cell.value) for cell in scored]
        (word, _), *_ = Counter(words).most_common(1)
        nearest = scored[words.index(word)]
        value = nearest.value
        how = "most frequent"
    said = f"{how} of {counted(len(scored), 'judging')}: {', '.join(_short(cell.value) for cell in scored)}"
    if len(scored) < len(cells):
        said += f"; {len(cells) - len(scored)} gave no value"
    traces = dict(nearest.traces or {})
    outcomes = [
        {"value": cell.value, "status": cell.status, "reason": cell.reason or cell.cause} for cell in cells
    ]
    traces["output"] = {**(traces.get("output") or {}), "repeats": outcomes}
    return replace(
        nearest,
        value=value,
        reason=f"{nearest.reason} ({said})" if nearest.reason else said.capitalize(),
        traces=traces,
        seconds=fsum(cell.seconds or 0.0 for cell in cells),
    )


def _short(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
