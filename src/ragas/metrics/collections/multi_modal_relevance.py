"""Multimodal relevance: does a response answer the question in agreement with texts and pictures?"""

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
from ragas.prompt.pictures import RELEVANT, PictureRelevance


@by_position("llm", "name")
@dataclass(eq=False, repr=False)
class MultiModalRelevance(BaseMetric):
    """Whether the response answers the question and agrees with the retrieved texts and pictures.

    Use it when questions are asked about pictures as well as texts, and your judge can see.

    Formula: 1.0 if the judge finds the response relevant, else 0.0.

    A context that is a `data:` URI of a PNG, JPEG, GIF or WebP is shown as a picture. Nothing is fetched or opened: a
    URL or a path is judged as the text it is, and `reason` says so.

    Inputs: `user_input`, `response`, `retrieved_contexts`. Range: 0 or 1, higher is better. Judge calls: 1; the judge
    must be able to see pictures if there are any. Empty inputs: without any context the score is 0.0 and no judge is
    asked.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"reason": "The sign shows another number.", "relevant": False}])
    >>> MultiModalRelevance(llm=judge).score(
    ...     user_input="What is the limit?", response="The limit is 60.",
    ...     retrieved_contexts=["data:image/png;base64,iVBORw0KGgo="]).value
    0.0
    """

    llm: Any = None
    name: str = field(default="multi_modal_relevance", kw_only=True)
    relevance_prompt: JudgePrompt = field(default=RELEVANT, kw_only=True)

    async def ascore(self, user_input: str, response: str, retrieved_contexts: list[str]) -> MetricResult:
        """Score one response to one question against the texts and pictures it was made from."""
        if not has_text(retrieved_contexts):
            return MetricResult(0.0, NO_CONTEXT)
        shown = contexts(retrieved_contexts)
        asked = shown.prompt(self.relevance_prompt, {"question": user_input, "response": response})
        reply = await ask(self.judge, asked, PictureRelevance)
        evidence = {"relevant": reply.relevant, "pictures": len(shown.pictures), "notes": shown.notes}
        return MetricResult(float(reply.relevant), shown.reason(reply.reason), {"output": evidence})
