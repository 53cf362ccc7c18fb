"""Judges of the user's own: each is asked itself, and what was kept of one is never given to another."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.outputs import Generation, LLMResult

from ragas import evaluate
from ragas.cache import SQLiteCache
from ragas.engine.runner import Runner, use_runner
from ragas.exceptions import ConfigurationError
from ragas.llms import BaseRagasLLM, Judge
from ragas.metrics import BaseMetric, NumericMetric
from ragas.metrics.collections import AspectCritic, Faithfulness, SemanticSimilarity

ROW = {"user_input": "q", "response": "It is red and big.", "retrieved_contexts": ["It is red and big."]}
STOPS = threading.Event()
"""Whether judges stop their process when they are asked to verify. It is alive, so it is no setting of theirs."""
CRITIC = json.dumps({"reason": "it is", "verdict": True})


class Duck:
    """A judge by its method alone, which finds as many statements as it is told to."""

    def __init__(self, statements: int = 1) -> None:
        self.statements = statements
        self.asked: list[str] = []

    async def agenerate(self, prompt: Any, response_model: Any) -> Any:
        name = response_model.__name__
        self.asked.append(name)
        if name == "Statements":
            return response_model(statements=[f"fact {number}" for number in range(self.statements)])
        if name == "StatementVerdicts":
            if STOPS.is_set():
                raise KeyboardInterrupt
            found = [{"number": 1 + n, "supported": True, "reason": "r"} for n in range(self.statements)]
            return response_model(verdicts=found)
        return response_model(reason="it is", verdict=True)


class Fixed:
    """A judge that gives the same number always."""

    def __init__(self, number: float) -> None:
        self.number = number

    async def agenerate(self, prompt: Any, response_model: Any) -> Any:
        return response_model(value=self.number, reason="r")


class Polite:
    """A judge that finds everything polite, and counts."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def agenerate(self, prompt: Any, response_model: Any) -> Any:
        self.asked.append(prompt)
        return response_model(reason="it is", verdict=True)


def test_no_judge_gets_the_reply_of_another() -> None:
    """Also where each is made for one call: its address goes to the next."""
    metric = NumericMetric("grade", allowed_values=(0.0, 1.0), prompt="Grade {response}")

    async def grades() -> list[Any]:
        with use_runner(Runner()):
            found = [await metric.ascore(response="same", llm=Fixed(one % 10 / 10)) for one in range(100)]
        return [one.value for one in found]

    assert asyncio.run(grades()) == [one % 10 / 10 for one in range(100)]


@pytest.fixture(autouse=True)
def stopping() -> Iterator[None]:
    yield
    STOPS.clear()


@pytest.mark.parametrize("kind", ["object", "function"])
def test_what_was_answered_is_not_asked_again_when_a_run_goes_on(tmp_path: Path, kind: str) -> None:
    duck = Duck()

    def function(prompt: str) -> str:
        duck.asked.append("Statements" if "verdicts" not in prompt else "StatementVerdicts")
        if "verdicts" in prompt and STOPS.is_set():
            raise KeyboardInterrupt
        if "verdicts" in prompt:
            return json.dumps({"verdicts": [{"number": 1, "supported": True, "reason": "r"}]})
        return json.dumps({"statements": ["fact"]})

    judge: Any = duck if kind == "object" else function
    STOPS.set()
    with pytest.raises(KeyboardInterrupt):
        evaluate([ROW], [Faithfulness()], llm=judge, run=tmp_path / "run", show_progress=False)
    STOPS.clear()
    result = evaluate([ROW], [Faithfulness()], llm=judge, run=tmp_path / "run", show_progress=False)
    assert result["faithfulness"] == [1.0]
    assert duck.asked == ["Statements", "StatementVerdicts", "StatementVerdicts"]


def test_a_run_that_goes_on_gives_each_judge_its_own_replies(tmp_path: Path) -> None:
    """Two objects of one class with other settings, in one run."""

    def run() -> Any:
        metrics = [Faithfulness(llm=Duck(1), name="few"), Faithfulness(llm=Duck(3), name="many")]
        return evaluate([ROW], metrics, run=tmp_path / "run", show_progress=False)

    STOPS.set()
    with pytest.raises(KeyboardInterrupt):
        run()
    STOPS.clear()
    cells = run().cells[0]
    assert "only statement" in cells["few"].reason
    assert "All 3 statements" in cells["many"].reason


