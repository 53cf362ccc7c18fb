"""Stand-ins for judges and embeddings: they answer by themselves, count tokens, and send nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import fields, is_dataclass
from hashlib import blake2b
from typing import Any

from pydantic import BaseModel

from ragas.embeddings.adapt import as_embedder
from ragas.embeddings.embedder import Embedder
from ragas.embeddings.local import LocalEmbedder
from ragas.embeddings.model_embedder import ModelEmbedder
from ragas.engine.cache import CacheInterface
from ragas.engine.request import RawReply
from ragas.engine.runner import current_runner
from ragas.engine.token_estimate import estimated_tokens
from ragas.engine.usage import Usage
from ragas.evaluation.plan_replies import plausible
from ragas.exceptions import UnsupportedStepError
from ragas.llms.adapt import as_judge
from ragas.llms.judge import Judge, Prompt, Reply, StepJudge, Usefulness, Verdict
from ragas.llms.model_judge import Message, ModelJudge, with_instruction
from ragas.llms.schemas import schema_of, strict_schema_of
from ragas.llms.text_judges import TextEndpoint

MESSAGE_TOKENS = 4
"""What a chat's form adds to each message."""
IMAGE_TOKENS = 800
"""A picture of usual size; providers count from 85 to 1,600."""
DIMENSIONS = 8
EMBEDDED = "embedded"
"""The provider of embeddings that are computed here, in no time worth speaking of."""


class StandIns:
    """Stand-ins for models, one for each, so that metrics that share a judge share its stand-in too."""

    def __init__(self) -> None:
        self._judges: dict[int, tuple[Any, Judge]] = {}
        self._embedders: dict[int, tuple[Any, Embedder]] = {}

    def judge(self, model: Any) -> Judge:
        """A judge that answers in place of `model`."""
        if id(model) not in self._judges:
            self._judges[id(model)] = (model, _judge(as_judge(model)))
        return self._judges[id(model)][1]

    def embedder(self, model: Any) -> Embedder:
        """Embeddings in place of `model`."""
        if id(model) not in self._embedders:
            self._embedders[id(model)] = (model, _embedder(as_embedder(model)))
        return self._embedders[id(model)][1]

    def metric(self, metric: Any) -> Any:
        """A copy of a metric in which stand-ins have taken the place of its own models, or the metric if it has none."""
        mine = copy(metric)
        for name, value in _attributes(metric).items():
            if value is None or isinstance(value, (str, int, float, bool, bytes, type)):
                continue
            if name == "llm" or isinstance(value, Judge):
                stand_in: Any = self.judge(value)
            elif name == "embeddings" or isinstance(value, Embedder):
                stand_in = self.embedder(value)
            elif (
                getattr(value, "embedding_model", None) is not None
            ):  # examples that are looked up by likeness
                stand_in = self._prompt(value)
            else:
                continue
            object.__setattr__(mine, name, stand_in)
        return mine

    def _prompt(self, prompt: Any) -> Any:
        mine = copy(prompt)
        store = copy(prompt.example_store)
        store.embedding_model = self.embedder(store.embedding_model)
        # Vectors of the real model and of the stand-in cannot be compared.
        store.vectors = [None if vector is None else _vector("an example") for vector in store.vectors]
        mine.example_store = store
        return mine


def _attributes(metric: Any) -> dict[str, Any]:
    found = dict(getattr(metric, "__dict__", {}))
    if is_dataclass(metric):
        found |= {one.name: getattr(metric, one.name, None) for one in fields(metric)}
    return found


def named_judge(provider: str, model: str) -> Judge:
    """A stand-in for a judge that is known by name only."""
    return _Judge(ModelJudge(_Nowhere(provider, model)))


class ReadOnly(CacheInterface):
    """A cache that keeps nothing: replies made up here must not pass for a judge's."""

    def __init__(self, cache: CacheInterface) -> None:
        self._cache = cache

    def get(self, key: str) -> Any:
        """What the cache holds."""
        return self._cache.get(key)

    def set(self, key: str, value: Any) -> None:
        """Nothing is kept."""

    def has_key(self, key: str) -> bool:
        """Whether the cache holds it."""
        return self._cache.has_key(key)


def named_embedder(provider: str, model: str) -> Embedder:
    """A stand-in for embeddings that are known by name only."""
    made = ModelEmbedder(_Vectors(provider, model, "", {}))
    made.name = f"{provider}:{model}"
    return made


def _read_only(cache: CacheInterface | None) -> CacheInterface | None:
    return None if cache is None else ReadOnly(cache)


def _judge(judge: Judge) -> Judge:
    if isinstance(judge, ModelJudge):
        kind = _StepsByPrompt if getattr(judge, "steps", ()) else _Judge
        return kind(judge)
    if getattr(judge, "steps", ()):
        return StepStandIn(judge)
    made = _Judge(ModelJudge(_Nowhere("", judge.name)))
    made.name, made.caution = judge.name, judge.caution
    return made


class _Nowhere:
    """An endpoint known by name."""

    url = ""

    def __init__(self, provider: str, model: str) -> None:
        self.provider = provider
        self.model = model
        self.parameters: Mapping[str, Any] = {}

    async def send(
        self, messages: Sequence[Message], reply: type[BaseModel], *, max_tokens: int | None = None
    ) -> RawReply:
        raise AssertionError("a plan sends nothing")


