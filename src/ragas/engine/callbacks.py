"""Tell LangChain-style callback handlers about a run: a chain for the evaluation, each row, metric and question."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Any, Self
from uuid import UUID, uuid4

from ragas.engine.langchain_events import heard_by
from ragas.engine.tracing import watching

logger = logging.getLogger(__name__)


class ChainType(Enum):
    """What a chain is of; handlers find it in the metadata, under "type"."""

    EVALUATION = "evaluation"
    METRIC = "metric"
    ROW = "row"
    RAGAS_PROMPT = "ragas_prompt"


class Callbacks:
    """The handlers of a run. A handler that fails is reported and does not end the run.

    Given as a group of a larger run, the evaluation is a chain inside that run.
    """

    def __init__(self, handlers: Any) -> None:
        found = getattr(handlers, "handlers", handlers)
        self.handlers: Sequence[Any] = list(found or [])
        self.parent: UUID | None = getattr(handlers, "parent_run_id", None)

    def chain(
        self, name: str, inputs: dict[str, Any], parent: Chain | UUID | None = None, **metadata: Any
    ) -> Chain:
        """A chain whose start, and end or error, are reported: `with callbacks.chain(...) as chain`."""
        return Chain(self, name, inputs, parent or self.parent, metadata)

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

    __slots__ = ("_callbacks", "_id", "_inputs", "_name", "_parent", "metadata", "outputs", "tags")

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
        self.metadata = metadata
        self.tags: list[str] = []
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
            facts = {"tags": self.tags, "metadata": self.metadata, "name": self._name}
            self._callbacks.tell("on_chain_start", {"name": self._name}, self._inputs, **self._ids(), **facts)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if not self._callbacks.handlers:
            return
        if error is not None:
            self._callbacks.tell("on_chain_error", error, **self._ids())
        else:
            self._callbacks.tell("on_chain_end", self.outputs, **self._ids())

    @contextmanager
    def questions(self) -> Iterator[None]:
        """Report every question to a judge that is asked inside as a chain of this one."""
        if not self._callbacks.handlers:
            yield
            return
        with watching(self._question):
            yield

    @contextmanager
    def _question(self, name: str, data: Any) -> Iterator[dict[str, Any]]:
        inputs = {"data": data}
        with (
            self._callbacks.chain(name, inputs, self, type=ChainType.RAGAS_PROMPT) as chain,
            heard_by(self._callbacks.handlers, chain.id),
        ):
            yield chain.outputs

    def _ids(self) -> dict[str, UUID | None]:
        parent = self._parent.id if isinstance(self._parent, Chain) else self._parent
        return {"run_id": self.id, "parent_run_id": parent}
