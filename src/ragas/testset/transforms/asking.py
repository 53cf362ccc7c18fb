"""Ask a judge about a node, or go by rules where it gives nothing that can be used."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from ragas.exceptions import MissingDependencyError, UnsupportedStepError
from ragas.llms.adapt import as_judge, ask
from ragas.llms.judge import Reply
from ragas.prompt.fence import Data
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.testset.failed_calls import UNREADABLE
from ragas.testset.transforms.prompted import Prompted

logger = logging.getLogger("ragas.testset")

TOLERATED = 5
"""Unusable replies after which the judge is no longer excused, when they are more than half."""


class Asking(Prompted):
    """What transformations that ask a judge share.

    A judge that writes nothing, such as the embedded one, is replaced by rules. One reply that cannot be used is, too,
    with a warning, so that it does not end a run of hundreds; when most cannot, the error is raised.
    """

    llm: Any
    _questions = 0
    _unusable = 0

    def __post_init__(self) -> None:
        self.llm = as_judge(self.llm)

    async def _asked(
        self,
        prompt: JudgePrompt,
        data: Mapping[str, Data],
        reply: type[Reply],
        by_rules: Callable[[], Reply],
    ) -> Reply:
        judge = as_judge(self.llm)
        try:
            self._questions += 1
            return await ask(judge, prompt.render(data), reply)
        except UnsupportedStepError:
            logger.debug("The judge %s writes nothing; %s goes by rules.", judge.name, type(self).__name__)
            return by_rules()
        except UNREADABLE as error:
            self._unusable += 1
            if self._unusable >= TOLERATED and 2 * self._unusable > self._questions:
                raise
            try:
                found = by_rules()
            except MissingDependencyError:
                raise error from None
            logger.warning("%s went by rules once: %s", type(self).__name__, error)
            return found
