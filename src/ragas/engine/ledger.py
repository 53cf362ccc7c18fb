"""Who spent what: the calls of a run, booked by metric, row and model."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, NamedTuple

from ragas.engine.prices import price, runs_here
from ragas.engine.tokens import Usage

Kind = Literal["judge", "embedding"]


@dataclass(frozen=True, slots=True)
class Cell:
    """What a call is made for: a metric on a row."""

    row: int | None = None
    metric: str | None = None


current_cell: ContextVar[Cell | None] = ContextVar("ragas_cell", default=None)
"""The cell the running code works on; calls are booked to it."""


class use_cell:  # noqa: N801  reads as a function; a class, since a generator would cost every cell twice as much
    """Book the calls made inside to this row and metric."""

    __slots__ = ("_cell", "_token")

    def __init__(self, row: int | None = None, metric: str | None = None) -> None:
        self._cell = Cell(row, metric)

    def __enter__(self) -> None:
        self._token = current_cell.set(self._cell)

    def __exit__(self, *raised: object) -> None:
        current_cell.reset(self._token)


@dataclass(frozen=True, slots=True)
class Totals:
    """Calls, tokens and price, added up.

    Tokens and `cost` are None when nothing is known; else they cover what is known, and `unknown_calls` counts the
    calls whose tokens the provider did not tell, `unpriced_calls` those (these included) without a price. Beside such
    calls, those that cost nothing make no known cost. Cached calls (from the judge cache, or shared with another cell of
    the run) are counted apart and cost nothing.
    """

    calls: int = 0
    cached_calls: int = 0
    unknown_calls: int = 0
    unpriced_calls: int = 0
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    cost: float | None = None
    judge_calls: int = 0
    embedding_calls: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)

    def known(self) -> dict[str, Any]:
        """As `to_dict`, without what is 0 or unknown."""
        return {name: value for name, value in asdict(self).items() if value}


class _Account(NamedTuple):
    cell: Cell
    kind: Kind
    provider: str
    model: str
    priced_as: str


@dataclass(slots=True)
class _Balance:
    cached_calls: int = 0
    calls: int = 0
    unknown: int = 0
    stated: Usage | None = None
    """Calls whose cost the provider told."""
    rest: Usage | None = None
    """Calls to be priced from the table."""


_Entry = tuple[_Account, _Balance]


@dataclass
class Ledger:
    """Books every call of a run. Safe to use from several threads."""

    _rows: dict[int | None, dict[_Account, _Balance]] = field(default_factory=dict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def record(
        self,
        model: str,
        provider: str,
        usage: Usage | None,
        *,
        kind: Kind = "judge",
        cached: bool = False,
        priced_as: str | None = None,
    ) -> None:
        """Book one call to the current cell.

        Args:
            usage: what the provider told; None when it told nothing.
            cached: the reply was at hand and nothing was sent.
            priced_as: the model's name in price tables, where it differs (a deployment's name, say).
        """
        if runs_here(provider) or runs_here(model):
            usage = replace(usage or Usage(0, 0), cost=0.0)
        cell = current_cell.get() or _NOWHERE
        named = (usage.model if usage else None) or model
        account = _Account(cell, kind, provider, named, priced_as or model)
        with self._lock:
            balance = self._rows.setdefault(cell.row, {}).setdefault(account, _Balance())
            if cached:
                balance.cached_calls += 1
                return
            balance.calls += usage.requests if usage else 1
            if usage is None or not (usage.known or usage.cost is not None):
                balance.unknown += usage.requests if usage else 1
                return
            balance.unknown += usage.unknown_requests
            if usage.cost is not None:
                balance.stated = usage if balance.stated is None else balance.stated + usage
            else:
                balance.rest = usage if balance.rest is None else balance.rest + usage

    def settle(self, row: int) -> None:
        """Add a finished row's calls to the sums of its metrics and forget the row: memory does not grow with rows."""
        with self._lock:
            for account, balance in self._rows.pop(row, {}).items():
                self._add(account, balance)

    def booked(self, row: int, metric: str) -> list[list[Any]]:
        """What one metric took on one row, as JSON values that `restore` takes."""
        return [
            [
                account.kind,
                account.provider,
                account.model,
                account.priced_as,
                balance.calls,
                balance.cached_calls,
                balance.unknown,
                None if balance.stated is None else asdict(balance.stated),
                None if balance.rest is None else asdict(balance.rest),
            ]
            for account, balance in self._entries_of(row)
            if account.cell.metric == metric
        ]

    def restore(self, row: int, metric: str, booked: Iterable[Sequence[Any]]) -> None:
        """Book what an earlier part of the run took."""
        for kind, provider, model, priced_as, calls, cached, unknown, stated, rest in booked:
            account = _Account(Cell(row, metric), kind, provider, model, priced_as)
            usages = [None if one is None else Usage(**one) for one in (stated, rest)]
            with self._lock:
                self._add(account, _Balance(cached, calls, unknown, *usages))

    def _add(self, account: _Account, balance: _Balance) -> None:
        account = account._replace(cell=Cell(None, account.cell.metric))
        sums = self._rows.setdefault(None, {}).setdefault(account, _Balance())
        sums.calls += balance.calls
        sums.cached_calls += balance.cached_calls
        sums.unknown += balance.unknown
        if balance.stated is not None:
            sums.stated = balance.stated if sums.stated is None else sums.stated + balance.stated
        if balance.rest is not None:
            sums.rest = balance.rest if sums.rest is None else sums.rest + balance.rest

    def total(self) -> Totals:
        """Everything."""
        return _added(self._entries())

    def by_cell(self, row: int, metric: str) -> Totals:
        """What one metric took on one row."""
        return _added(entry for entry in self._entries_of(row) if entry[0].cell.metric == metric)

    def by_metric(self) -> dict[str, Totals]:
        """What each metric took; calls made for no metric are under ''."""
        return self._grouped(lambda account: account.cell.metric or "")

    def by_model(self) -> dict[str, Totals]:
        """What each model took, judges and embedders."""
        return self._grouped(lambda account: account.model)

    def _entries(self) -> list[_Entry]:
        with self._lock:
            return [entry for accounts in self._rows.values() for entry in accounts.items()]

    def _entries_of(self, row: int) -> list[_Entry]:
        with self._lock:
            return list(self._rows.get(row, {}).items())

    def _grouped(self, key: Callable[[_Account], str]) -> dict[str, Totals]:
        groups: dict[str, list[_Entry]] = {}
        for entry in self._entries():
            groups.setdefault(key(entry[0]), []).append(entry)
        return {group: _added(entries) for group, entries in groups.items()}


