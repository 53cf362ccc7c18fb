"""What a judge's answers depend on besides its name."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from openai import AsyncOpenAI
from pydantic import BaseModel

from ragas.llms import llm_factory
from ragas.llms.adapt import as_judge
from ragas.llms.identity import judge_settings
from ragas.llms.judge import Judge, Prompt
from ragas.llms.text_judges import FunctionJudge
from ragas.testing import ScriptedJudge


def test_another_address_or_setting_is_another_judge() -> None:
    """The same model at another server, or with another temperature, does not share scores; the key does not matter."""

    def made(url: str = "http://127.0.0.1:1/v1", key: str = "a", **settings: Any) -> str | None:
        return judge_settings(llm_factory("m", client=AsyncOpenAI(base_url=url, api_key=key), **settings))

    assert made() == made(key="b")
    others = {made("http://127.0.0.1:2/v1"), made(temperature=1.0), made(max_tokens=7), made(seed=3)}
    assert len(others | {made()}) == 5
    assert judge_settings(ScriptedJudge([])) is None
    assert judge_settings(None) is None


def test_functions_are_told_apart_by_code_and_what_they_read() -> None:
    """The name is the same, and so is a function that is made again."""

    def made(reply: str) -> FunctionJudge:
        return FunctionJudge(lambda prompt: reply)

    assert judge_settings(made("{}")) == judge_settings(made("{}")) is not None
    other = FunctionJudge(lambda prompt: "{}")
    assert len({judge_settings(one) for one in (made("{}"), made("[]"), other)}) == 3


class Own(Judge):
    """A user's judge."""

    def __init__(self, model: str, api_key: str = "") -> None:
        self.model = model
        self.api_key = api_key
        self.calls = 0

    async def agenerate(self, prompt: Prompt, response_model: type[Any]) -> Any:
        self.calls += 1
        return response_model()


class Other(Own):
    """Another one, of the same name."""

    name = "Own"

    async def agenerate(self, prompt: Prompt, response_model: type[Any]) -> Any:
        return response_model.model_construct()


class Alike:
    """Has a judge's methods and is no subclass."""

    name = "Own"

    def __init__(self, model: str) -> None:
        self.model = model

    async def agenerate(self, prompt: Prompt, response_model: type[Any]) -> Any:
        return response_model()


class Nothing(BaseModel):
    """An empty reply."""


def test_a_users_class_is_told_by_its_methods_and_settings() -> None:
    """What it counts, and its key, do not matter."""
    own = Own("a")
    before = judge_settings(own)
    own.generate("?", Nothing)
    assert own.calls == 1
    assert judge_settings(own) == before == judge_settings(Own("a", api_key="k"))
    others = [Own("b"), Other("a"), as_judge(Alike("a")), as_judge(Alike("b"))]
    assert len({before, *map(judge_settings, others)}) == 5
    assert judge_settings(as_judge(Alike("a"))) == judge_settings(as_judge(Alike("a")))


class Asking:
    """A function's object: its settings stand in an object of their own, under a private name."""

    def __init__(self, limit: int) -> None:
        self._settings = SimpleNamespace(limit=limit)
        self.seen: dict[str, str] = {}

    def ask(self, prompt: str) -> str:
        remember(self.seen, prompt)
        return "{}" * int(self._settings.limit)

    __call__ = ask


def remember(seen: dict[str, str], prompt: str) -> None:
    seen[prompt] = ""


@pytest.mark.parametrize("made", [Asking, lambda limit: Asking(limit).ask])
def test_a_method_is_told_by_the_settings_of_its_object(made: Any) -> None:
    """And is the same judge after it was asked."""
    one = made(1)
    before = judge_settings(as_judge(one))
    assert before == judge_settings(as_judge(made(1))) != judge_settings(as_judge(made(2)))
    one("?")
    assert judge_settings(as_judge(one)) == before


def test_a_judge_that_a_function_asks_is_in_it() -> None:
    """With its address, its parameters and, for a function, its code."""

    def asking(judge: Any) -> Any:
        return judge_settings(FunctionJudge(lambda prompt: judge.generate(prompt, Nothing)))

    def made(temperature: float, key: str = "a") -> Any:
        client = AsyncOpenAI(base_url="http://127.0.0.1:1/v1", api_key=key)
        return llm_factory("m", client=client, temperature=temperature)

    assert asking(made(0.0)) == asking(made(0.0, key="b")) != asking(made(1.0))

    def answering(reply: str) -> FunctionJudge:
        return FunctionJudge(lambda prompt: reply)

    assert asking(answering("{}")) == asking(answering("{}")) != asking(answering("[]"))


def test_a_model_without_plain_settings_is_the_same_the_next_time() -> None:
    """So that a run with it can go on."""

    class Chain:
        def __init__(self) -> None:
            self.client = object()

        def invoke(self, prompt: Any) -> str:
            return "{}"

    assert judge_settings(as_judge(Chain())) == judge_settings(as_judge(Chain())) is not None
