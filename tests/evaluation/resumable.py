"""A run to be killed: python -m tests.evaluation.resumable FOLDER ROWS CALL_LOG. Every judge call is logged when it is done."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from hashlib import sha256
from pathlib import Path
from typing import Any

from ragas import evaluate
from ragas.engine.run_config import RunConfig
from ragas.llms.judge import Judge, Prompt
from ragas.metrics.collections import AspectCritic, ContextPrecision, Faithfulness
from ragas.schema.result import EvaluationResult
from tests.servers.instances import instance_of


class Logged(Judge):
    """Answers after a moment and writes down that it did."""

    name = "logged"

    def __init__(self, log: Path) -> None:
        self.log = log

    async def agenerate(self, prompt: Prompt, response_model: type[Any]) -> Any:
        await asyncio.sleep(0.004)
        self._log(hash_of(prompt))
        return response_model.model_validate(instance_of(response_model.model_json_schema()))

    def _log(self, line: str) -> None:
        with open(self.log, "a") as file:
            file.write(f"{line}\n")


class Halting(Judge):
    """Answers at once; with `STOP` in the environment it stops the process at the fourth row."""

    name = "halting"

    async def agenerate(self, prompt: Prompt, response_model: type[Any]) -> Any:
        if "Pier 3 " in str(prompt) and os.environ.get("STOP"):
            threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
            await asyncio.Event().wait()
        return response_model.model_validate(instance_of(response_model.model_json_schema()))


def hash_of(prompt: Prompt) -> str:
    """A short name of a prompt, the same in every process."""
    return sha256(str(prompt).encode()).hexdigest()[:16]


def rows(count: int) -> list[dict[str, Any]]:
    """Rows that differ."""
    return [
        {
            "user_input": f"How long is pier {number}?",
            "response": f"Pier {number} is {number} m long.",
            "reference": f"Pier {number} is {number} m long.",
            "retrieved_contexts": [f"Pier {number} is {number} m long."],
        }
        for number in range(count)
    ]


def main(folder: str, count: int, log: Path) -> EvaluationResult:
    """Run it, or go on with it."""
    judge = Logged(log)
    result = evaluate(
        rows(count),
        [
            Faithfulness(llm=judge),
            ContextPrecision(llm=judge),
            AspectCritic(name="polite", definition="Is it polite?", llm=judge),
        ],
        run=Path(folder),
        run_config=RunConfig(max_workers=WORKERS),
        show_progress=False,
    )
    assert isinstance(result, EvaluationResult)
    return result


WORKERS = 4

if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
