"""Where datasets and experiments are kept: files, memory, a database, Google Drive, or a backend of your own."""

from ragas.backends.base import BaseBackend
from ragas.backends.gdrive_backend import GDRIVE_AVAILABLE, GDriveBackend
from ragas.backends.inmemory import InMemoryBackend
from ragas.backends.local_csv import LocalCSVBackend
from ragas.backends.local_jsonl import LocalJSONLBackend
from ragas.backends.local_parquet import LocalParquetBackend
from ragas.backends.registry import (
    BACKEND_REGISTRY,
    BackendRegistry,
    get_registry,
    print_available_backends,
    register_backend,
)
from ragas.backends.sql import SQLBackend

__all__ = [
    "BACKEND_REGISTRY",
    "GDRIVE_AVAILABLE",
    "BackendRegistry",
    "BaseBackend",
    "GDriveBackend",
    "InMemoryBackend",
    "LocalCSVBackend",
    "LocalJSONLBackend",
    "LocalParquetBackend",
    "SQLBackend",
    "get_registry",
    "print_available_backends",
    "register_backend",
]
