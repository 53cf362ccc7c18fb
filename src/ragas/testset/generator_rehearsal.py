"""Replies of a rehearsal that are as long as a judge's would be: a plan counts them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from ragas.engine.request import RawReply
from ragas.engine.token_estimate import estimated_tokens
from ragas.llms.model_judge import Endpoint, Message, ModelJudge
from ragas.testset.generator_plan import StandIns
from ragas.testset.transforms.extractors import rules

MOST_ITEMS = 10
"""Themes and names that a passage is asked for."""
MOST_WORDS = 4
"""Of a theme."""
MOST_HEADINGS = 20
SUMMARY_WORDS = 90

_TEXT = re.compile(r"<text ([0-9a-f]{4,})>\n(.*?)\n</text \1>", re.DOTALL)


def rehearsing(judge: Any) -> Any:
    """A stand-in that answers the questions about documents as a judge does: with few words, and headings that are there."""
    if isinstance(judge, ModelJudge) and not isinstance(judge.endpoint, _Brief):
        judge.endpoint = _Brief(judge.endpoint)
    return judge


def rehearsed(settings: Mapping[str, Any], stand_ins: StandIns) -> dict[str, Any]:
    """The settings of a run, with stand-ins for all models in them."""
    put: dict[str, Callable[[Any], Any]] = {
        "query_distribution": lambda parts: _in_place(parts, stand_ins),
        "transforms": lambda parts: _in_place(parts, stand_ins),
        "transforms_llm": lambda model: rehearsing(stand_ins.judge(model)),
        "transforms_embedding_model": stand_ins.embedder,
    }
    return {
        name: put[name](value) if name in put and value is not None else value
        for name, value in settings.items()
    }


def _in_place(one: Any, stand_ins: StandIns) -> Any:
    """A copy of a synthesizer, of a transformation, or of a list of these, that asks stand-ins and not its own models."""
    if isinstance(one, list | tuple):
        return [_in_place(each, stand_ins) for each in one]
    if not hasattr(one, "__dict__") or isinstance(one, type):
        return one
    mine = copy(one)
    for name, value in vars(one).items():
        if name == "llm" and value is not None:
            setattr(mine, name, rehearsing(stand_ins.judge(value)))
        elif name == "embedding_model" and value is not None:
            setattr(mine, name, stand_ins.embedder(value))
        elif name == "transformations":
            setattr(mine, name, _in_place(value, stand_ins))
    return mine


class _Brief:
    """An endpoint whose made-up replies are cut to size."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self.provider, self.model, self.url = endpoint.provider, endpoint.model, endpoint.url
        self.parameters: Mapping[str, Any] = endpoint.parameters

    async def send(
        self, messages: Sequence[Message], reply: type[BaseModel], *, max_tokens: int | None = None
    ) -> RawReply:
        raw = await self._endpoint.send(messages, reply, max_tokens=max_tokens)
        data = json.loads(raw.text)
        prompt = messages[0]["content"] if len(messages) == 1 else messages[-1]["content"]
        found = _TEXT.findall(prompt) if isinstance(prompt, str) else []
        cut = _cut(reply.__name__, data, found[-1][1] if found else "")
        if cut == data:
            return raw
        text = json.dumps(cut, ensure_ascii=False)
        usage = raw.usage and replace(raw.usage, output_tokens=estimated_tokens(text))
        return replace(raw, text=text, usage=usage)


def _cut(kind: str, data: Any, text: str) -> Any:
    match kind:
        case "Headlines":
            return {"headlines": rules.headlines(text, MOST_HEADINGS)}
        case "Summary":
            return {"summary": " ".join(text.split()[:SUMMARY_WORDS]) or data["summary"]}
        case "ThemesAndConcepts":
            return {"output": [" ".join(one.split()[:MOST_WORDS]) for one in data["output"][:MOST_ITEMS]]}
        case "NEROutput":
            return {"entities": data["entities"][:MOST_ITEMS]}
        case _:
            return data
