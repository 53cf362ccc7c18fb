"""The import paths users know lead to the same classes, and load no library but pydantic."""

from __future__ import annotations

import subprocess
import sys

import ragas.dataset_schema
import ragas.messages
import ragas.optimizers
import ragas.schema


def test_doors_lead_to_the_schema() -> None:
    """What the doors list is what `ragas.schema` has, and, for annotations, `ragas.optimizers`."""
    for door in (ragas.dataset_schema, ragas.messages):
        for name in door.__all__:
            home = ragas.optimizers if name.endswith("Annotation") else ragas.schema
            assert getattr(door, name) is getattr(home, name), name
    assert sorted(ragas.schema.__all__) == ragas.schema.__all__


def test_nothing_heavy_is_imported() -> None:
    """Importing the schema loads neither pandas nor numpy nor datasets."""
    script = (
        "import sys, ragas.dataset_schema, ragas.messages; "
        "sys.exit(str([m for m in ('pandas', 'numpy', 'datasets', 'pyarrow', 'openai', 'rich') if m in sys.modules] or ''))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == ""
