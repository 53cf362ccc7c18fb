"""Prompts: what a judge is told, with examples, in other languages, in files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragas._lazy import door

if TYPE_CHECKING:  # PromptMixin lives above this package and is found by name only
    from ragas.prompt.base import BasePrompt, BoolIO, StringIO, StringPrompt
    from ragas.prompt.few_shot import DynamicFewShotPrompt, SimpleExampleStore, SimpleInMemoryExampleStore
    from ragas.prompt.few_shot_pydantic_prompt import (
        ExampleStore,
        FewShotPydanticPrompt,
        InMemoryExampleStore,
    )
    from ragas.prompt.judge_prompt import Example, JudgePrompt
    from ragas.prompt.multi_modal_prompt import ImageTextPrompt, ImageTextPromptValue
    from ragas.prompt.pydantic_prompt import InputModel, OutputModel, PydanticPrompt
    from ragas.prompt.simple import Prompt
    from ragas.prompt.simple import Prompt as SimplePrompt

_HOME = {
    "BasePrompt": "ragas.prompt.base",
    "BoolIO": "ragas.prompt.base",
    "DynamicFewShotPrompt": "ragas.prompt.few_shot",
    "Example": "ragas.prompt.judge_prompt",
    "ExampleStore": "ragas.prompt.few_shot_pydantic_prompt",
    "FewShotPydanticPrompt": "ragas.prompt.few_shot_pydantic_prompt",
    "ImageTextPrompt": "ragas.prompt.multi_modal_prompt",
    "ImageTextPromptValue": "ragas.prompt.multi_modal_prompt",
    "InMemoryExampleStore": "ragas.prompt.few_shot_pydantic_prompt",
    "InputModel": "ragas.prompt.pydantic_prompt",
    "JudgePrompt": "ragas.prompt.judge_prompt",
    "OutputModel": "ragas.prompt.pydantic_prompt",
    "Prompt": "ragas.prompt.simple",
    "PromptMixin": "ragas.legacy.prompts",
    "PydanticPrompt": "ragas.prompt.pydantic_prompt",
    "SimpleExampleStore": "ragas.prompt.few_shot",
    "SimpleInMemoryExampleStore": "ragas.prompt.few_shot",
    "SimplePrompt": "ragas.prompt.simple:Prompt",
    "StringIO": "ragas.prompt.base",
    "StringPrompt": "ragas.prompt.base",
}

__all__ = [
    "BasePrompt",
    "BoolIO",
    "DynamicFewShotPrompt",
    "Example",
    "ExampleStore",
    "FewShotPydanticPrompt",
    "ImageTextPrompt",
    "ImageTextPromptValue",
    "InMemoryExampleStore",
    "InputModel",
    "JudgePrompt",
    "OutputModel",
    "Prompt",
    "PromptMixin",
    "PydanticPrompt",
    "SimpleExampleStore",
    "SimpleInMemoryExampleStore",
    "SimplePrompt",
    "StringIO",
    "StringPrompt",
]


__getattr__, __dir__ = door(__name__, _HOME)
