"""Datasets kept under a name; the definitions are in `ragas.experiment`."""

from ragas.experiment.dataset import Dataset
from ragas.experiment.table import DataTable

__all__ = ["DataTable", "Dataset"]
