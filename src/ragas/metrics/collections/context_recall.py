"""Context recall: how much of the reference the retrieved contexts hold, judged, by text, or by id."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.metrics.base import BaseMetric
from ragas.metrics.correctness import check_threshold
from ragas.metrics.matching import best_matches, match_rows
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import overlap_share, share
from ragas.metrics.similarity import DistanceMeasure
from ragas.metrics.support import support_score
from ragas.metrics.wording import (
    counted,
    listed,
)
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.steps import SPLIT, VERIFY


@by_position("llm", "name")
@dataclass(eq=False, repr=False)
class ContextRecall(BaseMetric):
    """How much of the reference answer can be found in the retrieved contexts.

    Use it when you have reference answers and want to know whether the retriever found all that they need.

    Formula: reference statements that the contexts support / all statements of the reference. A judge that gives a
    probability of support counts each statement with it.

    Inputs: `user_input`, `retrieved_contexts`, `reference`. Range: 0 to 1, higher is better.
    Judge calls: 2, one that splits the reference into statements and one that verifies them all.
    Empty inputs: without any retrieved text the score is 0.0 and no judge is asked; a reference without statements
    is not applicable.
    Source: Es et al., "RAGAS: Automated Evaluation of Retrieval Augmented Generation", 2023.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([
    ...     {"statements": ["The museum opens at ten.", "It closes at six."]},
    ...     {"verdicts": [{"number": 1, "reason": "stated", "supported": True},
    ...                   {"number": 2, "reason": "not mentioned", "supported": False}]},
    ... ])
    >>> ContextRecall(llm=judge).score(
    ...     user_input="When is the museum open?", reference="It opens at ten and closes at six.",
    ...     retrieved_contexts=["The museum opens at ten."]).value
    0.5
    """

    llm: Any = None
    name: str = field(default="context_recall", kw_only=True)
    statement_generator_prompt: JudgePrompt = field(default=SPLIT, kw_only=True)
    prompt: JudgePrompt = field(default=VERIFY, kw_only=True)

    async def ascore(self, user_input: str, retrieved_contexts: list[str], reference: str) -> MetricResult:
        """Score the contexts that were retrieved for one question."""
        return await support_score(
            self.judge,
            reference,
            user_input,
            retrieved_contexts,
            whose="reference",
            split_prompt=self.statement_generator_prompt,
            verify_prompt=self.prompt,
        )


@dataclass(eq=False, repr=False)
class NonLLMContextRecall(BaseMetric):
    """How many of the reference contexts were retrieved, told by string similarity.

    Use it when you know which texts should have been retrieved and want to know, at no cost, how many were.

    Formula: reference contexts with a retrieved context at least `threshold` alike / all reference contexts.

    Inputs: `retrieved_contexts`, `reference_contexts`. Range: 0 to 1, higher is better. Judge calls: none.
    Empty inputs: nothing retrieved gives 0.0; no reference contexts is not applicable.
    Settings: `distance_measure` is how texts are compared, a `DistanceMeasure`; `threshold` is the similarity from
    which two texts count as the same.

    >>> NonLLMContextRecall().score(
    ...     retrieved_contexts=["Platform 2 is closed."],
    ...     reference_contexts=["Platform 2 is closed", "Trains leave from platform 5."]).value
    0.5
    """

    distance_measure: Any = DistanceMeasure.LEVENSHTEIN
    threshold: float = 0.5
    name: str = field(default="non_llm_context_recall", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_threshold(self.threshold)

    async def ascore(self, retrieved_contexts: list[str], reference_contexts: list[str]) -> MetricResult:
        """Score the contexts that were retrieved for one question."""
        if not reference_contexts:
            return MetricResult.not_applicable("There are no reference contexts.")
        matches = await best_matches(reference_contexts, retrieved_contexts, self.distance_measure)
        found = [match.similarity >= self.threshold for match in matches]
        missed = [text for text, hit in zip(reference_contexts, found, strict=True) if not hit]
        reason = f"{sum(found)} of {counted(len(found), 'reference context')} retrieved."
        if missed:
            reason += f" Missing: {listed(missed)}."
        return MetricResult(
            share(found), reason, {"output": {"reference_contexts": match_rows(matches, found)}}
        )


@dataclass(eq=False, repr=False)
class IDBasedContextRecall(BaseMetric):
    """How many of the reference context ids were retrieved.

    Use it when your chunks have ids and you know which should have been retrieved: it is exact and needs no texts.

    Formula: distinct reference ids among the retrieved ids / distinct reference ids. Ids are compared as text.

    Inputs: `retrieved_context_ids`, `reference_context_ids`. Range: 0 to 1, higher is better. Judge calls: none.
    Empty inputs: no reference ids is not applicable.

    >>> IDBasedContextRecall().score(
    ...     retrieved_context_ids=["a", "b"], reference_context_ids=["a", "c"]).value
    0.5
    """

    name: str = field(default="id_based_context_recall", kw_only=True)

    async def ascore(
        self, retrieved_context_ids: list[str | int], reference_context_ids: list[str | int]
    ) -> MetricResult:
        """Score the ids that were retrieved for one question."""
        wanted = list(dict.fromkeys(map(str, reference_context_ids)))
        if not wanted:
            return MetricResult.not_applicable("There are no reference context ids.")
        got = set(map(str, retrieved_context_ids))
        missed = [one for one in wanted if one not in got]
        reason = f"{len(wanted) - len(missed)} of {counted(len(wanted), 'reference id')} retrieved."
        if missed:
            reason += f" Missing: {listed(missed)}."
        return MetricResult(overlap_share(wanted, got), reason, {"output": {"missing": missed}})
