"""The prompts among an object's attributes: get, replace, translate, save and load them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from ragas.metrics.base import check_prompts
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.pydantic_prompt import PydanticPrompt
from ragas.testset.transforms.prompts import judge_prompt

EARLIER_NAMES = {
    "query_answer_generation_prompt": "generate_query_reference_prompt",
    "themes_personas_matching_prompt": "theme_persona_matching_prompt",
}
"""What Ragas 0.4.3 calls a prompt, and what it is called here."""


class OwnPrompts:
    """Gives an object's `JudgePrompt` attributes out by name."""

    name: str = ""

    def get_prompts(self) -> dict[str, JudgePrompt]:
        """The prompts by the names of their attributes."""
        names = dict.fromkeys([*vars(self), *(name for one in type(self).__mro__ for name in vars(one))])
        found = {name: vars(self).get(name, getattr(type(self), name, None)) for name in names}
        return {name: value for name, value in found.items() if isinstance(value, JudgePrompt)}

    def set_prompts(self, **prompts: JudgePrompt | PydanticPrompt[Any, Any]) -> None:
        """Use other prompts from now on; the names they have in Ragas 0.4.3 are understood.

        Raises:
            ValueError: there is no prompt of a name, one is given twice, or a value is no JudgePrompt.
        """
        own = self.get_prompts()
        asked: dict[str, Any] = {}
        for given, prompt in prompts.items():
            earlier = EARLIER_NAMES.get(given, given)
            name = earlier if earlier in own and given not in own else given
            if name in asked:
                raise ValueError(
                    f"{type(self).__name__} was given {name!r} twice, once under an earlier name."
                )
            asked[name] = judge_prompt(prompt)
        check_prompts(type(self).__name__, asked, own)
        for name, prompt in asked.items():
            setattr(self, name, prompt)

    async def adapt_prompts(self, language: str, llm: Any, adapt_instruction: bool = False) -> dict[str, Any]:
        """The prompts with their examples translated by `llm`; give them to `set_prompts` to use them."""
        prompts = self.get_prompts()
        adapted = await asyncio.gather(
            *(one.adapt(language, llm, adapt_instruction) for one in prompts.values())
        )
        return dict(zip(prompts, adapted, strict=True))

    def save_prompts(self, path: str | Path) -> None:
        """Write each prompt to a file of its own in the folder `path`: `{synthesizer}_{prompt}_{language}.json`.

        Raises:
            FileExistsError: one of the files exists already.
        """
        for name, prompt in self.get_prompts().items():
            prompt.save(self._file(path, name, prompt.language))

    def load_prompts(self, path: str | Path, language: str = "english") -> dict[str, Any]:
        """The prompts that `save_prompts` wrote; give them to `set_prompts` to use them."""
        prompts = self.get_prompts().items()
        return {name: prompt.load(self._file(path, name, language)) for name, prompt in prompts}

    def _file(self, folder: str | Path, name: str, language: str) -> Path:
        return Path(folder) / f"{self.name}_{name}_{language}.json"
