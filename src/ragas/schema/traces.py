"""What the metrics of one row left as evidence, with their scores beside it."""

from __future__ import annotations

from typing import Any

from ragas.schema.cells import Value


class RowTraces(dict[str, dict[str, Any] | None]):
    """The evidence of a row by metric: a dict, with the row's scores as `scores`."""

    def __init__(self, evidence: dict[str, dict[str, Any] | None], scores: dict[str, Value]) -> None:
        super().__init__(evidence)
        self.scores = scores