def answers(replies: list[str]) -> Callable[[str], str]:
    def judge(prompt: str) -> str:
        replies.append(prompt)
        return CRITIC

    return judge


def test_replies_of_own_judges_are_cached(tmp_path: Path) -> None:
    """Of a function and an object whose settings are all known."""
    store = SQLiteCache(tmp_path / "cache.sqlite")
    asked: list[str] = []
    ducks = [Polite(), Polite()]
    for judge in (answers(asked), answers(asked), *ducks):
        metric = AspectCritic(definition="Is it polite?")
        assert evaluate([ROW], [metric], llm=judge, cache=store, show_progress=False)["aspect_critic"] == [1]
    assert len(asked) == 1
    assert [len(one.asked) for one in ducks] == [1, 0]
    assert len(store) == 2


class Counted(Judge):
    """A subclass of ours, which Python keeps things of its own in."""

    def __init__(self, asked: list[str]) -> None:
        self._asked = asked

    async def agenerate(self, prompt: Any, response_model: Any) -> Any:
        self._asked.append(str(prompt))
        return response_model(reason="it is", verdict=True)


class Earlier(BaseRagasLLM):
    """The same of the first generation, with a cache of its own."""

    def __init__(self, asked: list[str], cache: Any) -> None:
        super().__init__(cache=cache)
        self._asked = asked

    def generate_text(self, prompt: Any, *args: Any, **settings: Any) -> Any:
        self._asked.append(str(prompt))
        return LLMResult(generations=[[Generation(text=CRITIC)]])

    async def agenerate_text(self, prompt: Any, *args: Any, **settings: Any) -> Any:
        return self.generate_text(prompt)

    def is_finished(self, response: Any) -> bool:
        return True


@pytest.mark.parametrize("kind", ["own", "earlier"])
def test_replies_of_subclasses_of_ours_are_cached(tmp_path: Path, kind: str) -> None:
    store = SQLiteCache(tmp_path / "cache.sqlite")
    asked: list[str] = []
    for _ in range(3):
        judge: Any = Counted(asked) if kind == "own" else Earlier(asked, store)
        metric = AspectCritic(definition="Is it polite?")
        cache = store if kind == "own" else None
        assert evaluate([ROW], [metric], llm=judge, cache=cache, show_progress=False)["aspect_critic"] == [1]
    assert len(asked) == 1


class Strict(Judge):
    """A judge that is told how to judge after it was made, in several ways, and counts."""

    def __init__(self, number: float = 0.1) -> None:
        self.number = number
        self.rules: list[str] = []
        self.plain = 0.1
        self.asked = 0

    @property
    def number(self) -> float:
        return self._number

    @number.setter
    def number(self, value: float) -> None:
        self._number = value

    def add_rule(self, rule: str) -> None:
        self.rules.append(rule)

    def be_strict(self) -> None:
        self.plain = 0.5

    async def agenerate(self, prompt: Any, response_model: Any) -> Any:
        self.asked += 1
        return response_model(value=max(self.number, self.plain, 0.7 if self.rules else 0.0), reason="r")


def test_what_a_judge_is_told_after_it_was_made_counts(tmp_path: Path) -> None:
    """Through a setter, a method that sets, one that appends: it is never answered for another judge."""
    store = SQLiteCache(tmp_path / "cache.sqlite")
    ruled, strict = Strict(), Strict()
    ruled.add_rule("be kind")
    strict.be_strict()
    for _ in range(2):
        for judge, value in ((Strict(), 0.1), (Strict(0.9), 0.9), (ruled, 0.7), (strict, 0.5)):
            metric = NumericMetric("grade", allowed_values=(0.0, 1.0), prompt="Grade {response}")
            found = evaluate([ROW], [metric], llm=judge, cache=store, show_progress=False)
            assert found["grade"] == [value]
    assert len(store) == 4
    assert (ruled.asked, strict.asked) == (1, 1)


