"""What `strictness` promises wherever a metric has it: as many votes, or questions, as it says."""

from __future__ import annotations

import json
import math
from dataclasses import fields
from typing import Any

import pytest

from ragas.engine.cache import SQLiteCache
from ragas.legacy import metrics as old
from ragas.llms import llm_factory
from ragas.metrics import collections
from ragas.metrics.base import BaseMetric
from ragas.testing import HashEmbeddings
from tests.contract.test_metrics import FACES, METRICS
from tests.evaluation.runs import run
from tests.servers import OpenAIServer

HAVE_IT = {"AnswerRelevancy", "AspectCritic", "SimpleCriteriaScore"}
each_count = pytest.mark.parametrize("strictness", [1, 2, 3, 4])
each_family = pytest.mark.parametrize("family", [collections, old], ids=["collections", "legacy"])
ROW = {"user_input": "When?", "response": "At nine, please."}


class Model:
    """A text model that says something else each time."""

    def __init__(self, *replies: dict[str, Any]) -> None:
        self._replies = replies
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        return json.dumps(self._replies[(len(self.prompts) - 1) % len(self._replies)])


def has_it(metric_class: type[BaseMetric]) -> bool:
    return "strictness" in {one.name for one in fields(metric_class)}


def test_who_has_it() -> None:
    """The metrics that had it in the first generation have it in both APIs, and no other."""
    assert {name for name, one in METRICS.items() if has_it(one)} == HAVE_IT
    assert {face.core.__name__ for face in FACES if has_it(face.core)} == HAVE_IT


def votes_of(result: Any) -> list[Any]:
    (cell,) = result.cells[0].values()
    assert cell.traces is not None
    votes: list[Any] = cell.traces["output"]["votes"]
    return votes


@each_family
@each_count
def test_an_aspect_is_voted_on(family: Any, strictness: int) -> None:
    """As many votes, the next odd number of them, each asked for by itself; the majority decides."""
    model = Model({"reason": "r", "verdict": True}, {"reason": "r", "verdict": False})
    critic = family.AspectCritic(name="polite", definition="Is it polite?", strictness=strictness)
    result = run([ROW], [critic], llm=model)
    cast = strictness + 1 - strictness % 2
    assert (len(model.prompts), len(votes_of(result))) == (cast, cast)
    # yes and no by turns, yes first: of 1 and 3 votes one more says yes than no
    assert result["polite"] == [1.0]
    assert sum(vote["verdict"] for vote in votes_of(result)) == cast // 2 + 1


@each_family
@each_count
def test_a_criterion_is_scored_several_times(family: Any, strictness: int) -> None:
    """As many scores, each asked for by itself; their mean counts."""
    model = Model(*({"reason": "r", "score": score} for score in (2, 4, 9, 9)))
    metric = family.SimpleCriteriaScore(name="polite", definition="How polite is it?", strictness=strictness)
    result = run([ROW], [metric], llm=model)
    scores = sorted(vote["score"] for vote in votes_of(result))
    assert len(model.prompts) == strictness
    assert scores == [2, 4, 9, 9][:strictness]
    assert result["polite"] == [pytest.approx(sum(scores) / strictness)]


@each_family
@each_count
def test_a_response_is_asked_back_several_times(family: Any, strictness: int) -> None:
    """As many questions, in one call; the mean of their similarities counts, and one too many does not."""
    cosines = [0.9, 0.8, 0.4, 0.1, 0.0]
    names = ["a", "b", "c", "d", "e"]
    vectors = {name: [x, math.sqrt(1 - x * x)] for name, x in zip(names, cosines, strict=True)}
    model = Model({"questions": [{"question": name, "noncommittal": False} for name in names]})
    metric = family.AnswerRelevancy(strictness=strictness)
    embedder = HashEmbeddings({ROW["user_input"]: [1.0, 0.0], **vectors})
    result = run([ROW], [metric], llm=model, embeddings=embedder)
    assert len(model.prompts) == 1
    assert result["answer_relevancy"] == [pytest.approx(sum(cosines[:strictness]) / strictness)]


@each_family
@pytest.mark.parametrize("strictness", [2, 3, 4])
def test_votes_are_kept_apart_in_the_cache(family: Any, strictness: int, tmp_path: Any) -> None:
    """A second run finds every vote of the first, not one of them several times."""
    found = []
    model = Model(*({"reason": "r", "score": score} for score in (1, 3, 5, 7)))
    with OpenAIServer() as server:
        server.default = lambda request: model(str(request.body))
        for _ in range(2):
            metric = family.SimpleCriteriaScore(name="polite", definition="How?", strictness=strictness)
            judge = llm_factory("m", base_url=server.url, api_key="x")
            result = run([ROW], [metric], llm=judge, cache=SQLiteCache(tmp_path / "votes.sqlite"))
            found.append(sorted(vote["score"] for vote in votes_of(result)))
    assert found == [[1, 3, 5, 7][:strictness]] * 2
    assert len(model.prompts) == strictness
