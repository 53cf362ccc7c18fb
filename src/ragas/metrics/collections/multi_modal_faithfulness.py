"""Multimodal faithfulness: do the retrieved texts and pictures support a response?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.llms.adapt import ask
from ragas.metrics.base import BaseMetric
from ragas.metrics.pictures import contexts
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.wording import NO_CONTEXT, has_text
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.pictures import FAITHFUL, PictureFaithfulness


@by_position("llm", "name")
@dataclass(eq=False, repr=False)
class MultiModalFaithfulness(BaseMetric):
    """Whether the retrieved texts and pictures support everything the response says.

    Use it when responses are made from pictures as well as texts, and your judge can see.

    Formula: 1.0 if the judge finds the response faithful, else 0.0.

    A context that is a `data:` URI of a PNG, JPEG, GIF or WebP is shown as a picture. Nothing is fetched or opened: a
    URL or a path is judged as the text it is, and `reason` says so.

    Inputs: `response`, `retrieved_contexts`. Range: 0 or 1, higher is better. Judge calls: 1; the judge must be able
    to see pictures if there are any. Empty inputs: without any context the score is 0.0 and no judge is asked.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"reason": "The sign shows 40 km/h.", "faithful": True}])
    >>> MultiModalFaithfulness(llm=judge).score(
    ...     response="The limit is 40.",
    ...     retrieved_contexts=["data:image/png;base64,iVBORw0KGgo="]).value
    1.0
    >>> judge.calls[0].images
    ('data:image/png;base64,iVBORw0KGgo=',)
    """

    llm: Any = None
    name: str = field(default="multi_modal_faithfulness", kw_only=True)
    faithfulness_prompt: JudgePrompt = field(default=FAITHFUL, kw_only=True)

    async def ascore(self, response: str, retrieved_contexts: list[str]) -> MetricResult:
        """Score one response against the texts and pictures it was made from."""
        if not has_text(retrieved_contexts):
            return MetricResult(0.0, NO_CONTEXT)
        shown = contexts(retrieved_contexts)
        asked = shown.prompt(self.faithfulness_prompt, {"response": response})
        reply = await ask(self.judge, asked, PictureFaithfulness)
        evidence = {"faithful": reply.faithful, "pictures": len(shown.pictures), "notes": shown.notes}
        return MetricResult(float(reply.faithful), shown.reason(reply.reason), {"output": evidence})
