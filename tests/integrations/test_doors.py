"""The integrations are found by name, load no framework, and their examples run."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import subprocess
import sys

import pytest

from ragas import integrations

PATHS = {
    "ag_ui": (
        "AGUIEventCollector",
        "build_sample",
        "call_ag_ui_endpoint",
        "convert_messages_snapshot",
        "convert_messages_to_ag_ui",
        "convert_to_ragas_messages",
        "extract_contexts",
        "extract_response",
        "extract_tool_calls",
        "run_ag_ui_row",
    ),
    "amazon_bedrock": (
        "convert_to_ragas_messages",
        "extract_kb_trace",
        "extract_messages_from_model_invocation",
        "get_last_orchestration_value",
    ),
    "griptape": ("transform_to_ragas_dataset",),
    "helicone": ("CacheConfig", "helicone_config"),
    "langchain": ("EvaluatorChain",),
    "langgraph": ("convert_to_ragas_messages",),
    "langsmith": ("evaluate", "upload_dataset"),
    "llama_index": ("convert_to_ragas_messages", "evaluate"),
    "opik": ("OpikTracer",),
    "r2r": ("transform_to_ragas_dataset",),
    "swarm": ("convert_to_ragas_messages",),
    "tracing": ("LangfuseTrace", "MLflowTrace", "add_query_param", "logger", "observe", "sync_trace"),
    "tracing.langfuse": ("LangfuseTrace", "observe", "sync_trace"),
    "tracing.mlflow": ("MLflowTrace", "sync_trace"),
}
MODULES = [found.name for found in pkgutil.walk_packages(integrations.__path__, "ragas.integrations.")]
FRAMEWORKS = (
    *("langchain_core", "langchain", "langsmith", "llama_index", "ag_ui", "opik", "langfuse", "mlflow"),
    *("griptape", "r2r", "boto3", "httpx", "opentelemetry", "openai", "numpy", "pandas"),
)


@pytest.mark.parametrize("path", PATHS)
def test_every_name_is_where_it_was(path: str) -> None:
    """The paths and names of earlier versions."""
    module = importlib.import_module(f"ragas.integrations.{path}")
    for name in PATHS[path]:
        assert getattr(module, name) is not None


def test_the_door_lists_what_it_holds() -> None:
    """`__all__` is sorted and every module in it is there without being imported first."""
    assert integrations.__all__ == sorted(integrations.__all__) == dir(integrations)
    assert integrations.__all__ == sorted(path for path in PATHS if "." not in path)
    for name in integrations.__all__:
        assert getattr(integrations, name).__name__ == f"ragas.integrations.{name}"


def test_no_framework_is_loaded() -> None:
    """Importing every integration loads no framework and no SDK: their objects are read by their attributes."""
    statement = f"import sys, json, {', '.join(MODULES)}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", statement],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    loaded = set(json.loads(done.stdout))
    assert [name for name in FRAMEWORKS if name in loaded] == []


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name: str) -> None:
    """Every example in a docstring gives what it shows."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0
