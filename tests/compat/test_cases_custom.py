"""Recorded values of version 0.4.3 for rubrics, critics, multimodal and custom metrics, in every API they have."""

from __future__ import annotations

import asyncio
import warnings
from importlib import import_module
from typing import Any

import pytest

from ragas import MultiTurnSample, SingleTurnSample
from ragas.exceptions import EmptyInputError, ReplyError
from ragas.legacy import metrics_custom
from ragas.legacy.ensemble import ensembler
from ragas.legacy.f_score import fbeta_score
from ragas.metrics.discrete import DiscreteMetric, discrete_metric
from ragas.metrics.numeric import NumericMetric, numeric_metric
from ragas.metrics.ranking import RankingMetric, ranking_metric
from ragas.metrics.validators import NumericValidator
from tests.compat.replay import Case, ReplayJudge, cases

HOME = {
    "DomainSpecificRubrics": "domain_specific_rubrics",
    "RubricsScoreWithReference": "domain_specific_rubrics",
    "RubricsScoreWithoutReference": "domain_specific_rubrics",
    "InstanceSpecificRubrics": "instance_specific_rubrics",
    "MultiModalFaithfulness": "multi_modal_faithfulness",
    "MultiModalRelevance": "multi_modal_relevance",
}
CUSTOM: dict[str, Any] = {
    one.__name__: one
    for one in (
        DiscreteMetric,
        NumericMetric,
        RankingMetric,
        discrete_metric,
        numeric_metric,
        ranking_metric,
    )
}
GRADED = (*HOME, "AspectCritic", "SimpleCriteriaScore", "RubricsScore", "InstanceRubrics")

# Where the value or the error differs on purpose; docs/differences.md says why.
DIFFERENT: dict[str, Any] = {
    # a score beyond the rubric's own levels is asked for once more, then the cell is failed
    "collections.DomainSpecificRubrics#4": ReplyError,
    "collections.InstanceSpecificRubrics#3": ReplyError,
    # a sample without anything in it is not judged
    "collections.DomainSpecificRubrics#6": EmptyInputError,
    # the reference of a conversation is optional, as documented
    "legacy.InstanceRubrics#2": 4,
    # strictness counts: the majority of three votes, the mean of three scores
    "legacy.AspectCritic#2": 0,
    "legacy.AspectCritic#3": 0,
    "legacy.SimpleCriteriaScore#2": 3.0,
    # a verdict is a boolean
    "legacy.AspectCritic#5": ReplyError,
    # nothing was retrieved that could support the response
    "collections.MultiModalFaithfulness#5": 0.0,
    # a value that is not allowed is asked for once more, then the score fails
    "base.DiscreteMetric#3": ReplyError,
    "base.NumericMetric#3": ReplyError,
    "base.NumericMetric#4": ReplyError,
    "base.RankingMetric#2": ReplyError,
    # the decorator says the kind of metric, not whether the values stand in a list or in a tuple
    "base.numeric_metric#16": 0.5,
    "base.discrete_metric#8": "a",
    # what the function raises is raised, so that a run has the cause
    "base.discrete_metric#9": ValueError,
}
BUILTIN = {"Exception": Exception, "IndexError": IndexError, "KeyError": KeyError}
BUILTIN |= {"TypeError": TypeError, "ValueError": ValueError}


def plain(value: Any) -> Any:
    """A recorded value, its markers resolved."""
    if isinstance(value, dict):
        match value:
            case {"__tuple__": items}:
                return tuple(items)
            case {"__range__": ends}:
                return range(*ends)
            case {"__float__": text}:
                return float(text)
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list) else value


class Again(ReplayJudge):
    """Gives its last answer again when it is asked again."""

    def __init__(self, answers: list[Any]) -> None:
        super().__init__([*answers, *answers[-1:]])


