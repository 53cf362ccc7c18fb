"""Traces of an application: Langfuse and MLflow. Without the library, `observe` leaves functions as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragas._lazy import door

if TYPE_CHECKING:
    from ragas.integrations.tracing.langfuse import (
        LangfuseTrace,
        add_query_param,
        logger,
        observe,
        sync_trace,
    )
    from ragas.integrations.tracing.mlflow import MLflowTrace

_HOME = {
    "LangfuseTrace": "ragas.integrations.tracing.langfuse",
    "MLflowTrace": "ragas.integrations.tracing.mlflow",
    "add_query_param": "ragas.integrations.tracing.langfuse",
    "logger": "ragas.integrations.tracing.langfuse",
    "observe": "ragas.integrations.tracing.langfuse",
    "sync_trace": "ragas.integrations.tracing.langfuse",
}

__all__ = ["LangfuseTrace", "MLflowTrace", "add_query_param", "logger", "observe", "sync_trace"]


__getattr__, __dir__ = door(__name__, _HOME)
