"""The backends there are: those that come with Ragas, those of installed packages, those registered by hand."""

from __future__ import annotations

import logging
from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from threading import RLock
from typing import Any

from ragas.backends.base import BaseBackend

GROUP = "ragas.backends"
"""The group of entry points a package names its backends in."""

BUILT_IN = {
    "gdrive": "ragas.backends.gdrive_backend:GDriveBackend",
    "inmemory": "ragas.backends.inmemory:InMemoryBackend",
    "local/csv": "ragas.backends.local_csv:LocalCSVBackend",
    "local/jsonl": "ragas.backends.local_jsonl:LocalJSONLBackend",
    "local/parquet": "ragas.backends.local_parquet:LocalParquetBackend",
    "sql": "ragas.backends.sql:SQLBackend",
}

_log = logging.getLogger("ragas.backends")


class BackendRegistry:
    """Backend classes by name, as a mapping. There is one for the process: every instance shows the same backends."""

    _classes: dict[str, type[BaseBackend]] = {}  # noqa: RUF012  shared by all instances on purpose
    _aliases: dict[str, str] = {}  # noqa: RUF012
    _discovered = False
    _lock = RLock()

    # -- registering --------------------------------------------------------------------------------------------

    def __setitem__(self, name: str, backend_class: type[BaseBackend]) -> None:
        if not isinstance(name, str) or not name.strip():
            raise ValueError(f"{name!r} is no name for a backend.")
        if not (isinstance(backend_class, type) and issubclass(backend_class, BaseBackend)):
            raise TypeError(f"{backend_class!r} is not a subclass of BaseBackend.")
        with self._lock:
            self._classes[name] = backend_class

    def __delitem__(self, name: str) -> None:
        self.discover_backends()
        with self._lock:
            target = self._target(name)
            del self._classes[target]
            for alias in [one for one, meant in self._aliases.items() if meant == target]:
                del self._aliases[alias]

    def register_aliases(self, name: str, aliases: list[str], overwrite: bool = False) -> None:
        """Give a backend further names.

        Raises:
            KeyError: there is no backend `name`.
            ValueError: an alias is taken, and `overwrite` is not asked for.
        """
        self.discover_backends()
        with self._lock:
            target = self._target(name)
            for alias in aliases:
                taken = alias in self._classes or self._aliases.get(alias, target) != target
                if taken and not overwrite:
                    raise ValueError(f"the name {alias!r} is taken by another backend.")
            self._aliases.update(dict.fromkeys(aliases, target))

    def discover_backends(self) -> dict[str, type[BaseBackend]]:
        """Look once for the backends that come with Ragas and for those of installed packages."""
        with self._lock:
            if not self._discovered:
                BackendRegistry._discovered = True
                for name, home in BUILT_IN.items():
                    module, _, own = home.partition(":")
                    self._classes.setdefault(name, getattr(import_module(module), own))
                for point in entry_points(group=GROUP):
                    self._add(point)
            return dict(self._classes)

    def _add(self, point: EntryPoint) -> None:
        if point.name in self._classes:
            return
        try:
            self[point.name] = point.load()
        except Exception as error:  # noqa: BLE001  one broken package must not take the others' backends away
            _log.warning("The backend %r of %s could not be loaded: %s", point.name, point.value, error)

    def clear(self) -> None:
        """Forget everything; what is installed is found again when it is asked for."""
        with self._lock:
            self._classes.clear()
            self._aliases.clear()
            BackendRegistry._discovered = False

    # -- looking up ---------------------------------------------------------------------------------------------

    def _target(self, name: str) -> str:
        target = self._aliases.get(name, name)
        if target not in self._classes:
            raise KeyError(f"there is no backend {name!r}. There are: {', '.join(self.keys())}.")
        return target

    def __getitem__(self, name: str) -> type[BaseBackend]:
        self.discover_backends()
        return self._classes[self._target(name)]

    def get(self, name: str, default: Any = None) -> Any:
        """The class, or `default`."""
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: object) -> bool:
        self.discover_backends()
        return name in self._classes or name in self._aliases

    def __iter__(self) -> Iterator[str]:
        return iter(self.discover_backends())

    def __len__(self) -> int:
        return len(self.discover_backends())

    def keys(self) -> KeysView[str]:
        """The names, without aliases."""
        return self.discover_backends().keys()

    def values(self) -> ValuesView[type[BaseBackend]]:
        """The classes."""
        return self.discover_backends().values()

    def items(self) -> ItemsView[str, type[BaseBackend]]:
        """Names and classes."""
        return self.discover_backends().items()

    def __repr__(self) -> str:
        return f"BackendRegistry({sorted(self)})"

    def list_all_names(self) -> dict[str, list[str]]:
        """Each backend's name with all names that lead to it."""
        return {name: [name, *self._aliases_of(name)] for name in self}

    def _aliases_of(self, name: str) -> list[str]:
        return sorted(alias for alias, meant in self._aliases.items() if meant == name)

    def get_backend_info(self, name: str) -> dict[str, Any]:
        """What there is to know about a backend: name, class, module, aliases, doc."""
        found = self[name]
        target = self._target(name)
        return {
            "name": target,
            "class": found.__name__,
            "module": found.__module__,
            "aliases": self._aliases_of(target),
            "doc": found.__doc__ or "",
        }

    def list_backend_info(self) -> list[dict[str, Any]]:
        """What there is to know about every backend."""
        return [self.get_backend_info(name) for name in self]

    def create_backend(self, backend_type: str, **kwargs: Any) -> BaseBackend:
        """An instance of the backend of that name."""
        return self[backend_type](**kwargs)


