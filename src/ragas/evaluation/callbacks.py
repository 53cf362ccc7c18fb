"""Tell LangChain-style callback handlers about a run: one chain for the evaluation, one a row, one a metric."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

logger = logging.getLogger(__name__)


class Callbacks:
    """The handlers of a run. A handler that fails is reported and does not end the run."""

    def __init__(self, handlers: Any) -> None:
        found = getattr(handlers, "handlers", handlers)
        self.handlers: Sequence[Any] = list(found or [])

    @contextmanager
    def chain(
        self, name: str, inputs: dict[str, Any], parent: UUID | None = None, **metadata: Any
    ) -> Iterator[Chain]:
        """Report the start of a chain, and its end or its error."""
        chain = Chain(uuid4())
        if not self.handlers:
            yield chain
            return
        facts: dict[str, Any] = {
            "run_id": chain.id,
            "parent_run_id": parent,
            "tags": [],
            "metadata": metadata,
            "name": name,
        }
        self._tell("on_chain_start", {"name": name}, inputs, **facts)
        try:
            yield chain
        except BaseException as error:
            self._tell("on_chain_error", error, run_id=chain.id, parent_run_id=parent)
            raise
        self._tell("on_chain_end", chain.outputs, run_id=chain.id, parent_run_id=parent)

    def _tell(self, event: str, *args: Any, **facts: Any) -> None:
        for handler in self.handlers:
            method = getattr(handler, event, None)
            if method is None:
                continue
            try:
                method(*args, **facts)
            except Exception:  # a faulty observer must not cost the user the run
                logger.exception("the callback %s of %r failed", event, handler)


class Chain:
    """One chain as reported: its id and, in the end, its outputs."""

    def __init__(self, id: UUID) -> None:
        self.id = id
        self.outputs: dict[str, Any] = {}
