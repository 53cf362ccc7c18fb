"""Which judge grades when none is given."""

from __future__ import annotations

import logging
import os
from functools import lru_cache

from ragas.llms.judge import Judge

DEFAULT_OPENAI_MODEL = "gpt-4o-mini"

logger = logging.getLogger("ragas")

_announced: set[str] = set()


def default_judge(*, announce: bool = False) -> Judge:
    """The judge named by RAGAS_LLM ("provider:model" or "local"), else OpenAI's if its key is set, else the embedded one.

    Which one it is is logged, once a process, and on every call with `announce`.

    Raises:
        ConfigurationError: RAGAS_LLM names something that cannot be built.
    """
    name = default_judge_name()
    judge = _built(name, os.environ.get("OPENAI_API_KEY"), os.environ.get("OPENAI_BASE_URL"))
    if announce or name not in _announced:
        _announced.add(name)
        hint = f", {judge.caution}" if judge.caution else ""
        logger.warning("No llm was given; the judge is %s%s.", judge.name, hint)
    return judge


@lru_cache(maxsize=4)
def _built(name: str, *environment: str | None) -> Judge:
    from ragas.llms.factory import llm_factory

    return llm_factory(name)


def default_judge_name() -> str:
    """What `default_judge` would build, without building it."""
    named = os.environ.get("RAGAS_LLM", "").strip()
    if named:
        return named
    return f"openai:{DEFAULT_OPENAI_MODEL}" if os.environ.get("OPENAI_API_KEY") else "local"
