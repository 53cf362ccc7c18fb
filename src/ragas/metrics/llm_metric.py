"""LLMMetric: a metric that is a prompt of yours, whose values are words, numbers or rankings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self

from pydantic import BaseModel

from ragas.exceptions import InputError, ReplyError
from ragas.llms.adapt import as_judge, ask
from ragas.metrics import saved
from ragas.metrics.base import BaseMetric
from ragas.metrics.blocks import is_conversation
from ragas.metrics.conversation import transcript
from ragas.metrics.result import MetricResult
from ragas.metrics.validators import Validator, get_validator_for_allowed_values
from ragas.prompt.few_shot import DynamicFewShotPrompt
from ragas.prompt.simple import SHOWN, Prompt

AGAIN = "\n\nYour last value was {value!r}, which is not allowed. The value must be {expected}."


@dataclass(eq=False, repr=False)
class LLMMetric(BaseMetric):
    """A judge's answer to your prompt, checked against the values you allow.

    The `{places}` in the prompt are the columns it needs. `score(llm=..., **columns)` takes the judge with the call;
    left out, it is the metric's own, else that of `evaluate`. A value that is not allowed is asked for once more,
    then the score fails. Subclass it with a `_response_model` of your own that has a field `value`.
    """

    name: str = field(default="", kw_only=False)
    allowed_values: Any = field(default_factory=lambda: ["pass", "fail"], kw_only=False)
    prompt: Any = None
    llm: Any = field(default=None, kw_only=True)

    _response_model: ClassVar[Any] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.name:
            raise TypeError(f"{type(self).__name__} needs a name: it is the column of its results")

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; a text that is set as the prompt, at first or later, becomes a `Prompt`."""
        super().__setattr__(name, Prompt(value) if name == "prompt" and isinstance(value, str) else value)

    def __repr__(self) -> str:
        shown = getattr(self.prompt, "instruction", None)
        if shown is not None and len(shown) > SHOWN:
            shown = f"{shown[: SHOWN - 1]}…"
        allowed = self.allowed_values
        if isinstance(allowed, range):
            allowed = (allowed.start, allowed.stop)
        return f"{type(self).__name__}(name={self.name!r}, allowed_values={allowed!r}, prompt={shown!r})"

    # -- what is asked and answered -------------------------------------------------------------------------------

    @property
    def validator(self) -> type[Validator]:
        """What checks and reads the values."""
        return get_validator_for_allowed_values(self.allowed_values)

    @property
    def response_model(self) -> type[BaseModel]:
        """The model of the judge's reply."""
        model: type[BaseModel] = self._response_model or self.validator.reply_model(self.allowed_values)
        return model

    @property
    def required_columns(self) -> list[str]:
        """The names to fill in the prompt with."""
        return self.get_variables()

    @property
    def optional_columns(self) -> list[str]:
        """None: a prompt needs all its names."""
        return []

    def get_variables(self) -> list[str]:
        """The names in the prompt, each once, in order of appearance."""
        return [] if self.prompt is None else list(self.prompt.variables)

    def validate_result_value(self, result_value: Any) -> str | None:
        """What is wrong with a value, or None."""
        checked = self.validator()
        checked.name, checked.allowed_values = self.name, self.allowed_values
        return checked.validate_result_value(result_value)

    def signature(self) -> dict[str, Any]:
        """What a score of this metric depends on, apart from the judge."""
        version = None if self.prompt is None else self.prompt.version
        return super().signature() | {"allowed_values": repr(self.allowed_values), "prompt": version}

    # -- scoring --------------------------------------------------------------------------------------------------

    async def ascore(self, **inputs: Any) -> MetricResult:
        """The judge's value for these columns, with its reason. `llm` is the judge to ask.

        Raises:
            KeyError: a name in the prompt is not among the columns.
            ReplyError: the value is out of range, also when asked again.
        """
        llm = inputs.pop("llm", None)
        judge = self.judge if llm is None else as_judge(llm)
        text = await self._asked(inputs)
        reply = await ask(judge, text, self.response_model)
        value = self.validator.read(reply.value, self.allowed_values)  # type: ignore[attr-defined]  # has `value`
        if self.validate_result_value(value) is not None:
            expected = self.validator.expected(self.allowed_values)
            reply = await ask(judge, text + AGAIN.format(value=value, expected=expected), self.response_model)
            value = self.validator.read(reply.value, self.allowed_values)  # type: ignore[attr-defined]  # as above
            if wrong := self.validate_result_value(value):
                raise ReplyError(f"{wrong}, also when asked again.", reply=reply.model_dump_json())
        output = reply.model_dump() | {"value": value}
        result = MetricResult(value, output.get("reason"), {"input": inputs, "output": output})
        if judge.caution:
            result.caution = f"{judge.name} ({judge.caution})"
        return result

    ascore._checks_inputs = True  # type: ignore[attr-defined]  # the names in the prompt are checked here

    async def _asked(self, inputs: Mapping[str, Any]) -> str:
        if self.prompt is None:
            raise InputError(f"{self.name} has no prompt. Pass one: {type(self).__name__}(..., prompt='...')")
        for name in self.get_variables():
            if name in inputs and inputs[name] is None:
                raise InputError(f"{self.name} needs {name!r}, which is missing here. Fill the column in.")
        texts = {
            name: transcript(self.name, value) if is_conversation(value) else value
            for name, value in inputs.items()
        }
        prompt = self.prompt
        if isinstance(prompt, Prompt):
            names = {self.name: "value", f"{self.name}_reason": "reason"}
            prompt = prompt.for_judge(
                {label: name for label, name in names.items() if name in self.response_model.model_fields}
            )
        text: str = await prompt.aformat(**texts)
        return text

    async def abatch_score(self, inputs: Sequence[dict[str, Any]], llm: Any = None) -> list[MetricResult]:
        """Score many samples; `llm` judges those that bring no judge of their own."""
        return await super().abatch_score(inputs if llm is None else [{"llm": llm} | one for one in inputs])

    def batch_score(self, inputs: Sequence[dict[str, Any]], llm: Any = None) -> list[MetricResult]:
        """Score many samples, from code that is not async."""
        from ragas.engine.event_loop import run_sync

        return run_sync(self.abatch_score(inputs, llm))

    # -- agreement with people ------------------------------------------------------------------------------------

    def get_correlation(self, gold_labels: Sequence[Any], predictions: Sequence[Any]) -> float:
        """How far labels of people and values of this metric go together; 1.0 is wholly."""
        return self.validator.correlation(gold_labels, predictions)

    def align(
        self,
        train_dataset: Any,
        embedding_model: Any,
        max_similar_examples: int = 3,
        similarity_threshold: float = 0.7,
    ) -> None:
        """Show the judge, with every sample, the most similar rows that people have labelled.

        The rows hold the columns of the prompt, the label in a column with the metric's name, else in `label`, and, if
        they like, why in one named `<name>_reason`. `embedding_model` is anything that embeds.

        Raises:
            InputError: no row has a label.
        """
        from ragas.metrics import alignment

        if self.prompt is None:
            raise InputError(f"{self.name} has no prompt to align.")
        prompt = DynamicFewShotPrompt.from_prompt(
            self.prompt, embedding_model, max_similar_examples, similarity_threshold
        )
        for given, wanted in alignment.examples(self.name, self.get_variables(), train_dataset):
            prompt.add_example(given, wanted)
        self.prompt = prompt

    def validate_alignment(
        self, llm: Any, test_dataset: Any, mapping: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        """Score labelled rows and compare: `correlation`, `agreement_rate`, and `df`, the rows with the values.

        `mapping` names the column for a name in the prompt where the two differ. Rows without a label or without a
        value are left out, both sides together.
        """
        from ragas.engine.event_loop import run_sync
        from ragas.metrics import alignment

        return run_sync(alignment.compare(self, llm, test_dataset, mapping or {}))

    def align_and_validate(
        self,
        dataset: Any,
        embedding_model: Any,
        llm: Any,
        test_size: float = 0.2,
        random_state: int = 42,
        **align_settings: Any,
    ) -> dict[str, Any]:
        """`align` with one part of the labelled rows, `validate_alignment` with the rest; equal rows are in one part."""
        from ragas.metrics import alignment

        train, test = alignment.split(dataset, test_size, random_state, self.get_variables())
        self.align(train, embedding_model, **align_settings)
        return self.validate_alignment(llm, test)

    # -- files ----------------------------------------------------------------------------------------------------

    def save(self, path: str | Path | None = None) -> None:
        """Write the metric to a JSON file: `path`, in the folder `path`, or `./<name>.json`; `.gz` compresses.

        Raises:
            ValueError: there is no prompt, or the file cannot be written.
        """
        saved.save(self, path)

    @classmethod
    def load(
        cls,
        path: str | Path,
        response_model: type[BaseModel] | None = None,
        embedding_model: Any = None,
    ) -> Self:
        """The metric that `save` wrote.

        Raises:
            ValueError: the file cannot be read, or holds another kind of metric.
        """
        metric = saved.load(cls, path, embedding_model)
        if response_model is not None:
            metric._response_model = response_model  # type: ignore[misc]  # this object's own
        return metric
