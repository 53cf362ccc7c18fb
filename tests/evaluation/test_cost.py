"""What a run cost: known, unknown, and by a counter of the user's; the same for metrics of both generations."""

from __future__ import annotations

from types import SimpleNamespace as Made
from typing import Any

import pytest

from ragas import EvaluationResult, RunConfig, evaluate
from ragas.cost import TokenUsage, get_token_usage_for_openai
from ragas.legacy import metrics as old
from ragas.metrics.collections import Faithfulness
from tests.replies import statements, verdicts

ROWS = [
    {"user_input": "When?", "response": "It leaves at 07:40.", "retrieved_contexts": ["It leaves at 07:40."]}
]


class Chat:
    """A LangChain-like model whose provider's usage has the shape given, a call after the other."""

    model_name = "nobody-knows-me"

    def __init__(self, *told: dict[str, Any]) -> None:
        self.told = list(told)
        self.replies = [statements("It leaves at 07:40."), verdicts(True)]

    async def ainvoke(self, prompt: Any) -> Any:
        import json

        return Made(content=json.dumps(self.replies.pop(0)), response_metadata=self.told.pop(0))


GOOGLE = {"usage_metadata": {"prompt_token_count": 120, "candidates_token_count": 30}}
GENERATIONS = pytest.mark.parametrize("metric", [Faithfulness, old.Faithfulness], ids=["newer", "legacy"])


def run(metric: Any, *told: dict[str, Any], **arguments: Any) -> EvaluationResult:
    result = evaluate(
        ROWS,
        [metric()],
        llm=Chat(*told),
        show_progress=False,
        run_config=RunConfig(max_retries=1),
        **arguments,
    )
    assert isinstance(result, EvaluationResult)
    assert result.cell(0, "faithfulness").value == 1.0
    return result


# -- C23: cost for a provider we have not seen --------------------------------------------------------------------


@GENERATIONS
def test_a_shape_of_google(metric: Any) -> None:
    """120 in and 30 out, twice, are 240 and 60; at 1 and 2 dollars a million, 0.00036."""
    result = run(metric, GOOGLE, GOOGLE)
    assert result.total_tokens() == TokenUsage(240, 60, "nobody-knows-me")
    assert result.total_cost(1e-6, 2e-6) == pytest.approx(0.00036)
    assert result.total_cost(per_model_costs={"nobody-knows-me": (1e-6, 2e-6)}) == pytest.approx(0.00036)
    assert result.total_cost() is None  # nobody lists this model's price


@GENERATIONS
def test_a_provider_that_tells_nothing(metric: Any) -> None:
    """Unknown, never 0."""
    result = run(metric, {}, {})
    assert result.total_tokens() == TokenUsage(None, None, "nobody-knows-me")
    assert result.total_cost(1e-6, 2e-6) is None
    assert result.total_cost() is None
    assert "tokens unknown, 2 calls without usage, price unknown" in result.summary()


@GENERATIONS
def test_a_mixture(metric: Any) -> None:
    """The known part, and how many calls are not in it."""
    result = run(metric, GOOGLE, {})
    assert result.total_tokens() == TokenUsage(120, 30, "nobody-knows-me")
    assert result.total_cost(1e-6, 2e-6) == pytest.approx(0.00018)
    assert "120 tokens in, 30 out, 1 call without usage" in result.summary()


# -- a counter of the user's --------------------------------------------------------------------------------------


@GENERATIONS
def test_a_parser_reads_what_nobody_else_can(metric: Any) -> None:
    """`token_usage_parser` is given an `LLMResult` and what it counts holds."""

    def parser(result: Any) -> TokenUsage:
        return TokenUsage(result.llm_output["strange"], len(result.generations[0]), "m")

    result = run(metric, {"strange": 7}, {"strange": 5}, token_usage_parser=parser)
    assert (result.usage or {})["input_tokens"] == 12
    assert (result.usage or {})["output_tokens"] == 2
    assert result.total_tokens() == TokenUsage(12, 2, "m")
    assert result.total_cost(per_model_costs={"m": (1.0, 2.0)}) == 16.0


def test_a_parser_of_ragas() -> None:
    """The parsers of `ragas.cost` read the same as is read without them."""
    told = {"token_usage": {"prompt_tokens": 10, "completion_tokens": 4}, "model_name": "nobody-knows-me"}
    with_parser = run(Faithfulness, told, told, token_usage_parser=get_token_usage_for_openai)
    assert with_parser.total_tokens() == run(Faithfulness, told, told).total_tokens()


def test_the_provider_s_cache_and_reasoning_are_shown() -> None:
    """Where there are any, the usage line tells the tokens that came from the provider's cache and those of thoughts."""
    told = {
        "usage": {
            "input_tokens": 20,
            "cache_read_input_tokens": 100,
            "output_tokens": 30,
            "output_tokens_details": {"reasoning_tokens": 25},
        }
    }
    summary = run(Faithfulness, told, told).summary()
    assert "240 tokens in (200 from the provider's cache), 60 out (50 of them reasoning)" in summary
