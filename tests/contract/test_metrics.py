"""What every exported metric promises."""

from __future__ import annotations

import asyncio
import copy
import doctest
import inspect
import json
import math
import pickle
import re
import sys
import warnings
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragas import EvaluationDataset, EvaluationResult, MultiTurnSample, RunConfig, SingleTurnSample, evaluate
from ragas.legacy import metrics as faces
from ragas.metrics import (
    BaseMetric,
    Metric,
    MetricResult,
    MultiTurnMetric,
    SingleTurnMetric,
    collections,
)
from ragas.testing import HashEmbeddings, ScriptedJudge
from tests.contract.case import NOT_APPLICABLE
from tests.contract.cases import (
    CASES,
    SETTINGS,
    BitsJudge,
    best_inputs,
    inputs_for,
    takes_conversation,
    with_models,
)

EXPORTED = {name: getattr(collections, name) for name in collections.__all__}
METRICS: dict[str, Any] = {
    name: one
    for name, one in EXPORTED.items()
    if inspect.isclass(one) and issubclass(one, BaseMetric) and one is not BaseMetric and name == one.__name__
}
ALIASES = {"AgentGoalAccuracy": "AgentGoalAccuracyWithReference"}
FIXED_RANGE = {
    "DomainSpecificRubrics",
    "InstanceSpecificRubrics",
    "RubricsScoreWithReference",
    "RubricsScoreWithoutReference",
}
"""Metrics whose range is that of their rubric."""
JUDGED = [name for name, one in METRICS.items() if one().needs_judge]
FACES: list[Any] = [
    one
    for one in vars(faces).values()
    if isinstance(one, type) and issubclass(one, Metric) and getattr(one, "core", None) is not None
]
FACE_SETTINGS: dict[str, dict[str, Any]] = {
    "AspectCritic": {"name": "price", "definition": "Does the response mention a price?"},
    "SimpleCriteriaScore": {"name": "polite", "definition": "How polite is the response?"},
}
"""What the first generation cannot do without."""
ONCE = RunConfig(max_retries=1, timeout=20)
PROSE = "I would rather talk about ferries."

each_metric = pytest.mark.parametrize("name", METRICS)
each_judged = pytest.mark.parametrize("name", JUDGED)
bits = st.lists(st.booleans(), min_size=1, max_size=12)


def best(name: str, **settings: Any) -> BaseMetric:
    """The metric with a judge that gives the best replies."""
    return with_models(METRICS[name], ScriptedJudge(CASES[name].best), **settings)


def sample_of(inputs: dict[str, Any]) -> SingleTurnSample | MultiTurnSample:
    if isinstance(inputs.get("user_input"), list):
        return MultiTurnSample(**inputs)
    return SingleTurnSample(**inputs)


def run(metric: Any, inputs: dict[str, Any], **arguments: Any) -> EvaluationResult:
    result = evaluate(
        EvaluationDataset([sample_of(inputs)]), [metric], show_progress=False, run_config=ONCE, **arguments
    )
    assert isinstance(result, EvaluationResult)
    return result


def same(one: float, other: float) -> bool:
    return one == other or (math.isnan(one) and math.isnan(other))


def test_every_metric_has_a_case() -> None:
    """A new metric joins the contract; what else is exported is a second name of one, or no metric."""
    assert CASES.keys() == METRICS.keys()
    others = EXPORTED.keys() - METRICS.keys() - {"BaseMetric", "DistanceMeasure"}
    assert {name: EXPORTED[name].__name__ for name in others} == ALIASES


def test_the_door_lists_what_it_holds() -> None:
    """`__all__` is sorted, all of it is there, and `dir()` shows nothing else."""
    assert list(collections.__all__) == sorted(collections.__all__) == dir(collections)


@each_metric
def test_the_docstring_is_complete(name: str) -> None:
    """Opening sentence, formula, inputs, range, judge calls, empty inputs, example; a second name says whose."""
    metric_class = METRICS[name]
    doc = inspect.getdoc(metric_class) or ""
    assert re.match(r"[^\n]+(\n[^\n]+)*\.\n\n", doc), "the docstring opens with one sentence"
    assert ">>>" in doc
    other = metric_class.__mro__[1].__name__
    if other in METRICS and f"`{other}`" in doc.split("\n\n")[0]:
        return
    for section in ("Formula[:,]", "Inputs:", "[Rr]ange[:,]", "[Jj]udge calls", "[Ee]mpty inputs"):
        assert re.search(section, doc), f"no {section!r}"
    for column in metric_class().required_columns:
        assert f"`{column}`" in doc
    if "is better" in doc:
        assert ("lower is better" in doc) is not metric_class.higher_is_better


