"""The judge steps that metrics share: split a text into statements, verify statements, judge chunks, name entities.

A judge that answers a step itself (a `StepJudge`) is asked directly, any other through a prompt. Items are numbered
in the prompt and the reply refers to them by number; numbers that are missing are asked for once more, and if they
are still missing the step fails: a denominator never shrinks. Inside a run the same step on the same texts is asked
once, however many metrics need it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar, cast

from ragas.engine.same import Same
from ragas.llms.adapt import ask
from ragas.llms.judge import Reply, StepJudge, Usefulness, Verdict
from ragas.metrics.numbered import all_numbered
from ragas.metrics.quotes import find_quote
from ragas.prompt.fence import Data, Lines
from ragas.prompt.steps import (
    ENTITIES,
    QUESTIONS,
    RELEVANT,
    SPLIT,
    VERIFY,
    ChunkVerdict,
    ChunkVerdicts,
    Entities,
    Question,
    Questions,
    Statements,
    StatementVerdict,
    StatementVerdicts,
)

if TYPE_CHECKING:
    from ragas.embeddings.embedder import Embedder
    from ragas.llms.judge import Judge, Step
    from ragas.prompt.judge_prompt import JudgePrompt

Item = TypeVar("Item", ChunkVerdict, StatementVerdict)
Result = TypeVar("Result")


async def split(judge: Judge, text: str, question: str = "", prompt: JudgePrompt = SPLIT) -> list[str]:
    """The statements `text` makes. `question` is what it answers, for pronouns and one-word answers."""
    if own := _own(judge, "split"):
        statements = await _once(("split", Same(judge), text, question), lambda: own.split(text, question))
    else:
        data = {"question": question, "text": text} if question else {"text": text}
        statements = (await _ask(judge, prompt, data, Statements)).statements
    return [statement.strip() for statement in statements if statement.strip()]


async def verify(
    judge: Judge, statements: Sequence[str], contexts: Sequence[str], prompt: JudgePrompt = VERIFY
) -> list[Verdict]:
    """One verdict a statement: do the contexts support it?

    Raises:
        IncompleteReplyError: the judge left statements out, also when asked again.
    """
    if not statements:
        return []
    if own := _own(judge, "verify"):
        key = ("verify", Same(judge), tuple(statements), tuple(contexts))
        return await _once(key, lambda: own.verify(statements, contexts))

    async def judged(numbers: Sequence[int]) -> list[StatementVerdict]:
        data = {"chunk": list(contexts), "statements": Lines(statements[n - 1] for n in numbers)}
        return (await _ask(judge, prompt, data, StatementVerdicts)).verdicts

    found = await all_numbered(judged, len(statements))
    # A reply that counts chunks from 0, or names one that is not there, says nothing sure about any of them.
    sure = all(1 <= number <= len(contexts) for one in found for number in one.chunks)
    return [_located(one, contexts, one.chunks if sure else ()) for one in found]


async def supporting_chunks(
    judge: Judge, statements: Sequence[str], contexts: Sequence[str], prompt: JudgePrompt = VERIFY
) -> list[set[int]]:
    """For each statement the indices of the contexts that support it by themselves.

    A judge that finds a statement supported and does not say by which context is asked context by context.
    """
    if _own(judge, "verify"):
        return await _chunk_by_chunk(judge, statements, contexts, prompt)
    verdicts = await verify(judge, statements, contexts, prompt)
    chunks = [set(one.chunks) for one in verdicts]
    open_ones = [row for row, one in enumerate(verdicts) if one.supported and not one.chunks]
    if open_ones:
        told = await _chunk_by_chunk(judge, [statements[row] for row in open_ones], contexts, prompt)
        for row, found in zip(open_ones, told, strict=True):
            chunks[row] = found
    return chunks


async def _chunk_by_chunk(
    judge: Judge, statements: Sequence[str], contexts: Sequence[str], prompt: JudgePrompt
) -> list[set[int]]:
    columns = [await verify(judge, statements, [context], prompt) for context in contexts]
    return [
        {chunk for chunk, column in enumerate(columns) if column[row].supported}
        for row in range(len(statements))
    ]


async def relevant(
    judge: Judge,
    question: str,
    answer: str,
    chunks: Sequence[str],
    *,
    chunks_per_call: int | None = None,
    prompt: JudgePrompt = RELEVANT,
) -> list[Usefulness]:
    """One opinion a chunk: was it useful for reaching the answer? All chunks go in one call unless told otherwise.

    Raises:
        IncompleteReplyError: the judge left chunks out, also when asked again.
    """
    if chunks_per_call is not None and chunks_per_call < 1:
        raise ValueError(f"chunks_per_call is a number of chunks, at least 1, not {chunks_per_call!r}")
    if own := _own(judge, "relevant"):
        key = ("relevant", Same(judge), question, answer, tuple(chunks))
        return await _once(key, lambda: own.relevant(question, answer, chunks))
    size = chunks_per_call or max(1, len(chunks))
    opinions: list[Usefulness] = []
    for start in range(0, len(chunks), size):
        part = chunks[start : start + size]

        async def judged(numbers: Sequence[int], part: Sequence[str] = part) -> list[ChunkVerdict]:
            data = {"question": question, "answer": answer, "chunk": [part[n - 1] for n in numbers]}
            return (await _ask(judge, prompt, data, ChunkVerdicts)).verdicts

        opinions += [Usefulness(one.useful, one.reason) for one in await all_numbered(judged, len(part))]
    return opinions


async def entities(judge: Judge, text: str, prompt: JudgePrompt = ENTITIES) -> list[str]:
    """The named entities in `text`."""
    if own := _own(judge, "entities"):
        return await _once(("entities", Same(judge), text), lambda: own.entities(text))
    found = (await _ask(judge, prompt, {"text": text}, Entities)).entities
    return [entity.strip() for entity in found if entity.strip()]


async def questions(judge: Judge, answer: str, count: int, prompt: JudgePrompt = QUESTIONS) -> list[Question]:
    """Up to `count` questions that `answer` would answer; blank ones are asked for once more, then left out."""
    asked = await _ask(judge, prompt, {"count": str(count), "answer": answer}, Questions)
    found = [one for one in asked.questions if one.question.strip()][:count]
    if len(found) < count:
        missing = count - len(found)
        earlier = Lines(one.question for one in found) if found else "none that could be used"
        data = {"count": str(missing), "answer": answer, "questions written so far": earlier}
        again = await _ask(judge, prompt, data, Questions)
        found += [one for one in again.questions if one.question.strip()][:missing]
    return found


async def vectors(embedder: Embedder, texts: Sequence[str]) -> list[list[float]]:
    """One vector a text, in one request where the embedder takes many texts at once."""
    from ragas.embeddings.adapt import embed

    return await embed(embedder, texts)


def _located(one: StatementVerdict, contexts: Sequence[str], numbers: Sequence[int]) -> Verdict:
    """The judge's verdict with its quote looked up in the contexts: a quote that is not there is marked."""
    chunks = tuple(dict.fromkeys(number - 1 for number in numbers)) or ((0,) if len(contexts) == 1 else ())
    if not one.supported:
        return Verdict(False, one.reason)
    if not one.quote.strip():
        return Verdict(True, one.reason, chunks=chunks)
    found = find_quote(one.quote, contexts, chunks)
    if found is None:
        return Verdict(True, one.reason, one.quote, quote_found=False, chunks=chunks)
    return Verdict(
        True,
        one.reason,
        contexts[found.chunk][found.start : found.end],
        found.chunk,
        found.start,
        found.end,
        quote_found=True,
        chunks=chunks or (found.chunk,),
    )


async def _once(key: Hashable, make: Callable[[], Awaitable[Result]]) -> Result:
    # Imported here because a metric class should be cheap to import and the engine is needed only for scoring.
    from ragas.engine.runner import current_runner

    return await current_runner().once(key, make)


async def _ask(judge: Judge, prompt: JudgePrompt, data: Mapping[str, Data], reply: type[Reply]) -> Reply:
    return await ask(judge, prompt.render(data), reply)


def _own(judge: Judge, step: Step) -> StepJudge | None:
    """`judge` as one that answers `step` itself, or None."""
    return cast(StepJudge, judge) if step in getattr(judge, "steps", ()) else None
