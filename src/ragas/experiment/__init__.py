"""Run an application over a dataset and keep what it makes of each row.

The package can be called: `ragas.experiment(...)` is the decorator `ragas.experiment.experiment`, whether the package
has been imported or not.
"""

import sys
from types import ModuleType
from typing import Any

from ragas.experiment.dataset import Dataset
from ragas.experiment.decorator import ExperimentProtocol, ExperimentWrapper, experiment
from ragas.experiment.names import memorable_names
from ragas.experiment.results import Experiment, FailedRow, Failure
from ragas.experiment.table import DataTable
from ragas.experiment.versioning import version_experiment

__all__ = [
    "DataTable",
    "Dataset",
    "Experiment",
    "ExperimentProtocol",
    "ExperimentWrapper",
    "FailedRow",
    "Failure",
    "experiment",
    "memorable_names",
    "version_experiment",
]


class _CallablePackage(ModuleType):
    # Importing a package binds its name in the parent, over the decorator of the same name.
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return experiment(*args, **kwargs)


sys.modules[__name__].__class__ = _CallablePackage
