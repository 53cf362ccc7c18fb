"""Backends by name: those that come with Ragas, those of packages, those registered by hand."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from ragas.backends import (
    BACKEND_REGISTRY,
    BackendRegistry,
    BaseBackend,
    InMemoryBackend,
    LocalCSVBackend,
    SQLBackend,
    get_registry,
    print_available_backends,
    register_backend,
)
from ragas.backends import registry as registry_module
from ragas.backends.registry import BUILT_IN, as_backend


class Mine(InMemoryBackend):
    """Keeps things my way."""


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    BACKEND_REGISTRY.clear()
    yield
    BACKEND_REGISTRY.clear()


def test_the_backends_that_come_along() -> None:
    """The registry is a mapping of names to classes, and there is one of it."""
    assert set(BUILT_IN) <= set(BACKEND_REGISTRY)
    assert BACKEND_REGISTRY["local/csv"] is LocalCSVBackend
    assert get_registry() is BACKEND_REGISTRY
    assert "sql" in BackendRegistry()
    assert len(BACKEND_REGISTRY) == len(list(BACKEND_REGISTRY.items())) == len(BACKEND_REGISTRY.values())
    assert BACKEND_REGISTRY.get("nothing") is None
    with pytest.raises(KeyError, match=r"there is no backend 'nothing'. There are: .*local/csv"):
        _ = BACKEND_REGISTRY["nothing"]


def test_a_backend_of_ones_own() -> None:
    """A registered class is found under its name and its aliases, and goes with them."""
    register_backend("mine", Mine, aliases=["m"])
    assert BACKEND_REGISTRY["m"] is Mine
    assert isinstance(as_backend("mine"), Mine)
    assert BACKEND_REGISTRY.list_all_names()["mine"] == ["mine", "m"]
    assert BACKEND_REGISTRY.get_backend_info("m") == {
        "name": "mine",
        "class": "Mine",
        "module": __name__,
        "aliases": ["m"],
        "doc": "Keeps things my way.",
    }
    with pytest.raises(ValueError, match="'m' is taken"):
        BACKEND_REGISTRY.register_aliases("inmemory", ["m"])
    BACKEND_REGISTRY.register_aliases("inmemory", ["m"], overwrite=True)
    assert BACKEND_REGISTRY["m"] is InMemoryBackend
    del BACKEND_REGISTRY["mine"]
    assert "mine" not in BACKEND_REGISTRY


def test_what_is_no_backend_is_refused() -> None:
    """Only subclasses of BaseBackend under a name that is a text."""
    wrong: Any = dict
    with pytest.raises(TypeError, match="not a subclass of BaseBackend"):
        register_backend("x", wrong)
    with pytest.raises(ValueError, match="no name for a backend"):
        register_backend(" ", Mine)


def test_entry_points_of_packages_are_found(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A package names its backend in the group `ragas.backends`; one that cannot be loaded is logged and left out."""
    points = [
        EntryPoint("theirs", f"{__name__}:Mine", registry_module.GROUP),
        EntryPoint("broken", "no_such_module:Backend", registry_module.GROUP),
    ]
    monkeypatch.setattr(registry_module, "entry_points", lambda group: points)
    with caplog.at_level(logging.WARNING, "ragas.backends"):
        assert "theirs" in BACKEND_REGISTRY
    assert "broken" not in BACKEND_REGISTRY
    assert "The backend 'broken'" in caplog.text


def test_a_name_or_a_url_becomes_a_backend(tmp_path: Path) -> None:
    """Names with their arguments, database URLs, and backends as they are."""
    made = as_backend("local/csv", root_dir=tmp_path)
    assert isinstance(made, LocalCSVBackend)
    assert as_backend(made) is made
    assert isinstance(as_backend(f"sqlite:///{tmp_path}/r.db"), SQLBackend)


def test_what_cannot_be_made_says_why() -> None:
    """An unknown name, unknown arguments, a failure inside, an object that is no backend."""

    class Broken(InMemoryBackend):
        def __init__(self) -> None:
            raise OSError("no network")

    register_backend("broken", Broken)
    wrong: Any = object()
    with pytest.raises(ValueError, match=r"there is no backend 'local/cvs'. There are: .*local/csv"):
        as_backend("local/cvs")
    with pytest.raises(TypeError, match="'inmemory' could not be made"):
        as_backend("inmemory", root_dir="x")
    with pytest.raises(RuntimeError, match="'broken' could not be made: no network"):
        as_backend("broken")
    with pytest.raises(TypeError, match="a backend or the name of one"):
        as_backend(wrong)
    with pytest.raises(TypeError, match="root_dir: arguments of a backend that has been made"):
        as_backend(InMemoryBackend(), root_dir="x")


def test_the_table_of_backends(capsys: pytest.CaptureFixture[str]) -> None:
    """`print_available_backends` shows names, classes and what each does."""
    print_available_backends()
    shown = capsys.readouterr().out
    assert "local/csv" in shown
    assert "LocalCSVBackend" in shown


def test_a_backend_of_six_methods_is_enough() -> None:
    """What a backend of earlier versions has to have suffices: creating an experiment comes with the base class."""

    class Six(BaseBackend):
        def __init__(self) -> None:
            self.kept: dict[str, Any] = {}

        def load_dataset(self, name: str) -> list[dict[str, Any]]:
            return list(self.kept[name])

        def load_experiment(self, name: str) -> list[dict[str, Any]]:
            return list(self.kept[name])

        def save_dataset(self, name: str, data: Any, data_model: Any = None) -> None:
            self.kept[name] = data

        def save_experiment(self, name: str, data: Any, data_model: Any = None) -> None:
            self.kept[name] = data

        def list_datasets(self) -> list[str]:
            return sorted(self.kept)

        def list_experiments(self) -> list[str]:
            return sorted(self.kept)

    backend = Six()
    backend.create_experiment("run", [{"a": 1}])
    with pytest.raises(Exception, match="'run' already exists"):
        backend.create_experiment("run", [])
