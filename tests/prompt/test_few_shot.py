"""Prompts that choose their examples."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from ragas.legacy.embeddings import LangchainEmbeddingsWrapper
from ragas.prompt.few_shot import DynamicFewShotPrompt, SimpleInMemoryExampleStore
from ragas.prompt.simple import Prompt
from ragas.testing import HashEmbeddings

PAIRS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"text": "the ferry is late"}, {"topic": "ferry"}),
    ({"text": "soup with bread"}, {"topic": "food"}),
    ({"text": "the ferry is full"}, {"topic": "boat"}),
]


def prompt(embeddings: Any, **settings: Any) -> DynamicFewShotPrompt:
    return DynamicFewShotPrompt("Topic of {text}?", PAIRS, None, embeddings, **settings)


def test_the_most_similar_examples_are_shown_the_best_last() -> None:
    """Examples on another subject are left out."""
    text = prompt(HashEmbeddings(), similarity_threshold=0.3).format(text="the ferry is late today")
    assert "food" not in text
    assert text.index("topic: boat") < text.index("topic: ferry")


class LangChainLike:
    """Embeddings with LangChain's methods."""

    def __init__(self) -> None:
        self.inner = HashEmbeddings()

    def embed_query(self, text: str) -> list[float]:
        return self.inner.embed_text(text)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return self.inner.embed_texts(texts)


@pytest.mark.parametrize(
    "embeddings", [HashEmbeddings(), LangChainLike(), LangchainEmbeddingsWrapper(LangChainLike())]
)
def test_modern_and_legacy_embeddings_work(embeddings: Any) -> None:
    """Anything that embeds finds the same examples, also while an event loop runs."""
    expected = prompt(HashEmbeddings(), max_similar_examples=1).format(text="soup with bread")
    asked = prompt(embeddings, max_similar_examples=1).aformat(text="soup with bread")
    assert asyncio.run(asked) == expected
    assert "food" in expected


def test_without_likeness_the_last_examples_are_shown() -> None:
    """Nothing similar enough, or no embeddings: the newest ones."""
    for embeddings in (None, HashEmbeddings()):
        text = prompt(embeddings, max_similar_examples=2).format(text="xyzzy")
        assert "topic: food" in text
        assert "topic: boat" in text
        assert "topic: ferry" not in text


def test_examples_are_embedded_once_and_together() -> None:
    """One request for all examples at the first question, then one a question."""
    embeddings = HashEmbeddings()
    few = prompt(embeddings)
    assert embeddings.calls == []
    few.format(text="a")
    few.format(text="b")
    assert [len(call) for call in embeddings.calls] == [3, 1, 1]


def test_an_example_is_added_once() -> None:
    """The same pair again changes nothing."""
    few = prompt(None)
    few.add_example(*PAIRS[0])
    assert len(few.examples) == len(few.example_store.examples) == 3


def test_an_empty_store_has_no_examples() -> None:
    """Looking in an empty store is no error."""
    assert SimpleInMemoryExampleStore(HashEmbeddings()).get_examples({"a": "b"}) == []
    assert SimpleInMemoryExampleStore().get_examples({"a": "b"}) == []


def test_a_prompt_becomes_one_that_chooses(tmp_path: Path) -> None:
    """from_prompt keeps instruction and examples."""
    few = DynamicFewShotPrompt.from_prompt(Prompt("Topic of {text}?", PAIRS), HashEmbeddings())
    assert few.format(text="soup with bread") == prompt(HashEmbeddings()).format(text="soup with bread")


def test_it_comes_back_from_its_file_with_its_vectors(tmp_path: Path) -> None:
    """Saved vectors are not asked for again; the file names the settings."""
    path = tmp_path / "few.json"
    with pytest.warns(UserWarning, match="embedding_model cannot be saved"):
        prompt(HashEmbeddings(), max_similar_examples=1).save(path)
    content = json.loads(path.read_text(encoding="utf-8"))
    assert (content["type"], content["max_similar_examples"]) == ("DynamicFewShotPrompt", 1)
    assert len(content["embeddings"]) == 3
    embeddings = HashEmbeddings()
    again = DynamicFewShotPrompt.load(path, embedding_model=embeddings)
    assert "food" in again.format(text="soup with bread")
    assert [len(call) for call in embeddings.calls] == [1]
    with pytest.warns(UserWarning, match="saved with an embedding_model"):
        DynamicFewShotPrompt.load(path)
    with pytest.raises(ValueError, match="File is not a Prompt"):
        Prompt.load(path)


def test_many_at_the_same_time_embed_the_examples_once() -> None:
    """Samples that are filled in together wait for the same vectors."""

    class Slow(HashEmbeddings):
        async def aembed_texts(self, texts: Any, **kwargs: Any) -> list[list[float]]:
            await asyncio.sleep(0.01)
            return self.embed_texts(texts)

    embeddings = Slow()
    few = prompt(embeddings)

    async def together() -> None:
        await asyncio.gather(*(few.aformat(text=str(number)) for number in range(4)))

    asyncio.run(together())
    assert sorted(len(call) for call in embeddings.calls) == [1, 1, 1, 1, 3]
