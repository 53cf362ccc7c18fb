"""Tests of the plan of a test set, against runs that were made as planned."""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from pydantic import BaseModel

from ragas.engine.request import RawReply
from ragas.engine.token_estimate import estimated_tokens
from ragas.engine.tokens import Usage
from ragas.evaluation.plan_models import StandIns
from ragas.exceptions import ConfigurationError
from ragas.llms.model_judge import Message, ModelJudge
from ragas.llms.schemas import schema_of
from ragas.testing import HashEmbeddings
from ragas.testset import Testset, TestsetGenerator
from ragas.testset.generator_plan import TestsetPlan
from ragas.testset.synthesizers import SingleHopSpecificQuerySynthesizer
from ragas.testset.transforms import NERExtractor, Parallel
from tests.testset.scripted import TOPICS, CountedJudge, reply

SENTENCES = (
    "The {a} {b} of {C} holds {n} {d}.",
    "{C} was built by {D} in {n}.",
    "To open the {a} {b}, turn the {d} {n} times.",
    "In {C}, {a} is paid with {n} {b}.",
    "{D} sells {a} to the {b} of {C} for {n} crowns.",
)


def _word(draw: random.Random) -> str:
    return "".join(draw.choice("bdfglmnprst") + draw.choice("aeiou") for _ in range(draw.randrange(2, 4)))


def _document(seed: int, sentences: int) -> str:
    """Sentences about nothing, a heading after every eighth."""
    draw = random.Random(seed)
    parts = [f"# {_word(draw).title()}\n\n"]
    for number in range(1, sentences + 1):
        words = {name: _word(draw) for name in "abd"} | {name: _word(draw).title() for name in "CD"}
        parts.append(draw.choice(SENTENCES).format(n=draw.randrange(3, 2000), **words) + " ")
        if number % 8 == 0:
            parts.append(f"\n\n## {_word(draw).title()} {_word(draw)}\n\n")
    return "".join(parts)


CORPORA = {
    "short": [_document(seed, 6) for seed in range(8)],
    "long": [_document(seed, 200) for seed in range(4)],
    "mixed": [_document(seed, (4, 30, 150)[seed % 3]) for seed in range(9)],
}


class Scripted:
    """A model that answers as a judge would, finds fault with so many of a hundred questions, and counts tokens."""

    provider, model, url = "openai", "gpt-4o-mini", "http://127.0.0.1"
    parameters: Mapping[str, Any] = {}

    def __init__(self, faults: int) -> None:
        self.faults = faults

    async def send(
        self, messages: Sequence[Message], model: type[BaseModel], *, max_tokens: int | None = None
    ) -> RawReply:
        prompt = messages[-1]["content"]
        text = json.dumps(self._answer(prompt, model))
        schema = json.dumps(schema_of(model), separators=(",", ":"))
        read = sum(map(estimated_tokens, (*(str(one["content"]) for one in messages), schema)))
        return RawReply(text, Usage(read, estimated_tokens(text)), "stop")

    def _answer(self, prompt: str, model: type[BaseModel]) -> Any:
        text = prompt.rsplit("<text", 1)[-1]
        match model.__name__:
            case "Summary":
                return {"summary": " ".join(text.split()[2:80])}
            case "QuestionReview" if sum(map(ord, prompt)) % 100 < self.faults:
                told = dict.fromkeys(("understandable", "fits"), True)
                return {"reason": "no", "answered": False, "false_premise": False, **told}
            case _:
                return reply(prompt, model)


def _both(documents: list[str], size: int, faults: int) -> tuple[TestsetPlan, Testset]:
    judge = ModelJudge(Scripted(faults))
    plan = TestsetGenerator(judge, HashEmbeddings()).plan(documents, size, stand_ins=StandIns())
    made = TestsetGenerator(judge, HashEmbeddings()).generate_with_documents(
        documents, size, show_progress=False
    )
    return plan, made


@pytest.mark.parametrize("faults", [0, 50])
@pytest.mark.parametrize("corpus", CORPORA)
def test_a_run_takes_what_was_planned(corpus: str, faults: int) -> None:
    """Calls, tokens and price of a run lie within the plan's ranges, also where half of the questions are dropped."""
    plan, made = _both(CORPORA[corpus], 12, faults)
    assert made.usage is not None
    for told, (least, most) in (
        ("judge_calls", plan.calls_range),
        ("input_tokens", plan.input_tokens_range),
        ("output_tokens", plan.output_tokens_range),
        ("cost", plan.cost_range or (0, 0)),
    ):
        assert least <= made.usage[told] <= most, told
    assert plan.calls_range[1] < 4 * plan.calls_range[0]


