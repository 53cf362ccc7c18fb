"""Faithfulness and relevance with pictures."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from ragas.llms.judge import Image
from ragas.metrics.collections.multi_modal_faithfulness import MultiModalFaithfulness
from ragas.metrics.collections.multi_modal_relevance import MultiModalRelevance
from ragas.testing import ScriptedJudge

PNG = "data:image/png;base64,iVBORw0KGgo="


def test_texts_and_pictures_reach_the_judge_in_their_places() -> None:
    """The data come first, then each picture under its number."""
    judge = ScriptedJudge([{"reason": "why", "faithful": True}])
    result = MultiModalFaithfulness(llm=judge).score(response="r", retrieved_contexts=["plain", PNG])
    assert (result.value, result.reason) == (1.0, "why")
    (call,) = judge.calls
    assert call.images == (PNG,)
    assert "plain" in call.prompt
    assert "(picture 1)" in call.prompt
    assert call.prompt.endswith("Picture 1, which is context 2:")


@pytest.mark.parametrize("elsewhere", ["http://127.0.0.1:1/sign.png", "no_such_file.png"])
def test_urls_and_paths_are_judged_as_text(elsewhere: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is fetched or opened; the reason says so."""

    def refuse(*args: Any, **kwargs: Any) -> None:
        raise AssertionError("something was fetched or opened")

    judge = ScriptedJudge([{"reason": "why", "relevant": True}])
    metric = MultiModalRelevance(llm=judge)
    with monkeypatch.context() as patched:
        patched.setattr(socket.socket, "connect", refuse)
        patched.setattr("builtins.open", refuse)
        result = metric.score(user_input="q", response="r", retrieved_contexts=[elsewhere])
    assert judge.calls[0].images == ()
    assert elsewhere in judge.calls[0].prompt
    assert str(result.reason).startswith(f"why Context 1 ({elsewhere!r}) was judged as text")


@pytest.mark.parametrize("metric_class", [MultiModalFaithfulness, MultiModalRelevance])
def test_without_contexts_the_score_is_zero(metric_class: Any) -> None:
    """No judge is asked."""
    judge = ScriptedJudge()
    inputs = {"user_input": "q", "response": "r", "retrieved_contexts": ["", " "]}
    metric = metric_class(llm=judge)
    result = metric.score(**{name: inputs[name] for name in metric.required_columns})
    assert (result.value, judge.calls) == (0.0, [])


def test_the_parts_are_text_and_images() -> None:
    """A judge of one's own gets them in order."""
    seen: list[Any] = []

    class Own(ScriptedJudge):
        async def agenerate(self, prompt: Any, response_model: Any) -> Any:
            seen.extend(prompt)
            return await super().agenerate(prompt, response_model)

    judge = Own([{"faithful": False}])
    assert MultiModalFaithfulness(llm=judge).score(response="r", retrieved_contexts=[PNG, "t"]).value == 0.0
    assert [type(part) for part in seen] == [str, str, Image]
