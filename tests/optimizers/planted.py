"""A task with a planted rule: people accept answers that name a source, and a judge knows that only if told or shown."""

from __future__ import annotations

import random
import re
from typing import Any

from pydantic import BaseModel

from ragas.metrics.collections import AspectCritic
from ragas.optimizers import SampleAnnotation, SingleMetricAnnotation
from ragas.testing import ScriptedJudge

RULE = "Say yes only if the response names its source."
WORSE = "Say the opposite."
N = 60


def annotations(n: int = N, seed: int = 1) -> SingleMetricAnnotation:
    """Samples of which half name a source; long and short ones, half each, whatever they name."""
    chance = random.Random(seed)
    samples = []
    for number in range(n):
        cites, long = number % 2 == 0, chance.random() < 0.5
        text = f"The ferry {number} leaves at {chance.randint(6, 22)}."
        if long:
            text += " It is a pleasant trip past many islands, with coffee on board, and takes all day."
        if cites:
            text += " (source: timetable)"
        samples.append(SampleAnnotation(metric_input={"response": text}, target=float(cites)))
    return SingleMetricAnnotation(name="sourced", samples=samples)


def metric(llm: Any = None) -> AspectCritic:
    """A critic whose question does not say what people look at."""
    return AspectCritic(llm=llm, name="sourced", definition="Is the response good?")


def verdict(prompt: str, sees_examples: bool = True) -> bool:
    """What the judge says: by the source if the instruction says so, or once an example of each kind is shown; else by length."""
    *examples, asked = re.findall(r"<response \w+>\n(.*?)\n</response", prompt, re.DOTALL)
    shown = re.findall(r'"verdict":(true|false)', prompt)
    kinds = {
        ("source:" in text, len(text) > 80, said == "true")
        for text, said in zip(examples, shown, strict=False)
    }
    # An example of a long answer without a source that is a no, or a short one with a source that is a yes, teaches.
    taught = sees_examples and any(cites == said and cites != long for cites, long, said in kinds)
    told = prompt.partition("The blocks between")[0]
    if WORSE in told:
        return "source:" not in asked
    if "source" in told or taught:
        return "source:" in asked
    return len(asked) > 80


def reply(prompt: str, model: type[BaseModel]) -> dict[str, Any]:
    """The judge: grades by `verdict`, and writes the rule when it is shown mistakes that give it away."""
    if "verdict" in model.model_fields:
        return {"reason": "so it seems", "verdict": verdict(prompt)}
    written = RULE if "mistake" in prompt else "Say yes if the response is friendly."
    return {"instruction": written, "lessons": ["Look at the source."]}


def judge() -> ScriptedJudge:
    """A judge of the planted task that also writes instructions."""
    return ScriptedJudge(reply)
