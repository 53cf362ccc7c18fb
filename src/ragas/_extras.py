"""Import an optional package, or say which extra brings it."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from ragas.exceptions import MissingDependencyError


def optional(module: str, *, extra: str, purpose: str) -> ModuleType:
    """Import `module`; when it is missing, raise an error that says what to install.

    Raises:
        MissingDependencyError: the package is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or module.split(".")[0] != error.name.split(".")[0]:
            raise
        raise MissingDependencyError(
            f"{purpose} needs the package {error.name!r}, which is not installed. "
            f'Install it with: pip install "ragas[{extra}]"'
        ) from error
