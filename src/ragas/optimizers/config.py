"""How `metric.train` is told what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ragas.optimizers.genetic import GeneticOptimizer
from ragas.optimizers.losses import Loss
from ragas.optimizers.optimizer import Optimizer

DEFAULT_OPTIMIZER_CONFIG: dict[str, Any] = {"max_steps": 100}


@dataclass
class DemonstrationConfig:
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

    def __post_init__(self) -> None:
        if self.technique not in ("random", "similarity"):
            raise ValueError(f"technique is 'random' or 'similarity', not {self.technique!r}")
        if self.top_k < 1:
            raise ValueError(f"top_k is at least 1, not {self.top_k!r}")


@dataclass
class InstructionConfig:
    """Find a better instruction. `llm`, anything that can judge, writes it; without `loss` one that fits is used."""

    llm: Any
    enabled: bool = True
    loss: Loss | None = None
    optimizer: Optimizer = field(default_factory=GeneticOptimizer)
    optimizer_config: Mapping[str, Any] = field(default_factory=lambda: dict(DEFAULT_OPTIMIZER_CONFIG))
