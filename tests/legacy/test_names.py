"""First-generation names still import, say once what replaces them, and lead to the same code."""

from __future__ import annotations

import subprocess
import sys
import warnings

import pytest

import ragas.metrics
from ragas.metrics import collections

REPLACED_BY = {
    "AnswerRelevancy": "AnswerRelevancy",
    "ContextEntityRecall": "ContextEntityRecall",
    "ContextPrecision": "ContextPrecision",
    "ContextRecall": "ContextRecall",
    "ContextUtilization": "ContextUtilization",
    "DistanceMeasure": "DistanceMeasure",
    "Faithfulness": "Faithfulness",
    "IDBasedContextPrecision": "IDBasedContextPrecision",
    "IDBasedContextRecall": "IDBasedContextRecall",
    "LLMContextPrecisionWithReference": "ContextPrecisionWithReference",
    "LLMContextPrecisionWithoutReference": "ContextPrecisionWithoutReference",
    "LLMContextRecall": "ContextRecall",
    "NoiseSensitivity": "NoiseSensitivity",
    "NonLLMContextPrecisionWithReference": "NonLLMContextPrecisionWithReference",
    "NonLLMContextRecall": "NonLLMContextRecall",
    "ResponseRelevancy": "AnswerRelevancy",
    "answer_relevancy": "AnswerRelevancy()",
    "context_entity_recall": "ContextEntityRecall()",
    "context_precision": "ContextPrecision()",
    "context_recall": "ContextRecall()",
    "faithfulness": "Faithfulness()",
}
SINGLETONS = {
    "answer_relevancy",
    "context_entity_recall",
    "context_precision",
    "context_recall",
    "faithfulness",
}


@pytest.mark.parametrize(("name", "replacement"), REPLACED_BY.items())
def test_an_old_name_warns_and_works(name: str, replacement: str) -> None:
    """Each access warns with a replacement that exists, in the caller's line."""
    with pytest.warns(DeprecationWarning, match=rf"ragas\.metrics\.{name} .* Use ") as caught:
        found = getattr(ragas.metrics, name)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    importable = replacement.removesuffix("()")
    assert f"from ragas.metrics.collections import {importable}`" in str(caught[0].message)
    assert getattr(collections, importable, None) is not None
    assert found is not None


def test_a_from_import_warns_once() -> None:
    """`from ragas.metrics import X` gives one warning, although Python looks the name up twice."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        from ragas.metrics import Faithfulness, faithfulness  # noqa: F401
    assert [str(one.message).split()[0] for one in caught] == [
        "ragas.metrics.Faithfulness",
        "ragas.metrics.faithfulness",
    ]


def test_singletons_are_instances_with_their_names() -> None:
    """The ready-made metrics are instances called as they are imported."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for name in SINGLETONS:
            assert getattr(ragas.metrics, name).name == name


def test_old_names_are_not_listed() -> None:
    """Old names are neither in `__all__` nor in `dir()`; unknown ones are an AttributeError."""
    assert not set(REPLACED_BY) & set(ragas.metrics.__all__)
    assert dir(ragas.metrics) == sorted(ragas.metrics.__all__)
    with pytest.raises(AttributeError, match=r"'ragas\.metrics' has no attribute 'Fathfulness'"):
        _ = ragas.metrics.Fathfulness
    for name in ragas.metrics.__all__:
        assert getattr(ragas.metrics, name) is not None


def test_the_new_names_do_not_warn() -> None:
    """Importing the classes to use is silent, in a process of its own."""
    code = (
        "from ragas.metrics.collections import *; from ragas.metrics import BaseMetric, MetricResult, Metric"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
