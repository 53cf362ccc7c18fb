"""Structured replies: say how to answer, read what came back, say what was wrong with it.

Reading is tolerant about form (fences, prose around, thinking, quotes, trailing commas) and strict about content:
the model class validates, and a reply that was cut off is never completed by guessing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeVar

from pydantic import BaseModel, RootModel, ValidationError

from ragas.exceptions import ReplyError, TruncatedReplyError
from ragas.llms.schemas import instruction
from ragas.llms.tolerant_json import values_in

__all__ = ["UnfinishedReplyError", "correction", "instruction", "parse", "was_cut"]

Reply = TypeVar("Reply", bound=BaseModel)

_CUT = frozenset(
    {
        "length",
        "max_tokens",
        "max_output_tokens",
        "max_token",
        "model_length",
        "token_limit",
        "model_context_window_exceeded",
    }
)
_THOUGHT_TAG = re.compile(r"<(/?)(think|thinking|thought|reasoning)>", re.IGNORECASE)
_ERRORS_SHOWN = 3


class UnfinishedReplyError(ReplyError):
    """A reply that ends inside an object without the provider saying so: damaged on its way, most likely."""


def was_cut(finish_reason: str | None) -> bool:
    """Whether the provider says that it stopped for want of room. Any other reason, known or not, is an ending."""
    return finish_reason is not None and finish_reason.rsplit(".", 1)[-1].lower() in _CUT


def parse(
    text: str, model: type[Reply], *, finish_reason: str | None = None, output_tokens: int | None = None
) -> Reply:
    """Read a reply as an instance of `model`.

    Of several objects in the text the last one that validates counts: models correct themselves further down. A bare
    list counts only where no object has the model's keys, and nothing does where the text ends inside an object.

    Raises:
        TruncatedReplyError: the provider says that the reply was cut off.
        UnfinishedReplyError: the text ends inside an object.
        ReplyError: nothing in the text fits the model.
    """
    if was_cut(finish_reason):
        unknown = " after a number of tokens that the provider does not tell"
        after = unknown if output_tokens is None else f" after {output_tokens} tokens"
        raise TruncatedReplyError(f"The judge's reply was cut off{after} (finish reason {finish_reason!r}).")
    try:
        reply = model.model_validate_json(text)
    except ValidationError:
        pass  # not as it stands; below, what may stand in it
    else:
        if reply.model_fields_set or not _names(model) or text.strip() == "{}":
            return reply
    answer = _without_thoughts(text)
    found, cut = values_in(answer)
    problem: ValidationError | None = None
    for shape in () if cut else _candidates(found, model):
        try:
            return model.model_validate(shape)
        except ValidationError as error:
            problem = problem or error
    if not answer.strip():
        raise ReplyError(
            "The judge's reply is empty." if not text.strip() else "The judge thought but gave no answer.",
            reply=text,
        )
    if cut:
        raise UnfinishedReplyError("The judge's reply ends in the middle of a JSON object.", reply=text)
    if problem is None:
        raise ReplyError(f"The judge's reply holds no JSON object that fits {model.__name__}.", reply=text)
    raise ReplyError(f"The judge's reply does not fit {model.__name__}: {_summary(problem)}.", reply=text)


def correction(error: ReplyError, model: type[BaseModel]) -> str:
    """What to tell the judge about its unusable reply."""
    wrong = str(error).partition(" The reply: ")[0]
    return f"{wrong} Give the whole answer again, corrected. {instruction(model)}"


def _without_thoughts(text: str) -> str:
    """The text without its thinking, whichever of the two tags is missing; one pass, however many tags there are."""
    kept: list[str] = []
    since = 0
    outer = ""
    inside: set[str] = set()
    for tag in _THOUGHT_TAG.finditer(text):
        closes, name = bool(tag[1]), tag[2].lower()
        if not outer:
            if closes:  # all before it was thought
                kept.clear()
                since = tag.end()
            else:
                kept.append(text[since : tag.start()])
                outer = name
        elif not closes:
            inside.add(name)
        elif name != outer and name in inside:
            inside.discard(name)
        else:
            outer, since = "", tag.end()
            inside.clear()
    if not outer:
        kept.append(text[since:])
    return " ".join(kept)


@lru_cache(maxsize=1024)
def _names(model: type[BaseModel]) -> frozenset[str]:
    fields = model.model_fields
    aliases = [field.validation_alias for field in fields.values()] + [
        field.alias for field in fields.values()
    ]
    return frozenset(fields) | {alias for alias in aliases if isinstance(alias, str)}


def _candidates(found: list[Any], model: type[BaseModel]) -> list[Any]:
    """What may be the answer, the likeliest first: objects with the model's keys, else lists that lack theirs."""
    last_first = found[::-1]
    if issubclass(model, RootModel):
        return last_first
    objects = [shape for value in last_first for shape in _objects(value, model)]
    return objects or [shape for value in last_first for shape in _completed(value, model)]


def _objects(value: Any, model: type[BaseModel]) -> Iterator[Any]:
    """The value itself, or the object inside the ways models are known to wrap it."""
    names = _names(model)
    if isinstance(value, dict):
        if names & value.keys() or not names or not value:
            yield value
        elif len(value) == 1:
            inner = next(iter(value.values()))
            if isinstance(inner, dict) and names & inner.keys():
                yield inner
        elif isinstance(value.get("properties"), dict) and names & value["properties"].keys():
            yield value["properties"]  # the schema's own shape, filled in
    elif (
        isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict) and names & value[0].keys()
    ):
        yield value[0]


def _completed(value: Any, model: type[BaseModel]) -> Iterator[Any]:
    """A bare list as the one field that the model requires."""
    names = _names(model)
    required = [name for name, field in model.model_fields.items() if field.is_required()]
    if not isinstance(value, list) or len(required) != 1:
        return
    if not all(isinstance(item, dict) and names & item.keys() for item in value):
        yield {required[0]: value}


def _summary(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_context=False, include_input=True)
    shown = [
        f"{'.'.join(str(part) for part in problem['loc']) or 'the whole reply'}: {problem['msg']}"
        + ("" if problem["type"] == "missing" else f" (got {_short(problem['input'])})")
        for problem in problems[:_ERRORS_SHOWN]
    ]
    more = len(problems) - len(shown)
    return "; ".join(shown) + (f"; and {more} more" if more > 0 else "")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
