"""What a test set has cost: in this process, and in all that worked on it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ragas.engine.journal import CallRecord, Journal
from ragas.engine.ledger import Kind, Ledger, current_cell, use_cell
from ragas.engine.request import RawReply
from ragas.engine.tokens import Usage

KIND = "paid"
"""Of the lines that tell what was paid for, embeddings included, whose vectors are not kept."""


class Spending(Ledger):
    """Books what this process sends; `whole` holds also what earlier ones sent for the same test set.

    Args:
        journal: where each call that is paid is written down at once; without one, there were no earlier processes.
    """

    def __init__(self, journal: Journal | None = None) -> None:
        super().__init__()
        self.whole = Ledger()
        self._journal = journal
        if journal is None:
            return
        for line in journal.lines([mark.offset for mark in journal.marks() if mark.kind == KIND]):
            told = line["usage"]
            with use_cell(metric=line.get("metric")):
                self.whole.record(
                    line["model"],
                    line["provider"],
                    None if told is None else Usage(**told),
                    kind=line["of"],
                    priced_as=line["priced_as"],
                )

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
        """Book one call."""
        super().record(model, provider, usage, kind=kind, cached=cached, priced_as=priced_as)
        self.whole.record(model, provider, usage, kind=kind, cached=cached, priced_as=priced_as)
        if self._journal is None or cached:
            return
        cell = current_cell.get()
        self._journal.append(
            KIND,
            None,
            cell.metric if cell else None,
            of=kind,
            model=model,
            provider=provider,
            priced_as=priced_as,
            usage=None if usage is None else asdict(usage),
        )

    def told(self, recalled: int = 0) -> dict[str, Any]:
        """The whole as `Totals.to_dict`; under `paid_now` the same of this process, with the calls earlier ones paid.

        Args:
            recalled: calls that were booked as shared, since the record had their answers.
        """
        whole, now = self.whole.total().to_dict(), self.total().to_dict()
        for one in (whole, now):  # an answer of an earlier process is none that was shared
            one["cached_calls"] -= recalled
        # Not what was recalled: the graph as an earlier process left it stands for all its calls, and recalls none.
        earlier = whole["judge_calls"] - now["judge_calls"]
        by_model = {name: total.to_dict() for name, total in self.whole.by_model().items()}
        return {**whole, "by_model": by_model, "paid_now": {**now, "recalled_calls": earlier}}


class CountedRecord(CallRecord):
    """A record of calls that counts those it answers itself."""

    recalled = 0

    def recall(self, key: str) -> RawReply | None:
        """The reply of an earlier process to this request."""
        found = super().recall(key)
        self.recalled += found is not None
        return found
