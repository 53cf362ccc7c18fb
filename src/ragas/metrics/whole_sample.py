"""What metrics share that judge a sample as a whole: every column that is not blank goes to the judge."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragas.metrics.base import BaseMetric
from ragas.metrics.blocks import blocks
from ragas.metrics.result import MetricResult

if TYPE_CHECKING:
    from ragas.prompt.fence import Data


@dataclass(eq=False, repr=False)
class WholeSampleMetric(BaseMetric):
    """A metric that says something about all columns of a sample, or of a conversation, together."""

    llm: Any = None

    async def ascore(
        self,
        user_input: str | list[Any] | None = None,
        response: str | None = None,
        retrieved_contexts: list[str] | None = None,
        reference_contexts: list[str] | None = None,
        reference: str | None = None,
    ) -> MetricResult:
        """Score one sample."""
        return await self._judged(
            blocks(
                self.name,
                user_input=user_input,
                response=response,
                retrieved_contexts=retrieved_contexts,
                reference_contexts=reference_contexts,
                reference=reference,
            )
        )

    @abstractmethod
    async def _judged(self, data: dict[str, Data]) -> MetricResult:
        """The score of the columns, as blocks of a prompt."""
