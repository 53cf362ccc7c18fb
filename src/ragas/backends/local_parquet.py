"""Tables as Parquet files: typed columns for analysis, JSON where a column has no one type."""

from __future__ import annotations

import json
from collections.abc import Sequence
from io import BytesIO
from typing import Any, ClassVar

from pydantic import BaseModel

from ragas._extras import optional
from ragas.backends.base import Row, columns_of
from ragas.backends.folder import FolderBackend
from ragas.backends.values import checked_columns, is_encodable, to_json
from ragas.exceptions import InputError

MARK = {b"ragas": b"json"}
"""The metadata of a column whose texts are JSON."""

UNREADABLE = (ValueError, OSError, NotImplementedError, RecursionError)
"""What a damaged file can lead to; pyarrow's own errors are kinds of these."""

EXACT = 2**53
"""Up to here every whole number is also a float."""


class LocalParquetBackend(FolderBackend):
    """Keeps tables as `root_dir/datasets/name.parquet` and `root_dir/experiments/name.parquet`.

    Columns of texts, numbers, truth values or lists of texts have the type of their values. Any other column holds
    JSON. A column that a row lacks comes back as None.
    """

    suffix: ClassVar[str] = ".parquet"

    def encode(self, data: Sequence[Row], data_model: type[BaseModel] | None) -> bytes:
        """The rows as a Parquet file."""
        arrow, parquet = _arrow()
        columns = checked_columns(columns_of(data, data_model), "Parquet")
        if data and not columns:
            raise InputError("rows without any column cannot be kept as Parquet.")
        fields, arrays = [], []
        for name in columns:
            values = [row.get(name) for row in data]
            kind = _type(arrow, values)
            if kind is None:
                fields.append(arrow.field(name, arrow.string(), metadata=MARK))
                values = [None if value is None else to_json(value) for value in values]
            else:
                fields.append(arrow.field(name, kind))
            arrays.append(arrow.array(values, type=fields[-1].type))
        out = BytesIO()
        parquet.write_table(arrow.Table.from_arrays(arrays, schema=arrow.schema(fields)), out)
        return out.getvalue()

    def decode(self, content: bytes, place: str) -> list[Row]:
        """The rows of a Parquet file.

        Raises:
            InputError: it is none, or damaged, or a column is there twice.
        """
        _, parquet = _arrow()
        columns: dict[str, list[Any]] = {}
        try:
            table = parquet.ParquetFile(BytesIO(content)).read()
            for field, column in zip(table.schema, table.columns, strict=True):
                if field.name in columns:
                    raise InputError(f"the column {field.name!r} is there twice")
                columns[field.name] = _values(field, column)
        except UNREADABLE as error:
            raise InputError(f"{place} is not a Parquet file, or a damaged one: {error}") from None
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _arrow() -> tuple[Any, Any]:
    """The two modules of pyarrow; it has no types."""
    purpose = "The backend local/parquet"
    return optional("pyarrow", extra="hf", purpose=purpose), optional(
        "pyarrow.parquet", extra="hf", purpose=purpose
    )


def _values(field: Any, column: Any) -> list[Any]:
    values: list[Any] = column.to_pylist()
    if (field.metadata or {}).get(b"ragas") != b"json":
        return values
    return [None if value is None else json.loads(value) for value in values]


def _type(arrow: Any, values: Sequence[Any]) -> Any:
    """The type that holds all values as they are, or None."""
    present = [value for value in values if value is not None]
    kinds = {type(value) for value in present}
    if kinds <= {str}:
        return arrow.string() if all(map(is_encodable, present)) else None
    if kinds == {bool}:
        return arrow.bool_()
    if kinds == {int}:
        return arrow.int64() if all(-(2**63) <= value < 2**63 for value in present) else None
    if kinds == {float} or (
        kinds == {float, int} and all(abs(value) <= EXACT for value in present if type(value) is int)
    ):
        return arrow.float64()
    if kinds == {list} and all(
        type(item) is str and is_encodable(item) for value in present for item in value
    ):
        return arrow.list_(arrow.string())
    return None
