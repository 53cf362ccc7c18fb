"""The `ragas` command."""

from ragas.cli.app import app

__all__ = ["app"]
