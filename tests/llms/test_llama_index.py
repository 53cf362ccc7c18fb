"""Models and embeddings of the real llama_index.core: taken as they are, and in the wrappers of the first generation."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from llama_index.core.base.llms.types import CompletionResponse, CompletionResponseGen, LLMMetadata
from llama_index.core.embeddings import BaseEmbedding, MockEmbedding
from llama_index.core.llms import MockLLM
from llama_index.core.llms.callbacks import llm_completion_callback
from llama_index.core.llms.custom import CustomLLM
from pydantic import PrivateAttr

from ragas import SingleTurnSample
from ragas.embeddings import (
    BaseRagasEmbeddings,
    LlamaIndexEmbeddingsWrapper,
    as_embedder,
)
from ragas.engine.cache import SQLiteCache
from ragas.engine.runner import Runner, use_runner
from ragas.exceptions import ReplyError, TruncatedReplyError
from ragas.legacy import metrics as old
from ragas.llms import BaseRagasLLM, LlamaIndexLLMWrapper, as_judge
from ragas.llms.text_judges import PromptText
from ragas.metrics.collections import Faithfulness, SemanticSimilarity
from tests.evaluation.runs import run as evaluated
from tests.llms.replies import Word
from tests.replies import statements, verdicts

PROMPT = "Is it so?"


class Own(CustomLLM):
    """A user's model, sync only, as LlamaIndex has them written."""

    says: str = '{"word": "llama"}'
    reason: str = "stop"
    seconds: float = 0.0
    _answer: Any = PrivateAttr(default=None)
    _threads: list[int] = PrivateAttr(default_factory=list)

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="tiny-llama")

    @llm_completion_callback()
    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        self._threads.append(threading.get_ident())
        time.sleep(self.seconds)
        raw = {
            "usage": {"prompt_tokens": 40, "completion_tokens": 7},
            "choices": [{"finish_reason": self.reason}],
        }
        return CompletionResponse(text=self._answer(prompt) if self._answer else self.says, raw=raw)

    @llm_completion_callback()
    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        def tokens() -> Iterator[CompletionResponse]:
            yield self.complete(prompt)

        return tokens()


def grader() -> Own:
    """Two statements, of which one is supported."""
    model = Own()
    model._answer = lambda prompt: json.dumps(
        verdicts(True, False) if "<statements" in prompt else statements("It is long.", "It is new.")
    )
    return model


ROW: dict[str, Any] = {
    "user_input": "What is it like?",
    "response": "It is long and new.",
    "retrieved_contexts": ["It is long."],
}
KINDS: dict[str, Callable[[Any], Any]] = {"as it is": lambda model: model, "wrapped": LlamaIndexLLMWrapper}
each_kind = pytest.mark.parametrize("kind", KINDS)


@each_kind
def test_a_model_judges_from_sync_and_async_code(run: Runner, kind: str) -> None:
    """On several loops, named after its model, its tokens counted, and nothing of it changed."""
    model = Own()
    before = model.model_dump()
    judge = as_judge(KINDS[kind](model))
    assert judge.name == "llama-index:tiny-llama"
    assert judge.generate(PROMPT, Word).word == "llama"
    for number in range(2):
        assert asyncio.run(judge.agenerate(f"{PROMPT} {number}", Word)).word == "llama"
    assert model.model_dump() == before
    total = run.ledger.total()
    assert (total.calls, total.input_tokens, total.output_tokens) == (3, 120, 21)


@each_kind
def test_metrics_of_both_generations_take_it(kind: str) -> None:
    """In a run, in the metric, and in a metric of the first generation."""
    made = KINDS[kind]
    assert evaluated([ROW], [Faithfulness()], llm=made(grader()))["faithfulness"] == [0.5]
    assert Faithfulness(llm=made(grader())).score(**ROW).value == 0.5
    assert old.Faithfulness(llm=made(grader())).single_turn_score(SingleTurnSample(**ROW)) == 0.5


