"""Ask a judge about numbered items and accept only an answer to all of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar

from ragas.exceptions import IncompleteReplyError, TruncatedReplyError


class Numbered(Protocol):
    """A reply that names the item it is about."""

    number: int


Item = TypeVar("Item", bound=Numbered)


async def all_numbered(
    ask: Callable[[Sequence[int]], Awaitable[Sequence[Item]]], count: int, what: str = "verdicts"
) -> list[Item]:
    """The replies to items 1 to `count` in order; those that are left out are asked for once more.

    `ask` gets the numbers of the items to ask about. Its replies count from 1 again, in the order asked. An item
    that a reply answers twice, and differently, counts as left out. A reply that was cut off counts for nothing:
    its items are asked about in two halves.

    Raises:
        IncompleteReplyError: some are left out again.
        TruncatedReplyError: the reply to one half was cut off too.
    """
    found: dict[int, Item] = {}
    for _ in range(2):
        asked = [number for number in range(1, count + 1) if number not in found]
        if not asked:
            break
        try:
            found |= await _trusted(ask, asked)
        except TruncatedReplyError:
            if len(asked) == 1:
                raise
            middle = len(asked) // 2
            found |= await _trusted(ask, asked[:middle]) | await _trusted(ask, asked[middle:])
    missing = [str(number) for number in range(1, count + 1) if number not in found]
    if missing:
        raise IncompleteReplyError(
            f"{len(found)} of {count} {what}: the judge left out number {', '.join(missing)}, also when asked again."
        )
    return [found[number] for number in range(1, count + 1)]


async def _trusted(
    ask: Callable[[Sequence[int]], Awaitable[Sequence[Item]]], asked: list[int]
) -> dict[int, Item]:
    """The replies that can be trusted, by the number of the item they are about."""
    replies = _by_position(await ask(asked), len(asked))
    return {asked[position - 1]: reply for position, reply in replies.items()}


def _by_position(replies: Sequence[Item], count: int) -> dict[int, Item]:
    """The replies that can be trusted, by the position (from 1) of the item they are about."""
    numbers = [reply.number for reply in replies]
    from_zero = sorted(numbers) == list(range(count))
    if 0 in numbers and not from_zero:
        return {}  # counted from 0 or from 1? A verdict on the wrong item is worse than none.
    found: dict[int, Item] = {}
    contradicted = set()
    for reply in replies:
        position = reply.number + from_zero
        if not 1 <= position <= count:
            continue
        if position in found and _judgement(found[position]) != _judgement(reply):
            contradicted.add(position)
        found.setdefault(position, reply)
    return {position: reply for position, reply in found.items() if position not in contradicted}


def _judgement(reply: Any) -> dict[str, Any]:
    """What a reply decides, apart from its wording."""
    return {name: value for name, value in reply if isinstance(value, (bool, int, float))}
