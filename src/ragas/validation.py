"""Checks before a dataset is scored; the definitions are in `ragas.legacy.validation`."""

from ragas.legacy.validation import (
    get_supported_metric_type,
    remap_column_names,
    validate_required_columns,
    validate_supported_metrics,
)

__all__ = [
    "get_supported_metric_type",
    "remap_column_names",
    "validate_required_columns",
    "validate_supported_metrics",
]
