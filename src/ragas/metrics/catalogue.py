"""All metrics that come with Ragas, found by name, with what each needs."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from ragas.exceptions import ConfigurationError
from ragas.metrics import collections
from ragas.metrics.base import BaseMetric
from ragas.metrics.inputs import inputs_of

REFERENCE = (
    "reference",
    "reference_contexts",
    "reference_context_ids",
    "reference_topics",
    "reference_tool_calls",
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One metric: its class and the name of its column."""

    metric_class: type[BaseMetric]
    name: str

    @property
    def metric(self) -> BaseMetric:
        """The metric with its default settings."""
        return self.metric_class(name=self.name)

    @property
    def required(self) -> list[str]:
        """The columns it cannot do without."""
        return [one.name for one in inputs_of(self.metric_class) if one.required]

    @property
    def optional(self) -> list[str]:
        """The columns it uses when they are there."""
        return [one.name for one in inputs_of(self.metric_class) if not one.required]

    @property
    def needs_reference(self) -> bool:
        """Whether it needs an answer, contexts or ids that are known to be right."""
        return any(name in REFERENCE for name in self.required)

    @property
    def of_conversations(self) -> bool:
        """Whether it scores conversations, and no single questions."""
        return any(one.name == "user_input" and one.is_list for one in inputs_of(self.metric_class))

    @property
    def summary(self) -> str:
        """What it tells, in a sentence."""
        return (inspect.getdoc(self.metric_class) or "").split("\n\n")[0].replace("\n", " ").replace("`", "")


def catalogue() -> list[Entry]:
    """Every metric, by name. Two names of the same class are listed once.

    Of two classes with the same name, the first keeps it; the other is listed under the name of its class.
    """
    found: dict[str, Entry] = {}
    for candidate in dict.fromkeys(_exported().values()):
        name = candidate().name
        if name in found:
            name = re.sub(r"(?<!^)(?=[A-Z])", "_", candidate.__name__).lower()
        found[name] = Entry(candidate, name)
    return sorted(found.values(), key=lambda entry: entry.name)


def _exported() -> dict[str, type[BaseMetric]]:
    """The metric classes by the names they are imported by."""
    candidates = {name: getattr(collections, name) for name in collections.__all__}
    return {
        name: one
        for name, one in candidates.items()
        if inspect.isclass(one) and issubclass(one, BaseMetric) and one is not BaseMetric
    }


def metrics_named(names: Sequence[str]) -> list[BaseMetric]:
    """The metrics of these names: column names (`faithfulness`) or class names (`Faithfulness`).

    Raises:
        ConfigurationError: there is no metric of a name; says which are alike.
    """
    if not names:
        raise ConfigurationError("No metric is named. `ragas metrics` lists them all.")
    known = {entry.name: entry for entry in catalogue()}
    of_class = {entry.metric_class: entry for entry in known.values()}
    by_class = {name.lower(): of_class[one] for name, one in _exported().items()}
    chosen = []
    for name in names:
        entry = known.get(name) or by_class.get(name.replace("_", "").lower())
        if entry is None:
            close = get_close_matches(name, known, n=3, cutoff=0.4)
            hint = f" Did you mean {' or '.join(close)}?" if close else ""
            raise ConfigurationError(f"There is no metric {name!r}.{hint} `ragas metrics` lists them all.")
        chosen.append(entry.metric)
    return chosen
