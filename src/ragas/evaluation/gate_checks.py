"""What a gate found: a check for each condition, and the worst of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from ragas.evaluation.gate_scores import Row
from ragas.stats.intervals import Interval

Outcome = Literal["meets", "misses", "unclear", "not measured"]

SEVERITY: tuple[Outcome, ...] = ("misses", "not measured", "unclear", "meets")
"""From worst to best: what a gate comes to is the worst of its checks."""

IN_WORDS: dict[Outcome, str] = {
    "meets": "meets",
    "misses": "misses",
    "unclear": "not enough samples to tell",
    "not measured": "could not be measured",
}
CERTIFIED = "a certified judge"
"""The condition that a certificate is required for."""


@dataclass(frozen=True)
class Check:
    """One condition and what came of it.

    `figure` is the mean (of one of two words the share of the first), or the mean difference to the baseline, on
    `n` of `total` samples; `interval` is where it is likely to be on all such samples. `needed` is how many
    samples like these would settle an unclear case, None if no number anybody would draw does. `rows` are the
    samples that speak most against the condition, unless it is met. Of a drop, `only_before` and `only_after` count the
    samples that only the baseline or only the run has; `total` includes them. `lost` counts those that the baseline scored
    and that are not applicable in the run, `gained` the reverse; `not_applicable` all that are not, in the run. `certified` is whether a certificate speaks for
    the judge of these scores, None where none was asked for or no judge scores.
    """

    metric: str
    condition: str
    outcome: Outcome
    figure: float | None = None
    interval: Interval | None = None
    n: int = 0
    total: int = 0
    needed: int | None = None
    note: str = ""
    rows: tuple[Row, ...] = ()
    is_difference: bool = False
    certified: bool | None = None
    only_before: int | None = None
    only_after: int | None = None
    not_applicable: int = 0
    lost: int | None = None
    gained: int | None = None
    is_bare: bool = False
    """Whether it is met by a certificate of which nothing was required, so what that says is no success."""

    @property
    def is_uncertified(self) -> bool:
        """Whether its scores come from a judge that no certificate speaks for, though one was asked for."""
        return self.certified is False and self.condition != CERTIFIED

    @property
    def figure_text(self) -> str:
        """The figure to three decimals, a difference with its sign; empty without one."""
        return "" if self.figure is None else f"{self.figure:{'+' if self.is_difference else ''}.3f}"

    @property
    def between(self) -> str:
        """The interval: "0.721 to 0.913"; empty without one."""
        if self.interval is None:
            return ""
        sign = "+" if self.is_difference else ""
        return f"{self.interval.low:{sign}.3f} to {self.interval.high:{sign}.3f}"

    def __str__(self) -> str:
        said = f"{self.metric} {IN_WORDS[self.outcome]}: {self.condition}"
        if self.figure is not None:
            what = "the difference" if self.is_difference else "it"
            between = f" ({self.between})" if self.between else ""
            said += f"; {what} is {self.figure_text}{between} on {self.n:,} of {self.total:,} samples"
        return f"{said}; {self.note}" if self.note else said

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "metric": self.metric,
            "condition": self.condition,
            "outcome": self.outcome,
            "figure": self.figure,
            "low": self.interval.low if self.interval else None,
            "high": self.interval.high if self.interval else None,
            "n": self.n,
            "total": self.total,
            "needed": self.needed,
            "only_before": self.only_before,
            "only_after": self.only_after,
            "not_applicable": self.not_applicable,
            "lost": self.lost,
            "gained": self.gained,
            "note": self.note,
            "certified": self.certified,
            "rows": [row._asdict() for row in self.rows],
        }


@dataclass(frozen=True)
class Gate:
    """All checks of a run.

    `differences` is what was not the same in the baseline, where that was allowed. `cautions` is what must be said
    beside scores of the judges, with the metrics each concerns.
    """

    checks: list[Check]
    differences: list[str]
    confidence: float | None = 0.95
    cautions: dict[str, str] = field(default_factory=dict)

    @property
    def outcome(self) -> Outcome:
        """The worst of the checks."""
        return min((check.outcome for check in self.checks), key=SEVERITY.index)

    def __str__(self) -> str:
        return "\n".join(map(str, self.checks))

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "outcome": self.outcome,
            "confidence": self.confidence,
            "checks": [check.to_dict() for check in self.checks],
            "differences": self.differences,
            "cautions": [{"metrics": names, "caution": one} for one, names in self.cautions.items()],
        }
