"""`PromptMixin` under the path of earlier versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragas._lazy import door

if TYPE_CHECKING:
    from ragas.legacy.prompts import PromptMixin

__all__ = ["PromptMixin"]

# It lives above this package and is found by name only.
__getattr__, __dir__ = door(__name__, {"PromptMixin": "ragas.legacy.prompts"})
