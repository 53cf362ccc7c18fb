"""Tokens and price of the calls of a run: one call's `Usage`, and the `Ledger` that adds them up."""

from ragas.engine.ledger import Cell, Kind, Ledger, Totals, current_cell, use_cell
from ragas.engine.prices import price
from ragas.engine.tokens import Usage

__all__ = ["Cell", "Kind", "Ledger", "Totals", "Usage", "current_cell", "price", "use_cell"]