def judged(case: Case) -> Any:
    """The result of a recorded case of a metric that grades."""
    family, name = case["metric"].split(".")
    init = plain(case["init"]) | {"llm": Again(case["judge_outputs"])}
    if family == "collections":
        module = import_module(f"ragas.metrics.collections.{HOME[name]}")
        return asyncio.run(getattr(module, name)(**init).ascore(**case["inputs"]))
    metric = getattr(metrics_custom, name)(**init)
    if isinstance(case["inputs"].get("user_input"), list):
        return asyncio.run(metric.multi_turn_ascore(MultiTurnSample(**case["inputs"])))
    return asyncio.run(metric.single_turn_ascore(SingleTurnSample(**case["inputs"])))


def custom(case: Case) -> Any:
    """The result of a recorded case of a custom metric: by a prompt, or by a function."""
    made = CUSTOM[case["metric"].removeprefix("base.")]
    init, inputs = plain(case["init"]), plain(case["inputs"])
    if isinstance(made, type):
        return made(**init).score(llm=Again(case["judge_outputs"]), **inputs)

    def recorded() -> Any:
        if "function_raises" in inputs:
            raise ValueError("inner")
        return inputs["function_returns"]

    return made(**init)(recorded).score()


def check(case: Case, outcome: Any) -> None:
    """The outcome is the recorded one, or the one that docs/differences.md announces."""
    wanted = DIFFERENT.get(case["id"], case["expected"].get("value"))
    raises = wanted if isinstance(wanted, type) else BUILTIN.get(case["expected"].get("raises"))
    if raises is not None and (isinstance(wanted, type) or case["id"] not in DIFFERENT):
        with pytest.raises(raises):
            outcome(case)
        return
    result = outcome(case)
    if not hasattr(result, "reason"):
        assert result == wanted
        return
    assert result.value == wanted
    if case["id"] in DIFFERENT:
        return
    if case["expected"].get("reason"):
        assert result.reason.startswith(case["expected"]["reason"])
    if "reason_reports" in case["expected"]:
        assert "recorded" in result.reason
        assert repr(plain(case["inputs"])["function_returns"]) in result.reason
    if "traces" in case["expected"]:
        assert result.traces == case["expected"]["traces"]


@pytest.mark.parametrize("case", cases(*GRADED), ids=lambda case: case["id"])
def test_recorded_grades(case: Case) -> None:
    """Rubrics, critics and multimodal metrics give their recorded values, in both APIs."""
    check(case, judged)


@pytest.mark.parametrize("case", cases(*CUSTOM), ids=lambda case: case["id"])
def test_recorded_custom_metrics(case: Case) -> None:
    """Metrics of a prompt or of a function give their recorded values, reasons and traces."""
    check(case, custom)


@pytest.mark.parametrize("case", cases("base.NumericValidator"), ids=lambda case: case["id"])
def test_recorded_validation(case: Case) -> None:
    """A validator mixed into a class accepts and refuses what it did."""
    metric = type("Mixed", (NumericValidator,), plain(case["init"]))()
    wrong = metric.validate_result_value(case["inputs"]["result_value"])
    assert (wrong is None) is case["expected"]["valid"]


@pytest.mark.parametrize("case", cases("base.fbeta_score"), ids=lambda case: case["id"])
def test_recorded_f_scores(case: Case) -> None:
    """The F score of counts is what it was."""
    assert fbeta_score(**case["inputs"]) == pytest.approx(case["expected"]["value"], abs=1e-12)


@pytest.mark.parametrize("case", cases("base.ensembler.from_discrete"), ids=lambda case: case["id"])
def test_recorded_votes(case: Case) -> None:
    """Votes over lists of verdicts come out as they did."""

    def outcome(case: Case) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            return ensembler.from_discrete(**case["inputs"])

    check(case, outcome)


def test_differences_name_recorded_cases() -> None:
    """Every announced difference belongs to a recorded case."""
    assert DIFFERENT.keys() <= {case["id"] for case in cases(*GRADED, *CUSTOM)}
