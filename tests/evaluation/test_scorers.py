"""What a run needs of a metric, whatever its kind."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ragas import MultiTurnSample, SingleTurnSample
from ragas.evaluation.scorers import KeywordScorer, SampleScorer, as_scorer, as_scorers, check_columns
from ragas.exceptions import ConfigurationError, InputError
from ragas.legacy import metrics as old
from ragas.metrics import BaseMetric, MetricResult, MetricType
from ragas.metrics.collections import AnswerRelevancy, Faithfulness, NoiseSensitivity
from ragas.testing import ScriptedJudge
from tests.legacy.test_metric_types import ShortAnswer, Turns

CHAT = MultiTurnSample(user_input=[{"content": "hi", "type": "human"}])


class Weighed(BaseMetric):
    async def ascore(self, response: str, weight: float = 1.0) -> MetricResult:
        return MetricResult(weight)


def test_columns_and_models_are_read_from_the_metric() -> None:
    """Required and optional columns, judge and embeddings, for metrics of both generations."""
    scorer = as_scorer(AnswerRelevancy())
    assert isinstance(scorer, KeywordScorer)
    assert (scorer.required, scorer.needs_judge, scorer.needs_embeddings) == (
        ["user_input", "response"],
        True,
        True,
    )
    weighed = as_scorer(Weighed())
    assert (weighed.required, weighed.optional, weighed.needs_judge) == (["response"], ["weight"], False)
    own = as_scorer(ShortAnswer())
    assert isinstance(own, SampleScorer)
    assert (own.required, own.multi_turn) == (["response"], False)
    assert as_scorer(Turns()).multi_turn is True


def test_a_face_is_scored_as_the_class_behind() -> None:
    """A first-generation metric of ours runs as the metric it stands for."""
    judge = ScriptedJudge()
    scorer = as_scorer(old.Faithfulness(llm=judge, name="mine"))
    assert isinstance(scorer.metric, Faithfulness)
    assert (scorer.column, scorer.metric.judge) == ("mine", judge)


def test_a_face_with_a_scoring_of_its_own_is_scored_by_it() -> None:
    """A subclass that overrides how a sample is scored gives its own number."""

    class Half(old.ExactMatch):
        async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
            return 0.5

    scorer = as_scorer(Half())
    assert isinstance(scorer, SampleScorer)
    assert (scorer.column, scorer.required, scorer.multi_turn) == (
        "exact_match",
        ["reference", "response"],
        False,
    )
    assert asyncio.run(scorer.score(SingleTurnSample(response="r", reference="r"))).value == 0.5


def test_a_face_reads_the_columns_it_declares() -> None:
    """Of the columns that the class behind could use; those declared as required are."""
    critic = old.AspectCritic("tone", "Is it polite?")
    every = as_scorer(critic)
    assert (every.required, len(every.optional)) == ([], 5)
    critic.required_columns = {MetricType.SINGLE_TURN: {"response", "reference:optional"}}  # type: ignore[assignment]
    some = as_scorer(critic)
    assert (some.required, some.optional) == (["response"], ["reference"])


def test_optional_columns_of_a_users_metric_are_read() -> None:
    """A first-generation metric says with a mark which columns it can do without."""
    assert (as_scorer(ShortAnswer()).required, as_scorer(ShortAnswer()).optional) == (
        ["response"],
        ["reference"],
    )


def test_extra_columns_reach_the_metric() -> None:
    """An optional input is taken from the sample's extra columns, or keeps its default."""
    sample = SingleTurnSample(response="r")
    assert asyncio.run(as_scorer(Weighed()).score(sample)).value == 1.0
    sample.extra = {"weight": 3}
    assert asyncio.run(as_scorer(Weighed()).score(sample)).value == 3


def test_conversations_go_to_the_other_method() -> None:
    """A first-generation metric scores the kind of sample it is for."""
    assert asyncio.run(as_scorer(Turns()).score(CHAT)).value == 1.0
    assert asyncio.run(as_scorer(ShortAnswer()).score(SingleTurnSample(response="r"))).value == 1.0


def test_the_mode_is_part_of_the_column() -> None:
    """A metric with a mode says which in the name of its column, as stored results have it."""
    assert as_scorer(NoiseSensitivity()).column == "noise_sensitivity(mode=relevant)"


def named(*metrics: Any) -> list[str]:
    return [scorer.column for scorer in as_scorers(list(metrics), list)]


def test_equal_names_get_the_settings_that_differ() -> None:
    """Only what tells the metrics apart is appended: a setting, or the judge."""
    assert named(AnswerRelevancy(strictness=1), AnswerRelevancy(strictness=3)) == [
        "answer_relevancy(strictness=1)",
        "answer_relevancy(strictness=3)",
    ]
    other = ScriptedJudge()
    other.name = "other"
    assert named(Faithfulness(llm=ScriptedJudge()), Faithfulness(llm=other)) == [
        "faithfulness(llm=scripted)",
        "faithfulness(llm=other)",
    ]
    assert named(Faithfulness(), Weighed(name="weight")) == ["faithfulness", "weight"]


def test_metrics_that_cannot_be_told_apart_are_refused() -> None:
    """Two equal metrics would fill one column: an error before any call."""
    with pytest.raises(ConfigurationError, match=r"column 'faithfulness'; give one of them another name"):
        named(Faithfulness(), Faithfulness())


def test_lacking_columns_and_other_samples_are_told() -> None:
    """A column that no row has, or samples of the other kind, end the run before it starts."""
    with pytest.raises(InputError, match=r"answer_relevancy needs response.* It has: user_input"):
        check_columns([as_scorer(AnswerRelevancy())], ["user_input"], multi_turn=False)
    with pytest.raises(InputError, match="turns scores conversations"):
        check_columns([as_scorer(Turns())], ["user_input"], multi_turn=False)
    check_columns([as_scorer(Turns())], ["user_input"], multi_turn=True)


def test_what_waits_for_nothing_is_known() -> None:
    """Models and code of the user may take their time, also inside a metric of ours; the rest is mere arithmetic."""
    from ragas.metrics.collections import ExactMatch, ToolCallAccuracy

    assert not as_scorer(ExactMatch()).waits
    assert not as_scorer(ToolCallAccuracy(arg_comparison_metric=ExactMatch())).waits
    assert as_scorer(Weighed()).waits
    assert as_scorer(Faithfulness(llm=ScriptedJudge([]))).waits
    slow = as_scorer(ToolCallAccuracy(arg_comparison_metric=Weighed()))
    assert slow.waits
    assert not slow.ours


def test_a_name_is_no_metric() -> None:
    """A text in place of a metric is told the class to make an instance of, or which names are alike."""
    with pytest.raises(
        TypeError, match=r"^'faithfulness' is a text, not a metric\. Pass an instance: Faithfulness\(\)"
    ):
        as_scorer("faithfulness")
    with pytest.raises(TypeError, match="Did you mean faithfulness or"):
        as_scorer("fathfulness")
