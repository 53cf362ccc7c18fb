"""One row of what is evaluated: a question with its answer, or a whole conversation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from pydantic import (
    BaseModel,
    ModelWrapValidatorHandler,
    PrivateAttr,
    ValidationError,
    field_validator,
    model_validator,
)

from ragas.schema.columns import renamed, unknown_columns
from ragas.schema.complaints import in_our_words
from ragas.schema.messages import AIMessage, HumanMessage, ToolCall, ToolMessage, check_order, read_message


class BaseSample(BaseModel):
    """What samples share. A column nobody knows is an error, never dropped.

    The names of earlier versions (`question`, `contexts`, `answer`, `ground_truth`) are understood.
    """

    columns: ClassVar[frozenset[str]] = frozenset()
    """The names of the columns this kind of sample has."""

    _extra: dict[str, Any] | None = PrivateAttr(default=None)

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        cls.columns = frozenset(cls.model_fields)

    @model_validator(mode="before")
    @classmethod
    def _current_columns(cls, data: Any) -> Any:
        if not isinstance(data, Mapping) or data.keys() <= cls.columns:
            return data
        names = renamed(data, cls.columns)
        unknown = [name for name in data if names[name] not in cls.columns]
        if unknown:
            raise ValueError(unknown_columns(unknown, cls.columns))
        return {names[name]: value for name, value in data.items()}

    @model_validator(mode="wrap")
    @classmethod
    def _complain_plainly(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return handler(data)
        except ValidationError as error:
            raise in_our_words(error) from None

    @property
    def extra(self) -> dict[str, Any]:
        """Columns of the row this sample was read from that no metric of ours takes."""
        return self._extra or {}

    @extra.setter
    def extra(self, columns: dict[str, Any]) -> None:
        self._extra = columns or None

    def to_dict(self) -> dict[str, Any]:
        """The columns that have a value."""
        return self.model_dump(exclude_none=True)

    def get_features(self) -> list[str]:
        """The names of the columns that have a value."""
        return [name for name in type(self).model_fields if getattr(self, name) is not None]

    def to_string(self) -> str:
        """The sample as text, a paragraph for each column."""
        return "".join(f"\n{name}:\n\t{value}\n" for name, value in self.to_dict().items())


class SingleTurnSample(BaseSample):
    """A question, what was retrieved for it, what was answered, and what would have been right."""

    user_input: str | None = None
    retrieved_contexts: list[str] | None = None
    reference_contexts: list[str] | None = None
    retrieved_context_ids: list[str | int] | None = None
    reference_context_ids: list[str | int] | None = None
    response: str | None = None
    multi_responses: list[str] | None = None
    reference: str | None = None
    rubrics: dict[str, str] | None = None
    persona_name: str | None = None
    query_style: str | None = None
    query_length: str | None = None


class MultiTurnSample(BaseSample):
    """A conversation, and what should have come of it.

    Messages may be dicts, ours (`type`) or those of a chat API (`role`). Any order of people and assistant is
    accepted; a tool message must answer a tool call.
    """

    user_input: list[HumanMessage | AIMessage | ToolMessage]
    reference: str | None = None
    reference_tool_calls: list[ToolCall] | None = None
    rubrics: dict[str, str] | None = None
    reference_topics: list[str] | None = None

    @field_validator("user_input", mode="before")
    @classmethod
    def _read_messages(cls, value: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            return value
        return [read_message(message, position) for position, message in enumerate(value)]

    @field_validator("user_input")
    @classmethod
    def _tools_answer_calls(
        cls, value: list[HumanMessage | AIMessage | ToolMessage]
    ) -> list[HumanMessage | AIMessage | ToolMessage]:
        check_order(value)
        return value

    def to_messages(self) -> list[dict[str, Any]]:
        """The messages as dicts."""
        return [message.model_dump() for message in self.user_input]

    def pretty_repr(self) -> str:
        """The conversation as a transcript."""
        return "\n".join(message.pretty_repr() for message in self.user_input)
