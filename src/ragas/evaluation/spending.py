"""What a run has cost: in this process, and in all that worked on it before."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import asdict

from ragas.engine.journal import Journal
from ragas.engine.ledger import Cell, Kind, Ledger, current_cell, use_cell
from ragas.engine.request import RawReply
from ragas.engine.tokens import Usage

CALL = "call"
CELL = "cell"
EMBEDDED = "embedded"
"""Of the lines that tell what embeddings took: their vectors are not kept."""


class RunLedger(Ledger):
    """The ledger of a run in a folder. It begins with every call that was ever paid for the run, each once.

    A cell is written down with what its calls took. Calls after the last line of their cell, or of a cell that was never
    finished, are booked to it from the start, and written down with it once it is finished.
    """

    def __init__(self, journal: Journal) -> None:
        super().__init__()
        self._journal = journal
        self._at_hand: Counter[tuple[Cell, str, str, str | None]] = Counter()
        """Calls of unfinished cells whose replies are still to be taken up."""
        cells = array("q")
        alone: dict[tuple[int | None, str | None], list[int]] = {}
        for mark in journal.marks():
            place = mark.row, mark.metric
            if mark.kind == CELL:
                cells.append(mark.offset)
                alone.pop(place, None)
            elif mark.kind in (CALL, EMBEDDED):
                alone.setdefault(place, []).append(mark.offset)
        for line in journal.lines(cells):
            self.restore(line["row"], line["metric"], line.get("booked", ()))
        for line in journal.lines(offset for offsets in alone.values() for offset in offsets):
            if line.get("cached"):
                continue
            reply = RawReply.from_dict({"text": "", **line["reply"]})
            model, provider = line["model"], line["provider"]
            cell = Cell(line["row"], line.get("metric"))
            kind: Kind = "embedding" if line["kind"] == EMBEDDED else "judge"
            with use_cell(cell.row, cell.metric):
                super().record(model, provider, reply.usage, kind=kind, priced_as=reply.model)
            self._at_hand[cell, model, provider, reply.model] += kind == "judge"

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
        """Book one call, unless it is one of the cell's own that was paid before and is booked.

        Embeddings are written down, too, as the calls of a judge are by their record.
        """
        cell = current_cell.get() or Cell()
        own = cell, model, provider, priced_as
        if cached and self._at_hand[own]:
            self._at_hand[own] -= 1
            return
        super().record(model, provider, usage, kind=kind, cached=cached, priced_as=priced_as)
        if kind != "embedding" or cached:
            return
        reply = {"model": priced_as, "usage": None if usage is None else asdict(usage)}
        self._journal.append(
            EMBEDDED,
            cell.row,
            cell.metric,
            model=model,
            provider=provider,
            reply=reply,
        )
