"""Context precision: do the useful chunks stand at the top of what was retrieved? Judged, by text, or by id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ragas.metrics import steps
from ragas.metrics.base import BaseMetric
from ragas.metrics.correctness import check_threshold
from ragas.metrics.matching import best_matches, match_rows
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import average_precision, overlap_share
from ragas.metrics.similarity import DistanceMeasure
from ragas.metrics.wording import NO_CONTEXT, chunk_rows, counted, has_text, listed
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.steps import RELEVANT


def ranking_reason(flags: Sequence[bool], word: str) -> str:
    """Which ranks hold the chunks that count."""
    ranks = [str(rank) for rank, flag in enumerate(flags, start=1) if flag]
    if not ranks:
        return f"None of {counted(len(flags), 'chunk')} is {word}."
    return f"{len(ranks)} of {counted(len(flags), 'chunk')} {word}, at rank {', '.join(ranks)}."


@dataclass(eq=False, repr=False)
class _JudgedContextPrecision(BaseMetric):
    """The part that judged context precision metrics share; they differ in what the chunks should lead to."""

    llm: Any = None
    chunks_per_call: int | None = field(default=None, kw_only=True)
    prompt: JudgePrompt = field(default=RELEVANT, kw_only=True)

    async def _score(self, question: str, answer: str, chunks: list[str]) -> MetricResult:
        if not has_text(chunks):
            return MetricResult(0.0, NO_CONTEXT)
        opinions = await steps.relevant(
            self.judge, question, answer, chunks, chunks_per_call=self.chunks_per_call, prompt=self.prompt
        )
        flags = [opinion.useful for opinion in opinions]
        return MetricResult(
            average_precision(flags),
            ranking_reason(flags, "useful"),
            {"output": {"chunks": chunk_rows(opinions)}},
        )


@by_position("llm", "name")
@dataclass(eq=False, repr=False)
class ContextPrecisionWithReference(_JudgedContextPrecision):
    """Whether the chunks that help to reach the reference answer are ranked above those that do not.

    Use it when you have reference answers and want to know whether the retriever puts what helps first.

    Formula: average precision, the mean of precision@k over the ranks k that hold a useful chunk. A single chunk
    can only give 0 or 1.

    Inputs: `user_input`, `reference`, `retrieved_contexts` in ranked order. Range: 0 to 1, higher is better.
    Judge calls: 1 for all chunks; `chunks_per_call=1` asks once a chunk.
    Empty inputs: without any retrieved text the score is 0.0 and no judge is asked.
    Source: average precision, Manning et al., "Introduction to Information Retrieval", chapter 8.
    Settings: `chunks_per_call` is how many chunks the judge sees at once, all of them if None.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"verdicts": [{"number": 1, "reason": "fares", "useful": False},
    ...                                      {"number": 2, "reason": "the price", "useful": True}]}])
    >>> ContextPrecisionWithReference(llm=judge).score(
    ...     user_input="What does the tram cost?", reference="Two euros.",
    ...     retrieved_contexts=["Trams are green.", "A tram ticket costs two euros."]).value
    0.5
    """

    name: str = field(default="context_precision_with_reference", kw_only=True)

    async def ascore(self, user_input: str, reference: str, retrieved_contexts: list[str]) -> MetricResult:
        """Score the ranking of the chunks that were retrieved for one question."""
        return await self._score(user_input, reference, retrieved_contexts)


@dataclass(eq=False, repr=False)
class ContextPrecision(ContextPrecisionWithReference):
    """Whether what helps to reach the reference answer is ranked first; `ContextPrecisionWithReference` under its short name.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"verdicts": [{"number": 1, "reason": "the price", "useful": True},
    ...                                      {"number": 2, "reason": "colours", "useful": False}]}])
    >>> result = ContextPrecision(llm=judge).score(
    ...     user_input="What does the tram cost?", reference="Two euros.",
    ...     retrieved_contexts=["A tram ticket costs two euros.", "Trams are green."])
    >>> result.value, result.reason
    (1.0, '1 of 2 chunks useful, at rank 1.')
    """

    name: str = field(default="context_precision", kw_only=True)


@by_position("llm", "name")
@dataclass(eq=False, repr=False)
class ContextPrecisionWithoutReference(_JudgedContextPrecision):
    """Whether the chunks that help to reach the given response are ranked above those that do not.

    Use it when you have no reference answers. The response stands in for one, so a wrong response makes wrong
    chunks look useful.

    Formula, range, judge calls and empty inputs as in `ContextPrecisionWithReference`.

    Inputs: `user_input`, `response`, `retrieved_contexts` in ranked order.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"verdicts": [{"number": 1, "reason": "the price", "useful": True}]}])
    >>> ContextPrecisionWithoutReference(llm=judge).score(
    ...     user_input="What does the tram cost?", response="Two euros.",
    ...     retrieved_contexts=["A tram ticket costs two euros."]).value
    1.0
    """

    name: str = field(default="context_precision_without_reference", kw_only=True)

    async def ascore(self, user_input: str, response: str, retrieved_contexts: list[str]) -> MetricResult:
        """Score the ranking of the chunks that were retrieved for one question."""
        return await self._score(user_input, response, retrieved_contexts)


@dataclass(eq=False, repr=False)
class ContextUtilization(ContextPrecisionWithoutReference):
    """Whether what helps to reach the response is ranked first; `ContextPrecisionWithoutReference` under its short name.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"verdicts": [{"number": 1, "reason": "colours", "useful": False},
    ...                                      {"number": 2, "reason": "the price", "useful": True}]}])
    >>> result = ContextUtilization(llm=judge).score(
    ...     user_input="What does the tram cost?", response="Two euros.",
    ...     retrieved_contexts=["Trams are green.", "A tram ticket costs two euros."])
    >>> result.value, result.reason
    (0.5, '1 of 2 chunks useful, at rank 2.')
    """

    name: str = field(default="context_utilization", kw_only=True)


@dataclass(eq=False, repr=False)
class NonLLMContextPrecisionWithReference(BaseMetric):
    """Whether chunks that resemble a reference context are ranked above those that do not.

    Use it when you know which texts should have been retrieved and want a score of the ranking that costs nothing.

    Formula: average precision over the retrieved chunks; a chunk counts when its string similarity to some reference
    context is at least `threshold`.

    Inputs: `retrieved_contexts` in ranked order, `reference_contexts`. Range: 0 to 1, higher is better.
    Judge calls: none. Empty inputs: nothing retrieved gives 0.0; no reference contexts is not applicable.
    Settings: `distance_measure` is how texts are compared, a `DistanceMeasure`; `threshold` is the similarity from
    which two texts count as the same.

    >>> NonLLMContextPrecisionWithReference().score(
    ...     retrieved_contexts=["Trams are green.", "Platform 2 is closed."],
    ...     reference_contexts=["Platform 2 is closed"]).value
    0.5
    """

    distance_measure: Any = DistanceMeasure.LEVENSHTEIN
    threshold: float = 0.5
    name: str = field(default="non_llm_context_precision_with_reference", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_threshold(self.threshold)

    async def ascore(self, retrieved_contexts: list[str], reference_contexts: list[str]) -> MetricResult:
        """Score the ranking of the chunks that were retrieved for one question."""
        if not reference_contexts:
            return MetricResult.not_applicable("There are no reference contexts.")
        if not retrieved_contexts:
            return MetricResult(0.0, NO_CONTEXT)
        matches = await best_matches(retrieved_contexts, reference_contexts, self.distance_measure)
        flags = [match.similarity >= self.threshold for match in matches]
        return MetricResult(
            average_precision(flags),
            ranking_reason(flags, "like a reference context"),
            {"output": {"retrieved_contexts": match_rows(matches, flags)}},
        )


@dataclass(eq=False, repr=False)
class IDBasedContextPrecision(BaseMetric):
    """How many of the retrieved context ids are reference ids.

    Use it when your chunks have ids and you know which are right: it is exact and needs no texts.

    Formula: distinct retrieved ids among the reference ids / distinct retrieved ids. Ids are compared as text; the
    order does not matter.

    Inputs: `retrieved_context_ids`, `reference_context_ids`. Range: 0 to 1, higher is better. Judge calls: none.
    Empty inputs: no retrieved ids is not applicable.

    >>> IDBasedContextPrecision().score(
    ...     retrieved_context_ids=["a", "b"], reference_context_ids=["a", "c"]).value
    0.5
    """

    name: str = field(default="id_based_context_precision", kw_only=True)

    async def ascore(
        self, retrieved_context_ids: list[str | int], reference_context_ids: list[str | int]
    ) -> MetricResult:
        """Score the ids that were retrieved for one question."""
        got = list(dict.fromkeys(map(str, retrieved_context_ids)))
        if not got:
            return MetricResult.not_applicable("No context ids were retrieved.")
        wanted = set(map(str, reference_context_ids))
        extra = [one for one in got if one not in wanted]
        reason = f"{len(got) - len(extra)} of {counted(len(got), 'retrieved id')} in the reference."
        if extra:
            reason += f" Not in it: {listed(extra)}."
        return MetricResult(overlap_share(got, wanted), reason, {"output": {"not_in_reference": extra}})
