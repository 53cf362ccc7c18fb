"""Replay a recorded case of version 0.4.3: the judge's recorded answers, in the shape our judge steps ask for.

.venv/bin/python -m tests.compat.replay prints how the recorded cases come out, metric by metric.
"""

from __future__ import annotations

import json
import math
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
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


TESTS = (
    "test_cases_custom",
    "test_cases_deterministic",
    "test_cases_judged",
    "test_loss_cases",
    "test_metric_cases",
    "test_metric_result_cases",
)
OUTCOMES = ("equal", "corrected", "kept")
WITHOUT: set[str] = set()
"""What these cases are of is not there."""
KEPT = {
    "AnswerRelevancy": "a blank question is left out; of the others all are noncommittal",
    "AspectCritic": "one vote decides where one was asked for",
    "ContextEntityRecall": "a reference without entities gives 0.0, as documented",
    "DataCompyScore": "columns are compared by their values; what the reference does not have costs rows nothing; two empty texts are no tables",
    "DomainSpecificRubrics": "a level of the rubric is a score; the range is the rubric's and cannot be given twice",
    "MetricResult": "a text, a list and None have no sign and cannot be rounded",
    "NoiseSensitivity": "a response without statements has no score",
    "NonLLMContextPrecisionWithReference": "nothing retrieved is 0.0",
    "NonLLMContextRecall": "without reference contexts there is no score",
    "NonLLMStringSimilarity": "two empty texts are the same",
    "NumericMetric": "the value is one of those allowed",
    "QuotedSpansAlignment": "a response that quotes nothing quotes nothing wrongly; what is quoted is found",
    "RankingMetric": "a list of labels of any length is a ranking",
    "ResponseGroundedness": 'a part of a context may lack its "not", so it is judged',
    "RougeScore": "an accent makes another word, an emoji makes none; a known type is a type",
    "SemanticSimilarity": "the threshold is honoured; without a measure there is no similarity",
    "SummaryScore": "without the penalty only questions count, as in the newer of the two classes",
    "ToolCallAccuracy": "another number of calls is another plan; the best pairing, where it was found",
    "ToolCallF1": "a set is meant, and `reason` says so; `count_repeats=True` counts every call",
    "TopicAdherence": "without topics there is no score",
}
"""Why a value that was called into question is the same here."""


def replayed() -> Iterator[tuple[Case, Any]]:
    """The cases that a test replays, each with the test module that does."""
    for name in TESTS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # names of the first generation are imported on purpose
            module = import_module(f"tests.compat.{name}")
        for test in list(vars(module).values()):
            for mark in getattr(test, "pytestmark", []):
                if mark.name == "parametrize" and mark.args[0] == "case":
                    yield from ((case, module) for case in mark.args[1])


def outcome_of(case: Case, module: Any) -> str:
    """Whether the test expects the recorded value, another one, or one that was called into question."""
    recorded = case["expected"].get("value")
    if case["id"] in module.DIFFERENT:
        return "corrected"
    other = module.factual(case) if hasattr(module, "factual") else None
    if other is not None and not same_number(recorded, other):
        return "corrected"
    suspect = case.get("suspect", [])
    if "S6" in suspect and math.isfinite(float(recorded)) and recorded != 0:
        # An epsilon keeps it from the exact value.
        return "corrected"
    return "kept" if suspect else "equal"


def same_number(one: Any, other: float) -> bool:
    return math.isclose(float(one), other, abs_tol=1e-6) or (math.isnan(float(one)) and math.isnan(other))


def counts() -> dict[str, dict[str, int]]:
    """How many cases come out how, by the metric's name today; both APIs together."""
    from ragas.metrics import _REPLACED_BY, collections

    found: dict[str, dict[str, int]] = {}
    for case, module in replayed():
        name = case["metric"].split(".", 1)[1]
        name = _REPLACED_BY.get(name, name)
        name = getattr(getattr(collections, name, None), "__name__", name)
        row = found.setdefault(name, dict.fromkeys(OUTCOMES, 0))
        row[outcome_of(case, module)] += 1
    return dict(sorted(found.items(), key=lambda item: item[0].lower()))


def table() -> str:
    """The counts as Markdown, with the reason where a value called into question is kept."""
    found = counts()
    sums = {outcome: sum(row[outcome] for row in found.values()) for outcome in OUTCOMES}
    lines = [f"| metric | recorded | {' | '.join(OUTCOMES)} | why kept |", "|---|--:|--:|--:|--:|---|"]
    for name, row in {"**all**": sums, **found}.items():
        cells = [str(row[outcome] or "") for outcome in OUTCOMES]
        title = name if name.startswith("*") else f"`{name}`"
        why = KEPT[name] if row["kept"] and name in found else ""
        lines.append(f"| {title} | {sum(row.values())} | {' | '.join(cells)} | {why} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(table() + "\n")
