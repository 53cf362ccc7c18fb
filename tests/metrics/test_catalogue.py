"""All metrics, found by name, with what each needs."""

from __future__ import annotations

import pytest

from ragas.exceptions import ConfigurationError
from ragas.metrics import BaseMetric, collections
from ragas.metrics.catalogue import catalogue, metrics_named


def test_every_exported_metric_is_listed_once() -> None:
    """The catalogue holds each exported class once, under a name of its own, in alphabetical order."""
    exported = {getattr(collections, name) for name in collections.__all__}
    classes = {one for one in exported if issubclass(one, BaseMetric) and one is not BaseMetric}
    entries = catalogue()
    assert {entry.metric_class for entry in entries} == classes
    names = [entry.name for entry in entries]
    assert names == sorted(set(names))


def test_an_entry_tells_what_a_metric_needs() -> None:
    """Columns, reference and a one-sentence summary without markup."""
    by_name = {entry.name: entry for entry in catalogue()}
    assert by_name["faithfulness"].required == ["user_input", "response", "retrieved_contexts"]
    assert not by_name["faithfulness"].needs_reference
    assert by_name["id_based_context_recall"].needs_reference
    for entry in by_name.values():
        assert "\n" not in entry.summary
        assert "`" not in entry.summary
        assert entry.summary.endswith(".")
        assert entry.metric.name == entry.name


def test_conversations_are_told_apart() -> None:
    """An entry says whether the metric scores conversations only."""
    assert [entry.name for entry in catalogue() if entry.of_conversations] == [
        "agent_goal_accuracy",
        "agent_goal_accuracy_without_reference",
        "tool_call_accuracy",
        "tool_call_f1",
        "topic_adherence",
    ]


def test_two_classes_of_one_name_are_both_found() -> None:
    """The first class keeps a name that two have; the other goes by the name of its class, and they run together."""
    with_reference, without = metrics_named(["agent_goal_accuracy", "agent_goal_accuracy_without_reference"])
    assert type(with_reference) is collections.AgentGoalAccuracyWithReference
    assert type(without) is collections.AgentGoalAccuracyWithoutReference
    assert with_reference.name != without.name
    assert type(metrics_named(["AgentGoalAccuracyWithoutReference"])[0]) is type(without)


def test_every_exported_name_finds_its_class() -> None:
    """A metric is found by each name it can be imported by, second names too."""
    for name in collections.__all__:
        one = getattr(collections, name)
        if issubclass(one, BaseMetric) and one is not BaseMetric:
            assert [type(metric) for metric in metrics_named([name])] == [one]


def test_metrics_are_found_by_column_or_class_name() -> None:
    """Both kinds of name work, in any case, and the order is kept."""
    found = metrics_named(["faithfulness", "ContextRecall", "IDBasedContextPrecision", "answer_relevancy"])
    assert [metric.name for metric in found] == [
        "faithfulness",
        "context_recall",
        "id_based_context_precision",
        "answer_relevancy",
    ]


def test_an_unknown_name_suggests_a_known_one() -> None:
    """A misspelt name is an error that names the near ones and where to see all."""
    with pytest.raises(ConfigurationError, match=r"no metric 'faithfullness'.*faithfulness.*ragas metrics"):
        metrics_named(["faithfullness"])
    with pytest.raises(ConfigurationError, match=r"no metric 'xyzzy'\. `ragas metrics`"):
        metrics_named(["xyzzy"])
