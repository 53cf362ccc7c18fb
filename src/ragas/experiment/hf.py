"""Any rows as a Hugging Face dataset and back, each mapping with exactly its own keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ragas._extras import optional
from ragas.backends.values import plain_rows
from ragas.exceptions import MissingDependencyError


def to_hf_dataset(rows: Sequence[dict[str, Any]]) -> Any:
    """Rows as a `datasets.Dataset` (typed `Any`: that package has no types).

    A column that holds mappings or values of several kinds has the type JSON: as a struct, each mapping would get the
    keys of all the others.
    """
    library = optional("datasets", extra="hf", purpose="to_hf_dataset()")
    if not hasattr(library, "Json"):
        raise MissingDependencyError(
            f"to_hf_dataset() needs datasets 4.8 or newer; {library.__version__} is installed. "
            'Update it with: pip install -U "datasets>=4.8"'
        )
    rows = plain_rows(rows)
    names = dict.fromkeys(name for row in rows for name in row)
    columns = {name: [row.get(name) for row in rows] for name in names}
    simple = {name: values for name, values in columns.items() if _is_simple(values)}
    inferred = library.Dataset.from_dict(simple).features
    features = library.Features(
        {name: inferred[name] if name in simple else library.Json() for name in columns}
    )
    return library.Dataset.from_dict(columns, features=features)


def _is_simple(values: Sequence[Any]) -> bool:
    """Whether the column has one type that holds no mapping."""
    kinds = {_kind(value) for value in values if value is not None}
    return "other" not in kinds and len(kinds - {"[]"}) <= 1


def _kind(value: Any) -> str:
    if isinstance(value, list):
        kinds = {_kind(item) for item in value}
        if not kinds:
            return "[]"
        return f"[{kinds.pop()}]" if len(kinds) == 1 and kinds <= {"str", "int", "float", "bool"} else "other"
    if isinstance(value, int) and not isinstance(value, bool) and not -(2**63) <= value < 2**63:
        return "other"
    return type(value).__name__ if isinstance(value, (str, bool, int, float)) else "other"
