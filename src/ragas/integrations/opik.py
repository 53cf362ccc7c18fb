"""Opik: a callback that logs every row of an evaluation as a trace, with its scores as feedback."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import isfinite
from typing import Any
from uuid import UUID

from ragas._extras import optional


@dataclass
class _Row:
    """A row under way: what is known of it, and the names of the metrics that have not ended."""

    name: str
    inputs: dict[str, Any]
    metadata: dict[str, Any]
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    scores: list[dict[str, Any]] = field(default_factory=list)
    waiting: dict[UUID, str] = field(default_factory=dict)


class OpikTracer:
    """Logs the rows of `evaluate(..., callbacks=[OpikTracer()])` to Opik.

    The evaluation itself makes no trace, so that every trace is a row; it is sent when the row is over. A number
    becomes a feedback score, a word one with a category; a failure, which is no score, is told in the metadata.

    Args:
        tags: tags of every trace.
        metadata: metadata of every trace.
        project_name: the project to log to; without it Opik's default.
        client: an `opik.Opik`; without it one set up by the environment.

    Raises:
        MissingDependencyError: opik is not installed.
    """

    def __init__(
        self,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        project_name: str | None = None,
        *,
        client: Any = None,
    ) -> None:
        if client is None:
            client = optional("opik", extra="opik", purpose="Logging to Opik").Opik()
        self.tags = list(tags or ())
        self.metadata = {"created_from": "ragas", **(metadata or {})}
        self.project_name = project_name
        self._client = client
        self._roots: set[UUID] = set()
        self._rows: dict[UUID, _Row] = {}
        self._row_of: dict[UUID, UUID] = {}
        self._created: list[Any] = []
        self._lock = threading.Lock()

    def on_chain_start(
        self,
        serialized: Any,
        inputs: Any,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        name: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        **facts: Any,
    ) -> None:
        """An evaluation, a row or a metric begins."""
        with self._lock:
            told = dict(metadata or {})
            kind = told.pop("type", None)
            if parent_run_id is None or getattr(kind, "value", kind) == "evaluation":
                self._roots.add(run_id)
            elif parent_run_id in self._roots:
                self._rows[run_id] = _Row(name or "row", dict(inputs or {}), {**self.metadata, **told})
            elif parent_run_id in self._rows:
                self._row_of[run_id] = parent_run_id
                self._rows[parent_run_id].waiting[run_id] = name or "metric"

    def on_chain_end(self, outputs: Any, *, run_id: UUID, **facts: Any) -> None:
        """An evaluation, a row or a metric has ended."""
        with self._lock:
            self._roots.discard(run_id)
            if (row := self._rows.pop(run_id, None)) is not None:
                self._send(row, dict(outputs or {}))
            elif (row := self._row_with(run_id)) is not None:
                score = _feedback(row.waiting.pop(run_id), (outputs or {}).get("output"))
                row.scores += [score] if score else []

    def on_chain_error(self, error: BaseException, *, run_id: UUID, **facts: Any) -> None:
        """An evaluation, a row or a metric has failed."""
        told = f"{type(error).__name__}: {error}"
        with self._lock:
            self._roots.discard(run_id)
            if (row := self._rows.pop(run_id, None)) is not None:
                self._send(row, {"error": told})
            elif (row := self._row_with(run_id)) is not None:
                row.metadata[f"{row.waiting.pop(run_id)} failed"] = told

    def created_traces(self) -> list[Any]:
        """The traces so far, one a row."""
        return list(self._created)

    def flush(self) -> None:
        """Wait until everything is sent."""
        self._client.flush()

    def _row_with(self, metric: UUID) -> _Row | None:
        """The row under way that a metric's chain belongs to."""
        at = self._row_of.pop(metric, None)
        return None if at is None else self._rows.get(at)

    def _send(self, row: _Row, output: dict[str, Any]) -> None:
        # At once: Opik may lose what is added shortly after a trace was made.
        trace = self._client.trace(
            name=row.name,
            start_time=row.started,
            end_time=datetime.now(UTC),
            input=row.inputs,
            output=output,
            metadata=row.metadata,
            tags=self.tags,
            feedback_scores=row.scores,
            project_name=self.project_name,
        )
        self._created.append(trace)


def _feedback(metric: str, value: Any) -> dict[str, Any] | None:
    """A value as a feedback score; None for what is neither a word nor a number that a mean can be taken of."""
    if isinstance(value, (int, float)) and isfinite(value):
        return {"name": metric, "value": float(value)}
    if isinstance(value, str):  # a score has a number: what counts is its category
        return {"name": metric, "value": 1.0, "category_name": value}
    return None
