"""The test set: questions with references, where they come from, and what became of the others."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from uuid import UUID, uuid4

from pydantic import BaseModel, Field

from ragas.exceptions import ConfigurationError, InputError
from ragas.schema.dataset import EvaluationDataset, NumberedRows, RagasDataset
from ragas.schema.paths import expanded
from ragas.schema.rows import RowReader, Sample
from ragas.testset.testset_report import TestsetReport

if TYPE_CHECKING:
    from ragas.schema.token_usage import TokenUsage

OWN = ("synthesizer_name", "kind", "documents", "evidence", "id")
"""Columns of a test set beside those of the sample."""


class Evidence(BaseModel):
    """What one statement of a reference rests on: `reference_contexts[context][start:end]` is the quote."""

    statement: str
    quote: str
    context: int
    start: int | None = None
    end: int | None = None


class TestsetSample(BaseModel):
    """A question with its reference, and where it comes from.

    `kind` is "answerable", "unanswerable" (the documents do not tell) or "adversarial" (it takes something false for
    granted). `documents` names the documents it is about; `evidence` holds a quote for every statement of the
    reference, as the judge that verified it gave it.
    """

    __test__ = False  # pytest takes it for a test otherwise

    eval_sample: Sample
    synthesizer_name: str
    kind: str = "answerable"
    documents: list[str] = Field(default_factory=list)
    evidence: list[Evidence] = Field(default_factory=list)
    id: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The columns that have a value."""
        own = self.model_dump(exclude={"eval_sample"}, exclude_none=True)
        own = {name: own[name] for name in OWN if own.get(name) not in (None, [])}
        return {**self.eval_sample.to_dict(), **self.eval_sample.extra, **own}


class TestsetPacket(BaseModel):
    """A test set as it was sent somewhere."""

    __test__ = False

    samples_original: list[TestsetSample]
    run_id: str
    created_at: str = Field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))


@dataclass(repr=False)
class Testset(RagasDataset[TestsetSample]):
    """Questions with references. `report` says how they came about; `usage` what that took in all, and
    under `paid_now` in this process."""

    __test__ = False

    samples: list[TestsetSample]
    run_id: UUID = field(default_factory=uuid4)
    cost_cb: Any = None
    report: TestsetReport | None = field(default=None, compare=False)
    usage: Mapping[str, Any] | None = field(default=None, compare=False)
    personas: Sequence[Any] = field(default=(), compare=False)

    def validate_samples(self, samples: Iterable[TestsetSample]) -> list[TestsetSample]:
        """The samples as a list, refused when one is no `TestsetSample`."""
        samples = list(samples)
        for index, one in enumerate(samples):
            if not isinstance(one, TestsetSample):
                raise InputError(f"sample {index} is a {type(one).__name__}, not a TestsetSample.")
        return samples

    def to_evaluation_dataset(self) -> EvaluationDataset:
        """The samples for `evaluate`, once an application has filled in `response` and `retrieved_contexts`.

        Kind, documents, synthesizer and id stay with each sample in `extra`, so that results can be grouped by them, and
        runs compared row by row.
        """
        samples = []
        for one in self.samples:
            sample = one.eval_sample.model_copy(deep=True)
            own = {name: value for name, value in one.to_dict().items() if name in OWN and name != "evidence"}
            sample.extra = {**one.eval_sample.extra, **own}
            samples.append(sample)
        return EvaluationDataset(samples)

    def to_list(self) -> list[dict[str, Any]]:
        """The samples as dicts of the columns that have a value."""
        return [one.to_dict() for one in self.samples]

    @classmethod
    def _samples(cls, rows: NumberedRows, stacklevel: int) -> list[TestsetSample]:
        reader = RowReader()
        found: list[TestsetSample] = []
        for place, row in rows:
            if not isinstance(row, Mapping):
                raise InputError(f"{place} is {row!r:.80}, not a dict of columns.")
            own = {name: _read(name, row[name]) for name in OWN if row.get(name) is not None}
            sample = reader.read(place, {name: value for name, value in row.items() if name not in OWN})
            try:
                found.append(TestsetSample(eval_sample=sample, **{"synthesizer_name": ""} | own))
            except ValueError as error:
                raise InputError(f"{place} is no sample of a test set: {error}") from None
        reader.finish(stacklevel + 1)
        return found

    @classmethod
    def from_annotated(cls, path: str | Path) -> Self:
        """Read a JSON file of rows that people have looked at: those whose `approval_status` is "approved".

        Raises:
            InputError: the file holds no list of rows.
        """
        try:
            rows = json.loads(expanded(path).read_text(encoding="utf-8-sig"))
        except ValueError as error:
            raise InputError(f"{str(path)!r} is no JSON: {error}.") from None
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise InputError(f"{str(path)!r} holds no list of rows.")
        approved = [row for row in rows if row.get("approval_status") == "approved"]
        return cls.from_list(
            {name: value for name, value in row.items() if name != "approval_status"} for row in approved
        )

    def total_tokens(self) -> TokenUsage | list[TokenUsage]:
        """The tokens of the judge that making the test set took; a list where several models judged.

        Raises:
            ConfigurationError: no judge told how many.
        """
        from ragas.schema.token_usage import tokens_of

        self._tokens()
        return tokens_of(self.usage or {})

    def total_cost(
        self, cost_per_input_token: float | None = None, cost_per_output_token: float | None = None
    ) -> float:
        """What that cost, in the currency of the prices a token.

        Raises:
            ConfigurationError: no price is given, or no judge told how many tokens it took.
        """
        if cost_per_input_token is None:
            raise ConfigurationError(
                "total_cost() needs the price of an input token: cost_per_input_token=..."
            )
        read, written = self._tokens()
        per_output = cost_per_input_token if cost_per_output_token is None else cost_per_output_token
        return read * cost_per_input_token + written * per_output

    def _tokens(self) -> tuple[int, int]:
        usage = self.usage or {}
        read, written = usage.get("input_tokens"), usage.get("output_tokens")
        if read is None and written is None:
            raise ConfigurationError(
                "The tokens of this test set are unknown: it was read from a file, or its judge tells none."
            )
        return read or 0, written or 0


def _read(name: str, value: Any) -> Any:
    """A value of a column of ours; in a CSV file, lists are JSON."""
    if name in ("documents", "evidence") and isinstance(value, str):
        try:
            return json.loads(value)
        except ValueError:
            return [value]
    return str(value) if name == "id" else value
