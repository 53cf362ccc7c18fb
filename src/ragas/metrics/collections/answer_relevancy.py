"""Answer relevancy: does the response answer the question that was asked?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.exceptions import ReplyError
from ragas.metrics import steps
from ragas.metrics.base import BaseMetric
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import clip, mean
from ragas.metrics.scripts import script
from ragas.metrics.similarity import cosine
from ragas.metrics.wording import counted, listed
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.steps import QUESTIONS


@by_position("llm", "embeddings", "name", "strictness")
@dataclass(eq=False, repr=False)
class AnswerRelevancy(BaseMetric):
    """Whether the response answers the question: questions made from the response should resemble it.

    Use it when you want to find evasive answers, and answers to another question, without a reference. It does not
    tell whether an answer is right.

    Formula: mean cosine similarity between the question asked and `strictness` questions generated from the
    response, clipped to [0, 1]; 0.0 if every generated question is flagged noncommittal.

    Inputs: `user_input`, `response`. Range: 0 to 1, higher is better.
    Judge calls: 1 for all questions (a second one if some are blank), and one embedding request.
    Empty inputs: an empty response or question is not applicable.
    Source: Es et al., "RAGAS: Automated Evaluation of Retrieval Augmented Generation", 2023.
    Settings: `strictness` is how many questions are generated.

    >>> from ragas.testing import HashEmbeddings, ScriptedJudge
    >>> question = {"question": "When does the bus leave?", "noncommittal": False}
    >>> judge = ScriptedJudge([{"questions": [question]}])
    >>> metric = AnswerRelevancy(llm=judge, embeddings=HashEmbeddings(), strictness=1)
    >>> round(metric.score(user_input="When does the bus leave?", response="At nine.").value, 6)
    1.0
    """

    llm: Any = None
    embeddings: Any = None
    name: str = field(default="answer_relevancy", kw_only=True)
    strictness: int = field(default=3, kw_only=True)
    prompt: JudgePrompt = field(default=QUESTIONS, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.strictness < 1:
            raise ValueError(
                f"strictness is the number of questions to generate, at least 1, not {self.strictness!r}"
            )

    async def ascore(self, user_input: str, response: str) -> MetricResult:
        """Score one response against the question it answers."""
        questions = await steps.questions(self.judge, response, self.strictness, self.prompt)
        if not questions:
            raise ReplyError(
                "The judge wrote no question that the response would answer, also when asked again."
            )
        asked, *generated = await steps.vectors(
            self.embedder, [user_input, *(one.question for one in questions)]
        )
        similarities = [cosine(asked, vector) for vector in generated]
        raw = mean(similarities)
        evasive = all(one.noncommittal for one in questions)
        rows: list[dict[str, Any]] = [
            {"question": one.question, "noncommittal": one.noncommittal, "similarity": similarity}
            for one, similarity in zip(questions, similarities, strict=True)
        ]
        texts = [one.question for one in questions]
        reason = (
            f"The response avoids answering: all {counted(len(rows), 'generated question')} flagged noncommittal."
            if evasive
            else f"Questions the response would answer, {raw:.2f} similar on average: {listed(texts)}."
        )
        expected = {script(user_input), script(response), None}
        foreign = [row for row in rows if script(row["question"]) not in expected]
        if foreign:
            reason += (
                f" {counted(len(foreign), 'generated question')} in another script than question and response, so "
                "the similarity may say little: try a stronger judge."
            )
        for row in foreign:
            row["other_script"] = True
        evidence = {"output": {"questions": rows, "mean_similarity": raw}}
        return MetricResult(0.0 if evasive else clip(raw), reason, evidence)