def test_a_blocking_model_does_not_block_the_loop(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four questions at once take about as long as one, and the loop keeps turning meanwhile."""
    monkeypatch.setattr(
        "ragas.engine.clients._homes", {}
    )  # the loop here is the first that asks such a model
    model = Own(seconds=0.2)
    judge = as_judge(model)
    ticks = 0

    async def ticker() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0.01)

    async def go() -> float:
        beside = asyncio.create_task(ticker())
        start = time.perf_counter()
        await asyncio.gather(*(judge.agenerate(f"{PROMPT} {number}", Word) for number in range(4)))
        beside.cancel()
        return time.perf_counter() - start

    assert asyncio.run(go()) < 0.6
    assert ticks >= 5
    assert threading.get_ident() not in model._threads


def test_models_that_differ_share_no_reply(tmp_path: Any) -> None:
    """A field of the model is part of the cache key; the same model again is not asked again."""
    cache = SQLiteCache(tmp_path / "judge.sqlite")
    found = []
    for word in ("a", "b", "a"):
        with use_runner(Runner(cache=cache)) as runner:
            judge = as_judge(Own(says=f'{{"word": "{word}"}}'))
            found.append((judge.generate(PROMPT, Word).word, runner.ledger.total().cached_calls))
    assert found == [("a", 0), ("b", 0), ("a", 1)]


def test_a_cut_reply_and_a_reply_in_prose_are_errors(run: Runner) -> None:
    """A cut one says where its limit is, prose is shown; MockLLM of LlamaIndex, which repeats the prompt, is prose."""
    with pytest.raises(TruncatedReplyError, match=r"after 7 tokens.*a setting of the model"):
        as_judge(Own(says='{"word": "a', reason="length")).generate(PROMPT, Word)
    with pytest.raises(ReplyError, match="no word"):
        as_judge(Own(says="no word")).generate(PROMPT, Word)
    with pytest.raises(ReplyError):
        as_judge(MockLLM()).generate(PROMPT, Word)


def test_the_wrapper_completes_text(run: Runner) -> None:
    """The text interface of the first generation gives the completion, sync and async."""
    wrapper = LlamaIndexLLMWrapper(MockLLM())
    assert isinstance(wrapper, BaseRagasLLM)
    assert wrapper.generate_text(PromptText("one two")).generations[0][0].text == "one two"
    result = asyncio.run(wrapper.agenerate_text(PromptText("one two")))
    assert result.generations[0][0].text == "one two"
    assert asyncio.run(wrapper.generate(PromptText("one two"))).generations[0][0].text == "one two"


class Lengths(BaseEmbedding):
    """A user's embeddings, sync only, as LlamaIndex has them written."""

    def _get_text_embedding(self, text: str) -> list[float]:
        return [float(len(text)), 1.0]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


EMBEDDERS: dict[str, Callable[[Any], Any]] = {
    "as they are": lambda model: model,
    "wrapped": LlamaIndexEmbeddingsWrapper,
}


@pytest.mark.parametrize("kind", EMBEDDERS)
def test_embeddings_embed_one_and_many(run: Runner, kind: str) -> None:
    """Sync and async, in order, ours in form."""
    embedder = as_embedder(EMBEDDERS[kind](Lengths(model_name="lengths")))
    assert embedder.name == "lengths"
    assert embedder.embed_text("abc") == [3.0, 1.0]
    assert embedder.embed_texts(["a", "bb"]) == [[1.0, 1.0], [2.0, 1.0]]
    assert asyncio.run(embedder.aembed_text("abcd")) == [4.0, 1.0]
    assert asyncio.run(embedder.aembed_texts(["abc", "b"])) == [[3.0, 1.0], [1.0, 1.0]]


@pytest.mark.parametrize("kind", EMBEDDERS)
def test_metrics_take_the_embeddings(kind: str) -> None:
    """In a run, in the metric, and in a metric of the first generation."""
    row = {"response": "a tram", "reference": "a bus"}
    made = EMBEDDERS[kind]
    assert evaluated([row], [SemanticSimilarity()], embeddings=made(MockEmbedding(embed_dim=3)))[
        "semantic_similarity"
    ] == [pytest.approx(1.0)]
    assert SemanticSimilarity(embeddings=made(MockEmbedding(embed_dim=3))).score(
        **row
    ).value == pytest.approx(1.0)
    face = old.SemanticSimilarity(embeddings=made(Lengths()))
    assert 0 < face.single_turn_score(SingleTurnSample(**row)) < 1


def test_the_embeddings_wrapper_is_one_of_the_first_generation() -> None:
    """A real class, with LangChain's names for its methods."""
    wrapper = LlamaIndexEmbeddingsWrapper(Lengths())
    assert isinstance(wrapper, BaseRagasEmbeddings)
    assert wrapper.embed_query("abc") == [3.0, 1.0]
    assert wrapper.embed_documents(["a", "bb"]) == [[1.0, 1.0], [2.0, 1.0]]
    assert asyncio.run(wrapper.aembed_query("abc")) == [3.0, 1.0]
    assert asyncio.run(wrapper.embed_texts(["a"])) == [[1.0, 1.0]]


def test_usage_in_the_objects_of_an_sdk_is_read(run: Runner) -> None:
    """What LlamaIndex keeps in `raw` may be an object of the provider's."""
    raw = SimpleNamespace(
        usage=SimpleNamespace(prompt_tokens=11, completion_tokens=3),
        choices=[SimpleNamespace(finish_reason="stop")],
    )

    class Sdk(Own):
        @llm_completion_callback()
        def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
            return CompletionResponse(text='{"word": "sdk"}', raw=raw)

    assert as_judge(Sdk()).generate(PROMPT, Word).word == "sdk"
    total = run.ledger.total()
    assert (total.input_tokens, total.output_tokens) == (11, 3)
