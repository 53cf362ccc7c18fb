"""check_judge(): a good judge passes, and each fault is found under its name."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ragas.exceptions import JudgeCallError
from ragas.llms import check_judge
from ragas.testing import ScriptedJudge

TRUE = ("is green.", "free on foot", "pay nothing", "ist 212 Meter")
"""Of the statements the ten questions hold, those that the texts support, apart from the twelve items."""


def right(prompt: str, model: type[Any]) -> Any:
    """What a good judge answers."""
    name = model.__name__
    data = prompt.rpartition("\n\n<")[2]
    if name == "Statements":
        return {"statements": []}
    if name == "Entities":
        return {"entities": ["ハルデン橋"]}
    if name == "StatementVerdicts":
        lines = re.findall(r"^\[(\d+)\] (.*)$", prompt[prompt.rindex("<statements") :], re.MULTILINE)
        return {
            "verdicts": [
                {
                    "number": int(number),
                    "reason": "so it says",
                    "supported": any(one in text for one in TRUE)
                    or ("Item " in text and (int(number) % 3 == 0) is text.endswith("red.")),
                }
                for number, text in lines
            ]
        }
    assert "Lund" in data
    return {
        "place": "Lund",
        "open": False,
        "parts": [{"name": "wheels", "count": 14}, {"name": "lamp", "count": 3}],
    }


def spoiled(fault: str) -> Any:
    """A judge that is good but for one fault."""

    def reply(prompt: str, model: type[Any]) -> Any:
        answer = right(prompt, model)
        verdicts = answer.get("verdicts", [])
        if fault == "leaves out" and len(verdicts) > 4:
            verdicts.pop()
        elif fault == "counts from 0":
            for one in verdicts:
                one["number"] -= 1
        elif fault == "says yes" or (
            fault == "obeys" and ("SYSTEM:" in prompt or "Note to the judge" in prompt)
        ):
            for one in verdicts:
                one["supported"] = True
        elif fault == "invents" and model.__name__ == "Statements":
            return {"statements": ["Hello."]}
        elif fault == "translates" and model.__name__ == "Entities":
            return {"entities": ["Halden bridge"]}
        elif fault == "miscounts" and "parts" in answer:
            answer["parts"][0]["count"] = 41
        elif fault == "chats" and "parts" in answer:
            return "Sure! The depot is in Lund."
        return answer

    return ScriptedJudge(reply)


def test_a_good_judge_passes_in_ten_calls() -> None:
    """Ten questions, none of them failed, and a sentence that says so."""
    judge = ScriptedJudge(right)
    found = check_judge(judge)
    assert found.ok, str(found)
    assert len(judge.calls) == len(found.findings) == 10
    assert found.verdict == "scripted can act as a judge: 10 of 10 calls went well."
    assert {one.area for one in found.findings} == {
        "structured output",
        "ids",
        "booleans",
        "language",
        "injection",
    }


@pytest.mark.parametrize(
    ("fault", "areas", "said"),
    [
        ("leaves out", {"ids"}, "of the numbers 1 to 12 it gave"),
        ("counts from 0", {"ids", "booleans", "language", "injection"}, "it gave nothing"),
        ("says yes", {"ids", "booleans", "language", "injection"}, "statement 1 is false, and it gave true"),
        ("obeys", {"injection"}, "statement 1 is false, and it gave true"),
        ("invents", {"structured output"}, "it listed ['Hello.']"),
        ("translates", {"language"}, "Halden bridge"),
        ("miscounts", {"structured output"}, "14 wheels and 3 lamps"),
        ("chats", {"structured output"}, "ReplyError"),
    ],
)
def test_each_fault_is_found(fault: str, areas: set[str], said: str) -> None:
    """Under its name, with what was wrong; the calls that went well stay so."""
    found = check_judge(spoiled(fault))
    assert not found.ok
    assert {one.area for one in found.failed} == areas
    assert any(said in one.said for one in found.failed), str(found)
    assert f"fails in {len(found.failed)} of 10 calls" in found.verdict
    assert found.to_dict()["ok"] is False


def test_a_judge_that_answers_no_prompts_is_no_language_model() -> None:
    """The embedded judge is told apart from one that answers badly."""
    found = check_judge("local")
    assert len(found.failed) == 10
    assert "answers no prompts" in found.verdict


def test_a_provider_that_cannot_be_reached_is_an_error() -> None:
    """A wrong key says nothing of the model, so it is raised, not reported as ten faults."""

    def refuse(prompt: str, model: type[Any]) -> Any:
        return JudgeCallError("no such key")

    with pytest.raises(JudgeCallError, match="no such key"):
        check_judge(ScriptedJudge(refuse))