@each_metric
def test_the_example_in_the_docstring_runs(name: str) -> None:
    """What the docstring shows is what happens."""
    metric_class = METRICS[name]
    source = vars(sys.modules[metric_class.__module__])
    (test,) = doctest.DocTestFinder(recurse=False).find(metric_class, name, globs=dict(source))
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    failures = runner.run(test, out=told.append)
    assert failures.attempted
    assert not failures.failed, "".join(told)


@each_metric
def test_inputs_are_columns_of_a_sample(name: str) -> None:
    """What a metric takes can stand in a dataset."""
    metric = METRICS[name]()
    columns = {*SingleTurnSample.model_fields, *MultiTurnSample.model_fields}
    assert {*metric.required_columns, *metric.optional_columns} <= columns


@each_metric
def test_settings_have_defaults_and_unknown_ones_are_refused(name: str) -> None:
    """A metric is made without arguments, takes a name, and refuses a setting it does not have."""
    assert METRICS[name]().name == re.sub(r"[^a-z0-9_]", "", METRICS[name]().name)
    assert METRICS[name](name="mine").name == "mine"
    low, high = METRICS[name]().allowed_values
    assert low < high
    with pytest.raises(TypeError, match="no_such_setting"):
        METRICS[name](no_such_setting=1)


@each_metric
def test_a_range_can_be_given_where_no_rubric_sets_it(name: str) -> None:
    """`allowed_values` is taken as given; where a rubric says the levels it is refused."""
    if name in FIXED_RANGE:
        with pytest.raises(TypeError, match="allowed_values"):
            METRICS[name](allowed_values=(0.0, 2.0))
    else:
        assert METRICS[name](allowed_values=(0.0, 2.0)).allowed_values == (0.0, 2.0)


@each_metric
@settings(max_examples=20)
@given(decisions=bits)
def test_scores_stay_in_range(name: str, decisions: list[bool]) -> None:
    """Whatever the judge decides, the value is in the metric's range or does not apply; the traces are plain."""
    metric = with_models(METRICS[name], BitsJudge(decisions))
    result = asyncio.run(metric.ascore(**inputs_for(metric)))
    assert result.reason
    json.dumps(result.traces, allow_nan=False)
    if result.status == "scored":
        assert metric.allowed_values[0] <= result.value <= metric.allowed_values[1]
        assert type(result.value) is float
    else:
        assert math.isnan(result.value)


@each_metric
def test_the_best_case_has_exactly_the_best_score(name: str) -> None:
    """Where everything is right the score is exactly the end of the range."""
    metric = best(name)
    expected = metric.allowed_values[1 if metric.higher_is_better else 0]
    assert metric.score(**best_inputs(metric)).value == expected


@each_metric
def test_every_way_of_calling_gives_the_same(name: str) -> None:
    """score, ascore, the batch forms and evaluate agree in value, reason and evidence."""

    def facts(result: MetricResult) -> tuple[Any, ...]:
        return result.value, result.reason, result.traces

    inputs = best_inputs(best(name))
    one = facts(best(name).score(**inputs))
    assert facts(asyncio.run(best(name).ascore(**inputs))) == one
    assert facts(asyncio.run(best(name).ascore(*inputs.values()))) == one
    assert [facts(result) for result in best(name).batch_score([inputs])] == [one]
    cell = run(best(name), inputs).cell(0, run(best(name), inputs).metric_names[0])
    assert (cell.value, cell.reason, cell.traces, cell.status) == (*one, "scored")


@each_metric
def test_empty_inputs_give_what_is_written(name: str) -> None:
    """Empty lists give their documented value or do not apply; no judge is asked, and a reason says why."""
    for changed, expected in CASES[name].empty:
        judge = ScriptedJudge()
        metric = with_models(METRICS[name], judge)
        result = metric.score(**inputs_for(metric, **changed))
        if expected == NOT_APPLICABLE:
            assert result.status == NOT_APPLICABLE
        else:
            assert (result.value, result.status) == (expected, "scored")
        assert result.reason
        assert judge.calls == []


@each_metric
def test_blank_texts_do_not_apply(name: str) -> None:
    """A blank text in a required column is not applicable in a run, whatever the judge would say.

    Only metrics that compare texts without a judge score it, and say so in their case.
    """
    judge = ScriptedJudge()
    metric = with_models(METRICS[name], judge)
    for column in {"user_input", "response", "reference"} & set(metric.required_columns):
        if column == "user_input" and takes_conversation(metric):
            continue
        (cell,) = run(metric, inputs_for(metric) | {column: "  "}).cells[0].values()
        if column in CASES[name].blank_scores:
            assert cell.status == "scored"
            assert isinstance(cell.value, float)
            assert cell.value < 0.1
        else:
            assert (cell.status, column in str(cell.cause)) == (NOT_APPLICABLE, True)
    assert judge.calls == []


