"""Tokens and prices; the definitions are in `ragas.engine.token_usage`."""

from ragas.engine.token_usage import TokenUsage

__all__ = ["TokenUsage"]
