"""The prompts of a metric as things to change: read, changed in a copy, installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from ragas.exceptions import ConfigurationError
from ragas.prompt.judge_prompt import Example, JudgePrompt
from ragas.prompt.pydantic_prompt import PydanticPrompt
from ragas.prompt.simple import Prompt

AnyPrompt = JudgePrompt | Prompt | PydanticPrompt[Any, Any]
Prompts = dict[str, AnyPrompt]
"""The prompts of a metric by name."""
Demonstration = tuple[Any, Any]
"""An input and the output it should give, in the form the prompt keeps its examples in."""


def prompts_of(metric: Any) -> Prompts:
    """The prompts of a metric; one that stands under two names is there once.

    Raises:
        ConfigurationError: the metric has none, so there is nothing to change.
    """
    found: Prompts = {}
    for name, prompt in (metric.get_prompts() if hasattr(metric, "get_prompts") else {}).items():
        if not any(prompt is other for other in found.values()):
            found[name] = prompt
    own = getattr(metric, "prompt", None)
    if isinstance(own, Prompt):
        found["prompt"] = own
    if not found:
        raise ConfigurationError(f"{metric.name} has no prompt of a judge, so there is nothing to optimize.")
    return found


def names_of(metric: Any, name: str) -> list[str]:
    """All names under which a metric has the prompt `name`, that one first."""
    has = metric.get_prompts() if hasattr(metric, "get_prompts") else {}
    return [name, *(other for other in has if other != name and has[other] is has.get(name))]


def install(metric: Any, prompts: Mapping[str, AnyPrompt]) -> None:
    """Make `metric` use these prompts; those under a second name of the same prompt too."""
    templates = {name: prompt for name, prompt in prompts.items() if isinstance(prompt, Prompt)}
    for name, prompt in templates.items():
        setattr(metric, name, prompt)
    others = {name: prompt for name, prompt in prompts.items() if name not in templates}
    if others:
        metric.set_prompts(
            **{twin: prompt for name, prompt in others.items() for twin in names_of(metric, name)}
        )


def with_prompts(metric: Any, prompts: Mapping[str, AnyPrompt]) -> Any:
    """A copy of `metric` that uses these prompts; the metric itself stays as it is, also while others score with it."""
    changed = copy(metric)
    install(changed, prompts)
    return changed


def with_instruction(prompt: AnyPrompt, instruction: str) -> AnyPrompt | None:
    """The prompt with another instruction, or None where that would not be one.

    A blank text is none. In a template the places to fill in stay: those left out come at the end, and a text with
    new ones is refused.
    """
    text = instruction.strip()
    if not text:
        return None
    if isinstance(prompt, JudgePrompt):
        return replace(prompt, instruction=text)
    changed = copy(prompt)
    changed.instruction = text
    if isinstance(changed, Prompt) and isinstance(prompt, Prompt):
        missing = [name for name in prompt.variables if name not in changed.variables]
        changed.instruction = "\n".join([text, *(f"{name}: {{{name}}}" for name in missing)])
        if set(changed.variables) != set(prompt.variables):
            return None
    return changed


def with_demonstrations(prompt: AnyPrompt, more: Sequence[Demonstration]) -> AnyPrompt:
    """The prompt with these examples after its own."""
    if isinstance(prompt, JudgePrompt):
        return replace(prompt, examples=(*prompt.examples, *(Example(given, reply) for given, reply in more)))
    changed = copy(prompt)
    if isinstance(prompt, Prompt) and isinstance(changed, Prompt):
        changed.examples = [*prompt.examples, *((dict(given), dict(wanted)) for given, wanted in more)]
    else:
        changed.examples = [*prompt.examples, *more]
    return changed


def versions(prompts: Mapping[str, AnyPrompt]) -> tuple[str, ...]:
    """What tells two sets of prompts apart."""
    return tuple(prompt.version for prompt in prompts.values())


def reply_model(prompt: AnyPrompt) -> type[BaseModel] | None:
    """The model of the judge's reply, where the prompt has one."""
    if isinstance(prompt, JudgePrompt):
        return prompt.reply
    return prompt.output_model if isinstance(prompt, PydanticPrompt) else None
