"""The first-generation text interface to language models, and the wrappers that lead to it."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from ragas.engine.cache import check_cache
from ragas.engine.code_identity import object_parts
from ragas.engine.event_loop import call_in_thread
from ragas.engine.plain_values import hashed
from ragas.engine.run_config import RunConfig
from ragas.exceptions import ConfigurationError, LLMDidNotFinishException
from ragas.llms.adapt import as_judge
from ragas.llms.judge import Judge
from ragas.llms.model_judge import ModelJudge
from ragas.llms.text_judges import LangChainJudge, OlderRagasJudge

TEMPERATURE = 0.01
TEMPERATURE_OF_SEVERAL = 0.3


@dataclass(eq=False)
class BaseRagasLLM(ABC):
    """A language model that completes text. Results have the shape of LangChain's `LLMResult`.

    With `cache`, what it answers as a judge is kept there; `generate_text` and its kind ask each time.
    """

    run_config: RunConfig = field(default_factory=RunConfig, repr=False)
    multiple_completion_supported: bool = field(default=False, repr=False)
    cache: Any = field(default=None, repr=False)

    def set_run_config(self, run_config: RunConfig) -> None:
        """Take the settings of a run."""
        self.run_config = run_config

    def as_judge(self) -> Judge:
        """The model in the grading role, its replies kept in its cache."""
        return _with_cache(OlderRagasJudge(self), self.cache)

    def get_temperature(self, n: int) -> float:
        """The temperature for `n` completions: low for one, higher when they should differ."""
        return TEMPERATURE_OF_SEVERAL if n > 1 else TEMPERATURE

    @abstractmethod
    def generate_text(
        self,
        prompt: Any,
        n: int = 1,
        temperature: float | None = TEMPERATURE,
        stop: list[str] | None = None,
        callbacks: Any = None,
    ) -> Any:
        """Complete `prompt`, a LangChain prompt value, `n` times."""

    @abstractmethod
    async def agenerate_text(
        self,
        prompt: Any,
        n: int = 1,
        temperature: float | None = TEMPERATURE,
        stop: list[str] | None = None,
        callbacks: Any = None,
    ) -> Any:
        """Complete `prompt`, a LangChain prompt value, `n` times."""

    def is_finished(self, response: Any) -> bool:
        """Whether no completion was cut off; what the provider does not tell counts as finished."""
        return True

    async def generate(
        self,
        prompt: Any,
        n: int = 1,
        temperature: float | None = None,
        stop: list[str] | None = None,
        callbacks: Any = None,
    ) -> Any:
        """Complete `prompt` and check that the reply is whole.

        Raises:
            LLMDidNotFinishException: a completion was cut off.
        """
        chosen = self.get_temperature(n) if temperature is None else temperature
        result = await self.agenerate_text(prompt, n, chosen, stop, callbacks)
        if not self.is_finished(result):
            raise LLMDidNotFinishException
        return result


class _Wrapper(BaseRagasLLM):
    """What the wrappers share: the wrapped model judges by itself, its own settings untouched."""

    def __init__(self, model: Any, run_config: RunConfig | None, cache: Any) -> None:
        check_cache(cache)
        super().__init__(run_config or RunConfig(), cache=cache)
        self._model = model

    def as_judge(self) -> Judge:
        """The wrapped model in the grading role, its replies kept in the wrapper's cache.

        Raises:
            ConfigurationError: there is a cache, and the model is a judge that keeps nothing.
        """
        return _with_cache(as_judge(self._model), self.cache)

    def generate_text(
        self,
        prompt: Any,
        n: int = 1,
        temperature: float | None = TEMPERATURE,
        stop: list[str] | None = None,
        callbacks: Any = None,
    ) -> Any:
        """Complete `prompt` `n` times, at the model's own temperature."""
        return self._complete(prompt, n, stop, callbacks)

    async def agenerate_text(
        self,
        prompt: Any,
        n: int = 1,
        temperature: float | None = TEMPERATURE,
        stop: list[str] | None = None,
        callbacks: Any = None,
    ) -> Any:
        """Complete `prompt` `n` times, at the model's own temperature."""
        return await self._acomplete(prompt, n, stop, callbacks)

    @abstractmethod
    def _complete(self, prompt: Any, n: int, stop: list[str] | None, callbacks: Any) -> Any:
        """The library's own call."""

    @abstractmethod
    async def _acomplete(self, prompt: Any, n: int, stop: list[str] | None, callbacks: Any) -> Any:
        """The library's own call."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({type(self._model).__name__}(...))"


class LangchainLLMWrapper(_Wrapper):
    """A LangChain model under the old interface. Ragas takes LangChain models as they are, so it is not needed.

    `is_finished_parser` is given an `LLMResult` and says whether the reply is whole: one that is not fails, whatever its
    finish reason, and the finish reason of one that is does not count.
    """

    def __init__(
        self,
        langchain_llm: Any,
        run_config: RunConfig | None = None,
        is_finished_parser: Callable[[Any], bool] | None = None,
        cache: Any = None,
        bypass_temperature: bool = False,
        bypass_n: bool = False,
    ) -> None:
        super().__init__(langchain_llm, run_config, cache)
        self.langchain_llm = langchain_llm
        self.is_finished_parser = is_finished_parser
        self.bypass_temperature = bypass_temperature
        self.bypass_n = bypass_n

    def as_judge(self) -> Judge:
        """The wrapped model in the grading role, with the wrapper's cache and parser."""
        parser = self.is_finished_parser
        if parser is None or isinstance(self._model, Judge):
            return super().as_judge()
        judge = LangChainJudge(self._model, lambda reply: bool(parser(_result_of(reply))))
        # What passed another parser is no reply here.
        told = {"is_finished_parser": hashed(object_parts(parser))}
        judge.endpoint.parameters = {**judge.endpoint.parameters, **told}
        return _with_cache(judge, self.cache)

    def is_finished(self, response: Any) -> bool:
        """Whether no completion was cut off, by the parser given or by the finish reasons."""
        if self.is_finished_parser is not None:
            return self.is_finished_parser(response)
        return all(
            _reason(generation) not in ("length", "max_tokens") for generation in response.generations[0]
        )

    def _complete(self, prompt: Any, n: int, stop: list[str] | None, callbacks: Any) -> Any:
        result = self.langchain_llm.generate_prompt([prompt] * n, stop=stop, callbacks=callbacks)
        return _in_one_list(result)

    async def _acomplete(self, prompt: Any, n: int, stop: list[str] | None, callbacks: Any) -> Any:
        result = await self.langchain_llm.agenerate_prompt([prompt] * n, stop=stop, callbacks=callbacks)
        return _in_one_list(result)


