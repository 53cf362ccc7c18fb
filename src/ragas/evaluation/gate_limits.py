"""The conditions of a gate, checked against the metrics they name before anything is computed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from math import isfinite
from numbers import Real

from ragas.exceptions import ConfigurationError
from ragas.schema.cells import MetricInfo
from ragas.schema.comparison import differences
from ragas.schema.result import EvaluationResult

Limits = Mapping[str, float] | float
"""A number for each metric that is named, or one number for every metric."""


def limits_of(given: Limits | None, infos: Mapping[str, MetricInfo], which: str) -> dict[str, float]:
    """The limit of each metric that has one.

    Raises:
        ConfigurationError: a metric is not there, or a limit is none.
    """
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        wanted = which == "minimum"
        others = [info.name for info in infos.values() if info.higher_is_better is not wanted]
        if others:
            raise ConfigurationError(
                f"One {which} for every metric does not fit {', '.join(others)}, where "
                f"{'lower' if wanted else 'higher'} is better. Give a {which} for each metric by name."
            )
        given = dict.fromkeys(infos, given)
    for name, value in given.items():
        low, high = _bounds(_known(infos, name))
        if not _is_number(value):
            raise ConfigurationError(f"The {which} for {name} is a number like 0.8, not {value!r}.")
        if not low <= value <= high:
            hint = f" Did you mean {value / 100:g}?" if (low, high) == (0, 1) and 1 < value <= 100 else ""
            raise ConfigurationError(
                f"The {which} {value!r} for {name} is outside the range of its scores, {low:g} to {high:g}.{hint}"
            )
    return {name: float(value) for name, value in given.items()}


def _is_number(value: object) -> bool:
    """Whether it is a number; True is none, for the share or drop it stands for would be 1."""
    return isinstance(value, Real) and not isinstance(value, bool)


def _bounds(info: MetricInfo) -> tuple[float, float]:
    largest = 1.7e308
    return (0.0, 1.0) if info.two_words else info.bounds or (-largest, largest)


def drops_of(given: Limits, infos: Mapping[str, MetricInfo], baseline: EvaluationResult) -> dict[str, float]:
    """The drop that is allowed for each metric that has one.

    Raises:
        ConfigurationError: a metric is not in both results, or a drop is no number.
    """
    if not isinstance(given, Mapping):
        common = [name for name in infos if name in baseline.metric_names]
        if not common:
            raise ConfigurationError(
                f"The run and its baseline have no metric in common: {', '.join(infos)} and "
                f"{', '.join(baseline.metric_names)}."
            )
        given = dict.fromkeys(common, given)
    for name, most in given.items():
        _known(infos, name)
        if name not in baseline.metric_names:
            raise ConfigurationError(
                f"The baseline has no metric {name!r}; it has {', '.join(baseline.metric_names)}."
            )
        if not _is_number(most) or not isfinite(most):
            raise ConfigurationError(f"The drop allowed for {name} is a number like 0.02, not {most!r}.")
    return {name: float(most) for name, most in given.items()}


def _known(infos: Mapping[str, MetricInfo], name: str) -> MetricInfo:
    if name not in infos:
        near = get_close_matches(name, infos, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise ConfigurationError(f"The run has no metric {name!r}; it has {', '.join(infos)}.{hint}")
    return infos[name]


def settings_told(
    baseline: EvaluationResult, infos: Mapping[str, MetricInfo], names: Iterable[str], allowed: bool
) -> list[str]:
    """What was not the same in the baseline for these metrics.

    Raises:
        ConfigurationError: something was not, and that is not allowed.
    """
    before = {info.name: info for info in baseline.metrics}
    told = [str(one) for name in names for one in differences(before[name], infos[name])]
    if told and not allowed:
        raise ConfigurationError(
            "The baseline was not made in the same way, so a change may come from that:\n"
            + "\n".join(f"- {one}" for one in told)
            + "\nTo compare nevertheless, say --allow-different (in Python, allow_different=True)."
        )
    return told


def check_shares(confidence: float | None, max_failed: float) -> None:
    """Refuse what is no share.

    Raises:
        ConfigurationError: says which it is.
    """
    if confidence is not None and not (_is_number(confidence) and 0 < confidence < 1):
        raise ConfigurationError(f"The confidence is between 0 and 1, such as 0.95, not {confidence!r}.")
    if not (_is_number(max_failed) and 0 <= max_failed <= 1):
        raise ConfigurationError(
            f"The share of cells that may fail is between 0 and 1, such as 0.05, not {max_failed!r}."
        )
