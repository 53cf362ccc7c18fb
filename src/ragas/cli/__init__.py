"""The `ragas` command, and its functions under their earlier names."""

from typing import TYPE_CHECKING

from ragas._lazy import door
from ragas.cli.app import app

if TYPE_CHECKING:
    from ragas.cli.earlier import (
        calculate_aggregated_metrics,
        create_categorical_metrics_table,
        create_numerical_metrics_table,
        display_metrics_tables,
        extract_metrics_from_experiment,
        load_eval_module,
        run_experiments,
        separate_metrics_by_type,
    )

_EARLIER = [
    "calculate_aggregated_metrics",
    "create_categorical_metrics_table",
    "create_numerical_metrics_table",
    "display_metrics_tables",
    "error",
    "extract_metrics_from_experiment",
    "hello_world",
    "info",
    "load_eval_module",
    "main",
    "run_experiments",
    "separate_metrics_by_type",
    "success",
    "warning",
]

__all__ = [
    "app",
    "calculate_aggregated_metrics",
    "create_categorical_metrics_table",
    "create_numerical_metrics_table",
    "display_metrics_tables",
    "extract_metrics_from_experiment",
    "load_eval_module",
    "run_experiments",
    "separate_metrics_by_type",
]

__getattr__, __dir__ = door(__name__, {"app": "ragas.cli.app"} | dict.fromkeys(_EARLIER, "ragas.cli.earlier"))