class _Endpoint:
    """A model's address with nobody behind it: requests have the keys of the real ones, and replies are made up."""

    def __init__(self, endpoint: Any, *, in_words: bool) -> None:
        self.provider: str = endpoint.provider
        self.model: str = endpoint.model
        self.url: str = endpoint.url
        self.parameters: Mapping[str, Any] = endpoint.parameters
        self._in_words = in_words
        self._cost = 0.0 if self.provider == "local" else None

    async def send(
        self, messages: Sequence[Message], reply: type[BaseModel], *, max_tokens: int | None = None
    ) -> RawReply:
        """A plausible reply, with the tokens that question and reply would be."""
        asked = next(message for message in messages if message["role"] == "user")
        text = json.dumps(plausible(_text(asked), reply), ensure_ascii=False)
        sent = with_instruction(messages, reply) if self._in_words else messages
        read = sum(MESSAGE_TOKENS + _tokens(message) for message in sent)
        if not self._in_words:
            read += _schema_tokens(reply)
        return RawReply(text, Usage(read, estimated_tokens(text), cost=self._cost), "stop")


class _Judge(ModelJudge):
    def __init__(self, judge: ModelJudge) -> None:
        in_words = isinstance(judge.endpoint, TextEndpoint) or judge.mode in ("prompt", "object")
        endpoint = _Endpoint(judge.endpoint, in_words=in_words or judge.endpoint.provider == "local")
        super().__init__(
            endpoint, system_prompt=judge.system_prompt, cache=_read_only(judge.cache), mode=judge.mode
        )
        self.name, self.caution = judge.name, judge.caution


class _StepsByPrompt(_Judge):
    """In place of a model on this machine that answers steps with a word for each item."""

    def __init__(self, judge: ModelJudge) -> None:
        super().__init__(judge)
        self.steps: frozenset[str] = getattr(judge, "steps", frozenset())

    async def verify(self, statements: Sequence[str], contexts: Sequence[str]) -> list[Verdict]:
        """Yes to every statement, a call each."""
        self._book(len(statements), [*statements, *contexts])
        return [Verdict(True, chunks=(0,)) for _ in statements]

    async def relevant(self, question: str, answer: str, chunks: Sequence[str]) -> list[Usefulness]:
        """Yes to every chunk, a call each."""
        self._book(len(chunks), [question, answer, *chunks])
        return [Usefulness(True) for _ in chunks]

    def _book(self, calls: int, texts: Sequence[str]) -> None:
        read = sum(map(estimated_tokens, texts)) * max(1, calls)
        if calls:
            usage = Usage(read, calls, requests=calls, cost=0.0)
            current_runner().ledger.record(self.endpoint.model, self.endpoint.provider, usage)


class StepStandIn(Judge):
    """In place of a judge that answers steps itself and sends nothing."""

    managed = True

    def __init__(self, judge: Any) -> None:
        self._judge: StepJudge = judge
        self.name, self.caution, self.steps = judge.name, judge.caution, judge.steps
        self._writes = type(judge).__module__.split(".")[0] != "ragas"
        self._model = _Judge(ModelJudge(_Nowhere("", judge.name)))

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        """What the judge itself does: ours refuse, one of the user's may well answer."""
        if self._writes:
            return await self._model.agenerate(prompt, response_model)
        raise UnsupportedStepError(f"the judge {self.name!r} answers no prompts")

    async def split(self, text: str, question: str = "") -> list[str]:
        """A statement a sentence."""
        from ragas.llms.local.sentences import statements

        return statements(text, question)

    async def verify(self, statements: Sequence[str], contexts: Sequence[str]) -> list[Verdict]:
        """Yes to every statement."""
        return [Verdict(True, chunks=(0,)) for _ in statements]

    async def relevant(self, question: str, answer: str, chunks: Sequence[str]) -> list[Usefulness]:
        """Yes to every chunk."""
        return [Usefulness(True) for _ in chunks]

    async def entities(self, text: str) -> list[str]:
        """Its first words."""
        return [" ".join(text.split()[:2])]


def _embedder(embedder: Embedder) -> Embedder:
    if isinstance(embedder, ModelEmbedder):
        endpoint = embedder.endpoint
        made = ModelEmbedder(
            _Vectors(endpoint.provider, endpoint.model, endpoint.url, endpoint.parameters),
            cache=_read_only(embedder.cache),
            batch_size=embedder.batch_size,
        )
    else:
        provider = EMBEDDED if isinstance(embedder, LocalEmbedder) else ""
        made = ModelEmbedder(_Vectors(provider, embedder.name, "", {}))
    made.name, made.caution = embedder.name, embedder.caution
    return made


class _Vectors:
    """Embeddings with nobody behind them: the same vector for the same text."""

    def __init__(self, provider: str, model: str, url: str, parameters: Mapping[str, Any]) -> None:
        self.provider = provider
        self.model = model
        self.url = url
        self.parameters = parameters

    async def send(self, texts: list[str]) -> tuple[Sequence[Sequence[float]], Usage | None]:
        """A vector a text, with the tokens of them all."""
        cost = 0.0 if self.provider == EMBEDDED else None
        return [_vector(text) for text in texts], Usage(sum(map(estimated_tokens, texts)), 0, cost=cost)


def _vector(text: str) -> list[float]:
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIMENSIONS).digest()
    return [1.0 + byte / 255 for byte in digest]


def _text(message: Message) -> str:
    content = message["content"]
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part["type"] == "text")


def _tokens(message: Message) -> int:
    content = message["content"]
    pictures = 0 if isinstance(content, str) else sum(part["type"] != "text" for part in content)
    return estimated_tokens(_text(message)) + pictures * IMAGE_TOKENS


def _schema_tokens(reply: type[BaseModel]) -> int:
    """What the form of the reply adds to the question: providers read the schema to the model."""
    schema = strict_schema_of(reply) or schema_of(reply)
    return estimated_tokens(json.dumps(schema, separators=(",", ":")))
