"""Chains of runs as LangChain-style handlers see them; the definitions are elsewhere."""

from ragas.engine.callbacks import ChainType
from ragas.legacy.chains import new_group
from ragas.legacy.run_traces import ChainRun, ChainRunEncoder, MetricTrace, RagasTracer, parse_run_traces

__all__ = [
    "ChainRun",
    "ChainRunEncoder",
    "ChainType",
    "MetricTrace",
    "RagasTracer",
    "new_group",
    "parse_run_traces",
]