def test_a_metric_kept_between_runs_looks_at_its_judge_again(tmp_path: Path) -> None:
    """What the function reads was changed, as in a cell of a notebook that is run again."""
    store = SQLiteCache(tmp_path / "cache.sqlite")
    reads = {"verdict": True}

    def judge(prompt: str) -> str:
        return json.dumps({"reason": "r", "verdict": reads["verdict"]})

    metric = AspectCritic(definition="Is it polite?", llm=judge)
    assert evaluate([ROW], [metric], cache=store, show_progress=False)["aspect_critic"] == [1]
    reads["verdict"] = False
    assert evaluate([ROW], [metric], cache=store, show_progress=False)["aspect_critic"] == [0]


def test_a_cached_reply_is_of_a_judge_with_the_same_settings(tmp_path: Path) -> None:
    store = SQLiteCache(tmp_path / "cache.sqlite")
    for number in (0.2, 0.9, 0.2):
        metric = NumericMetric("grade", allowed_values=(0.0, 1.0), prompt="Grade {response}")
        found = evaluate([ROW], [metric], llm=Fixed(number), cache=store, show_progress=False)
        assert found["grade"] == [number]
    assert len(store) == 2


@pytest.fixture
def connection() -> Iterator[socket.socket]:
    with socket.socket() as one:
        yield one


@pytest.mark.parametrize("kind", ["object", "function"])
def test_what_only_its_class_tells_is_not_cached_and_said_once(
    tmp_path: Path, connection: socket.socket, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    """Two judges on two connections look alike, so no reply is kept of either."""
    store = SQLiteCache(tmp_path / "cache.sqlite")
    asked: list[str] = []

    def function(prompt: str) -> str:
        asked.append(f"{connection.family}")
        return CRITIC

    class Connected(Duck):
        def __init__(self) -> None:
            super().__init__()
            self.connection = connection

    duck = Connected()
    judge: Any = duck if kind == "object" else function
    for _ in range(2):
        rows = [ROW, {**ROW, "response": "It is blue."}]
        evaluate([*rows], [AspectCritic(definition="ok?")], llm=judge, cache=store, show_progress=False)
    assert len(asked) + len(duck.asked) == 4
    assert len(store) == 0
    said = [one.message for one in caplog.records if "keeps nothing of" in one.message]
    assert len(said) == 2, "once a run"


class TestSetLater:
    def test_another_thing_under_the_name_stays_as_it_is(self) -> None:
        """A metric without such a field may call something of its own so."""

        class Own(BaseMetric):
            def __init__(self) -> None:
                super().__init__(name="own")
                self.embeddings = {"a": [1.0]}

        assert Own().embeddings == {"a": [1.0]}
        with pytest.raises(ConfigurationError, match="cannot be used as embeddings"):
            SemanticSimilarity().embeddings = {"a": [1.0]}

    def test_a_judge_set_later_is_the_one_of_the_constructor(self) -> None:
        made, later = AspectCritic(definition="p?", llm=Duck(2)), AspectCritic(definition="p?")
        later.llm = Duck(2)
        first, second = (evaluate([ROW], [one], show_progress=False) for one in (made, later))
        assert first.metrics[0].judge == second.metrics[0].judge == "Duck"
        assert first.metrics[0].signature == second.metrics[0].signature

    def test_another_judge_is_another_run(self, tmp_path: Path) -> None:
        metric = AspectCritic(definition="p?")
        metric.llm = Duck(2)
        evaluate([ROW], [metric], run=tmp_path / "run", show_progress=False)
        metric.llm = Duck(3)
        with pytest.raises(ConfigurationError, match="judge_settings was"):
            evaluate([ROW], [metric], run=tmp_path / "run", show_progress=False)

    def test_a_name_is_a_judge_with_its_caution(self) -> None:
        metric = Faithfulness()
        metric.llm = "local"
        info = evaluate([ROW], [metric], show_progress=False).metrics[0]
        assert info.judge == "local"
        assert "compares words" in str(info.caution)

    def test_equal_rows_are_asked_once(self) -> None:
        metric = AspectCritic(definition="p?")
        metric.llm = duck = Duck()
        evaluate([ROW] * 30, [metric], show_progress=False)
        assert len(duck.asked) == 1

    def test_equal_texts_are_embedded_once(self) -> None:
        embedded: list[str] = []

        def embed(text: str) -> list[float]:
            embedded.append(text)
            return [1.0, 0.5]

        metric = SemanticSimilarity(embeddings=embed)
        metric.embeddings = embed
        evaluate([{"response": "a", "reference": "b"}] * 20, [metric], show_progress=False)
        assert sorted(embedded) == ["a", "b"]
