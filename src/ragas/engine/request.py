"""What is sent to a model and what comes back, as plain data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field, fields
from hashlib import sha256
from typing import Any

from ragas.engine.canonical import canonical
from ragas.engine.same import UNTOLD
from ragas.engine.tokens import Usage

current_sample: ContextVar[int] = ContextVar("ragas_sample", default=0)
"""Which of several askings of the same prompt this is; 0 unless `use_sample` says otherwise."""


VOTES = 1009
"""More than anyone asks for votes at once, so that numbers inside numbers do not meet."""


@contextmanager
def use_sample(number: int) -> Iterator[None]:
    """Ask again what was asked before: calls inside are sent even when an equal one was answered for another number.

    Inside another such block the two numbers count together: the votes of a second judging are not those of the first.
    """
    token = current_sample.set(current_sample.get() * VOTES + number)
    try:
        yield
    finally:
        current_sample.reset(token)


def sendable(text: str) -> str:
    """The text as UTF-8 can carry it: half a character, left by cutting a text in its middle, becomes U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


_USAGE_FIELDS = frozenset(field.name for field in fields(Usage))


@dataclass(frozen=True, slots=True)
class Told:
    """What tells one model without plain settings from another, the same in every process.

    `settings` is what a run is the same run by. `all` is that with whatever else the model holds, by which another run may
    use its replies; None where of something inside, such as a live client, only the class is known.
    """

    settings: str
    all: str | None


@dataclass(frozen=True, slots=True)
class Request:
    """A request, whole: two equal ones may share a reply.

    `sample` tells apart requests that are meant to be asked several times; `mode` is how the reply is asked for where
    that was chosen, since the same messages are sent in another form then; `told` gives what stands in what is kept for a
    model that the parameters name as this one object.
    """

    provider: str
    endpoint: str
    model: str
    parameters: dict[str, Any]
    messages: Any
    schema: dict[str, Any] | None = None
    sample: int = field(default_factory=current_sample.get)
    mode: str | None = None
    told: Callable[[], Told | None] | None = None

    def key(self) -> str:
        """A fingerprint of everything that can change the reply."""
        return self._key(self.parameters)

    def kept_keys(self) -> tuple[str, str | None]:
        """The same as another process finds it: in the record of this run, and in a cache, if all is known."""
        told = self.told() if self.told is not None else None
        if told is None:
            return self.key(), self.key()
        known = {name: value for name, value in self.parameters.items() if name != UNTOLD}
        recorded = self._key({**known, "model": told.settings})
        return recorded, None if told.all is None else self._key({**known, "model": told.all})

    def _key(self, parameters: dict[str, Any]) -> str:
        parts = [
            self.provider,
            self.endpoint,
            self.model,
            parameters,
            self.messages,
            self.schema,
            self.sample,
        ]
        if self.mode is not None:
            parts.append(self.mode)
        text = json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=canonical)
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class RawReply:
    """What came back, before it is read. `model` is the name the provider itself gives."""

    text: str
    usage: Usage | None = None
    finish_reason: str | None = None
    model: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, value: dict[str, Any]) -> RawReply:
        """The reply `to_dict` was made of."""
        usage = value.get("usage")
        if not isinstance(value["text"], str):
            raise TypeError(f"The text of a reply is a {type(value['text']).__name__}.")
        return cls(
            text=value["text"],
            usage=None if usage is None else Usage(**{k: v for k, v in usage.items() if k in _USAGE_FIELDS}),
            finish_reason=value.get("finish_reason"),
            model=value.get("model"),
        )
