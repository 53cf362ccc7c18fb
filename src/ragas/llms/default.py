"""Which judge grades when none is given."""

from __future__ import annotations

import os

from ragas.llms.judge import Judge

DEFAULT_OPENAI_MODEL = "gpt-4o-mini"


def default_judge() -> Judge:
    """The judge named by RAGAS_LLM ("provider:model" or "local"), else OpenAI's if its key is set, else the embedded one.

    Callers say which one it is: `judge.name`, and `judge.caution` where there is one.

    Raises:
        ConfigurationError: RAGAS_LLM names something that cannot be built.
    """
    from ragas.llms.factory import llm_factory

    return llm_factory(default_judge_name())


def default_judge_name() -> str:
    """What `default_judge` would build, without building it."""
    named = os.environ.get("RAGAS_LLM", "").strip()
    if named:
        return named
    return f"openai:{DEFAULT_OPENAI_MODEL}" if os.environ.get("OPENAI_API_KEY") else "local"
