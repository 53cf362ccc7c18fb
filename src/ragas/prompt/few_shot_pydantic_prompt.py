"""FewShotPydanticPrompt: of many examples, the ones most like the input are shown."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from typing import Any, Generic, Self

from pydantic import BaseModel

from ragas.engine.event_loop import run_sync
from ragas.prompt.few_shot import SimpleInMemoryExampleStore
from ragas.prompt.pydantic_prompt import InputModel, OutputModel, PydanticPrompt

Pair = tuple[BaseModel, BaseModel]


class ExampleStore(ABC):
    """Where examples of inputs and outputs are kept and found again by likeness."""

    @abstractmethod
    def get_examples(self, data: BaseModel, top_k: int = 5, threshold: float = 0.7) -> Sequence[Pair]:
        """Up to `top_k` examples whose input is like `data`, the most alike last."""

    @abstractmethod
    def add_example(self, input: BaseModel, output: BaseModel) -> None:
        """Keep an example."""


class InMemoryExampleStore(ExampleStore):
    """Examples in a list, found by the cosine similarity of their inputs.

    `embeddings` is anything that embeds. When nothing is similar enough, the examples added last are given.
    """

    def __init__(self, embeddings: Any = None) -> None:
        self._found = SimpleInMemoryExampleStore(embeddings)
        self.examples: list[Pair] = []

    @property
    def embeddings(self) -> Any:
        """What embeds the inputs."""
        return self._found.embedding_model

    def add_example(self, input: BaseModel, output: BaseModel) -> None:
        """Keep an example."""
        self._found.add_example(_fields(input), {"place": len(self.examples)})
        self.examples.append((input, output))

    def get_examples(self, data: BaseModel, top_k: int = 5, threshold: float = 0.7) -> list[Pair]:
        """Up to `top_k` examples whose input is like `data`, the most alike last."""
        return run_sync(self.aget_examples(data, top_k, threshold))

    async def aget_examples(self, data: BaseModel, top_k: int = 5, threshold: float = 0.7) -> list[Pair]:
        """Up to `top_k` examples whose input is like `data`, the most alike last."""
        found = await self._found.aget_examples(_fields(data), top_k, threshold)
        return [self.examples[place["place"]] for _, place in found]


class FewShotPydanticPrompt(PydanticPrompt[InputModel, OutputModel], Generic[InputModel, OutputModel]):
    """A PydanticPrompt whose examples are looked up for every input. Its own `examples` are not shown besides."""

    def __init__(
        self,
        example_store: ExampleStore | None = None,
        top_k_for_examples: int = 5,
        threshold_for_examples: float = 0.7,
        **settings: Any,
    ) -> None:
        super().__init__(**settings)
        self.example_store = InMemoryExampleStore() if example_store is None else example_store
        self.top_k_for_examples = top_k_for_examples
        self.threshold_for_examples = threshold_for_examples

    @classmethod
    def from_pydantic_prompt(
        cls,
        pydantic_prompt: PydanticPrompt[InputModel, OutputModel],
        embeddings: Any,
        top_k_for_examples: int = 5,
        threshold_for_examples: float = 0.7,
    ) -> Self:
        """The same prompt, with its examples in a store from which the fitting ones are shown.

        The hooks of the prompt's class stay: `process_input`, `process_output` and `parts` are called as before.
        """
        prompt = pydantic_prompt
        kind = type(f"FewShot{type(prompt).__name__}", (cls, type(prompt)), {"name": prompt.name})
        made: Self = kind(
            InMemoryExampleStore(embeddings),
            top_k_for_examples,
            threshold_for_examples,
            name=prompt.name,
            language=prompt.language,
            original_hash=prompt.original_hash,
        )
        made.instruction = prompt.instruction
        made.examples = []
        for given, wanted in prompt.examples:
            made.add_example(given, wanted)
        return made

    def add_example(self, input: InputModel, output: OutputModel) -> None:
        """Keep an example in the store, and among those that a file holds."""
        self.example_store.add_example(input, output)
        self.examples = [*self.examples, (input, output)]

    async def adapt(self, target_language: str, llm: Any, adapt_instruction: bool = False) -> Self:
        """A copy for another language, with a store of the translated examples."""
        adapted = await super().adapt(target_language, llm, adapt_instruction)
        changed = copy(adapted)
        changed.example_store = InMemoryExampleStore(getattr(self.example_store, "embeddings", None))
        for given, wanted in adapted.examples:
            changed.example_store.add_example(given, wanted)
        return changed

    async def _shown(self, data: InputModel) -> Sequence[tuple[InputModel, OutputModel]]:
        store: Any = self.example_store
        if hasattr(store, "aget_examples"):
            found = await store.aget_examples(data, self.top_k_for_examples, self.threshold_for_examples)
        else:
            found = store.get_examples(data, self.top_k_for_examples, self.threshold_for_examples)
        return list(found)


def _fields(model: BaseModel) -> dict[str, Any]:
    return model.model_dump(mode="json", exclude_none=True)
