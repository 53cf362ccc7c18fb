"""What is evaluated, and what came of it: plain data."""

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
