"""Tables as CSV files that keep types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pydantic import BaseModel

from ragas.backends import csv_text
from ragas.backends.base import Row, columns_of
from ragas.backends.folder import FolderBackend, text_of
from ragas.backends.values import checked_columns


class LocalCSVBackend(FolderBackend):
    """Keeps tables as `root_dir/datasets/name.csv` and `root_dir/experiments/name.csv`.

    Numbers, truth values, missing values, lists and mappings come back as they were; a column that a row lacks comes
    back as None. In CSV files from elsewhere every cell is a text, unless a data model says what it is.
    """

    suffix: ClassVar[str] = ".csv"

    def encode(self, data: Sequence[Row], data_model: type[BaseModel] | None) -> bytes:
        """The rows as CSV."""
        return csv_text.write(data, checked_columns(columns_of(data, data_model), "CSV")).encode()

    def decode(self, content: bytes, place: str) -> list[Row]:
        """The rows of a CSV file."""
        return csv_text.read(text_of(content, place), place)
