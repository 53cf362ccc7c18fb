"""Prompt under the import path Ragas has always had."""

from ragas.prompt.simple import Prompt

__all__ = ["Prompt"]
