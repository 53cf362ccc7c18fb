"""How finely a text is split into claims when it is compared with another."""

from __future__ import annotations

from dataclasses import replace

from ragas.prompt.judge_prompt import JudgePrompt

LEVELS = ("low", "high")
ONE_FACT = "Break every statement down until it holds one single fact."
DETAILS = "Also list what is said in passing: dates, places, amounts, conditions and asides, each as a statement of its own."


def claims_prompt(split: JudgePrompt, atomicity: str, coverage: str) -> JudgePrompt:
    """`split`, told to go further where a level is high; with both low it is `split` itself, whose answers are shared."""
    more = [text for level, text in ((atomicity, ONE_FACT), (coverage, DETAILS)) if level == "high"]
    return replace(split, instruction=" ".join([split.instruction, *more])) if more else split