_NOWHERE = Cell()


def _added(entries: Iterable[_Entry]) -> Totals:
    usage: Usage | None = None
    cost: float | None = None
    calls = cached = unknown = unpriced = judged = 0
    for account, balance in entries:
        calls += balance.calls
        cached += balance.cached_calls
        unknown += balance.unknown
        unpriced += balance.unknown
        if account.kind == "judge":
            judged += balance.calls
        for part in (balance.stated, balance.rest):
            if part is None:
                continue
            usage = part if usage is None else usage + part
            amount = price(account.priced_as, account.provider, part)
            if amount is None and account.priced_as != account.model:
                amount = price(account.model, account.provider, part)
            if amount is None:
                unpriced += part.requests - part.unknown_requests
            else:
                cost = (cost or 0.0) + amount
    return Totals(
        calls=calls,
        cached_calls=cached,
        unknown_calls=unknown,
        unpriced_calls=unpriced,
        input_tokens=usage.input_tokens if usage else None,
        output_tokens=usage.output_tokens if usage else None,
        cached_tokens=usage.cached_tokens if usage else 0,
        reasoning_tokens=usage.reasoning_tokens if usage else 0,
        cost=None if unpriced and not cost else cost,
        judge_calls=judged,
        embedding_calls=calls - judged,
    )
