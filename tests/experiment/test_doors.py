"""The import paths of datasets, experiments and backends, and what importing them costs."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys

import pytest

PATHS = {
    "ragas.backends": (
        "BaseBackend",
        "GDriveBackend",
        "InMemoryBackend",
        "LocalCSVBackend",
        "LocalJSONLBackend",
    ),
    "ragas.backends.base": ("BaseBackend",),
    "ragas.backends.inmemory": ("InMemoryBackend",),
    "ragas.backends.local_csv": ("LocalCSVBackend",),
    "ragas.backends.local_jsonl": ("LocalJSONLBackend",),
    "ragas.backends.registry": ("BACKEND_REGISTRY", "BackendRegistry", "get_registry", "register_backend"),
    "ragas.dataset": ("DataTable", "Dataset"),
    "ragas.experiment": ("Experiment", "ExperimentWrapper", "experiment", "version_experiment"),
}


@pytest.mark.parametrize("path", PATHS)
def test_the_paths_of_earlier_versions_lead_here(path: str) -> None:
    """Each name is there under the path it had."""
    module = importlib.import_module(path)
    for name in PATHS[path]:
        assert getattr(module, name).__module__.startswith("ragas.") or name.isupper()


def test_the_doors_are_sorted_and_complete() -> None:
    """What `__all__` lists is there."""
    for path in ("ragas.backends", "ragas.dataset", "ragas.experiment"):
        module = importlib.import_module(path)
        for name in module.__all__:
            assert getattr(module, name) is not None


@pytest.mark.parametrize(
    "statement",
    [
        "import ragas.experiment, ragas.dataset, ragas.backends",
        "from ragas.backends import *; from ragas.experiment import *",
        "from ragas.dataset import Dataset; Dataset('q', 'local/csv', data=[{'a': 1}])",
    ],
)
def test_no_library_is_loaded_before_it_is_needed(statement: str) -> None:
    """Neither pandas nor pyarrow nor SQLAlchemy nor Google's packages, unless their backend is used."""
    heavy = [
        "pandas",
        "pyarrow",
        "sqlalchemy",
        "google.auth",
        "numpy",
        "datasets",
        "requests",
        "rich",
        "openai",
    ]
    script = f"{statement}\nimport sys, json; print(json.dumps([n for n in {heavy!r} if n in sys.modules]))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []


def test_the_decorator_is_there_before_and_after_the_package_is_loaded() -> None:
    """`import ragas.experiment` does not take `ragas.experiment(...)` away."""
    script = (
        "import ragas.experiment\nimport ragas\n"
        "made = ragas.experiment(name_prefix='p')(lambda row: row)\n"
        "from ragas.experiment import ExperimentWrapper\n"
        "assert isinstance(made, ExperimentWrapper) and made.name_prefix == 'p'\n"
        "assert ragas.experiment.Experiment.__name__ == 'Experiment'"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
