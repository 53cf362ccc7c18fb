"""Importing is small and quiet: few modules, no SDK, no socket, no file written."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

import ragas

MOST_MODULES = 300
MOST_WITH_ALL_METRICS = 400
SDKS = (
    *(
        "openai",
        "anthropic",
        "google.genai",
        "pydantic_ai",
        "mistralai",
        "groq",
        "cohere",
        "boto3",
        "litellm",
    ),
    *("langchain", "langchain_core", "llama_index", "instructor", "huggingface_hub", "sentence_transformers"),
    *("numpy", "pandas", "datasets", "torch", "onnxruntime", "rich", "typer", "httpx", "requests", "git"),
)

# Runs in a process of its own: audit events tell of sockets, name look-ups, processes and files opened for writing.
WATCHED = """
import json, os, sys
told = []
def watch(event, args):
    if event.startswith(("socket.", "subprocess.", "os.system", "os.mkdir", "os.rename", "os.remove", "os.fork", "os.exec")):
        told.append(event)
    elif event == "open":
        path, mode, flags = args
        if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            told.append(f"open {path}")
sys.addaudithook(watch)
STATEMENT
print(json.dumps({"told": told, "modules": sorted(sys.modules)}))
"""


def watched(statement: str) -> Any:
    """What a statement imported and did, in a new process."""
    done = subprocess.run(
        [sys.executable, "-B", "-W", "error", "-c", WATCHED.replace("STATEMENT", statement)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


ALL_METRICS = "import ragas.metrics.collections as c; [getattr(c, name)() for name in c.__all__ if name != 'DistanceMeasure']"


@pytest.mark.parametrize(
    ("statement", "most"),
    [
        ("import ragas", MOST_MODULES),
        ("from ragas import EvaluationDataset, SingleTurnSample", MOST_MODULES),
        ("from ragas.metrics.collections import Faithfulness", MOST_MODULES),
        ("from ragas.metrics import DiscreteMetric", MOST_WITH_ALL_METRICS),
        (ALL_METRICS, MOST_WITH_ALL_METRICS),
    ],
)
def test_an_import_is_small_and_quiet(statement: str, most: int) -> None:
    """At most 300 modules in all, 400 with an instance of every metric; no SDK, no file written, no connection."""
    found = watched(statement)
    loaded = set(found["modules"])
    assert found["told"] == []
    assert [name for name in SDKS if name in loaded] == []
    assert len(loaded) <= most


@pytest.mark.parametrize(
    "statement",
    [
        "from ragas import evaluate, aevaluate",
        "import ragas.metrics, ragas.llms, ragas.embeddings",
        "from ragas.llms import llm_factory; from ragas.embeddings import embedding_factory",
        "from ragas.testing import ScriptedJudge, HashEmbeddings",
    ],
)
def test_the_doors_load_no_sdk(statement: str) -> None:
    """The functions users call are there before any SDK is loaded."""
    found = watched(statement)
    assert found["told"] == []
    assert [name for name in SDKS if name in set(found["modules"])] == []


def test_the_front_door_lists_what_it_holds() -> None:
    """`__all__` is sorted, everything in it is there, and an unknown name is an AttributeError."""
    assert list(ragas.__all__) == sorted(ragas.__all__) == dir(ragas)
    for name in ragas.__all__:
        assert getattr(ragas, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'evaluat'"):
        _ = ragas.evaluat


def test_modules_are_there_after_import_ragas() -> None:
    """`import ragas` is enough for `ragas.metrics` and the others, none of which it loads."""
    asked = "ragas.metrics.DiscreteMetric, ragas.llms.llm_factory, ragas.dataset_schema, ragas.callbacks, ragas.testset"
    assert "ragas.metrics" not in watched("import ragas")["modules"]
    assert {"ragas.metrics", "ragas.testset"} <= set(watched(f"import ragas; {asked}")["modules"])
