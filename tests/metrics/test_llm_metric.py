"""Metrics that are a prompt: discrete, numeric, ranking."""

from __future__ import annotations

import asyncio
import copy
import doctest
import pickle
import sys
from typing import Any

import pytest
from pydantic import BaseModel

from ragas.exceptions import InputError, ReplyError
from ragas.messages import AIMessage, HumanMessage
from ragas.metrics.discrete import DiscreteMetric
from ragas.metrics.llm_metric import LLMMetric
from ragas.metrics.numeric import NumericMetric
from ragas.metrics.ranking import RankingMetric
from ragas.prompt.simple import Prompt
from ragas.testing import ScriptedJudge

KINDS: list[Any] = [DiscreteMetric, NumericMetric, RankingMetric]


def replies(*values: Any) -> ScriptedJudge:
    return ScriptedJudge([{"reason": f"reason {n}", "value": value} for n, value in enumerate(values, 1)])


def test_a_value_with_reason_and_traces() -> None:
    """Sync and async calls give the same: what was given, what the judge answered."""
    metric = DiscreteMetric("tone", ["good", "bad"], "Check {x}")
    results = [
        metric.score(llm=replies("good"), x="t"),
        asyncio.run(metric.ascore(llm=replies("good"), x="t")),
    ]
    for result in results:
        assert (result.value, result.reason) == ("good", "reason 1")
        assert result.traces == {"input": {"x": "t"}, "output": {"reason": "reason 1", "value": "good"}}


def test_a_prompt_may_be_set_later_as_text() -> None:
    """A text set as the prompt of a metric is what is asked from then on, and its places are the columns."""
    metric = DiscreteMetric("tone", ["good", "bad"], "Check {x}")
    before = metric.signature()
    metric.prompt = "Look at {y}"
    judge = replies("good")
    assert metric.score(llm=judge, y="t").value == "good"
    assert "Look at" in judge.calls[0].prompt
    assert (metric.required_columns, metric.signature() != before) == (["y"], True)


def test_a_number_out_of_range_is_asked_for_again_then_fails() -> None:
    """C25 (a): 42 of 0..10 twice is an error that names it, never 4.2 and never 10."""
    judge = replies(42, 42)
    with pytest.raises(ReplyError, match=r"clarity: 42.0 is out of range; expected a number from 0 to 10"):
        NumericMetric("clarity", (0, 10), "Rate {x}").score(llm=judge, x="t")
    assert len(judge.calls) == 2
    assert "42.0, which is not allowed. The value must be a number from 0 to 10" in judge.calls[1].prompt


def test_the_second_value_counts_when_it_is_allowed() -> None:
    """The judge may correct itself."""
    assert NumericMetric("n", (0, 10), "Rate {x}").score(llm=replies(42, 4), x="t").value == 4


def test_pass_with_a_full_stop_is_pass() -> None:
    """C25 (b): case and punctuation do not matter, and nothing is asked again."""
    judge = replies("Pass.")
    result = DiscreteMetric("q", prompt="Check {x}").score(llm=judge, x="t")
    assert result.value == "pass"
    assert len(judge.calls) == 1


def test_whole_numbers_of_a_range_are_ints() -> None:
    """`range(1, 6)` gives 1 to 5."""
    metric = NumericMetric("n", range(1, 6), "Rate {x}")
    value = metric.score(llm=replies(5), x="t").value
    assert (value, type(value)) == (5, int)
    with pytest.raises(ReplyError, match="whole number from 1 to 5"):
        metric.score(llm=replies(2.5, 6), x="t")


def test_the_columns_are_the_names_in_the_prompt() -> None:
    """A run reads from the template what it needs."""
    metric = DiscreteMetric("q", prompt="{response} for {user_input[0]} {response}")
    assert metric.required_columns == metric.get_variables() == ["response", "user_input"]


def test_a_prompt_may_show_json() -> None:
    """Braces that are no names stay."""
    judge = replies("pass")
    DiscreteMetric("q", prompt='Like {"a": 1}: {x}').score(llm=judge, x="t")
    assert judge.calls[0].prompt == 'Like {"a": 1}: t'


def test_a_conversation_is_told() -> None:
    """Messages stand in the prompt as a transcript."""
    judge = replies("pass")
    talk = [HumanMessage(content="q"), AIMessage(content="a")]
    DiscreteMetric("q", prompt="{user_input}").score(llm=judge, user_input=talk)
    assert judge.calls[0].prompt == "Human: q\nAI: a"


def test_what_is_missing_is_named() -> None:
    """A name without value, a value of None, no prompt, no name: each says so."""
    with pytest.raises(KeyError, match="needs x"):
        DiscreteMetric("q", prompt="{x}").score(llm=replies())
    with pytest.raises(InputError, match="'x'"):
        DiscreteMetric("q", prompt="{x}").score(llm=replies(), x=None)
    with pytest.raises(InputError, match="no prompt"):
        DiscreteMetric("q").score(llm=replies())
    with pytest.raises(TypeError, match="needs a name"):
        DiscreteMetric()


