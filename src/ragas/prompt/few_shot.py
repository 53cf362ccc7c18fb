"""DynamicFewShotPrompt: a prompt that shows the examples most like what is asked."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel

from ragas.engine.event_loop import run_sync
from ragas.prompt import saved
from ragas.prompt.simple import Example, Prompt, lines, pairs
from ragas.prompt.template import filled

if TYPE_CHECKING:
    from ragas.embeddings.embedder import Vector


class SimpleExampleStore(ABC):
    """Where examples are kept and found again by likeness."""

    @abstractmethod
    def get_examples(self, data: Mapping[str, Any], top_k: int = 5, threshold: float = 0.7) -> list[Example]:
        """Up to `top_k` examples whose input is like `data`, the most alike last."""

    @abstractmethod
    def add_example(self, input: Mapping[str, Any], output: Mapping[str, Any]) -> None:
        """Keep an example."""


class SimpleInMemoryExampleStore(SimpleExampleStore):
    """Examples in a list, found by the cosine similarity of their inputs.

    `embedding_model` is anything that embeds: an embedder, or LangChain or LlamaIndex embeddings. Without one, and
    when nothing is similar enough, the examples added last are given.
    """

    def __init__(self, embedding_model: Any = None) -> None:
        self.embedding_model = embedding_model
        self.examples: list[Example] = []
        self.vectors: list[Vector | None] = []

    def add_example(self, input: Mapping[str, Any], output: Mapping[str, Any]) -> None:
        """Keep an example. It is embedded when examples are first looked for, together with all new ones."""
        self.examples.append((dict(input), dict(output)))
        self.vectors.append(None)

    def get_examples(self, data: Mapping[str, Any], top_k: int = 5, threshold: float = 0.7) -> list[Example]:
        """Up to `top_k` examples whose input is like `data`, the most alike last."""
        return run_sync(self.aget_examples(data, top_k, threshold))

    async def aget_examples(
        self, data: Mapping[str, Any], top_k: int = 5, threshold: float = 0.7
    ) -> list[Example]:
        """Up to `top_k` examples whose input is like `data`, the most alike last."""
        if top_k < 1 or not self.examples:
            return []
        if self.embedding_model is None:
            return self.examples[-top_k:]
        wanted = await self._embedded(data)
        alike = [
            (similarity, position)
            for position, vector in enumerate(self.vectors)
            if vector is not None and (similarity := _cosine(wanted, vector)) >= threshold
        ]
        if not alike:
            return self.examples[-top_k:]
        return [self.examples[position] for _, position in sorted(alike)[-top_k:]]

    async def aembed(self) -> None:
        """Embed the examples that have no vector yet, in one request."""
        from ragas.embeddings.adapt import as_embedder, embed
        from ragas.engine.runner import current_runner

        new = [position for position, vector in enumerate(self.vectors) if vector is None]
        if self.embedding_model is None or not new:
            return
        texts = [_text(self.examples[position][0]) for position in new]
        embedder = as_embedder(self.embedding_model)
        # Many samples are filled in at the same time and all wait for the same vectors.
        key = ("examples", id(self.embedding_model), *texts)
        vectors = await current_runner().once(key, lambda: embed(embedder, texts))
        for position, vector in zip(new, vectors, strict=True):
            self.vectors[position] = vector

    async def _embedded(self, data: Mapping[str, Any]) -> Vector:
        from ragas.embeddings.adapt import as_embedder, embed

        await self.aembed()
        return (await embed(as_embedder(self.embedding_model), [_text(data)]))[0]


class DynamicFewShotPrompt(Prompt):
    """A prompt that shows, of many examples, those most like the values it is filled with."""

    kind = "DynamicFewShotPrompt"

    def __init__(
        self,
        instruction: str,
        examples: Iterable[tuple[Mapping[str, Any], Mapping[str, Any]]] | None = None,
        response_model: type[BaseModel] | None = None,
        embedding_model: Any = None,
        max_similar_examples: int = 3,
        similarity_threshold: float = 0.7,
    ) -> None:
        self.max_similar_examples = max_similar_examples
        self.similarity_threshold = similarity_threshold
        self.example_store = SimpleInMemoryExampleStore(embedding_model)
        super().__init__(instruction, examples, response_model)

    @classmethod
    def from_prompt(
        cls,
        prompt: Prompt,
        embedding_model: Any,
        max_similar_examples: int = 3,
        similarity_threshold: float = 0.7,
    ) -> Self:
        """The same instruction and examples, of which the fitting ones are shown."""
        return cls(
            prompt.instruction,
            prompt.examples,
            prompt.response_model,
            embedding_model,
            max_similar_examples,
            similarity_threshold,
        )

    @property
    def embedding_model(self) -> Any:
        """What embeds examples and values."""
        return self.example_store.embedding_model

    def add_example(self, input: Mapping[str, Any], output: Mapping[str, Any]) -> None:
        """Add an example; one that is there already is not added again.

        Raises:
            TypeError: one side is not a mapping of names to values.
        """
        if isinstance(input, Mapping) and (dict(input), output) in self.examples:
            return
        super().add_example(input, output)
        self.example_store.add_example(input, output)

    def format(self, **values: Any) -> str:
        """The whole text for these values, with the examples most like them.

        Raises:
            KeyError: there is no value for a name in the instruction.
        """
        return run_sync(self.aformat(**values))

    async def aformat(self, **values: Any) -> str:
        """The whole text for these values, with the examples most like them."""
        text = filled(self.instruction, values)
        asked = {name: values[name] for name in self.variables} or values
        shown = await self.example_store.aget_examples(
            asked, self.max_similar_examples, self.similarity_threshold
        )
        return self._with_examples(text, shown)

    # -- files ----------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Instruction, examples and how they are chosen, as plain values."""
        return super().to_dict() | {
            "max_similar_examples": self.max_similar_examples,
            "similarity_threshold": self.similarity_threshold,
        }

    def save(self, path: str | Path, include_embeddings: bool = True) -> None:
        """Write the prompt to a JSON file, with the vectors of its examples unless `include_embeddings` is False.

        Raises:
            ValueError: it cannot be written.
        """
        self._warn_of_what_is_lost()
        model = self.embedding_model
        if model is not None:
            warnings.warn("embedding_model cannot be saved: pass it to load().", stacklevel=2)
        content: dict[str, Any] = {"format_version": saved.FORMAT_VERSION} | self.to_dict()
        content["response_model_info"] = saved.model_info(self.response_model)
        content["embedding_model_info"] = model and {
            "class_name": type(model).__name__,
            "module": type(model).__module__,
            "note": "Only a description. Pass the embedding model itself when loading.",
        }
        if include_embeddings and model is not None and self.examples:
            run_sync(self.example_store.aembed())
            content["embeddings"] = self.example_store.vectors
        saved.write(Path(path), content, "prompt")

    @classmethod
    def load(
        cls,
        path: str | Path,
        response_model: type[BaseModel] | None = None,
        embedding_model: Any = None,
    ) -> Self:
        """The prompt that `save` wrote.

        Raises:
            InputError: the file cannot be read, is no such prompt, or its prompt needs a response model.
        """
        content = cls._read(path, response_model)
        with saved.checking(path, "prompt"):
            prompt = cls(
                content["instruction"],
                pairs(content),
                response_model,
                embedding_model,
                saved.part(content, "max_similar_examples", int, "a whole number", 3),
                saved.part(content, "similarity_threshold", (int, float), "a number", 0.7),
            )
            vectors = saved.vectors(content, len(prompt.example_store.vectors))
        if content.get("embedding_model_info") and embedding_model is None:
            warnings.warn(
                "This prompt was saved with an embedding_model; without one the examples added last are shown.",
                stacklevel=2,
            )
        if vectors:
            prompt.example_store.vectors = [*vectors]
        return prompt


def _text(content: Mapping[str, Any]) -> str:
    return lines(content).strip() or "(nothing)"


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    lengths = sqrt(sum(x * x for x in one)) * sqrt(sum(y * y for y in other))
    return sum(x * y for x, y in zip(one, other, strict=True)) / lengths if lengths else 0.0
