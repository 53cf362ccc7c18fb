"""Tell LangChain-style callback handlers about a run: one chain for the evaluation, one a row, one a metric."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Self
from uuid import UUID, uuid4

logger = logging.getLogger(__name__)


class Callbacks:
    """The handlers of a run. A handler that fails is reported and does not end the run."""

    def __init__(self, handlers: Any) -> None:
        found = getattr(handlers, "handlers", handlers)
        self.handlers: Sequence[Any] = list(found or [])

    def chain(
        self, name: str, inputs: dict[str, Any], parent: Chain | UUID | None = None, **metadata: Any
    ) -> Chain:
        """A chain whose start, and end or error, are reported: `with callbacks.chain(...) as chain`."""
        return Chain(self, name, inputs, parent, metadata)

    def tell(self, event: str, *args: Any, **facts: Any) -> None:
        """Report an event to every handler that wants to know of it."""
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

    __slots__ = ("_callbacks", "_id", "_inputs", "_metadata", "_name", "_parent", "outputs")

    def __init__(
        self,
        callbacks: Callbacks,
        name: str,
        inputs: dict[str, Any],
        parent: Chain | UUID | None,
        metadata: dict[str, Any],
    ) -> None:
        self._callbacks = callbacks
        self._name = name
        self._inputs = inputs
        self._parent = parent
        self._metadata = metadata
        self._id: UUID | None = None
        self.outputs: dict[str, Any] = {}

    @property
    def id(self) -> UUID:
        """The id of the chain, made when someone asks for it: a run has many chains that nobody watches."""
        if self._id is None:
            self._id = uuid4()
        return self._id

    def __enter__(self) -> Self:
        if self._callbacks.handlers:
            facts = {"tags": [], "metadata": self._metadata, "name": self._name}
            self._callbacks.tell("on_chain_start", {"name": self._name}, self._inputs, **self._ids(), **facts)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if not self._callbacks.handlers:
            return
        if error is not None:
            self._callbacks.tell("on_chain_error", error, **self._ids())
        else:
            self._callbacks.tell("on_chain_end", self.outputs, **self._ids())

    def _ids(self) -> dict[str, UUID | None]:
        parent = self._parent.id if isinstance(self._parent, Chain) else self._parent
        return {"run_id": self.id, "parent_run_id": parent}
