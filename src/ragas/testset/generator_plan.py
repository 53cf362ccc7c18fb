"""What making a test set will take, in figures."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from ragas.metrics.wording import counted
from ragas.schema.overview import dollars
from ragas.testset.generator_supply import MOST_WRITTEN

LIKELY = 1.5
"""Questions written for one that is kept, of a judge that writes well: a third is dropped."""
MOST = 3.0
"""The same where two of three are dropped."""
ROOM = 1.2
"""Both ends have a fifth of room: replies are asked again, and of what a judge finds in the documents much depends."""
WORDY = 1.6
"""The same for tokens out: judges differ in how much they say."""
"""US dollars. Less than this is no price to be told by figures."""
NOTHING = "The embedded judge sends nothing."
QUESTIONS = "questions"
"""The part of a run that grows with questions that are dropped."""


class StandIns(Protocol):
    """Gives models that answer by themselves and count tokens in the place of others."""

    def judge(self, model: Any) -> Any:
        """In place of a judge."""
        ...

    def embedder(self, model: Any) -> Any:
        """In place of embeddings."""
        ...


@dataclass(frozen=True)
class TestsetPlan:
    """What a run will take: an estimate, and from where to where it may go.

    The least is with every question kept, the estimate with one of three dropped and written anew, the most with two of
    three; both ends have a fifth of room. `cost` is in US dollars, None where no price is known; `unpriced_calls` counts
    the calls it does not cover.
    """

    __test__ = False  # pytest takes it for a test otherwise

    questions: int
    calls: int
    embedding_calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    calls_range: tuple[int, int] = (0, 0)
    input_tokens_range: tuple[int, int] = (0, 0)
    output_tokens_range: tuple[int, int] = (0, 0)
    cost_range: tuple[float, float] | None = None
    note: str = NOTHING
    unpriced_calls: int = 0

    @classmethod
    def of(cls, questions: int, usage: Mapping[str, Any]) -> TestsetPlan:
        """The plan from what a rehearsal booked, in which every question was kept."""
        asked = usage.get("by_part", {}).get(QUESTIONS, {})

        def at(name: str, times: float) -> float:
            return (usage.get(name) or 0) + (times - 1) * (asked.get(name) or 0)

        def figures(name: str, room: float = ROOM) -> tuple[int, tuple[int, int]]:
            return round(at(name, LIKELY)), (round(at(name, 1) / room), round(at(name, MOST) * room))

        calls, calls_range = figures("judge_calls")
        read, read_range = figures("input_tokens")
        written, written_range = figures("output_tokens", WORDY)
        known = usage.get("cost") is not None or not usage.get("calls")
        return cls(
            questions,
            calls,
            usage.get("embedding_calls") or 0,
            read,
            written,
            at("cost", LIKELY) if known else None,
            calls_range,
            read_range,
            written_range,
            (at("cost", 1) / ROOM, at("cost", MOST) * ROOM) if known else None,
            "The least is with every question kept, the most with two of three dropped and written anew, a fifth of room "
            "at both ends. "
            f"A run writes {MOST_WRITTEN * (questions + 1):,} questions at most.",
            round(at("unpriced_calls", LIKELY)),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        price = "price unknown" if self.cost is None else dollars(self.cost)
        if self.cost_range and dollars(self.cost_range[0]) != dollars(self.cost_range[1]):
            price += f" ({dollars(self.cost_range[0])} to {dollars(self.cost_range[1])})"
        if self.unpriced_calls and self.cost is not None:
            price += f" and about {counted(self.unpriced_calls, 'call')} without a known price"
        return (
            f"{self.questions:,} questions: about {self.calls:,} judge calls{_span(self.calls_range)}, "
            f"{self.embedding_calls:,} embedding calls, {self.input_tokens:,} tokens in{_span(self.input_tokens_range)}, "
            f"{self.output_tokens:,} tokens out{_span(self.output_tokens_range)}, {price}. {self.note}"
        )


def _span(ends: tuple[int, int]) -> str:
    return f" ({ends[0]:,} to {ends[1]:,})" if ends[1] else ""


@contextmanager
def unheard(logger: logging.Logger) -> Iterator[None]:
    """Keep warnings about made-up replies to oneself."""

    def nothing(record: logging.LogRecord) -> bool:
        return False

    logger.addFilter(nothing)
    try:
        yield
    finally:
        logger.removeFilter(nothing)
