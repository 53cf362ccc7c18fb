"""RagasTracer: keep the chains of a run, and read them row by row."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field

from ragas.engine.callbacks import ChainType


class ChainRun(BaseModel):
    """A chain: an evaluation, a row, a metric, or a question to a judge."""

    run_id: str
    parent_run_id: str | None
    name: str
    inputs: dict[str, Any]
    metadata: dict[str, Any]
    outputs: dict[str, Any] = Field(default_factory=dict)
    children: list[str] = Field(default_factory=list)


class ChainRunEncoder(json.JSONEncoder):
    """Writes ids, types of chains and models as JSON."""

    def default(self, o: Any) -> Any:
        """An id as text, a type of chain as its value, a model as its fields."""
        if isinstance(o, UUID):
            return str(o)
        if isinstance(o, ChainType):
            return o.value
        if isinstance(o, BaseModel):
            return o.model_dump(mode="json")
        return super().default(o)


class RagasTracer:
    """A callback handler that keeps every chain it is told of, by its id: `evaluate(..., callbacks=[tracer])`."""

    # What LangChain asks a handler before it tells it of something: only chains are of interest.
    raise_error = False
    run_inline = True
    ignore_chain = False
    ignore_agent = ignore_chat_model = ignore_custom_event = ignore_llm = ignore_retriever = ignore_retry = (
        True
    )

    def __init__(self, traces: dict[str, ChainRun] | None = None) -> None:
        self.traces = {} if traces is None else traces

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.traces)} chains)"

    def on_chain_start(
        self,
        serialized: Mapping[str, Any] | None,
        inputs: Any,
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        tags: list[str] | None = None,
        metadata: Mapping[str, Any] | None = None,
        **facts: Any,
    ) -> None:
        """Keep a new chain, and note it as a part of its parent where that is known."""
        parent = None if parent_run_id is None else str(parent_run_id)
        name = facts.get("name") or (serialized or {}).get("name") or ""
        self.traces[str(run_id)] = ChainRun(
            run_id=str(run_id),
            parent_run_id=parent,
            name=name,
            inputs=_named(inputs, "input"),
            metadata=dict(metadata or {}),
        )
        if parent in self.traces:
            self.traces[parent].children.append(str(run_id))

    def on_chain_end(self, outputs: Any, *, run_id: UUID, **facts: Any) -> None:
        """Keep what came of a chain."""
        if str(run_id) in self.traces:
            self.traces[str(run_id)].outputs = _named(outputs, "output")

    def on_chain_error(self, error: BaseException, *, run_id: UUID, **facts: Any) -> None:
        """Keep what ended a chain, as its output "error"."""
        if str(run_id) in self.traces:
            self.traces[str(run_id)].outputs = {"error": f"{type(error).__name__}: {error}"}

    def to_jsons(self) -> str:
        """All chains as a JSON list."""
        return json.dumps([one.model_dump() for one in self.traces.values()], cls=ChainRunEncoder)


class MetricTrace(dict[str, dict[str, Any]]):
    """What the metrics of a row asked: for each metric its questions by name. It is shown as its `scores`."""

    def __init__(self, *questions: Any, **more: Any) -> None:
        super().__init__(*questions, **more)
        self.scores: dict[str, Any] = {}

    def __repr__(self) -> str:
        return repr(self.scores)

    __str__ = __repr__


def parse_run_traces(
    traces: Mapping[str, ChainRun], parent_run_id: str | UUID | None = None
) -> list[MetricTrace]:
    """For each row of an evaluation its metrics, with the input and output of every question to a judge.

    A question asked again stands beside the first one: `"verdicts"`, `"verdicts 2"`. Where a question has several
    answers, `"output"` is the first and `"outputs"` are all.

    Args:
        traces: of a `RagasTracer`.
        parent_run_id: the chain the evaluation belongs to, where it belongs to one.

    Raises:
        IndexError: there is no evaluation.
        ValueError: there are several.
    """
    parent = None if parent_run_id is None else str(parent_run_id)
    roots = [one for one in traces.values() if one.parent_run_id == parent]
    if not roots:
        raise IndexError("There is no evaluation in these traces.")
    if len(roots) > 1:
        names = ", ".join(repr(one.name) for one in roots)
        raise ValueError(
            f"There are several evaluations in these traces ({names}): use a tracer for each of them."
        )
    rows = [traces[child] for child in roots[0].children]
    # Rows may start in another order than they stand in.
    rows.sort(key=lambda row: row.metadata.get("row_index", 0))
    return [_row(traces, row.children) for row in rows]


def _row(traces: Mapping[str, ChainRun], metrics: Iterable[str]) -> MetricTrace:
    found = MetricTrace()
    for metric in (traces[one] for one in metrics):
        found[metric.name] = _questions(traces[one] for one in metric.children)
        found.scores[metric.name] = metric.outputs.get("output", {})
    return found


def _questions(chains: Iterable[ChainRun]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    asked: dict[str, int] = {}
    for chain in chains:
        number = asked[chain.name] = asked.get(chain.name, 0) + 1
        output = chain.outputs.get("output", {})
        told = {"input": chain.inputs.get("data", {}), "output": output}
        if isinstance(output, list):
            told["output"] = output[0] if output else {}
            if len(output) > 1:
                told["outputs"] = output
        if "error" in chain.outputs:
            told["error"] = chain.outputs["error"]
        found[chain.name if number == 1 else f"{chain.name} {number}"] = told
    return found


def _named(value: Any, name: str) -> dict[str, Any]:
    """What a chain takes or gives, by name; LangChain's chains also take and give bare values."""
    return dict(value) if isinstance(value, Mapping) else {name: value}
