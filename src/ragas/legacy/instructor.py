"""InstructorLLM and its arguments: how earlier versions made a judge of a client. `llm_factory` does it here."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from ragas.llms.factory import llm_factory
from ragas.llms.judge import Judge
from ragas.llms.model_judge import ModelJudge


class InstructorModelArgs(BaseModel):
    """What a model is told besides the prompt."""

    temperature: float = 0.01
    top_p: float = 0.1
    max_tokens: int = 1024
    system_prompt: str | None = None


class _Factory(ABCMeta):
    def __call__(
        cls,
        client: Any,
        model: str,
        provider: str,
        model_args: InstructorModelArgs | Mapping[str, Any] | None = None,
        cache: Any = None,
        **settings: Any,
    ) -> Judge:
        given = model_args.model_dump() if isinstance(model_args, BaseModel) else dict(model_args or {})
        return llm_factory(model, provider, client, cache=cache, **given | settings)

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, ModelJudge)


class InstructorLLM(ModelJudge, metaclass=_Factory):
    """`InstructorLLM(client, model, provider)` is `llm_factory(model, provider, client)`; its judges are `ModelJudge`s."""
