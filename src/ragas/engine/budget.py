"""A limit on what a run may cost: once it is reached, nothing more is sent."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

from ragas.exceptions import BudgetSpentError, ConfigurationError

if TYPE_CHECKING:
    from ragas.engine.ledger import Totals


class Budget:
    """US dollars a run may spend, in all its parts together.

    Calls that are under way when the limit is reached are finished and paid, so a run ends above it by what
    they cost: at most `max_workers` calls.

    Args:
        unmade: what the error says of the call that is not made.

    Raises:
        ConfigurationError: the amount is not a positive number.
    """

    def __init__(self, dollars: float, *, unmade: str = "this cell was not asked for") -> None:
        if not (isinstance(dollars, (int, float)) and not isinstance(dollars, bool) and dollars > 0):
            raise ConfigurationError(
                f"budget={dollars!r}: give a positive number of US dollars, or leave it out."
            )
        self.dollars = float(dollars)
        self.spent = 0.0
        self._unmade = unmade
        self._unpriced = ""
        self._lock = threading.Lock()

    @property
    def spent_up(self) -> bool:
        """Whether nothing more may be sent."""
        return bool(self._unpriced) or self.spent >= self.dollars

    def check(self) -> None:
        """Refuse another call once the budget is used up.

        Raises:
            BudgetSpentError: it is, or a call was made whose price is unknown.
        """
        if self._unpriced:
            raise BudgetSpentError(
                f"The price of {self._unpriced} is unknown, so a budget cannot be kept and nothing more is sent. "
                "Leave the budget out, or use a model whose price is listed."
            )
        if self.spent >= self.dollars:
            raise BudgetSpentError(
                f"The budget of ${_plain(self.dollars)} is spent (${_rounded(self.spent)}); {self._unmade}. "
                "Resume the run with a larger one."
            )

    def begin_with(self, earlier: Mapping[str, Totals]) -> None:
        """Count what earlier parts of the run took, by model: a budget is one of the whole run."""
        for model, totals in earlier.items():
            self.pay(None if totals.unpriced_calls else totals.cost or 0.0, model)

    def pay(self, amount: float | None, model: str) -> None:
        """Count what a call cost; None when nobody knows."""
        with self._lock:
            if amount is None:
                self._unpriced = self._unpriced or repr(model)
            else:
                self.spent += amount


def _plain(dollars: float) -> str:
    """As it was given, without an exponent."""
    return f"{Decimal(f'{dollars:g}'):f}"


def _rounded(dollars: float) -> str:
    """To the hundredth of a cent; less than a tenth of a cent to two figures."""
    return f"{dollars:.4f}" if dollars >= 0.001 else _plain(float(f"{dollars:.2g}"))
