"""Make a judge of whatever a user has: a LangChain or LlamaIndex model, an older Ragas LLM, a function."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from ragas.engine.same import Same
from ragas.engine.tracing import current_watcher
from ragas.exceptions import ConfigurationError
from ragas.llms.judge import Judge, Prompt

if TYPE_CHECKING:
    from ragas.engine.kept_replies import Written
    from ragas.engine.request import Told

Reply = TypeVar("Reply", bound=BaseModel)


def as_judge(model: Any) -> Judge:
    """The judge that `model` is, or can be made into. Nothing of the model is changed.

    Accepts a judge, a name for `llm_factory` ("provider:model", "local"), a pydantic-ai model, an object with
    `agenerate(prompt, response_model)`, an older Ragas LLM (`agenerate_text` or `generate_text`), a LangChain chat
    model (`ainvoke` or `invoke`), a LlamaIndex LLM (`acomplete` or `complete`), or a function from text to text.

    Raises:
        ConfigurationError: the object is none of these; for an SDK client the message names `llm_factory`.
    """
    if isinstance(model, Judge):
        return model
    if isinstance(model, str):
        from ragas.llms.factory import llm_factory

        return llm_factory(model)
    kind = type(model).__name__
    if model is None or inspect.isclass(model):
        what = "None" if model is None else f"the class {model.__name__}, not an object of it"
        raise ConfigurationError(
            f"A judge is needed and {what} was given. Pass llm=llm_factory('gpt-4o-mini')."
        )
    own = getattr(model, "as_judge", None)
    if callable(own):
        made = own()
        if isinstance(made, Judge):
            return made
    if hasattr(model, "request") and hasattr(model, "model_name") and hasattr(model, "profile"):
        return _pydantic_ai(model)
    if _has(model, "agenerate_text", "generate_text"):
        from ragas.llms.text_judges import OlderRagasJudge

        return OlderRagasJudge(model)
    if _takes_response_model(getattr(model, "agenerate", None) or getattr(model, "generate", None)):
        return _Foreign(model)
    if _has(model, "ainvoke", "invoke"):
        from ragas.llms.text_judges import LangChainJudge

        return LangChainJudge(model)
    if _has(model, "acomplete", "complete"):
        from ragas.llms.text_judges import LlamaIndexJudge

        return LlamaIndexJudge(model)
    from ragas.llms.from_client import kind_of, unwrapped

    if kind_of(unwrapped(model)) is not None:
        raise ConfigurationError(
            f"A {kind} is a client and does not say which model to use. "
            "Wrap it: llm_factory('gpt-4o-mini', client=client)."
        )
    if callable(model):
        from ragas.llms.text_judges import FunctionJudge

        return FunctionJudge(model)
    raise ConfigurationError(
        f"A {kind!r} cannot be used as a judge. Pass llm_factory(...), a LangChain or LlamaIndex model, a Judge, or a "
        "function that takes a prompt and returns text."
    )


async def ask(judge: Judge, prompt: Prompt, response_model: type[Reply]) -> Reply:
    """Ask any judge once, under the run's limits, deadline and retries.

    Judges made here go through the runner by themselves; a user's own subclass is guarded as a whole.
    """
    if (watcher := current_watcher()) is None:
        return await _asked(judge, prompt, response_model)
    with watcher(_question(response_model), prompt) as outputs:
        reply = await _asked(judge, prompt, response_model)
        outputs["output"] = [reply]
        return reply


async def _asked(judge: Judge, prompt: Prompt, response_model: type[Reply]) -> Reply:
    if getattr(judge, "managed", False):
        return await judge.agenerate(prompt, response_model)
    # Imported here because metrics import this module and should be cheap to import.
    from ragas.engine.code_identity import identity_of
    from ragas.engine.request import current_sample
    from ragas.engine.runner import current_runner

    asked = prompt if isinstance(prompt, str) else tuple(prompt)
    whom = judge._model if isinstance(judge, _Foreign) else judge
    key = (Same(whom), asked, response_model, current_sample.get())
    runner = current_runner()
    written = None
    if runner.record is not None or runner.cache is not None:
        told = runner.once_known(Same(whom), lambda: identity_of(whom))
        written = _written(judge, told, prompt, response_model)
    return await runner.guard(
        key,
        lambda: judge.agenerate(prompt, response_model),
        model=getattr(judge, "name", ""),
        written=written,
    )


def _question(response_model: type[BaseModel]) -> str:
    """What a question is called where it is watched: `StatementVerdicts` is asked for by `statement_verdicts`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", response_model.__name__).lower()


def _written(judge: Judge, told: Told, prompt: Prompt, response_model: type[Reply]) -> Written[Reply]:
    """How a call to a user's own judge stands in the record of a run."""
    from ragas.engine.kept_replies import Written
    from ragas.engine.request import Request
    from ragas.llms.schemas import schema_of

    parts = [prompt] if isinstance(prompt, str) else [getattr(part, "url", part) for part in prompt]
    name = getattr(judge, "name", "") or type(judge).__name__
    request = Request("", "judge", name, {"judge": told.settings}, parts, schema_of(response_model))
    of_all = None if told.all is None else replace(request, parameters={"judge": told.all}).key()
    return Written(request, of_all, lambda reply: reply.model_dump_json(), response_model.model_validate_json)


class _Foreign(Judge):
    """An object with a judge's methods that is no subclass of `Judge`."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self.name = str(getattr(model, "name", "") or type(model).__name__)
        self.caution = getattr(model, "caution", None)

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        from ragas.engine.clients import call_foreign

        asynchronous: Callable[..., Awaitable[Any]] | None = getattr(self._model, "agenerate", None)
        synchronous = getattr(self._model, "generate", None)
        reply = await call_foreign(self._model, asynchronous, synchronous, prompt, response_model)
        return response_model.model_validate(reply, from_attributes=True)


def _pydantic_ai(model: Any) -> Judge:
    from ragas.llms.model_judge import ModelJudge
    from ragas.llms.models import ProviderModel, Shared

    address = getattr(model, "base_url", None)
    return ModelJudge(
        ProviderModel(
            lambda: Shared(model),
            model.model_name,
            provider=model.system,
            url=address if isinstance(address, str) else "",
            # The model sends them anyway; here they tell two models of one name apart, in the cache and in signatures.
            parameters={name: value for name, value in (model.settings or {}).items() if _is_plain(value)},
        )
    )


def _is_plain(value: Any) -> bool:
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


def _has(model: Any, *names: str) -> bool:
    return any(callable(getattr(model, name, None)) for name in names)


def _takes_response_model(method: Any) -> bool:
    if not callable(method):
        return False
    try:
        parameters = inspect.signature(method).parameters
    except (TypeError, ValueError):
        return False
    return "response_model" in parameters
