"""new_group(): open a chain and hang others below it, as LangChain's callback managers do, with any handlers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from ragas.engine.callbacks import Callbacks, Chain, ChainType


class RunManager:
    """An open chain: `on_chain_end` or `on_chain_error` closes it."""

    def __init__(self, chain: Chain, callbacks: Callbacks, parent: UUID | None) -> None:
        self.run_id = chain.id
        self.parent_run_id = parent
        self.handlers = list(callbacks.handlers)
        self._callbacks = callbacks

    def on_chain_end(self, outputs: Any, **facts: Any) -> None:
        """Tell the handlers what came of the chain."""
        self._callbacks.tell("on_chain_end", outputs, **self._ids(), **facts)

    def on_chain_error(self, error: BaseException, **facts: Any) -> None:
        """Tell the handlers what ended the chain."""
        self._callbacks.tell("on_chain_error", error, **self._ids(), **facts)

    def _ids(self) -> dict[str, UUID | None]:
        return {"run_id": self.run_id, "parent_run_id": self.parent_run_id}


class Group:
    """The handlers of an open chain. Given as `callbacks`, what it is given to becomes a part of that chain.

    It has what LangChain reads of a callback manager, so it can be given to LangChain's objects, too.
    """

    def __init__(self, handlers: Sequence[Any], parent_run_id: UUID) -> None:
        self.handlers = list(handlers)
        self.inheritable_handlers = list(handlers)
        self.parent_run_id = parent_run_id
        self.tags: list[str] = []
        self.inheritable_tags: list[str] = []
        self.metadata: dict[str, Any] = {}
        self.inheritable_metadata: dict[str, Any] = {}

    def copy(self) -> Group:
        """Another group of the same chain."""
        return Group(self.handlers, self.parent_run_id)


def new_group(
    name: str,
    inputs: dict[str, Any],
    callbacks: Any,
    tags: Sequence[str] | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> tuple[RunManager, Group]:
    """Open a chain: the manager that closes it, and the group to give to what belongs below it.

    Args:
        name: what the chain is of.
        inputs: what it starts from.
        callbacks: handlers, or the group of the chain it belongs to, or a callback manager of LangChain's.
        tags: told to the handlers.
        metadata: told to the handlers.

    >>> from ragas.callbacks import RagasTracer
    >>> tracer = RagasTracer()
    >>> run, group = new_group("reading", {"page": 1}, [tracer])
    >>> line, _ = new_group("line 1", {}, group)
    >>> line.on_chain_end({"words": 7})
    >>> run.on_chain_end({"lines": 1})
    >>> [(one.name, one.outputs) for one in tracer.traces.values()]
    [('reading', {'lines': 1}), ('line 1', {'words': 7})]
    """
    told = Callbacks(callbacks)
    chain = told.chain(name, inputs)
    chain.tags = list(tags or ())
    chain.metadata = dict(metadata or {})
    chain.__enter__()
    return RunManager(chain, told, told.parent), Group(told.handlers, chain.id)


@contextmanager
def metric_chain(name: str, inputs: dict[str, Any], callbacks: Any) -> Iterator[tuple[Chain, Group]]:
    """The chain of a metric, open inside, with the questions it asks; and the group of what belongs below it."""
    told = Callbacks(callbacks)
    with told.chain(name, inputs, type=ChainType.METRIC) as chain, chain.questions():
        yield chain, Group(told.handlers, chain.id)
