"""The prompts of the shared steps: examples that fit their reply models, and no data mixed into instructions."""

from __future__ import annotations

import pytest

from ragas.prompt import steps
from ragas.prompt.judge_prompt import JudgePrompt

PROMPTS = [one for one in vars(steps).values() if isinstance(one, JudgePrompt)]


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: prompt.name)
def test_examples_fit(prompt: JudgePrompt) -> None:
    """Each example's reply is an instance of the reply model and reads back from its JSON."""
    for example in prompt.examples:
        assert isinstance(example.reply, prompt.reply)
        assert prompt.reply.model_validate_json(example.reply.model_dump_json()) == example.reply


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: prompt.name)
def test_reply_models_say_what_they_are(prompt: JudgePrompt) -> None:
    """Every reply model is described, and its schema holds no free-form part that providers refuse."""
    schema = prompt.reply.model_json_schema()
    assert schema["description"].endswith(".")
    assert schema["required"]


def test_names_are_distinct() -> None:
    """Names tell prompts apart in traces and versions."""
    assert (
        len({prompt.name for prompt in PROMPTS})
        == len({prompt.version for prompt in PROMPTS})
        == len(PROMPTS)
    )


@pytest.mark.parametrize("value", [2, -1, 0.5, "maybe", None, [True]])
def test_a_verdict_takes_nothing_but_a_boolean(value: object) -> None:
    """Verdicts are yes or no; a grade or a word that means neither does not fit."""
    with pytest.raises(ValueError, match="supported"):
        steps.StatementVerdict.model_validate({"number": 1, "reason": "r", "supported": value})


@pytest.mark.parametrize(("value", "meant"), [(1, True), ("0", False), ("true", True), (False, False)])
def test_a_boolean_may_be_written_in_usual_ways(value: object, meant: bool) -> None:
    """1 and 0, true and false, also as words, are the same two verdicts."""
    verdict = steps.StatementVerdict.model_validate({"number": 1, "reason": "r", "supported": value})
    assert verdict.supported is meant
