"""How `metric.train` is told what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from ragas.optimizers.genetic import GeneticOptimizer
from ragas.optimizers.losses import Loss
from ragas.optimizers.optimizer import Optimizer

DEFAULT_OPTIMIZER_CONFIG: dict[str, Any] = {"max_steps": 100}


class DemonstrationConfig(BaseModel):
    """Show the judge annotated samples as examples.

    A prompt with `{places}`, or a `PydanticPrompt`, shows for each sample the `top_k` most similar ones, at least `threshold` alike by
    `embedding`, anything that embeds. Without an embedding, with `technique="random"`, and for prompts that are the same
    for all samples, up to `top_k` fixed ones are chosen by what they bring on the training samples.
    """

    embedding: Any = None
    enabled: bool = True
    top_k: int = 3
    threshold: float = 0.7
    technique: Literal["random", "similarity"] = "similarity"

    def __init__(
        self,
        embedding: Any = None,
        enabled: bool = True,
        top_k: int = 3,
        threshold: float = 0.7,
        technique: Literal["random", "similarity"] = "similarity",
    ) -> None:
        super().__init__(
            embedding=embedding, enabled=enabled, top_k=top_k, threshold=threshold, technique=technique
        )

    @field_validator("technique", mode="before")
    @classmethod
    def _known(cls, technique: Any) -> Any:
        if technique not in ("random", "similarity"):
            raise ValueError(f"technique is 'random' or 'similarity', not {technique!r}")
        return technique

    @field_validator("top_k")
    @classmethod
    def _positive(cls, top_k: int) -> int:
        if top_k < 1:
            raise ValueError(f"top_k is at least 1, not {top_k!r}")
        return top_k


class InstructionConfig(BaseModel):
    """Find a better instruction. `llm`, anything that can judge, writes it; without `loss` one that fits is used."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    llm: Any
    enabled: bool = True
    loss: Loss | None = None
    optimizer: Optimizer = Field(default_factory=GeneticOptimizer)
    optimizer_config: Mapping[str, Any] = Field(default_factory=lambda: dict(DEFAULT_OPTIMIZER_CONFIG))

    def __init__(self, llm: Any, enabled: bool = True, loss: Loss | None = None, **settings: Any) -> None:
        super().__init__(llm=llm, enabled=enabled, loss=loss, **settings)
