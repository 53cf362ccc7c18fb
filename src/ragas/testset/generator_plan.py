"""What making a test set will take, in figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol

MORE = "Questions that are dropped are written anew: expect more calls, up to twice as many where many are dropped."
NOTHING = "The embedded judge sends nothing."


class StandIns(Protocol):
    """Gives models that answer by themselves and count tokens in the place of others."""

    def judge(self, model: Any) -> Any:
        """In place of a judge."""
        ...

    def embedder(self, model: Any) -> Any:
        """In place of embeddings."""
        ...


@dataclass(frozen=True)
class TestsetPlan:
    """What a run will take if no question is dropped. `cost` is in US dollars, None where no price is known."""

    __test__ = False  # pytest takes it for a test otherwise

    questions: int
    calls: int
    embedding_calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    note: str = MORE

    @classmethod
    def of(cls, questions: int, usage: Mapping[str, Any]) -> TestsetPlan:
        """The plan from what a rehearsal booked."""
        return cls(
            questions,
            usage.get("judge_calls") or 0,
            usage.get("embedding_calls") or 0,
            usage.get("input_tokens") or 0,
            usage.get("output_tokens") or 0,
            usage.get("cost") if usage.get("calls") else 0.0,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        price = "price unknown" if self.cost is None else f"${self.cost:.4f}"
        return (
            f"{self.questions:,} questions: {self.calls:,} judge calls, {self.embedding_calls:,} embedding calls, "
            f"{self.input_tokens:,} tokens in, {self.output_tokens:,} tokens out, {price}. {self.note}"
        )
