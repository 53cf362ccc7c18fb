"""Let callback handlers hear the calls of LangChain models themselves: prompts, replies and tokens of each."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

_READ = ("ignore_chat_model", "ignore_llm", "raise_error", "run_inline")
"""What LangChain reads of a handler before it tells it of a call."""


@contextmanager
def heard_by(handlers: Sequence[Any], parent: UUID) -> Iterator[None]:
    """Tell `handlers` of the calls of LangChain models made inside, as parts of the chain `parent`.

    A handler without what LangChain reads of one is not told. Handlers of a chain of LangChain's around are told, too.
    """
    # A model of LangChain's has loaded them; without one there is nobody to tell anything.
    config, base = (
        sys.modules.get(f"langchain_core.{name}") for name in ("runnables.config", "callbacks.base")
    )
    told = [one for one in handlers if all(hasattr(one, name) for name in _READ)]
    if config is None or base is None or not told:
        yield
        return
    around: dict[str, Any] = config.var_child_runnable_config.get() or {}
    outer = around.get("callbacks")
    others = [one for one in getattr(outer, "handlers", outer) or () if one not in told]
    all_told = [*told, *others]
    manager = base.BaseCallbackManager(all_told, inheritable_handlers=all_told, parent_run_id=parent)
    token = config.var_child_runnable_config.set({**around, "callbacks": manager})
    try:
        yield
    finally:
        config.var_child_runnable_config.reset(token)
