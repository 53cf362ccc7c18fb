"""What is evaluated, and what came of it: plain data."""

from typing import TYPE_CHECKING

from ragas._lazy import door

if TYPE_CHECKING:
    from ragas.schema.cells import Aggregate, Cell, MetricInfo
    from ragas.schema.dataset import EvaluationDataset, RagasDataset
    from ragas.schema.files import iter_rows
    from ragas.schema.messages import AIMessage, HumanMessage, Message, ToolCall, ToolMessage
    from ragas.schema.result import EvaluationResult
    from ragas.schema.samples import BaseSample, MultiTurnSample, SingleTurnSample
    from ragas.schema.stream import SampleStream

__all__ = [
    "AIMessage",
    "Aggregate",
    "BaseSample",
    "Cell",
    "EvaluationDataset",
    "EvaluationResult",
    "HumanMessage",
    "Message",
    "MetricInfo",
    "MultiTurnSample",
    "RagasDataset",
    "SampleStream",
    "SingleTurnSample",
    "ToolCall",
    "ToolMessage",
    "iter_rows",
]

_HOME = {
    "AIMessage": "ragas.schema.messages",
    "Aggregate": "ragas.schema.cells",
    "BaseSample": "ragas.schema.samples",
    "Cell": "ragas.schema.cells",
    "EvaluationDataset": "ragas.schema.dataset",
    "EvaluationResult": "ragas.schema.result",
    "HumanMessage": "ragas.schema.messages",
    "Message": "ragas.schema.messages",
    "MetricInfo": "ragas.schema.cells",
    "MultiTurnSample": "ragas.schema.samples",
    "RagasDataset": "ragas.schema.dataset",
    "SampleStream": "ragas.schema.stream",
    "SingleTurnSample": "ragas.schema.samples",
    "ToolCall": "ragas.schema.messages",
    "ToolMessage": "ragas.schema.messages",
    "iter_rows": "ragas.schema.files",
}

__getattr__, __dir__ = door(__name__, _HOME)
