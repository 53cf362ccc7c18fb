"""Summary score: does a summary keep what matters, and is it short?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ragas.exceptions import EmptyInputError
from ragas.llms.adapt import ask
from ragas.metrics.base import BaseMetric
from ragas.metrics.correctness import conciseness, is_number, weighted_mean
from ragas.metrics.numbered import all_numbered
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.metrics.scoring import share
from ragas.metrics.wording import counted, has_text, listed
from ragas.prompt.fence import Lines
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.summary import (
    ANSWERS,
    CLOSED_QUESTIONS,
    KEYPHRASES,
    Answer,
    Answers,
    ClosedQuestions,
    Keyphrases,
)


@by_position("llm", "name", "length_penalty", "coeff")
@dataclass(eq=False, repr=False)
class SummaryScore(BaseMetric):
    """How many questions about a text its summary answers, and how much shorter than the text it is.

    Use it when you summarise texts and want to know whether what matters survived.

    Formula: (1 - coeff) * answered questions / questions + coeff * conciseness, where conciseness is 1 - length of
    the summary / length of the text in characters, at least 0. With `length_penalty=False` only the questions count.

    Inputs: `reference_contexts`, the text that is summarised, and `response`, the summary. Range: 0 to 1, higher is
    better; with the length counted a perfect score is out of reach.
    Judge calls: 3, for key phrases, questions, and answers from the summary.
    Empty inputs: a text or a summary without words is refused, in a run not applicable; so is a text in which the
    judge finds nothing to ask about.
    Settings: `length_penalty` makes the length count; `coeff` is the weight of conciseness.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([
    ...     {"keyphrases": ["Ada Wren", "1911"]},
    ...     {"questions": ["Did Ada Wren found the line?", "Was it founded in 1911?"]},
    ...     {"answers": [{"number": 1, "reason": "stated", "answered": True},
    ...                  {"number": 2, "reason": "no year is given", "answered": False}]},
    ... ])
    >>> SummaryScore(llm=judge, length_penalty=False).score(
    ...     reference_contexts=["Ada Wren founded the line in 1911."],
    ...     response="Ada Wren founded it.").value
    0.5
    """

    llm: Any = None
    name: str = field(default="summary_score", kw_only=True)
    length_penalty: bool = field(default=True, kw_only=True)
    coeff: float = field(default=0.5, kw_only=True)
    extract_keyphrases_prompt: JudgePrompt = field(default=KEYPHRASES, kw_only=True)
    generate_questions_prompt: JudgePrompt = field(default=CLOSED_QUESTIONS, kw_only=True)
    generate_answers_prompt: JudgePrompt = field(default=ANSWERS, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not is_number(self.coeff) or not 0 <= self.coeff <= 1:
            raise ValueError(f"coeff is the share of conciseness, between 0 and 1, not {self.coeff!r}")

    async def ascore(self, reference_contexts: list[str], response: str) -> MetricResult:
        """Score one summary against the text it is made of."""
        if not has_text(reference_contexts):
            raise EmptyInputError(
                f"{self.name}: 'reference_contexts' is empty, so there is nothing to score."
            )
        text = "\n".join(reference_contexts)
        questions = await self._questions(text)
        if not questions:
            return MetricResult.not_applicable(
                "There are no questions: the judge found nothing to ask about in the text."
            )
        answers = await self._answers(response, questions)
        flags = [one.answered for one in answers]
        covered, short = share(flags), conciseness(response, text)
        missed = [question for question, flag in zip(questions, flags, strict=True) if not flag]
        reason = f"The summary answers {sum(flags)} of {counted(len(flags), 'question')}"
        reason += f"; not: {listed(missed)}." if missed else "."
        if self.length_penalty:
            reason += (
                f" It is {short:.0%} shorter than the text." if short else " It is no shorter than the text."
            )
        rows = [
            {"question": question, "answered": one.answered, "reason": one.reason}
            for question, one in zip(questions, answers, strict=True)
        ]
        weights = (1 - self.coeff, self.coeff) if self.length_penalty else (1.0, 0.0)
        return MetricResult(
            float(weighted_mean([covered, short], weights)),
            reason,
            {"output": {"questions": rows, "answered": covered, "conciseness": short}},
        )

    async def _questions(self, text: str) -> list[str]:
        """Questions the text answers with yes; none where it has no key phrases."""
        found = await ask(self.judge, self.extract_keyphrases_prompt.render({"text": text}), Keyphrases)
        phrases = list(dict.fromkeys(phrase.strip() for phrase in found.keyphrases if phrase.strip()))
        if not phrases:
            return []
        data = {"text": text, "key phrases": Lines(phrases)}
        asked = await ask(self.judge, self.generate_questions_prompt.render(data), ClosedQuestions)
        return list(dict.fromkeys(question.strip() for question in asked.questions if question.strip()))

    async def _answers(self, summary: str, questions: Sequence[str]) -> list[Answer]:
        async def answered(numbers: Sequence[int]) -> list[Answer]:
            data = {"summary": summary, "questions": Lines(questions[n - 1] for n in numbers)}
            return (await ask(self.judge, self.generate_answers_prompt.render(data), Answers)).answers

        return await all_numbered(answered, len(questions), "answers")
