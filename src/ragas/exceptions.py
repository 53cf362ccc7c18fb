"""Every error Ragas raises on purpose, as one tree.

RagasError
├── InputError (ValueError)                 a sample, a file or an argument is wrong; says where and what to do
│   ├── EmptyInputError                     a text is empty, so there is nothing to score: the cell is `not_applicable`
│   └── BrokenStreamError                   a streamed dataset failed at a row; holds what was finished until then
├── ConfigurationError (ValueError)         a judge, an embedder or a run is set up wrongly
├── MissingDependencyError (ImportError)    an optional package is not installed; says which extra brings it
├── JudgeError                              the judge could not be asked, or did not answer usably
│   ├── JudgeCallError                      the provider refused or could not be reached
│   ├── JudgeTimeoutError (TimeoutError)    no answer before the deadline
│   ├── TruncatedReplyError                 the reply was cut off; old name LLMDidNotFinishException
│   └── ReplyError                          the reply does not fit what was asked; old name RagasOutputParserException
│       └── IncompleteReplyError            some of the numbered items were left out
├── UnsupportedStepError                    this judge cannot do that kind of step: the cell is `skipped`
├── BudgetSpentError                        the run's budget is used up: the cell is `skipped`
├── RunInUseError                           another process writes to this run
├── ExceptionInRunner                       a run ended without a result
├── NotFoundError
│   └── ResourceNotFoundError
│       ├── DatasetNotFoundError
│       ├── ExperimentNotFoundError
│       └── ProjectNotFoundError
└── DuplicateError
    └── DuplicateResourceError
        ├── DuplicateDatasetError
        ├── DuplicateExperimentError
        └── DuplicateProjectError

`RunInterrupted` (KeyboardInterrupt) stands beside the tree: Ctrl-C, with what was finished until then.

`RagasException` and `ValidationError` are the names earlier versions used for `RagasError` and `InputError`.
"""

from __future__ import annotations

from typing import Any

REPLY_SHOWN = 300
"""How many characters of a judge's reply an error message shows."""


class RagasError(Exception):
    """Anything Ragas raises on purpose."""


class InputError(RagasError, ValueError):
    """A sample, a file or an argument is wrong."""


class EmptyInputError(InputError):
    """A text is empty, so there is nothing to score and the cell is not applicable."""


class BrokenStreamError(InputError):
    """A streamed dataset failed at `row`. `result` holds what was finished until then."""

    def __init__(self, message: str, row: int, result: Any) -> None:
        self.row = row
        self.result = result
        super().__init__(message)


class ConfigurationError(RagasError, ValueError):
    """A judge, an embedder or a run is set up wrongly."""


class MissingDependencyError(RagasError, ImportError):
    """An optional package is not installed."""


class JudgeError(RagasError):
    """The judge could not be asked, or did not answer usably."""


class JudgeCallError(JudgeError):
    """The provider refused the call or could not be reached."""


class JudgeTimeoutError(JudgeError, TimeoutError):
    """The judge gave no answer before the deadline."""


class TruncatedReplyError(JudgeError):
    """The judge stopped in the middle of its reply."""

    def __init__(self, message: str = "The judge's reply was cut off before it was complete.") -> None:
        super().__init__(message)


class ReplyError(JudgeError):
    """The judge's reply does not fit what was asked.

    `reply` holds the whole text; the message shows its beginning.
    """

    def __init__(
        self, message: str = "The judge's reply does not fit what was asked.", *, reply: str = ""
    ) -> None:
        self.reply = reply
        shown = reply if len(reply) <= REPLY_SHOWN else f"{reply[:REPLY_SHOWN]}… ({len(reply)} characters)"
        super().__init__(f"{message} The reply: {shown!r}" if reply else message)


class IncompleteReplyError(ReplyError):
    """The judge left out some of the numbered items, also when asked again."""


class UnsupportedStepError(RagasError):
    """This judge cannot do that kind of step, so the cell is skipped."""


class BudgetSpentError(RagasError):
    """The run's budget is used up, so nothing more is sent and the cell is skipped."""


class RunInUseError(RagasError):
    """Another process, or another call in this one, is writing to the run's folder."""


class RunInterrupted(KeyboardInterrupt):
    """Ctrl-C during a run. `result` holds what was finished until then; the other cells are `skipped`."""

    def __init__(self, message: str, result: Any) -> None:
        self.result = result
        super().__init__(message)


class ExceptionInRunner(RagasError):
    """A run ended without a result."""

    def __init__(self, message: str = "The run ended without a result.") -> None:
        super().__init__(message)


class NotFoundError(RagasError):
    """Something asked for by name does not exist."""


class ResourceNotFoundError(NotFoundError):
    """A stored dataset, experiment or project does not exist."""


class DatasetNotFoundError(ResourceNotFoundError):
    """There is no dataset of that name."""


class ExperimentNotFoundError(ResourceNotFoundError):
    """There is no experiment of that name."""


class ProjectNotFoundError(ResourceNotFoundError):
    """There is no project of that name."""


class DuplicateError(RagasError):
    """Something of that name exists already."""


class DuplicateResourceError(DuplicateError):
    """A stored dataset, experiment or project of that name exists already."""


class DuplicateDatasetError(DuplicateResourceError):
    """A dataset of that name exists already."""


class DuplicateExperimentError(DuplicateResourceError):
    """An experiment of that name exists already."""


class DuplicateProjectError(DuplicateResourceError):
    """A project of that name exists already."""


RagasException = RagasError
ValidationError = InputError
RagasOutputParserException = ReplyError
LLMDidNotFinishException = TruncatedReplyError