class LlamaIndexLLMWrapper(_Wrapper):
    """A LlamaIndex model under the old interface. Ragas takes LlamaIndex models as they are."""

    def __init__(
        self,
        llm: Any,
        run_config: RunConfig | None = None,
        cache: Any = None,
        bypass_temperature: bool = False,
    ) -> None:
        super().__init__(llm, run_config, cache)
        self.llm = llm
        self.bypass_temperature = bypass_temperature

    def _complete(self, prompt: Any, n: int, stop: list[str] | None, callbacks: Any) -> Any:
        return _completion(self.llm.complete(prompt.to_string()))

    async def _acomplete(self, prompt: Any, n: int, stop: list[str] | None, callbacks: Any) -> Any:
        if hasattr(self.llm, "acomplete"):
            return _completion(await self.llm.acomplete(prompt.to_string()))
        return _completion(await call_in_thread(self.llm.complete, prompt.to_string()))


@dataclass
class Generation:
    """One completion, with the attributes LangChain's `Generation` has."""

    text: str
    generation_info: dict[str, Any] | None = None
    message: Any = None


@dataclass
class LLMResult:
    """Completions, with the attributes LangChain's `LLMResult` has."""

    generations: list[list[Generation]]
    llm_output: dict[str, Any] | None = None


def _with_cache(judge: Judge, cache: Any) -> Judge:
    """The judge, or a copy of it, with a cache of its own."""
    if cache is None:
        return judge
    if not isinstance(judge, ModelJudge):
        raise ConfigurationError(
            f"cache= cannot keep the replies of {judge.name!r}, a judge of its own kind. Leave cache= out, or give the "
            "run a cache: evaluate(..., cache=...)."
        )
    kept = copy(judge)
    kept.cache = cache
    return kept


def _result_of(reply: Any) -> Any:
    """A reply as a parser is given it: in LangChain's own classes where it is of those."""
    outputs, messages = (sys.modules.get(f"langchain_core.{name}") for name in ("outputs", "messages"))
    info = getattr(reply, "response_metadata", None) or None
    if outputs is not None and messages is not None and isinstance(reply, (str, messages.BaseMessage)):
        generation = (
            outputs.Generation(text=reply)
            if isinstance(reply, str)
            else outputs.ChatGeneration(message=reply, generation_info=info)
        )
        return outputs.LLMResult(generations=[[generation]])
    if isinstance(reply, str):
        return LLMResult([[Generation(reply)]])
    return LLMResult([[Generation(str(getattr(reply, "content", reply)), info, reply)]])


def _completion(response: Any) -> LLMResult:
    return LLMResult([[Generation(response.text)]])


def _reason(generation: Any) -> str | None:
    message = getattr(generation, "message", None)
    info = {
        **(getattr(generation, "generation_info", None) or {}),
        **(getattr(message, "response_metadata", None) or {}),
    }
    reason = info.get("finish_reason") or info.get("stop_reason")
    return str(reason).lower() if reason else None


def _in_one_list(result: Any) -> Any:
    """The completions of several equal prompts as several completions of one."""
    result.generations = [[generation for several in result.generations for generation in several]]
    return result
