"""Samples with the value people want for them, as the metric gives its values."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

from ragas.exceptions import InputError
from ragas.optimizers.annotations import SampleAnnotation, SingleMetricAnnotation
from ragas.optimizers.labels import Label, allowed_by, is_blank, read_label
from ragas.schema.sameness import sameness


@dataclass(frozen=True)
class Labelled:
    """A sample with the value people want for it."""

    inputs: dict[str, Any]
    label: Label
    annotation: SampleAnnotation
    key: str
    """Equal for samples that the metric cannot tell apart, but for case and white space."""


def labelled(dataset: SingleMetricAnnotation, metric: Any) -> list[Labelled]:
    """The annotated samples whose right value is known; warns of the others.

    Raises:
        InputError: a label is none of the metric's values, or no annotation says anything.
    """
    silent = [one for one in dataset if one.is_accepted is None]
    if silent and len(silent) == len(dataset):
        fields = sorted({name for one in dataset for name in one.model_fields_set})
        raise InputError(
            f"No annotation of {dataset.name!r} says what a person thinks: looked for target, or metric_output with "
            f"is_accepted, and found {', '.join(fields)}."
        )
    targets = zip(dataset, dataset.targets, strict=True)
    labels = [_label(one, target, metric, number) for number, (one, target) in enumerate(targets)]
    if missing := labels.count(None):
        whys = {
            "have neither target nor is_accepted": len(silent),
            "do not say what the score should be (no target)": missing - len(silent),
        }
        said = " and ".join(f"{count} {why}" for why, count in whys.items() if count)
        warnings.warn(
            f"{missing} of {len(dataset)} annotations of {dataset.name!r} are left out: {said}.", stacklevel=2
        )
    return [
        Labelled(one.metric_input, label, one, key_of(metric, one.metric_input))
        for one, label in zip(dataset, labels, strict=True)
        if label is not None
    ]


def _label(one: SampleAnnotation, target: Label | None, metric: Any, number: int) -> Label | None:
    """The target as the metric's value; of two words a rejected one leaves the other."""
    where = f"Annotation {number}, {'metric_output' if is_blank(one.target) else 'target'}"
    if target is not None:
        return read_label(target, metric, where)
    allowed = allowed_by(metric)
    two_words = isinstance(allowed, list) and len(allowed) == 2
    if not two_words or one.is_accepted is not False or is_blank(one.metric_output):
        return None
    wrong = read_label(one.metric_output, metric, where)
    return next((word for word in (read_label(two, metric, where) for two in allowed) if word != wrong), None)


def key_of(metric: Any, inputs: dict[str, Any]) -> str:
    """What is equal for samples that read the same in the columns the metric takes; in all, where it names none."""
    return sameness(taken(metric, inputs) or inputs)


def taken(metric: Any, inputs: dict[str, Any]) -> dict[str, Any]:
    """The columns the metric takes; annotations hold others too."""
    needs = getattr(metric, "required_columns", ())
    if isinstance(needs, dict):  # of the first generation: columns by the kind of sample
        every = metric.get_required_columns(with_optional=True)
        wanted = {name for names in every.values() for name in names}
    else:
        wanted = {*needs, *getattr(metric, "optional_columns", ())}
    return {name: value for name, value in inputs.items() if name in wanted}
