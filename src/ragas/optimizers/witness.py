"""Watch a metric score: which data each of its prompts was given, and what the judge replied."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from copy import copy
from typing import Any, ClassVar, NamedTuple

from pydantic import BaseModel

from ragas.llms.adapt import ask
from ragas.llms.judge import Judge, Prompt, Reply
from ragas.metrics.base import Models, use_models
from ragas.optimizers.candidates import Prompts, with_prompts
from ragas.optimizers.task import Value, value_of
from ragas.prompt.fence import Data
from ragas.prompt.judge_prompt import JudgePrompt


class Exchange(NamedTuple):
    """One question of a prompt and its answer."""

    prompt: str
    data: Mapping[str, Data]
    reply: BaseModel


_rendered: ContextVar[dict[str, tuple[str, Mapping[str, Data]]] | None] = ContextVar("rendered", default=None)


class _Watched(JudgePrompt):
    """A prompt that notes what it is rendered with. The texts it gives are those of the prompt itself."""

    key: ClassVar[str] = ""

    def render(self, data: Mapping[str, Data]) -> str:
        """The whole prompt for `data`."""
        text = super().render(data)
        seen = _rendered.get()
        if seen is not None:
            seen[text] = (self.key, dict(data))
        return text


class _WatchingJudge(Judge):
    managed: ClassVar[bool] = True

    def __init__(self, judge: Judge, exchanges: list[Exchange]) -> None:
        self.name, self.caution = judge.name, judge.caution
        self._judge, self._exchanges = judge, exchanges

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        reply = await ask(self._judge, prompt, response_model)
        seen = (_rendered.get() or {}).get(prompt) if isinstance(prompt, str) else None
        if seen is not None:
            self._exchanges.append(Exchange(seen[0], seen[1], reply))
        return reply


async def watched(
    metric: Any, prompts: Prompts, inputs: dict[str, Any], judge: Judge | None
) -> tuple[Value, list[Exchange]]:
    """The value for a sample, and what was asked and answered on the way to it.

    A judge that answers shared steps itself is asked through prompts here, because only those can hold examples.
    """
    watching = {
        name: _watching(prompt, name) for name, prompt in prompts.items() if isinstance(prompt, JudgePrompt)
    }
    changed = with_prompts(metric, {**prompts, **watching})
    exchanges: list[Exchange] = []
    own = getattr(changed, "llm", None)
    with use_models(Models(judge)):
        asked = own if isinstance(own, Judge) else judge or getattr(changed, "judge", None)
        if asked is not None and hasattr(changed, "llm"):
            changed.llm = _WatchingJudge(asked, exchanges)
        token = _rendered.set({})
        try:
            return await value_of(changed, inputs), exchanges
        finally:
            _rendered.reset(token)


def _watching(prompt: JudgePrompt, key: str) -> JudgePrompt:
    changed = copy(prompt)
    # The class stays behind the watching, so that a user's own prompt is rendered as it renders itself.
    kind = type(type(prompt).__name__, (_Watched, type(prompt)), {"key": key})
    object.__setattr__(changed, "__class__", kind)
    return changed
