"""A run to be killed: python -m tests.testset.killable FOLDER. Its judge takes a moment for every call."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from ragas.engine.run_config import RunConfig
from ragas.llms.judge import Prompt, Reply
from ragas.testing import HashEmbeddings
from ragas.testset import Testset, TestsetGenerator
from tests.testset.scripted import TOPICS, CountedJudge

WORKERS = 4


class SlowJudge(CountedJudge):
    """Keeps what it was asked. The longer a prompt, the longer it takes, up to a twentieth of a second."""

    def __init__(self) -> None:
        super().__init__()
        self.pace = 1.0
        self.asked: list[str] = []

    def at_pace(self, pace: float) -> SlowJudge:
        """The same judge at another pace, which is no setting of it."""
        self.pace = pace
        return self

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        self.asked.append(str(prompt))
        await asyncio.sleep(self.pace * (0.01 + sum(map(ord, str(prompt))) % 40 / 1000))
        return await super().agenerate(prompt, response_model)


def made(judge: CountedJudge, folder: Path, workers: int = WORKERS) -> Testset:
    """The test set, from where the folder's run broke off."""
    return TestsetGenerator(judge, HashEmbeddings()).generate_with_documents(
        list(TOPICS.values()),
        8,
        unanswerable=0.25,
        run=folder,
        run_config=RunConfig(max_workers=workers),
        show_progress=False,
    )


if __name__ == "__main__":
    made(SlowJudge(), Path(sys.argv[1]))