BACKEND_REGISTRY = BackendRegistry()


def get_registry() -> BackendRegistry:
    """The registry of this process."""
    return BACKEND_REGISTRY


def register_backend(name: str, backend_class: type[BaseBackend], aliases: list[str] | None = None) -> None:
    """Make a backend known under a name, and further ones."""
    BACKEND_REGISTRY[name] = backend_class
    if aliases:
        BACKEND_REGISTRY.register_aliases(name, aliases)


def print_available_backends() -> None:
    """Print a table of the backends there are."""
    from rich.console import Console
    from rich.table import Table

    table = Table("backend", "class", "what it does")
    for info in BACKEND_REGISTRY.list_backend_info():
        names = ", ".join([info["name"], *info["aliases"]])
        table.add_row(names, info["class"], info["doc"].strip().split("\n")[0])
    Console().print(table)


def as_backend(backend: BaseBackend | str, **kwargs: Any) -> BaseBackend:
    """The backend itself, or one of that name made with `kwargs`; a database URL is a name, too.

    Raises:
        ValueError: there is none of that name.
        TypeError: `backend` is no backend, or does not take these arguments.
        RuntimeError: it could not be made.
    """
    if isinstance(backend, BaseBackend):
        if kwargs:
            raise TypeError(f"{', '.join(kwargs)}: arguments of a backend that has been made already.")
        return backend
    if not isinstance(backend, str):
        raise TypeError(f"a backend or the name of one belongs here, not {backend!r}.")
    if "://" in backend and backend not in BACKEND_REGISTRY:
        backend, kwargs = "sql", {"url": backend, **kwargs}
    if backend not in BACKEND_REGISTRY:
        raise ValueError(f"there is no backend {backend!r}. There are: {', '.join(BACKEND_REGISTRY)}.")
    try:
        return BACKEND_REGISTRY.create_backend(backend, **kwargs)
    except TypeError as error:
        raise TypeError(f"the backend {backend!r} could not be made: {error}") from error
    except (ImportError, ValueError):
        raise
    except Exception as error:
        raise RuntimeError(f"the backend {backend!r} could not be made: {error}") from error
