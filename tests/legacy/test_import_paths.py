"""Names of earlier versions import from the module paths that public code has them from."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from ragas.legacy.import_paths import DOORS
from ragas.legacy.metric_types import Metric, MetricWithLLM, ModeMetric, SingleTurnMetric
from ragas.metrics.base import BaseMetric

# Modules of `ragas.metrics.collections` that code imports from by path, with a class of each.
COLLECTIONS = {
    "agent_goal_accuracy": "AgentGoalAccuracyWithReference",
    "answer_accuracy": "AnswerAccuracy",
    "answer_correctness": "AnswerCorrectness",
    "answer_relevancy": "AnswerRelevancy",
    "chrf_score": "CHRFScore",
    "context_entity_recall": "ContextEntityRecall",
    "context_precision": "ContextPrecision",
    "context_recall": "ContextRecall",
    "context_relevance": "ContextRelevance",
    "datacompy_score": "DataCompyScore",
    "domain_specific_rubrics": "DomainSpecificRubrics",
    "factual_correctness": "FactualCorrectness",
    "faithfulness": "Faithfulness",
    "instance_specific_rubrics": "InstanceSpecificRubrics",
    "multi_modal_faithfulness": "MultiModalFaithfulness",
    "multi_modal_relevance": "MultiModalRelevance",
    "noise_sensitivity": "NoiseSensitivity",
    "quoted_spans": "QuotedSpansAlignment",
    "response_groundedness": "ResponseGroundedness",
    "sql_semantic_equivalence": "SQLSemanticEquivalence",
    "summary_score": "SummaryScore",
    "tool_call_accuracy": "ToolCallAccuracy",
    "tool_call_f1": "ToolCallF1",
    "topic_adherence": "TopicAdherence",
}


@pytest.mark.parametrize("path", DOORS)
def test_an_old_path_leads_to_the_same_objects(path: str) -> None:
    """Each listed name imports from its old path, is the object at its home, and nothing else stands in the module."""
    module = import_module(path)
    listed = [(home, name) for home, names in DOORS[path].items() for name in names]
    assert sorted(name for _, name in listed) == sorted(module.__all__)
    for home, name in listed:
        assert getattr(module, name) is getattr(import_module(home), name)
    assert module.__file__ is not None
    docstring, *imports, exported = ast.parse(Path(module.__file__).read_text(encoding="utf-8")).body
    assert isinstance(docstring, ast.Expr)
    assert isinstance(exported, ast.Assign)
    assert all(isinstance(one, ast.ImportFrom) for one in imports)


def test_old_paths_do_not_warn() -> None:
    """Importing from an old path is silent, also when it is the first import of a process."""
    code = f"""
import sys
for path in {list(DOORS)!r}:
    for loaded in [name for name in sys.modules if name.partition(".")[0] == "ragas"]:
        del sys.modules[loaded]
    __import__(path)
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("module", "name"), COLLECTIONS.items())
def test_collections_import_by_module(module: str, name: str) -> None:
    """The modules of the collections have the names they always had."""
    assert issubclass(getattr(import_module(f"ragas.metrics.collections.{module}"), name), BaseMetric)


def test_the_base_module_has_the_old_base_classes() -> None:
    """`ragas.metrics.base` gives the base classes of both generations; an unknown name is an AttributeError."""
    base = import_module("ragas.metrics.base")
    assert (base.Metric, base.MetricWithLLM, base.SingleTurnMetric) == (
        Metric,
        MetricWithLLM,
        SingleTurnMetric,
    )
    assert base.SimpleBaseMetric is BaseMetric
    assert issubclass(base.SimpleLLMMetric, BaseMetric)
    assert base.ensembler.from_discrete([[{"verdict": 1}]], "verdict") == [{"verdict": 1}]
    for name in ("MetricOutputType", "MetricType", "MetricWithEmbeddings", "MultiTurnMetric", "Ensember"):
        assert getattr(base, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'Metrik'"):
        _ = base.Metrik


def test_metrics_with_a_mode_are_told_by_protocol() -> None:
    """`isinstance(metric, ModeMetric)` holds for metrics that have a mode."""
    noise = import_module("ragas.metrics._noise_sensitivity").NoiseSensitivity()
    assert isinstance(noise, ModeMetric)
    assert not isinstance(import_module("ragas.metrics._faithfulness").Faithfulness(), ModeMetric)
