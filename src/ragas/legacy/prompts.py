"""The prompts of a first-generation metric, under the names that its users and their files know."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from ragas.metrics.base import check_prompts
from ragas.prompt.base import BasePrompt
from ragas.prompt.judge_prompt import JudgePrompt

Keys = dict[str, tuple[str, ...]]

VERIFY = "n_l_i_statement_prompt"
KEYS: dict[str, Keys] = {
    "AgentGoalAccuracyWithReference": {"workflow_prompt": ("infer_goal_outcome_prompt",)},
    "AgentGoalAccuracyWithoutReference": {"workflow_prompt": ("infer_goal_outcome_prompt",)},
    "AnswerCorrectness": {"correctness_classifier_prompt": ("correctness_classifier",)},
    "AnswerRelevancy": {"prompt": ("response_relevance_prompt",)},
    "AspectCritic": {"prompt": ("single_turn_aspect_critic_prompt", "multi_turn_aspect_critic_prompt")},
    "ContextEntityRecall": {"prompt": ("extract_entities_prompt",)},
    "ContextPrecisionWithReference": {"prompt": ("context_precision_prompt",)},
    "ContextPrecisionWithoutReference": {"prompt": ("context_precision_prompt",)},
    "ContextRecall": {"prompt": ("context_recall_classification_prompt",)},
    "DomainSpecificRubrics": {"scoring_prompt": ("single_turn_prompt", "multi_turn_prompt")},
    "FactualCorrectness": {"prompt": ("claim_decomposition_prompt",), "nli_prompt": (VERIFY,)},
    "Faithfulness": {"nli_statement_prompt": (VERIFY,)},
    "InstanceSpecificRubrics": {"scoring_prompt": ("single_turn_prompt", "multi_turn_prompt")},
    "MultiModalFaithfulness": {"faithfulness_prompt": ("multi_modal_faithfulness_prompt",)},
    "MultiModalRelevance": {"relevance_prompt": ("multi_modal_relevance_prompt",)},
    "NoiseSensitivity": {
        "statement_prompt": ("statement_generator_prompt",),
        "faithfulness_prompt": (VERIFY,),
    },
    "SimpleCriteriaScore": {
        "prompt": ("single_turn_simple_criteria_prompt", "multi_turn_simple_criteria_prompt")
    },
    "SummaryScore": {"extract_keyphrases_prompt": ("extract_keyphrase_prompt",)},
}
"""For each class behind a face, its prompt fields that have other names in the first generation.

One prompt for single questions and conversations stands under both names. Other fields keep their names.
"""


class PromptMixin:
    """Get, replace, translate, save and load the prompts of a metric.

    A face has the prompts of the class behind it. A metric of a user's own has the prompts among its attributes, a
    JudgePrompt or a PydanticPrompt each, by their names.
    """

    name: str = ""

    def get_prompts(self) -> dict[str, Any]:
        """The prompts by name."""
        return {key: getattr(self, attribute) for key, attribute in self._prompt_attributes().items()}

    def set_prompts(self, **prompts: Any) -> None:
        """Use other prompts from now on.

        Raises:
            ValueError: there is no prompt of a name, a value is of another kind than the prompt there is, or one prompt is given in two versions
                under its two names; then none is set.
        """
        attributes = self._prompt_attributes()
        check_prompts(type(self).__name__, prompts, self.get_prompts())
        chosen: dict[str, Any] = {}
        for key, prompt in prompts.items():
            if chosen.setdefault(attributes[key], prompt) != prompt:
                both = [one for one in attributes if attributes[one] == attributes[key]]
                raise ValueError(
                    f"{' and '.join(both)} are one prompt of {type(self).__name__}: give it once."
                )
        for attribute, prompt in chosen.items():
            setattr(self, attribute, prompt)

    async def adapt_prompts(self, language: str, llm: Any, adapt_instruction: bool = False) -> dict[str, Any]:
        """The prompts with their examples translated by `llm`; give them to `set_prompts` to use them.

        Raises:
            IncompleteReplyError: the judge leaves texts out, also when asked again.
        """
        prompts = {self._prompt_attributes()[key]: prompt for key, prompt in self.get_prompts().items()}
        adapted = await asyncio.gather(
            *(prompt.adapt(language, llm, adapt_instruction) for prompt in prompts.values())
        )
        by_attribute = dict(zip(prompts, adapted, strict=True))
        return {key: by_attribute[attribute] for key, attribute in self._prompt_attributes().items()}

    def save_prompts(self, path: str | Path) -> None:
        """Write each prompt to a file of its own in the directory `path`: `{metric}_{prompt}_{language}.json`.

        Raises:
            ValueError: there is no such directory.
            FileExistsError: one of the files exists already; then none is written.
        """
        directory = _directory(path)
        files = {
            directory / self._file_name(key, one.language): one for key, one in self.get_prompts().items()
        }
        for file in files:
            if file.exists():
                raise FileExistsError(f"{str(file)!r} already exists; delete it or choose another directory.")
        for file, prompt in files.items():
            prompt.save(file)

    def load_prompts(self, path: str | Path, language: str | None = None) -> dict[str, Any]:
        """The prompts that `save_prompts` wrote, in English or `language`; `set_prompts` makes the metric use them.

        Raises:
            ValueError: there is no such directory.
            FileNotFoundError: a prompt has no file for that language.
        """
        directory = _directory(path)
        return {
            key: prompt.load(directory / self._file_name(key, language or "english"))
            for key, prompt in self.get_prompts().items()
        }

    def _file_name(self, key: str, language: str) -> str:
        parts = [part for part in (self.name, key, language) if part]
        return re.sub(r'[\\/:*?"<>|]', "_", "_".join(parts)) + ".json"

    def _prompt_attributes(self) -> dict[str, str]:
        """The attribute each prompt is kept in, by the prompt's name."""
        core = getattr(self, "core", None)
        if core is None:
            return dict(self._own_prompts())
        known: Keys = next((KEYS[one.__name__] for one in core.__mro__ if one.__name__ in KEYS), {})
        return {
            key: one.name
            for one in fields(core)
            if isinstance(getattr(self, one.name, None), JudgePrompt)
            for key in known.get(one.name, (one.name,))
        }

    def _own_prompts(self) -> Iterator[tuple[str, str]]:
        """Prompts among the attributes of object and class; a second one of the same name goes by its attribute."""
        names = dict.fromkeys([*vars(self), *(name for one in type(self).__mro__ for name in vars(one))])
        seen: set[str] = set()
        for attribute in names:
            # Looked up in the classes without calling properties, which may need a judge.
            value = vars(self).get(attribute, getattr(type(self), attribute, None))
            if isinstance(value, (JudgePrompt, BasePrompt)):
                yield (attribute if value.name in seen else value.name), attribute
                seen.add(value.name)


def _directory(path: str | Path) -> Path:
    if not Path(path).is_dir():
        raise ValueError(f"There is no directory {str(path)!r}; create it first.")
    return Path(path)
