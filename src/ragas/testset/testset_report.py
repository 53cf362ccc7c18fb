"""How a test set came about: what was asked for, made, dropped and why, and which documents were used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Dropped:
    """A question that was made and not kept. `why` is the reason as it is counted, `detail` what it was here."""

    question: str
    why: str
    detail: str = ""
    documents: Sequence[str] = ()
    synthesizer_name: str = ""


@dataclass
class TestsetReport:
    """How a test set came about.

    `by_document` and `by_kind` count the questions kept; a document without questions stands there with 0. `ended` is
    what ended the run early, `cause` what was measured where the documents gave too little.
    """

    __test__ = False  # pytest takes it for a test otherwise

    requested: int
    made: int = 0
    by_document: dict[str, int] = field(default_factory=dict)
    by_synthesizer: dict[str, int] = field(default_factory=dict)
    by_kind: dict[str, int] = field(default_factory=dict)
    dropped: list[Dropped] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cause: str = ""
    ended: str = ""
    judge: str = ""
    verifier: str = ""
    caution: str | None = None
    seed: int = 42
    seconds: float = 0.0

    @property
    def dropped_by_reason(self) -> dict[str, int]:
        """How many questions were dropped for each reason, the commonest first."""
        return dict(Counter(one.why for one in self.dropped).most_common())

    @property
    def shortfall(self) -> str:
        """Why there are fewer questions than asked for; empty if there are as many."""
        if self.made >= self.requested:
            return ""
        reasons = ", ".join(f"{count} {why}" for why, count in self.dropped_by_reason.items())
        dropped = f"Dropped: {reasons}." if reasons else ""
        told = [one for one in (self.ended, dropped, "" if self.ended else self.cause) if one]
        because = " ".join(told) or "The documents gave no more to ask about."
        return f"{self.made} of {self.requested} questions were made. {because}"

    @property
    def unused_documents(self) -> list[str]:
        """The documents that no question is about."""
        return [name for name, count in self.by_document.items() if not count]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "requested": self.requested,
            "made": self.made,
            "shortfall": self.shortfall or None,
            "by_document": dict(self.by_document),
            "by_synthesizer": dict(self.by_synthesizer),
            "by_kind": dict(self.by_kind),
            "dropped": self.dropped_by_reason,
            "unused_documents": self.unused_documents,
            "notes": list(self.notes),
            "judge": self.judge,
            "verifier": self.verifier,
            "caution": self.caution,
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
        }

    def count(self, samples: Sequence[Any], documents: Sequence[str]) -> None:
        """Count the questions kept: `TestsetSample`s."""
        self.made = len(samples)
        self.by_document = dict.fromkeys(documents, 0) | _counted(
            name for one in samples for name in one.documents
        )
        self.by_synthesizer = _counted(one.synthesizer_name for one in samples)
        self.by_kind = _counted(one.kind for one in samples)


def _counted(names: Any) -> dict[str, int]:
    found: Mapping[str, int] = Counter(names)
    return dict(found)
