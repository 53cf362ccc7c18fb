"""The embedded judge: answers the shared judge steps by word evidence, without a key, a network or a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ragas.exceptions import UnsupportedStepError
from ragas.llms.judge import Judge, Prompt, Reply, Step, Usefulness, Verdict
from ragas.llms.local.entities import entities
from ragas.llms.local.evidence import gather
from ragas.llms.local.passages import Passages
from ragas.llms.local.relevance import Help, helpful
from ragas.llms.local.sentences import statements
from ragas.llms.local.support import UNKNOWN, describe, probability


class LocalJudge(Judge):
    """A support screen of word evidence: content words, rare words, figures, names, negations and their order.

    It answers all four shared steps in milliseconds and the same way every time. It compares words, so it misses facts
    altered into words the contexts hold elsewhere, and it doubts true statements in other words than the contexts use.
    Prompts it cannot answer.
    """

    name = "local"
    caution = "support screen: compares words, not meaning; no LLM judge, and weak on altered facts"
    managed: ClassVar[bool] = True
    """Nothing is sent, so there is nothing to limit, repeat or count."""
    steps: ClassVar[frozenset[Step]] = frozenset({"split", "verify", "relevant", "entities"})

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        """Refuse: an embedded judge writes nothing.

        Raises:
            UnsupportedStepError: always.
        """
        raise UnsupportedStepError(
            f"The embedded judge writes nothing, so it cannot give {response_model.__name__!r}; this needs a language "
            'model: llm=llm_factory("gpt-4o-mini"), RAGAS_LLM=provider:model, or OPENAI_API_KEY.'
        )

    async def split(self, text: str, question: str = "") -> list[str]:
        """The sentences of `text` that state something: not greetings, questions or refusals to answer.

        An answer without a content word ("Yes.", "No, it is not.") is put before the question it answers.
        """
        return statements(text, question)

    async def verify(self, statements: Sequence[str], contexts: Sequence[str]) -> list[Verdict]:
        """One verdict a statement, with the sentence of the contexts that speaks most for it."""
        passages = Passages(contexts)
        return [_verdict(statement, passages) for statement in statements]

    async def relevant(self, question: str, answer: str, chunks: Sequence[str]) -> list[Usefulness]:
        """Whether each chunk holds what the answer says and is about what the question asks."""
        return [
            Usefulness(helps.probability >= 0.5, _usefulness(helps), helps.probability)
            for helps in helpful(question, answer, chunks)
        ]

    async def entities(self, text: str) -> list[str]:
        """Names, places, dates and figures in `text`, each once, in order of appearance."""
        return entities(text)


def _verdict(statement: str, passages: Passages) -> Verdict:
    evidence = gather(statement, passages)
    confidence = probability(evidence)
    supported, reason = confidence > UNKNOWN, describe(evidence)
    best = evidence.best if evidence.found else None
    if best is None:
        return Verdict(supported, reason, confidence=confidence)
    quote = passages.contexts[best.chunk][best.start : best.end]
    return Verdict(supported, reason, quote, best.chunk, best.start, best.end, True, confidence)


def _usefulness(helps: Help) -> str:
    parts = []
    if helps.from_answer:
        parts.append(f"of the answer: {_listed(helps.from_answer)}")
    if helps.from_question:
        parts.append(f"of the question: {_listed(helps.from_question)}")
    return f"It holds {'; '.join(parts)}." if parts else "It shares no content word with question or answer."


def _listed(words: Sequence[str], shown: int = 4) -> str:
    more = len(words) - shown
    return ", ".join(map(repr, words[:shown])) + (f" and {more} more" if more > 0 else "")
