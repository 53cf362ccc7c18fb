"""A verifier that is no language model: Vectara's open classifier of hallucinations, HHEM."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar

from ragas._extras import optional
from ragas.engine.event_loop import call_in_thread
from ragas.exceptions import JudgeError, UnsupportedStepError
from ragas.llms.judge import Judge, Prompt, Reply, Step, Usefulness, Verdict

HHEM = "vectara/hallucination_evaluation_model"


class HHEMJudge(Judge):
    """A judge for the step `verify` alone: the probability that the contexts, joined, support a statement.

    The classifier is loaded at the first verdict, from the local cache of the model hub or from the hub. Its
    repository brings the Python code that runs it, which is executed on loading; `revision` pins a version of it.

    Args:
        classifier: a model name, a local folder, or an object whose `predict` takes pairs (premise, hypothesis) and
            gives one probability a pair.
        device: where a model that is loaded here runs, such as "cpu" or "cuda:0".
        batch_size: how many statements are classified at once.
        threshold: a statement counts as supported from this probability on.
        revision: branch, tag or commit of the model repository.
    """

    steps: ClassVar[frozenset[Step]] = frozenset({"verify"})

    def __init__(
        self,
        classifier: Any = HHEM,
        *,
        device: str = "cpu",
        batch_size: int = 10,
        threshold: float = 0.5,
        revision: str = "main",
    ) -> None:
        if batch_size < 1:
            raise ValueError(f"batch_size is at least 1, not {batch_size!r}")
        if not 0 <= threshold <= 1:
            raise ValueError(f"threshold is a probability, between 0 and 1, not {threshold!r}")
        self.classifier = classifier
        self.device = device
        self.batch_size = batch_size
        self.threshold = threshold
        self.revision = revision
        self.name = f"hhem:{classifier}" if isinstance(classifier, str) else "hhem"

    async def agenerate(self, prompt: Prompt, response_model: type[Reply]) -> Reply:
        """Refuse: a classifier writes nothing.

        Raises:
            UnsupportedStepError: always.
        """
        raise UnsupportedStepError(
            f"{self.name} only verifies statements; it cannot answer a prompt, here for {response_model.__name__!r}."
        )

    async def verify(self, statements: Sequence[str], contexts: Sequence[str]) -> list[Verdict]:
        """One verdict a statement, with its probability of support.

        Raises:
            MissingDependencyError: transformers is not installed.
            JudgeError: the model could not be loaded, or gave another number of probabilities than it was asked for.
        """
        premise = "\n".join(contexts)
        pairs = [(premise, statement) for statement in statements]
        probabilities = await call_in_thread(self._probabilities, pairs)
        return [
            Verdict(p >= self.threshold, f"Probability of support {p:.2f}.", confidence=p)
            for p in probabilities
        ]

    async def split(self, text: str, question: str = "") -> list[str]:
        """Not a step of this judge."""
        raise UnsupportedStepError(f"{self.name} only verifies statements; it splits no text.")

    async def relevant(self, question: str, answer: str, chunks: Sequence[str]) -> list[Usefulness]:
        """Not a step of this judge."""
        raise UnsupportedStepError(f"{self.name} only verifies statements; it judges no chunks.")

    async def entities(self, text: str) -> list[str]:
        """Not a step of this judge."""
        raise UnsupportedStepError(f"{self.name} only verifies statements; it names no entities.")

    def _probabilities(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The probability of each pair, in batches, one thread at a time: the classifier fills every core already."""
        with _one_at_a_time:
            model = self.classifier
            if isinstance(model, str):
                model = load(model, self.device, self.revision)
            found: list[float] = []
            for start in range(0, len(pairs), self.batch_size):
                found += [float(one) for one in model.predict(list(pairs[start : start + self.batch_size]))]
        if len(found) != len(pairs):
            raise JudgeError(f"{self.name} gave {len(found)} probabilities for {len(pairs)} statements.")
        return found


_one_at_a_time = threading.Lock()


@lru_cache(maxsize=2)
def load(name: str, device: str, revision: str) -> Any:
    """The classifier, loaded once a process.

    Raises:
        MissingDependencyError: transformers is not installed.
        JudgeError: it could not be loaded, or has no `predict`; says from where.
    """
    transformers = optional("transformers", extra="hhem", purpose="The HHEM classifier")
    try:
        model = transformers.AutoModelForSequenceClassification.from_pretrained(
            name, revision=revision, trust_remote_code=True
        )
    except Exception as error:  # the code that comes with a model can raise anything
        if isinstance(error, OSError | ValueError):
            what = "It is fetched from the model hub once; offline, pass the folder it was saved in."
        else:
            version = getattr(transformers, "__version__", "of the version installed")
            what = (
                f"Its own code may not fit transformers {version}: models from before transformers 5 need "
                'pip install "transformers<5".'
            )
        told = f"The classifier {name!r} could not be loaded: {type(error).__name__}: {error}. {what}"
        raise JudgeError(told) from error
    if not callable(getattr(model, "predict", None)):
        raise JudgeError(
            f"The classifier {name!r} is a {type(model).__name__} without `predict`. HHEM brings one that takes pairs "
            "(premise, hypothesis); for another model pass an object whose `predict` does."
        )
    try:
        return model.to(device).eval()
    except Exception as error:  # of whichever kind the backend of the device raises
        raise JudgeError(f"The classifier {name!r} cannot run on device={device!r}: {error}") from error
