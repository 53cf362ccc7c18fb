"""Context entity recall: how many of the reference's entities the retrieved contexts name."""

from __future__ import annotations

import asyncio
import unicodedata
from dataclasses import dataclass, field
from typing import Any

from ragas.metrics import steps
from ragas.metrics.base import BaseMetric
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import overlap_share
from ragas.metrics.wording import NO_CONTEXT, counted, has_text, listed
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.steps import ENTITIES


@by_position("llm", "name")
@dataclass(eq=False, repr=False)
class ContextEntityRecall(BaseMetric):
    """How many of the entities in the reference the retrieved contexts name too.

    Use it when answers stand and fall with names, places, dates or products, as in catalogues and help desks.

    Formula: distinct reference entities found among the context entities / distinct reference entities. Entities
    are compared without regard to case and Unicode form.

    Inputs: `reference`, `retrieved_contexts`. Range: 0 to 1, higher is better.
    Judge calls: 2, one for the reference and one for the contexts.
    Empty inputs: without any retrieved text the score is 0.0 and no judge is asked; a reference without entities
    gives 0.0.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"entities": ["Ada Wren", "1911"]}, {"entities": ["ada wren"]}])
    >>> ContextEntityRecall(llm=judge).score(
    ...     reference="Ada Wren founded it in 1911.",
    ...     retrieved_contexts=["ada wren lived here."]).value
    0.5
    """

    llm: Any = None
    name: str = field(default="context_entity_recall", kw_only=True)
    prompt: JudgePrompt = field(default=ENTITIES, kw_only=True)

    async def ascore(self, reference: str, retrieved_contexts: list[str]) -> MetricResult:
        """Score the contexts that were retrieved for one question."""
        if not has_text(retrieved_contexts):
            return MetricResult(0.0, NO_CONTEXT)
        judge = self.judge
        in_reference, in_contexts = await asyncio.gather(
            steps.entities(judge, reference, self.prompt),
            steps.entities(judge, "\n".join(retrieved_contexts), self.prompt),
        )
        wanted = {_folded(entity): entity for entity in reversed(in_reference)}
        got = {_folded(entity) for entity in in_contexts}
        evidence = {"output": {"reference_entities": in_reference, "context_entities": in_contexts}}
        if not wanted:
            return MetricResult(0.0, "The reference names no entities.", evidence)
        missed = [entity for key, entity in reversed(wanted.items()) if key not in got]
        reason = f"{len(wanted) - len(missed)} of {counted(len(wanted), 'reference entity', 'reference entities')} found."
        if missed:
            reason += f" Missing: {listed(missed)}."
        return MetricResult(overlap_share(wanted, got), reason, evidence)


def _folded(entity: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", entity).casefold().split())
