"""MLflow: read the trace that was made last, and its address."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any
from urllib.parse import quote, urlencode

from ragas.engine.event_loop import call_in_thread
from ragas.exceptions import ConfigurationError, InputError

MLFLOW_AVAILABLE = find_spec("mlflow") is not None


@dataclass
class MLflowTrace:
    """A trace of MLflow."""

    trace: Any

    def get_url(self) -> str:
        """The address of the trace in the MLflow server named by `MLFLOW_HOST`.

        Raises:
            ValueError: the variable is not set.
        """
        host = os.environ.get("MLFLOW_HOST")
        if not host:
            raise ConfigurationError(
                "MLFLOW_HOST environment variable is not set. Set it to the server's address: http://127.0.0.1:5000"
            )
        info = self.trace.info
        trace_id = getattr(info, "trace_id", None) or info.request_id
        query = urlencode({"compareRunsMode": "TRACES", "selectedEvaluationId": trace_id})
        return f"{host.rstrip('/')}/#/experiments/{quote(str(info.experiment_id), safe='')}?{query}"

    def get_filter(self, span_name: str) -> list[Any]:
        """The spans of that name."""
        return [span for span in self.trace.data.spans if span.name == span_name]

    filter = get_filter


async def sync_trace() -> MLflowTrace:
    """The trace that was made last in this process.

    Raises:
        ValueError: there is none, or MLflow does not have it; or MLflow is not installed, so nothing is traced.
    """
    try:
        mlflow = import_module("mlflow")
    except ImportError:
        raise InputError(
            "No active trace found: mlflow is not installed. Install it with: pip install mlflow"
        ) from None
    trace_id = mlflow.get_last_active_trace_id()
    if trace_id is None:
        raise InputError("No active trace found: call it after a function with @mlflow.trace.")
    trace = await call_in_thread(mlflow.get_trace, trace_id)
    if trace is None:
        raise InputError(f"Trace not found: MLflow does not have {trace_id!r}.")
    return MLflowTrace(trace)
