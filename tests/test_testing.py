"""The public fakes."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest
from pydantic import BaseModel

from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner, use_runner
from ragas.exceptions import InputError, JudgeTimeoutError, ReplyError
from ragas.testing import HashEmbeddings, ScriptedJudge


class Word(BaseModel):
    word: str


class Number(BaseModel):
    number: int


class TestScriptedJudge:
    def test_replies_come_in_order_and_in_any_form(self) -> None:
        """Dicts, instances and untidy text; what was asked is recorded."""
        judge = ScriptedJudge([{"word": "a"}, Word(word="b"), '```json\n{"word": "c"}\n```'])
        assert [judge.generate(f"q{i}", Word).word for i in range(3)] == ["a", "b", "c"]
        assert [(call.prompt, call.response_model) for call in judge.calls] == [
            ("q0", Word),
            ("q1", Word),
            ("q2", Word),
        ]
        assert judge.name == "scripted"

    def test_exceptions_are_raised(self) -> None:
        """Instances and classes."""
        judge = ScriptedJudge([ConnectionError("gone"), TimeoutError, "prose"])
        for expected in (ConnectionError, TimeoutError, ReplyError):
            with pytest.raises(expected):
                judge.generate("q", Word)

    def test_replies_by_response_model(self) -> None:
        """A list is used up, a single reply is for ever; the key is the class or its name."""
        judge = ScriptedJudge({"Word": [{"word": "a"}, {"word": "b"}], Number: {"number": 7}})
        assert [judge.generate("q", Word).word, judge.generate("q", Number).number] == ["a", 7]
        assert [judge.generate("q", Number).number, judge.generate("q", Word).word] == [7, "b"]
        with pytest.raises(AssertionError, match="scripted for Word are used up"):
            judge.generate("q", Word)

    def test_a_function_answers(self) -> None:
        """Sync or async, from prompt and response model."""
        assert ScriptedJudge(lambda prompt, model: {"word": prompt}).generate("x", Word).word == "x"

        async def answer(prompt: str, model: Any) -> Any:
            return model(word=prompt)

        assert ScriptedJudge(answer).generate("y", Word).word == "y"

    def test_a_function_has_the_deadline_of_the_run(self) -> None:
        """An async function that takes longer than RunConfig(timeout=...) fails as a judge that hangs does."""

        async def hangs(prompt: str, model: type[BaseModel]) -> dict[str, str]:
            await asyncio.sleep(60)
            return {"word": "late"}

        async def asked() -> None:
            with use_runner(Runner(RunConfig(timeout=0.05))):
                await ScriptedJudge(hangs).agenerate("q", Word)

        with pytest.raises(JudgeTimeoutError, match=r"within 0\.05 s"):
            asyncio.run(asked())

    def test_running_out_is_a_clear_error(self) -> None:
        """It says how many there were and what was asked."""
        judge = ScriptedJudge([{"word": "a"}])
        judge.generate("q", Word)
        with pytest.raises(
            AssertionError, match="The 1 scripted replies are used up; call 2 asks for Word: 'more'"
        ):
            judge.generate("more", Word)
        with pytest.raises(AssertionError, match="No reply is scripted for Word, only for Number"):
            ScriptedJudge({"Number": {}}).generate("q", Word)

    def test_calls_at_once_get_one_reply_each(self) -> None:
        """Nothing is given twice."""
        judge = ScriptedJudge([{"number": i} for i in range(100)])

        async def go() -> list[Number]:
            return await asyncio.gather(*(judge.agenerate("q", Number) for _ in range(100)))

        assert sorted(reply.number for reply in asyncio.run(go())) == list(range(100))


class TestHashEmbeddings:
    def test_vectors_have_length_one_and_stay_the_same(self) -> None:
        """On every machine, in every run."""
        one, again = HashEmbeddings().embed_texts(["The ferry leaves.", "The ferry leaves."])
        assert one == again == HashEmbeddings().embed_text("The ferry leaves.")
        assert math.isclose(sum(x * x for x in one), 1.0)

    def test_texts_that_share_words_are_near(self) -> None:
        """Nearer than texts that do not."""
        ferry, boat, tea = HashEmbeddings().embed_texts(
            ["The ferry leaves at noon", "At noon the ferry leaves the pier", "Steep green tea briefly"]
        )
        dot = lambda a, b: sum(x * y for x, y in zip(a, b, strict=True))  # noqa: E731
        assert dot(ferry, boat) > 0.6 > 0.3 > dot(ferry, tea)

    def test_vectors_can_be_fixed(self) -> None:
        """As given, also through LangChain's names."""
        embeddings = HashEmbeddings({"q": [1, 0]})
        assert embeddings.embed_query("q") == [1.0, 0.0]
        assert asyncio.run(embeddings.aembed_documents(["q"])) == [[1.0, 0.0]]

    def test_blank_text_is_refused(self) -> None:
        """As a real embedder does."""
        with pytest.raises(InputError, match="blank"):
            HashEmbeddings().embed_text(" ")
