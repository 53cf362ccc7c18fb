"""Rows in the tables of other libraries: pandas, polars, Hugging Face datasets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ragas._extras import optional
from ragas.exceptions import InputError, MissingDependencyError
from ragas.schema.columns import MAPPINGS
from ragas.schema.files import without_padding

if TYPE_CHECKING:
    import pandas


def frame_rows(frame: Any) -> Iterator[dict[str, Any]]:
    """The rows of a pandas or polars data frame; neither library is imported."""
    columns = [str(column) for column in getattr(frame, "columns", ())]
    twice = next((column for column in columns if columns.count(column) > 1), None)
    if twice is not None:
        raise InputError(f"duplicate column: {twice!r} is in the data frame twice. Rename or drop one.")
    if hasattr(frame, "to_dicts"):
        yield from frame.to_dicts()
    elif hasattr(frame, "itertuples"):
        values = [frame.iloc[:, index].tolist() for index in range(len(columns))]
        yield from (dict(zip(columns, row, strict=True)) for row in zip(*values, strict=True))
    else:
        raise InputError(f"a pandas or polars data frame belongs here, not a {type(frame).__name__}.")


def hf_rows(dataset: Any) -> Iterator[dict[str, Any]]:
    """The rows of a Hugging Face dataset, without the keys that it adds to mappings."""
    if isinstance(dataset, Mapping):
        raise InputError(
            f"this is a dictionary of splits ({', '.join(map(repr, dataset))}); pass one of them, dataset[{next(iter(dataset), 'test')!r}]."
        )
    features = getattr(dataset, "features", None)
    for row in dataset:
        if features is None:
            yield without_padding(row)
        else:
            yield {name: _as_written(value, features.get(name)) for name, value in row.items()}


def _as_written(value: Any, feature: Any) -> Any:
    """`value` without padding where its type is a struct; what was kept as JSON has none."""
    if isinstance(feature, dict) and isinstance(value, dict):
        return {key: _as_written(item, feature.get(key)) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        inside = feature[0] if isinstance(feature, list) else getattr(feature, "feature", None)
        return [_as_written(item, inside) for item in value]
    return value


def to_frame(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> pandas.DataFrame:
    """Rows as a pandas data frame; a missing value is None or NaN, as pandas has it."""
    library = optional("pandas", extra="pandas", purpose="to_pandas()")
    frame: pandas.DataFrame = library.DataFrame(
        {name: [row.get(name) for row in rows] for name in columns}, index=range(len(rows))
    )
    return frame


def to_hf(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> Any:
    """Rows as a `datasets.Dataset` (typed `Any`: that package has no types).

    What holds mappings becomes its JSON type: as structs, the arguments of each tool call would get the names of
    the arguments of all the others.
    """
    library = optional("datasets", extra="hf", purpose="to_hf_dataset()")
    if not hasattr(library, "Json"):
        raise MissingDependencyError(
            f"to_hf_dataset() needs datasets 4.8 or newer; {library.__version__} is installed. "
            'Update it with: pip install -U "datasets>=4.8"'
        )
    table = {name: [row.get(name) for row in rows] for name in columns}
    as_json = {name: library.Json() for name in MAPPINGS.intersection(columns)}
    as_json |= {name: library.List(library.Json()) for name, values in table.items() if _holds_dicts(values)}
    others = {name: values for name, values in table.items() if name not in as_json}
    inferred = library.Dataset.from_dict(others, on_mixed_types="use_json").features
    features = library.Features(
        {name: as_json[name] if name in as_json else inferred[name] for name in columns}
    )
    return library.Dataset.from_dict(table, features=features)


def _holds_dicts(values: Sequence[Any]) -> bool:
    return any(isinstance(value, list) and any(isinstance(item, dict) for item in value) for value in values)
