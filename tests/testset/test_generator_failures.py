"""Tests of what a judge that raises does to a test set."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from ragas.exceptions import BudgetSpentError, ConfigurationError, RagasError, ReplyError
from ragas.llms.judge import Judge, Prompt, Reply
from ragas.testing import HashEmbeddings
from ragas.testset import Testset, TestsetGenerator
from ragas.testset.failed_calls import costs_its_call_only
from ragas.testset.generator_making import IN_A_ROW
from tests.testset.scripted import TOPICS, reply


class Faulty(Judge):
    """A judge of a user's own: some of its calls raise, or come to nothing that pydantic takes."""

    name = "faulty"

    def __init__(self, raised: Any, *models: str, every: int = 1, after: int = 0) -> None:
        self.fail(raised, *models, every=every, after=after)
        self.count = itertools.count(1)
        self.calls = 0

    def fail(self, raised: Any, *models: str, every: int, after: int) -> None:
        """From now on fail like this. A judge that fails is the same judge."""
        self.raised, self.models, self.every, self.after = raised, models, every, after

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        self.calls += 1
        meant = not self.models or response_model.__name__ in self.models
        if meant and (number := next(self.count)) > self.after and number % self.every == 0:
            if self.raised is ValidationError:
                return response_model.model_validate({"nonsense": 1, "verdicts": 5, "answered": "?"})
            raise self.raised
        return response_model.model_validate(reply(str(prompt), response_model))


def _made(judge: Judge, size: int = 6, **settings: Any) -> Testset:
    generator = TestsetGenerator(judge, HashEmbeddings())
    return generator.generate_with_documents(list(TOPICS.values()), size, show_progress=False, **settings)


@pytest.mark.parametrize("model", ["GeneratedQueryAnswer", "StatementVerdicts", "QuestionReview"])
@pytest.mark.parametrize("raised", [ValidationError, KeyError("choices"), RuntimeError("no route")])
def test_a_call_that_raises_costs_its_question(model: str, raised: Any) -> None:
    """Whatever a judge raises in every third call, the set is filled up, and each failure is counted with its cause."""
    testset = _made(Faulty(raised, model, every=3))
    assert testset.report is not None
    assert len(testset) == 6
    lost = [one for one in testset.report.dropped if one.why in ("failed", "reply of the judge not usable")]
    assert lost
    cause = "ValidationError" if raised is ValidationError else type(raised).__name__
    assert all(one.detail.startswith(f"{cause}: ") for one in lost)
    if raised is not ValidationError:
        assert any(f"cost a question, first: {cause}: " in note for note in testset.report.notes)


@pytest.mark.parametrize("model", ["Persona", "PersonaThemesMapping", "ThemesAndConcepts"])
def test_a_reply_that_pydantic_refuses_before_the_questions(model: str) -> None:
    """One unusable reply to a user's own judge ends nothing, neither in the documents nor among the people."""
    assert len(_made(Faulty(ValidationError, model, every=3))) == 6


@pytest.mark.parametrize("workers", [1, 16])
def test_a_judge_that_breaks_down_ends_the_run_with_its_first_error(workers: int, tmp_path: Path) -> None:
    """After ten failures in a row the first is raised, with what was made and where it is kept; then it goes on."""
    from ragas.engine.run_config import RunConfig

    def settings() -> dict[str, Any]:
        return {"run": tmp_path / "run", "run_config": RunConfig(max_workers=workers)}

    judge = Faulty(PermissionError("key revoked"), after=26)
    with pytest.raises(PermissionError, match="key revoked") as caught:
        _made(judge, 8, **settings())
    told = " ".join(caught.value.__notes__)
    assert "10 calls in a row failed" in told
    assert "of 8 questions were made" in told
    assert "goes on from there" in told
    assert judge.calls <= 26 + 10 + 16
    again = Faulty(None, after=10_000)
    assert _made(again, 8, **settings()).to_list() == _made(Faulty(None, after=10_000), 8).to_list()
    whole = Faulty(None, after=10_000)
    _made(whole, 8)
    assert again.calls == whole.calls - 26


@pytest.mark.parametrize("raised", [ValidationError, KeyError("choices"), ReplyError("no JSON")])
def test_a_judge_that_fails_always(raised: Any) -> None:
    """The first real cause is raised, in the documents as in the questions; nothing later hides it."""
    kind = raised if isinstance(raised, type) else type(raised)
    for models in ((), ("GeneratedQueryAnswer",), ("StatementVerdicts",)):
        with pytest.raises(kind):
            _made(Faulty(raised, *models))


def test_without_raising_what_there_is_is_kept() -> None:
    """With raise_exceptions=False a judge that breaks down leaves a shortfall that counts the failures."""
    judge = Faulty(OSError("no route"), "QuestionReview", after=3)
    testset = _made(judge, raise_exceptions=False)
    assert testset.report is not None
    assert len(testset) == 3
    assert "3 of 6 questions were made" in testset.report.shortfall
    assert "failed" in testset.report.shortfall
    assert "first: OSError: no route" in testset.report.notes[-1]


def test_without_raising_nothing_may_be_left() -> None:
    """With raise_exceptions=False a judge that never writes leaves an empty set, whose shortfall and notes say why."""
    testset = _made(Faulty(OSError("no route"), "GeneratedQueryAnswer"), raise_exceptions=False)
    assert testset.report is not None
    assert len(testset) == 0
    assert "0 of 6 questions were made" in testset.report.shortfall
    assert "first: OSError: no route" in testset.report.notes[-1]


@pytest.mark.parametrize("raises", [True, False])
def test_a_setting_that_every_call_fails_with_is_raised(raises: bool) -> None:
    """What is set up wrongly ends the run at the first call, and is never an empty set."""
    from ragas.engine.run_config import RunConfig

    judge = Faulty(ConfigurationError("no key"), "GeneratedQueryAnswer")
    with pytest.raises(ConfigurationError, match="no key"):
        _made(judge, 20, run_config=RunConfig(max_workers=1), raise_exceptions=raises)
    if raises:
        assert next(judge.count) - 1 < IN_A_ROW // 2  # a call or two may be under way


def test_which_failures_end_a_run_at_once() -> None:
    """Money, settings and a disk that is full are the same for every call; what a judge raises is not."""
    for error in (BudgetSpentError("spent"), ConfigurationError("no key"), RagasError("cannot be written")):
        assert not costs_its_call_only(error)
    for other in (ReplyError("no JSON"), ValueError("x"), KeyError("x"), AssertionError("x")):
        assert costs_its_call_only(other)


def test_unreadable_replies_from_the_start_end_soon() -> None:
    """A judge that writes nothing usable is asked ten times, and not for each of fifty questions."""
    judge = Faulty(ReplyError("no JSON"), "GeneratedQueryAnswer")
    with pytest.raises(ReplyError, match="no JSON"):
        _made(judge, 50)
    assert next(judge.count) - 1 <= 10 + 16
