"""Prompts that never show an example of what they ask about, for measuring on the samples the examples were made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import BaseModel

from ragas.prompt.fence import Data
from ragas.prompt.few_shot import SimpleInMemoryExampleStore
from ragas.prompt.few_shot_pydantic_prompt import InMemoryExampleStore
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.pydantic_prompt import PydanticPrompt
from ragas.prompt.simple import Example, Prompt
from ragas.schema.sameness import sameness

AnyPrompt = TypeVar("AnyPrompt")


def of_others(prompt: AnyPrompt) -> AnyPrompt:
    """A copy that leaves out an example whose input reads the same as what is asked; the vectors of examples are shared.

    Anything that is no prompt is given back as it is.
    """
    kinds = ((JudgePrompt, _OfJudge), (Prompt, _OfTemplate), (PydanticPrompt, _OfPydantic))
    mixin = next((mixin for kind, mixin in kinds if isinstance(prompt, kind)), None)
    if mixin is None or isinstance(prompt, mixin):
        return prompt
    changed = copy(prompt)
    # The class, and so every method and hook that a user's own prompt has, stays in front of nothing but this.
    object.__setattr__(changed, "__class__", type(type(prompt).__name__, (mixin, type(prompt)), {}))
    store = getattr(prompt, "example_store", None)
    if isinstance(store, SimpleInMemoryExampleStore):
        changed.example_store = _Others(store)  # type: ignore[attr-defined]  # it has one
    elif isinstance(store, InMemoryExampleStore):
        changed.example_store = copy(store)  # type: ignore[attr-defined]  # it has one
        changed.example_store._found = _Others(store._found)  # type: ignore[attr-defined]  # it has one
    return changed


class _OfJudge(JudgePrompt):
    def render(self, data: Mapping[str, Data]) -> str:
        asked = sameness(data)
        others = tuple(one for one in self.examples if sameness(one.data) != asked)
        if len(others) == len(self.examples):
            return super().render(data)
        return super(_OfJudge, replace(self, examples=others)).render(data)


class _OfTemplate(Prompt):
    def format(self, **values: Any) -> str:
        asked = sameness({name: values[name] for name in self.variables if name in values} or values)
        changed = copy(self)
        changed.examples = [one for one in self.examples if sameness(one[0]) != asked]
        return super(_OfTemplate, changed).format(**values)


class _OfPydantic(PydanticPrompt[Any, Any]):
    async def _shown(self, data: Any) -> Sequence[tuple[BaseModel, BaseModel]]:
        asked = sameness(data)
        return [one for one in await super()._shown(data) if sameness(one[0]) != asked]


class _Others(SimpleInMemoryExampleStore):
    """The examples of another store, seen by a sample that is not to find itself."""

    def __init__(self, store: SimpleInMemoryExampleStore) -> None:
        self.embedding_model = store.embedding_model
        self.examples, self.vectors = store.examples, store.vectors

    async def aget_examples(
        self, data: Mapping[str, Any], top_k: int = 5, threshold: float = 0.7
    ) -> list[Example]:
        """Up to `top_k` examples whose input is like `data` but not the same, the most alike last."""
        if top_k < 1 or not self.examples:
            return []
        await self.aembed()
        asked = sameness(data)
        kept = [place for place, (given, _) in enumerate(self.examples) if sameness(given) != asked]
        others = SimpleInMemoryExampleStore(self.embedding_model)
        others.examples = [self.examples[place] for place in kept]
        others.vectors = [self.vectors[place] for place in kept]
        return await others.aget_examples(data, top_k, threshold)
