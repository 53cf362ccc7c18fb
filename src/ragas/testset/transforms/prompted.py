"""The judge prompts among the settings of a transformation or a synthesizer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from ragas.metrics.base import check_prompts
from ragas.prompt.base import snake_case
from ragas.prompt.judge_prompt import JudgePrompt


class Prompted:
    """Gets, replaces, translates, saves and loads the prompts that an object has among its attributes, by their names."""

    def get_prompts(self) -> dict[str, JudgePrompt]:
        """The judge prompts, by name."""
        return {name: value for name, value in vars(self).items() if isinstance(value, JudgePrompt)}

    def set_prompts(self, **prompts: JudgePrompt) -> None:
        """Use other judge prompts.

        Raises:
            ValueError: there is no prompt of a name, or a value is no JudgePrompt; then none is set.
        """
        check_prompts(type(self).__name__, prompts, self.get_prompts())
        for name, prompt in prompts.items():
            setattr(self, name, prompt)

    async def adapt_prompts(
        self, language: str, llm: Any, adapt_instruction: bool = False
    ) -> dict[str, JudgePrompt]:
        """The prompts with their examples translated by `llm`; give them to `set_prompts` to use them.

        Raises:
            IncompleteReplyError: the judge leaves texts out, also when asked again.
        """
        prompts = self.get_prompts()
        adapted = await asyncio.gather(
            *(prompt.adapt(language, llm, adapt_instruction) for prompt in prompts.values())
        )
        return dict(zip(prompts, adapted, strict=True))

    def save_prompts(self, path: str | Path) -> None:
        """Write each prompt to a file of its own in the folder `path`: `{class}_{prompt}_{language}.json`.

        Raises:
            FileExistsError: one of the files exists already.
        """
        for name, prompt in self.get_prompts().items():
            prompt.save(self._file(path, name, prompt.language))

    def load_prompts(self, path: str | Path, language: str = "english") -> dict[str, JudgePrompt]:
        """The prompts that `save_prompts` wrote; give them to `set_prompts` to use them."""
        prompts = self.get_prompts().items()
        return {name: prompt.load(self._file(path, name, language)) for name, prompt in prompts}

    def _file(self, folder: str | Path, name: str, language: str) -> Path:
        return Path(folder) / f"{snake_case(type(self).__name__)}_{name}_{language}.json"
