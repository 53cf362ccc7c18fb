"""How a prompt of a user's own is asked: in plain text where the model can, at a temperature, up to words that stop it."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Mapping
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from ragas.engine.tracing import current_watcher
from ragas.exceptions import TruncatedReplyError
from ragas.llms.adapt import as_judge, ask
from ragas.llms.judge import Judge

if TYPE_CHECKING:
    from ragas.engine.cache import CacheInterface
    from ragas.engine.request import RawReply
    from ragas.llms.text_judges import TextEndpoint


class Answer(BaseModel):
    """What a judge writes back to a plain text."""

    text: str = Field(description="the answer")


def judge_of(
    llm: Any, temperature: float | None, stop: list[str] | None, retries: int | None = None
) -> Judge:
    """The judge that `llm` is, with these settings for one asking. Nothing of `llm` is changed.

    Warns of a temperature, or words to stop at, that `llm` cannot be given.

    Args:
        retries: how often an unusable reply is asked for again; None leaves that to the judge, as does a judge of one's
            own kind, which asks again by itself or not at all.

    Raises:
        ValueError: `retries` is negative.
    """
    from ragas.llms.model_judge import ModelJudge

    judge = as_judge(llm)
    if retries is not None and retries < 0:
        raise ValueError(f"retries_left is at least 0, not {retries!r}")
    if retries is not None and isinstance(judge, ModelJudge):
        judge = judge.with_attempts(retries + 1)
    if getattr(llm, "bypass_temperature", False):
        temperature = None
    settings = {"temperature": temperature, "stop": stop}
    wanted = {name: value for name, value in settings.items() if value is not None}
    if not wanted:
        return judge
    judge, taken = _with(judge, wanted)
    if left := [name for name in wanted if name not in taken]:
        warnings.warn(
            f"{judge.name} cannot be given {' and '.join(left)} for one prompt: set it where the model is made.",
            UserWarning,
            stacklevel=3,
        )
    return judge


async def text_of(judge: Judge, prompt: str) -> str:
    """What a judge writes back: the bare text where its model answers in text, else the text of a small object.

    Raises:
        TruncatedReplyError: the reply was cut off.
    """
    from ragas.llms.text_judges import TextEndpoint

    endpoint = getattr(judge, "endpoint", None)
    if not isinstance(endpoint, TextEndpoint):
        return (await ask(judge, prompt, Answer)).text
    cache = getattr(judge, "cache", None)
    if (watcher := current_watcher()) is None:
        return await _text(endpoint, prompt, cache)
    with watcher("answer", prompt) as outputs:
        text = await _text(endpoint, prompt, cache)
        outputs["output"] = [text]
        return text


async def _text(endpoint: TextEndpoint, prompt: str, cache: CacheInterface | None) -> str:
    from ragas.engine.runner import Request, current_runner
    from ragas.llms.model_judge import as_messages
    from ragas.llms.structured import was_cut

    messages = as_messages(prompt)

    def parse(reply: RawReply) -> str:
        if was_cut(reply.finish_reason):
            raise TruncatedReplyError(
                f"The reply of {endpoint.model} was cut off (finish reason {reply.finish_reason!r}): raise the limit on "
                "its tokens where the model is made, or send less text."
            )
        return reply.text

    request = Request(
        endpoint.provider, endpoint.url, endpoint.model, {**endpoint.parameters}, messages, told=endpoint.told
    )
    return await current_runner().call(request, lambda: endpoint.answer(messages), parse, cache=cache)


def _with(judge: Judge, wanted: Mapping[str, Any]) -> tuple[Judge, set[str]]:
    """The judge with those of the settings that its model can be given, and their names."""
    from ragas.engine.foreign_model import ForeignModel
    from ragas.llms.models import ProviderModel
    from ragas.llms.openai_compatible import OpenAICompatible

    endpoint: Any = getattr(judge, "endpoint", None)
    changed: Any = copy(judge)
    if isinstance(endpoint, (OpenAICompatible, ProviderModel)):
        changed.endpoint = copy(endpoint)
        changed.endpoint.parameters = {**endpoint.parameters, **wanted}
        return changed, set(wanted)
    if not isinstance(endpoint, ForeignModel):
        return judge, set()
    model, taken = _model_with(endpoint._model, judge, wanted)
    if taken:
        changed.endpoint = copy(endpoint)
        ForeignModel.__init__(
            changed.endpoint, model
        )  # the same endpoint in all else, its parser of replies too
        changed.endpoint.parameters = {
            **{name: value for name, value in endpoint.parameters.items() if name == "is_finished_parser"},
            **changed.endpoint.parameters,
        }
    return changed, taken


def _model_with(model: Any, judge: Judge, wanted: Mapping[str, Any]) -> tuple[Any, set[str]]:
    """A model of somebody else's with those of the settings that it takes, and their names; itself is not changed."""
    from ragas.llms.text_judges import LangChainJudge, LlamaIndexJudge, OlderRagasJudge

    taken: set[str] = set()
    if isinstance(judge, OlderRagasJudge):
        older = OlderModel(model, wanted)
        return older, set(older.settings)
    if not isinstance(judge, (LangChainJudge, LlamaIndexJudge)):
        return model, taken
    if "temperature" in wanted and "temperature" in getattr(type(model), "model_fields", {}):
        model = model.model_copy(update={"temperature": wanted["temperature"]})
        taken.add("temperature")
    if "stop" in wanted and isinstance(judge, LangChainJudge) and hasattr(model, "bind"):
        model = model.bind(stop=wanted["stop"])
        taken.add("stop")
    return model, taken


class OlderModel:
    """A text LLM in the form of Ragas' `BaseRagasLLM`, asked with these of the settings that its methods take."""

    def __init__(self, model: Any, settings: Mapping[str, Any]) -> None:
        method = getattr(model, "agenerate_text", None) or model.generate_text
        known = inspect.signature(method).parameters
        any_name = any(one.kind is one.VAR_KEYWORD for one in known.values())
        self.model = model
        self.settings = {name: value for name, value in settings.items() if any_name or name in known}
        # Each is there where the model has it: a judge takes the form it finds.
        if hasattr(model, "agenerate_text"):
            self.agenerate_text = partial(model.agenerate_text, **self.settings)
        if hasattr(model, "generate_text"):
            self.generate_text = partial(model.generate_text, **self.settings)
        if hasattr(model, "is_finished"):
            self.is_finished = model.is_finished
