"""Questions that no application has answered yet, such as a fresh test set: what to do before they are scored."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ragas.cli.options import source
from ragas.exceptions import InputError
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.files import STANDARD_INPUT
from ragas.schema.stream import SampleStream

ANSWERS = frozenset({"response", "retrieved_contexts"})
"""The columns an application fills in."""
HOW = """\
{source} holds questions without answers: no row has response or retrieved_contexts. Have your application fill these in:

    from ragas import EvaluationDataset

    dataset = EvaluationDataset.load({file!r})
    for sample in dataset:
        sample.response, sample.retrieved_contexts = ask_your_application(sample.user_input)
    dataset.to_jsonl("answered.jsonl")

then score answered.jsonl. If they are there under other names, say so with --map response=your_name."""


def refuse_unanswered(dataset: EvaluationDataset | SampleStream, lacking: Iterable[str], data: Path) -> None:
    """Say how questions get their answers, if that is all they lack.

    Raises:
        InputError: the dataset has questions, `lacking` are columns of answers, and there is none of these.
    """
    present = set(dataset.features())
    fresh = "user_input" in present and not present & ANSWERS and not dataset.is_multi_turn()
    if fresh and ANSWERS.issuperset(lacking):
        file = "questions.jsonl" if str(data) == STANDARD_INPUT else str(data)
        raise InputError(HOW.format(source=source(data), file=file))
