"""What judges are asked, as plain texts, under the names of earlier versions.

The words are those of the metrics of today, and so are the replies they ask for: with `JudgePrompt.reply` of the same
prompt, `await judge.agenerate(text, reply)` gives one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragas.prompt import ratings, steps
from ragas.prompt import summary as summaries
from ragas.prompt.correctness import claims_prompt
from ragas.prompt.fence import Lines

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def answer_accuracy_judge1_prompt(query: str, user_answer: str, reference_answer: str) -> str:
    """How far an answer agrees with the reference."""
    data = {"question": query, "answer": user_answer, "reference": reference_answer}
    return ratings.ACCURACY.render(data)


def answer_accuracy_judge2_prompt(query: str, user_answer: str, reference_answer: str) -> str:
    """The same question put another way."""
    data = {"question": query, "answer": user_answer, "reference": reference_answer}
    return ratings.ACCURACY_AGAIN.render(data)


def answer_relevancy_prompt(response: str) -> str:
    """Which questions a response would answer."""
    return steps.QUESTIONS.render({"count": "1", "answer": response})


def claim_decomposition_prompt(response: str, atomicity: str = "low", coverage: str = "low") -> str:
    """Which claims a response makes."""
    return claims_prompt(steps.SPLIT, atomicity, coverage).render({"text": response})


def context_recall_prompt(question: str, context: str, answer: str) -> str:
    """Which sentences of an answer the context supports."""
    return nli_statement_prompt(context, _SENTENCE_END.split(answer.strip()))


def context_relevance_judge1_prompt(query: str, context: str) -> str:
    """How far a context holds what a question needs."""
    return ratings.RELEVANCE.render({"question": query, "chunk": [context]})


def context_relevance_judge2_prompt(query: str, context: str) -> str:
    """The same question put another way."""
    return ratings.RELEVANCE_AGAIN.render({"question": query, "chunk": [context]})


def correctness_classifier_prompt(
    question: str, answer_statements: Sequence[str], ground_truth_statements: Sequence[str]
) -> str:
    """Which statements of an answer those of the reference support."""
    return steps.VERIFY.render(
        {"chunk": list(ground_truth_statements), "statements": Lines(answer_statements)}
    )


def extract_entities_prompt(text: str) -> str:
    """Which entities a text names."""
    return steps.ENTITIES.render({"text": text})


def extract_keyphrases_prompt(text: str) -> str:
    """What a text is about."""
    return summaries.KEYPHRASES.render({"text": text})


def generate_answers_prompt(summary: str, questions: Sequence[str]) -> str:
    """Whether a summary answers questions."""
    return summaries.ANSWERS.render({"summary": summary, "questions": Lines(questions)})


def generate_questions_prompt(text: str, keyphrases: Sequence[str]) -> str:
    """Closed questions about a text."""
    return summaries.CLOSED_QUESTIONS.render({"text": text, "key phrases": Lines(keyphrases)})


def nli_statement_prompt(context: str, statements: Sequence[str]) -> str:
    """Which statements a context supports."""
    return steps.VERIFY.render({"chunk": [context], "statements": Lines(statements)})


def response_groundedness_judge1_prompt(response: str, context: str) -> str:
    """How far a context supports a response."""
    return ratings.GROUNDEDNESS.render({"response": response, "chunk": [context]})


def response_groundedness_judge2_prompt(response: str, context: str) -> str:
    """The same question put another way."""
    return ratings.GROUNDEDNESS_AGAIN.render({"response": response, "chunk": [context]})


def statement_generator_prompt(question: str, answer: str) -> str:
    """Which statements an answer makes."""
    return steps.SPLIT.render({"question": question, "text": answer})