@pytest.mark.parametrize("name", [name for name in JUDGED if METRICS[name]().optional_columns])
def test_a_sample_of_blank_columns_does_not_apply(name: str) -> None:
    """Where columns are optional, a sample of which all are blank is not applicable, and no judge is asked."""
    judge = ScriptedJudge()
    metric = with_models(METRICS[name], judge)
    blank: dict[str, Any] = {
        "user_input": " ",
        "response": "",
        "reference": "\n",
        "retrieved_contexts": [" "],
    }
    (cell,) = run(metric, inputs_for(metric, **blank, reference_contexts=[])).cells[0].values()
    assert (cell.status, "empty" in str(cell.cause)) == (NOT_APPLICABLE, True)
    assert judge.calls == []


@each_judged
def test_a_judge_that_answers_in_prose_fails_the_cell(name: str) -> None:
    """An answer that cannot be read is a failure that shows it, never a score."""
    metric = with_models(METRICS[name], lambda prompt: PROSE)
    with pytest.warns(UserWarning, match="1 of 1 failed"):
        (cell,) = run(metric, inputs_for(metric)).cells[0].values()
    assert (cell.status, cell.value, cell.error) == ("failed", None, "ReplyError")
    assert PROSE in str(cell.cause)


@each_judged
def test_a_judge_that_raises_fails_the_cell(name: str) -> None:
    """What the judge raised is the cause."""
    metric = with_models(METRICS[name], ScriptedJudge(lambda prompt, model: RuntimeError("no credit left")))
    with pytest.warns(UserWarning, match="no credit left"):
        (cell,) = run(metric, inputs_for(metric)).cells[0].values()
    assert (cell.status, cell.error) == ("failed", "RuntimeError")
    assert "no credit left" in str(cell.cause)


@each_metric
def test_metrics_pickle_and_copy(name: str) -> None:
    """A metric with its settings crosses process borders."""
    metric = METRICS[name](name="mine")
    for other in (pickle.loads(pickle.dumps(metric)), copy.deepcopy(metric)):
        assert type(other) is METRICS[name]
        assert other.signature() == metric.signature()


FACES_AND_SAMPLES = [
    pytest.param(face, conversation, id=f"{face.__name__}{'-conversation' * conversation}")
    for face in FACES
    for conversation, kind in ((False, SingleTurnMetric), (True, MultiTurnMetric))
    if issubclass(face, kind)
]


@pytest.mark.parametrize(("face", "conversation"), FACES_AND_SAMPLES)
@settings(max_examples=5)
@given(decisions=bits)
def test_a_face_scores_as_its_core(face: Any, conversation: bool, decisions: list[bool]) -> None:
    """The first generation's way of scoring, the class behind, and evaluate agree, whatever the judge decides."""

    def made(metric_class: Any) -> Any:
        own = SETTINGS.get(face.core.__name__, {}) | FACE_SETTINGS.get(face.__name__, {})
        needs = face.core()
        own = own | ({"llm": BitsJudge(decisions)} if needs.needs_judge else {})
        own = own | ({"embeddings": HashEmbeddings()} if needs.needs_embeddings else {})
        return metric_class(**own)

    inputs = inputs_for(face.core(), conversation)
    sample = sample_of(inputs)
    expected = float(asyncio.run(made(face.core).ascore(**inputs)).value)
    if isinstance(sample, MultiTurnSample):
        alone = asyncio.run(made(face).multi_turn_ascore(sample))
    else:
        alone = asyncio.run(made(face).single_turn_ascore(sample))
    assert type(alone) is float
    assert same(alone, expected)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = run(made(face), inputs)
    (score,) = result.scores[0].values()
    assert isinstance(score, float)
    assert same(score, expected)


@pytest.mark.parametrize("face", [face for face in FACES if face.core().needs_judge])
def test_a_face_whose_judge_answers_in_prose_fails_too(face: Any) -> None:
    """The first generation's metrics fail as their classes do: never a score, and the reply in the cause."""
    own = SETTINGS.get(face.core.__name__, {}) | FACE_SETTINGS.get(face.__name__, {})
    embedded = {"embeddings": HashEmbeddings()} if face.core().needs_embeddings else {}
    metric = face(**own, **embedded, llm=lambda prompt: PROSE)
    with pytest.warns(UserWarning, match="1 of 1 failed"):
        (cell,) = run(metric, inputs_for(face.core())).cells[0].values()
    assert (cell.status, cell.value, cell.error) == ("failed", None, "ReplyError")
    assert PROSE in str(cell.cause)


@pytest.mark.parametrize("face", FACES)
def test_faces_pickle_and_copy(face: Any) -> None:
    """Name, columns and settings come along."""
    own = SETTINGS.get(face.core.__name__, {}) | FACE_SETTINGS.get(face.__name__, {})
    metric = face(**own)
    for other in (pickle.loads(pickle.dumps(metric)), copy.deepcopy(metric)):
        assert type(other) is face
        assert (other.name, other.required_columns) == (metric.name, metric.required_columns)
        assert other.as_metric().signature() == metric.as_metric().signature()