@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        (DiscreteMetric, []),
        (DiscreteMetric, "ab"),
        (NumericMetric, (1, 0)),
        (NumericMetric, (1,)),
        (NumericMetric, ["a", "b"]),
        (RankingMetric, 0),
        (RankingMetric, True),
    ],
)
def test_allowed_values_of_the_wrong_kind_are_refused(kind: Any, allowed: Any) -> None:
    """When the metric is made, naming the value."""
    with pytest.raises(ValueError, match="allowed_values"):
        kind("m", allowed, "{x}")


def test_batches_take_one_judge_or_one_each() -> None:
    """A sample's own judge goes before that of the batch."""
    metric = DiscreteMetric("q", prompt="{x}")
    shared, own = replies("pass"), replies("fail")
    results = metric.batch_score([{"x": "1"}, {"x": "2", "llm": own}], llm=shared)
    assert [result.value for result in results] == ["pass", "fail"]


def test_the_judge_may_be_the_metrics_own() -> None:
    """`llm` in the constructor serves calls without one."""
    assert DiscreteMetric("q", prompt="{x}", llm=replies("pass")).score(x="t").value == "pass"


def test_failures_of_the_judge_are_raised() -> None:
    """Nothing is swallowed."""
    with pytest.raises(RuntimeError, match="no credit"):
        DiscreteMetric("q", prompt="{x}").score(llm=ScriptedJudge([RuntimeError("no credit")]), x="t")


def test_a_response_model_of_ones_own() -> None:
    """A subclass asks for more than a value, and gets it in the traces."""

    class Longer(BaseModel):
        reason: str
        certainty: int
        value: str

    class Own(LLMMetric):
        _response_model = Longer

    judge = ScriptedJudge([{"reason": "r", "certainty": 3, "value": "PASS"}])
    result = Own("own", prompt="{x}").score(llm=judge, x="t")
    assert result.value == "pass"
    assert result.traces is not None
    assert result.traces["output"]["certainty"] == 3


@pytest.mark.parametrize("kind", KINDS)
def test_they_pickle_and_copy(kind: Any) -> None:
    """The prompt and its examples go along."""
    metric = kind("m", prompt=Prompt("{x}", [({"x": 1}, {"m": 2})]))
    for other in (pickle.loads(pickle.dumps(metric)), copy.deepcopy(metric)):
        assert type(other) is kind
        assert other.signature() == metric.signature()


def test_the_signature_tells_prompts_apart() -> None:
    """Another instruction, another example or another range is another metric."""
    made = [
        NumericMetric("m", prompt="{x}"),
        NumericMetric("m", prompt="{x}!"),
        NumericMetric("m", (0, 2), prompt="{x}"),
        NumericMetric("m", prompt=Prompt("{x}", [({"x": 1}, {"m": 1})])),
    ]
    assert len({metric.signature_hash() for metric in made}) == 4


def test_repr_shows_the_beginning_of_the_prompt() -> None:
    """A long prompt is cut."""
    assert (
        repr(DiscreteMetric("q", ["a"], "x")) == "DiscreteMetric(name='q', allowed_values=['a'], prompt='x')"
    )
    assert repr(NumericMetric("q", range(3), "y" * 100)).endswith("…')")


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_in_the_docstring_runs(kind: Any) -> None:
    """What the docstring shows is what happens."""
    assert doctest.testmod(sys.modules[kind.__module__]).failed == 0


def test_the_caution_of_the_judge_of_this_call_is_carried() -> None:
    """A judge of limited trust is named beside the value, and only where it was asked."""
    judge = replies("pass")
    judge.caution = "screens only"
    metric = DiscreteMetric("q", prompt="{x}")
    assert metric.score(llm=judge, x="t").caution == "scripted (screens only)"
    assert metric.score(llm=replies("pass"), x="t").caution is None


def test_examples_come_before_what_is_asked() -> None:
    """The judge reads the sample last, and examples of labels call them what its reply does."""
    prompt = Prompt("Judge: {response}", examples=[({"response": "a"}, {"q": "pass", "q_reason": "kind"})])
    judge = replies("fail")
    DiscreteMetric("q", ["pass", "fail"], prompt).score(llm=judge, response="b")
    asked = judge.calls[0].prompt
    assert asked.startswith(
        "Examples:\nExample 1:\nInput:\nresponse: a\nOutput:\nvalue: pass\nreason: kind\n"
    )
    assert asked.rstrip().endswith("Asked now:\nJudge: b")
    assert prompt.format(response="b").startswith("Judge: b\n\nExamples:")
    assert "q: pass" in prompt.format(response="b")


def test_a_prompt_that_lays_itself_out_is_left_alone() -> None:
    """What a prompt of one's own makes of its examples is what is asked."""

    class Mine(Prompt):
        def format(self, **values: Any) -> str:
            return f"mine: {values['response']}"

    judge = replies("fail")
    DiscreteMetric("q", ["pass", "fail"], Mine("Judge: {response}")).score(llm=judge, response="b")
    assert judge.calls[0].prompt.startswith("mine: b")
