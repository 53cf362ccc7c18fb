"""SimilarDemonstrations: annotated samples as examples, looked up anew for every sample by likeness."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ragas.optimizers.candidates import Prompts, prompts_of
from ragas.optimizers.demonstrations import candidates
from ragas.optimizers.optimizer import Optimizer
from ragas.optimizers.task import Task
from ragas.prompt.few_shot import DynamicFewShotPrompt
from ragas.prompt.few_shot_pydantic_prompt import FewShotPydanticPrompt
from ragas.prompt.pydantic_prompt import PydanticPrompt
from ragas.prompt.simple import Prompt


@dataclass
class SimilarDemonstrations(Optimizer):
    """Makes every training sample an example and shows, with each sample, the `top_k` most similar ones.

    For prompts with `{places}` and for `PydanticPrompt`. `embedding` is anything that embeds. While it is measured no
    sample finds itself or an equal one; afterwards one that people have labelled does.
    """

    embedding: Any = field(default=None, kw_only=True)
    top_k: int = field(default=3, kw_only=True)
    threshold: float = field(default=0.7, kw_only=True)

    async def search(self, task: Task, settings: Mapping[str, Any]) -> Prompts:
        """The prompts with a store of all examples."""
        pool = await candidates(task, await task.values(task.original))
        found: Prompts = {}
        for name, prompt in task.original.items():
            mine = [one.demonstration for one in pool if one.prompt == name]
            if isinstance(prompt, Prompt) and mine:
                dynamic = DynamicFewShotPrompt.from_prompt(prompt, self.embedding, self.top_k, self.threshold)
                for given, wanted in mine:
                    dynamic.add_example(given, wanted)
                found[name] = dynamic
            elif isinstance(prompt, PydanticPrompt) and mine:
                few: FewShotPydanticPrompt[Any, Any] = FewShotPydanticPrompt.from_pydantic_prompt(
                    prompt, self.embedding, self.top_k, self.threshold
                )
                for given, wanted in mine:
                    few.add_example(given, wanted)
                found[name] = few
            else:
                found[name] = prompt
        return found


def can_look_up(metric: Any) -> bool:
    """Whether a prompt of the metric can show other examples with every sample."""
    return any(isinstance(prompt, (Prompt, PydanticPrompt)) for prompt in prompts_of(metric).values())
