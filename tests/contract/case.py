"""What the contract of a metric is tried on, and the columns the cases share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.replies import Reply

QUESTION = "When does the ferry leave?"
NOT_APPLICABLE: Literal["not_applicable"] = "not_applicable"
Inputs = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """What the contract of one metric is tried on.

    `best` holds, for each reply model, the reply that gives the best score, and `best_inputs` the columns for it that
    differ from the sample. `empty` pairs inputs that hold nothing with the value or status they give without a judge
    call. A blank text is not applicable, but for the columns in `blank_scores`, where it is scored like any text.
    """

    best: dict[str, Reply] = field(default_factory=dict)
    best_inputs: Inputs = field(default_factory=dict)
    empty: Sequence[tuple[Inputs, float | str]] = ()
    blank_scores: frozenset[str] = frozenset()


NO_CONTEXT = tuple(({"retrieved_contexts": contexts}, 0.0) for contexts in ([], [""], ["  ", "\n"]))
