"""A generator's judge for tests: it answers every step from the prompt alone, so runs are the same every time."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from pydantic import BaseModel

from ragas.llms.judge import Judge, Prompt, Reply
from ragas.testing import ScriptedJudge

TOPICS = {
    "bees": "Bees make honey from nectar. A hive holds about 40000 bees in June. Queen Ada lays 2000 eggs a day.",
    "ferries": "Larkspur Ferries sails to Bell Island. Crossings take 40 minutes. Bicycles travel free in Norway.",
    "kilns": "Kilns at Delft reach 1280 degrees. Cooling takes four hours. Clay shrinks by 8 percent when fired.",
    "trains": "Night trains leave Oslo at 22:05. Each has 12 sleeping cars. Breakfast is served near Bergen.",
    "tea": "Assam tea is steeped for four minutes. Water of 95 degrees is best. Darjeeling needs three minutes.",
}
"""Five documents on five unlike subjects."""

_TEXT = re.compile(
    r"<(?:context|chunk)(?: \d+)? ([0-9a-f]+)>\n(?:<\d-hop>\s+)?(.*?)\n</(?:context|chunk)", re.DOTALL
)


def reply(prompt: str, model: type[BaseModel], *, same: bool = False) -> Any:
    """What the judge says. With `same`, three of four questions are one and the same."""
    number = sum(map(ord, prompt))
    match model.__name__:
        case "GeneratedQueryAnswer":
            facts = [_fact(text, number) for text in _texts(prompt)]
            fact = facts[0]
            words = fact.rstrip(".").split()
            if "whose answer is nowhere in it" in prompt:
                return {
                    "query": f"Who paid for {words[0]}?",
                    "answer": f"Nobody tells who paid for {words[0]}.",
                }
            if "a wrong number, name, condition or order" in prompt:
                return {"query": f"Since no {words[0]} {words[1]}, what then?", "answer": fact}
            asked = f"What of {words[0]} {words[1]} {words[-1]}?"
            asked = "What is the answer to everything?" if same and number % 4 else asked
            return {"query": asked, "answer": " ".join(facts)}
        case "StatementVerdicts":
            lines = re.findall(r"^\[(\d+)\] (.*)$", prompt.rsplit("<statements", 1)[-1], re.MULTILINE)
            return {"verdicts": [_verdict(int(at), text, _texts(prompt)) for at, text in lines]}
        case "QuestionReview":
            asked = prompt.rsplit("<question", 1)[-1]
            told = {"answered": "Who paid" not in asked, "false_premise": "Since no" in asked}
            return {"reason": "", "understandable": True, "fits": True, **told}
        case "PersonaThemesMapping":
            return {
                "mapping": {"Reader": re.findall(r"^\[\d+\] (.*)$", prompt, re.MULTILINE), "Nobody": ["x"]}
            }
        case "Persona":
            return {"name": "Reader", "role_description": "Reads."}
        case "ConceptCombinations":
            return {"combinations": [["clay", "honey"]]}
        case "QuestionPotentialOutput":
            return {"score": 4}
        case "Headlines":
            return {"headlines": re.findall(r"^#+ (.*)$", prompt.rsplit("<text", 1)[-1], re.MULTILINE)}
        case "ThemesAndConcepts":
            return {"output": ["clay", "honey"]}
        case "NEROutput":
            return {"entities": re.findall(r"\b[A-Z]\w+", prompt.rsplit("<text", 1)[-1])[:4]}
        case _:
            return dict.fromkeys(model.model_fields, "") | {"text": prompt[-80:]}


def _texts(prompt: str) -> list[str]:
    """The passages in a prompt, without those of its worked examples."""
    found = _TEXT.findall(prompt)
    return [text for mark, text in found if mark == found[-1][0]]


def _fact(text: str, number: int) -> str:
    facts = [one.strip() for one in re.split(r"(?<=\.)\s+", text) if one.strip()]
    return facts[number % len(facts)]


def _verdict(number: int, text: str, chunks: list[str]) -> dict[str, Any]:
    holding = [at for at, chunk in enumerate(chunks, 1) if text.rstrip(".") in chunk]
    return {"number": number, "reason": "it says so", "supported": True, "quote": text, "chunks": holding}


def scripted(*, same: bool = False, **instead: Any) -> ScriptedJudge:
    """A scripted judge; `instead` maps the name of a reply model to a function of the prompt, or a fixed reply."""

    def function(prompt: str, model: type[BaseModel]) -> Any:
        if (other := instead.get(model.__name__)) is not None:
            return other(prompt) if callable(other) and not isinstance(other, type) else other
        return reply(prompt, model, same=same)

    return ScriptedJudge(function)


class CountedJudge(Judge):
    """The same as a judge of a user's own, whose calls go through the runner and its record."""

    name = "counted"

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.fails_after: int | None = None

    def failing_after(self, calls: int) -> CountedJudge:
        """The same judge, whose key is revoked after so many calls: no setting of it, but what becomes of it."""
        self.fails_after = calls
        return self

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        if self.fails_after is not None and self.calls.total() >= self.fails_after:
            raise PermissionError("key revoked")
        self.calls[response_model.__name__] += 1
        return response_model.model_validate(reply(str(prompt), response_model))
