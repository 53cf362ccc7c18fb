"""Replay a recorded case of version 0.4.3: the judge's recorded answers, in the shape our judge steps ask for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ragas.embeddings.embedder import Embedder
from ragas.exceptions import ReplyError
from ragas.llms.judge import Judge, Prompt, Reply

Case = dict[str, Any]


def cases(*metrics: str) -> list[Case]:
    """The recorded cases of these metrics, such as "Faithfulness", in both APIs, or "base.MetricResult" alone."""
    lines = (Path(__file__).parent / "metric_cases.jsonl").read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    return [case for case in found if case["metric"] in metrics or case["metric"].split(".")[1] in metrics]


class ReplayJudge(Judge):
    """Gives recorded answers in turn."""

    name = "replay"

    def __init__(self, answers: list[Any]) -> None:
        self.answers: Iterator[Any] = iter(answers)
        self.calls = 0

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        self.calls += 1
        answer = next(self.answers, {"verdicts": [], "questions": []})
        if "raise" in answer:
            raise RuntimeError(answer["raise"])
        try:
            return response_model.model_validate(answer)
        except ValidationError as error:
            raise ReplyError("the recorded answer does not fit", reply=json.dumps(answer)) from error


class ReplayEmbeddings(Embedder):
    """Gives recorded vectors."""

    def __init__(self, vectors: dict[str, list[float]]) -> None:
        super().__init__()
        self.vectors = vectors

    def embed_text(self, text: str, **kwargs: Any) -> list[float]:
        return self.vectors[text]

    async def aembed_text(self, text: str, **kwargs: Any) -> list[float]:
        return self.vectors[text]


def answers(case: Case) -> list[Any]:
    """The judge's recorded answers as replies to our steps."""
    recorded = case.get("judge_outputs") or []
    for answer in recorded:
        if "raise" in answer:
            return [answer]
    kind = case["metric"].split(".")[1]
    if "Faithfulness" in kind:
        return [recorded[0], *({"verdicts": numbered(one["statements"])} for one in recorded[1:])]
    if "ContextRecall" in kind:
        found = recorded[0]["classifications"]
        statements = [f"{one['statement']} {number}" for number, one in enumerate(found, 1)]
        return [{"statements": statements}, {"verdicts": numbered(found, "attributed")}]
    if "Precision" in kind or "Utilization" in kind:
        return [
            {
                "verdicts": [
                    {"number": number, "reason": one["reason"], "useful": one["verdict"]}
                    for number, one in enumerate(recorded, 1)
                ]
            }
        ]
    if "Relevancy" in kind:
        return [{"questions": recorded}, {"questions": []}]
    if "Noise" in kind:
        return noise_answers(recorded, len(case["inputs"]["retrieved_contexts"]))
    return recorded


def numbered(found: list[Any], flag: str = "verdict") -> list[Any]:
    return [
        {"number": number, "reason": one["reason"], "supported": one[flag]}
        for number, one in enumerate(found, 1)
    ]


def noise_answers(recorded: list[Any], chunks: int) -> list[Any]:
    """Verdicts by chunk become, for each statement, the chunks that support it.

    The recorded cases call the statements of both sides s1, s2, ...; here those of the reference get names of
    their own, since the same statements on the same chunks are one question and are asked once.
    """
    if len(recorded) < 2:
        return recorded
    reference = {"statements": [f"reference {text}" for text in recorded[0]["statements"]]}
    split, verified = [reference, recorded[1]], [one["statements"] for one in recorded[2:]]
    sides = []
    for side in (0, 1):
        columns = verified[side : 2 * chunks : 2]
        rows = len(split[side]["statements"])
        flags = [
            [
                chunk + 1
                for chunk, column in enumerate(columns)
                if row < len(column) and column[row]["verdict"]
            ]
            for row in range(rows)
        ]
        complete = [row for row in range(rows) if all(row < len(column) for column in columns)]
        sides.append(
            {
                "verdicts": [
                    {"number": row + 1, "reason": "r", "supported": bool(flags[row]), "chunks": flags[row]}
                    for row in complete
                ]
            }
        )
    against_reference = [{"verdicts": numbered(one)} for one in verified[2 * chunks :]]
    return [*split, *sides, *against_reference]