@pytest.mark.parametrize("corpus", CORPORA)
def test_tokens_are_estimated_within_a_quarter(corpus: str) -> None:
    """Where one question in three or so is dropped, as the estimate assumes, its tokens are right within 25 %."""
    plan, made = _both(CORPORA[corpus], 20, 20)
    assert made.usage is not None
    planned, taken = (one[0] + one[1] for one in (_tokens(plan), _tokens(made)))
    assert planned == pytest.approx(taken, rel=0.25)


def _tokens(of: Any) -> tuple[int, int]:
    usage = of.to_dict() if isinstance(of, TestsetPlan) else of.usage
    return usage["input_tokens"], usage["output_tokens"]


def test_a_plan_sends_nothing(tmp_path: Any, caplog: pytest.LogCaptureFixture) -> None:
    """The judge is not asked, nothing is written into the folder of the run, and nothing is warned of."""
    judge = CountedJudge()
    generator = TestsetGenerator(judge, HashEmbeddings())
    with caplog.at_level(logging.INFO):
        plan = generator.plan(list(TOPICS.values()), 6, stand_ins=StandIns(), run=tmp_path / "run")
    assert not judge.calls
    assert not (tmp_path / "run").exists()
    assert not caplog.records
    assert plan.cost is None
    generator.generate_with_documents(list(TOPICS.values()), 6, show_progress=False)
    least, most = plan.calls_range
    assert least <= judge.calls.total() <= most


def test_a_plan_says_what_it_assumes() -> None:
    """In words: the estimate, both ends, and how many questions are written at most. Nothing for the embedded judge."""
    asked = {"judge_calls": 60, "input_tokens": 6_000, "output_tokens": 600, "cost": 0.006}
    whole = {"calls": 101, "judge_calls": 100, "embedding_calls": 1, "cost": 0.01} | {
        "input_tokens": 10_000,
        "output_tokens": 1_000,
    }
    plan = TestsetPlan.of(20, {**whole, "by_part": {"questions": asked}})
    assert (plan.calls, plan.calls_range) == (130, (83, 264))
    text = str(plan)
    assert text.startswith(
        "20 questions: about 130 judge calls (83 to 264), 1 embedding calls, 13,000 tokens in"
    )
    assert "$0.0130 ($0.0083 to $0.0264)" in text
    assert "two of three dropped" in text
    assert "A run writes 210 questions at most." in text
    assert TestsetGenerator("local").plan(list(TOPICS.values()), 6, stand_ins=StandIns()).calls == 0


class Unpriced(Scripted):
    """A model that no table of prices has."""

    model = "some-unpriced"


def _plan(judge: Any, **settings: Any) -> TestsetPlan:
    generator = TestsetGenerator(judge, "local")
    return generator.plan(list(TOPICS.values()), 6, stand_ins=StandIns(), **settings)


def test_a_plan_without_prices() -> None:
    """The price of a judge that no table has is unknown, free embeddings or not; a run with a budget would be refused."""
    judge = ModelJudge(Unpriced(0))
    plan = _plan(judge)
    assert (plan.cost, plan.cost_range) == (None, None)
    assert plan.unpriced_calls >= plan.calls
    assert "price unknown" in str(plan)
    assert "$" not in str(plan)
    with pytest.raises(ConfigurationError, match="some-unpriced' is unknown, so a budget cannot be kept"):
        _plan(judge, budget=1)
    assert _plan(ModelJudge(Scripted(0)), budget=0.000001) == _plan(ModelJudge(Scripted(0)))


def test_a_price_of_a_part_is_told_as_such() -> None:
    """Where some calls have a price and others none, both are told, and little is not told as nothing."""
    whole = {"calls": 11, "judge_calls": 10, "embedding_calls": 1, "cost": 0.000002, "unpriced_calls": 10}
    plan = TestsetPlan.of(2, {**whole, "by_part": {"questions": {"judge_calls": 10, "unpriced_calls": 10}}})
    assert plan.unpriced_calls == 15
    assert "less than $0.0001 and about 15 calls without a known price" in str(plan)


def test_models_of_parts_are_not_asked_for_a_plan() -> None:
    """A synthesizer's own judge, those of transformations and `transforms_llm` have stand-ins as well."""
    other = CountedJudge()
    for settings in (
        {"query_distribution": [(SingleHopSpecificQuerySynthesizer(llm=other), 1.0)]},
        {"transforms_llm": other, "transforms_embedding_model": HashEmbeddings()},
        {"transforms": [Parallel(NERExtractor(llm=other))]},
    ):
        assert _plan(ModelJudge(Scripted(0)), **settings).calls > 0
    assert not other.calls
