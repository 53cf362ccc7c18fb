"""The evidence of a cell in one form, whatever metric it comes from: sections of items, each with its verdict and place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ragas.metrics.quotes import find_quote
from ragas.report.page.places import Texts, in_units, place_of, said_in
from ragas.schema.explain import GOOD_WHEN_TRUE, HEADS
from ragas.schema.saved import plain

BAD_WHEN_TRUE = ("misled", "noncommittal")
"""Keys of evidence whose truth is bad news."""

QUOTED_FROM = {
    "response_claims": "reference",
    "response_statements": "reference",
    "reference_claims": "response",
    "reference_statements": "response",
}
"""What the statements under a key were checked against, where it is not the retrieved contexts."""

SAID_IN = {
    "response_claims": ("response",),
    "response_statements": ("response",),
    "reference_claims": ("reference",),
    "reference_statements": ("reference",),
    "statements": ("response", "reference"),
    "spans": ("response",),
}
"""Which text the statements under a key were taken from; the first in which one of them is found."""

CALLS = {"matched": True, "missed": False, "not_expected": False}
"""Lists of tool calls: whether it is good news that a call is in the list."""

VERDICTS = {
    "supported": ("supported", "not supported"),
    "attributed": ("supported", "not supported"),
    "useful": ("useful", "not useful"),
    "relevant": ("relevant", "not relevant"),
    "answered": ("answered", "not answered"),
    "found": ("found", "not found"),
    "misled": ("misled by the contexts", "not misled"),
    "noncommittal": ("evasive", "not evasive"),
}
"""What a verdict is called, where its key and "not" would not do."""

TOLD = frozenset(
    {"reason", "why", "quote", "quote_found", "chunk", "chunks", "start", "end", "confidence", "span"}
)
HEAD_KEYS = ("span", *HEADS)

Section = dict[str, Any]


def sections(traces: Mapping[str, Any] | None, texts: Texts) -> list[Section]:
    """The sections of a cell's evidence: lists of items, and facts that stand alone.

    An item has `text`, `good` (True, False, None where there is no verdict), `verdict` (in a word), `why`, `quote` with
    its `state` ("found", "missing", "unchecked"), `at` (the place of the quote), `said` (the place of the statement
    itself), `chunks` that support it and further `facts`. What is not known is left out.
    """
    output = plain((traces or {}).get("output"))
    if output in (None, "", [], {}):
        return []
    if not isinstance(output, dict):
        return [{"facts": [["Evidence", _text(output)]]}]
    found: list[Section] = []
    facts: list[list[Any]] = []
    for key, value in output.items():
        if key in CALLS and isinstance(value, list):
            if value:
                found.append({"title": _title(key), "items": [_call(one, key) for one in value]})
        elif value in (None, "", [], {}):
            continue
        elif isinstance(value, list) and any(isinstance(one, dict) for one in value):
            found.append({"title": _title(key), "items": list(_items(key, value, texts))})
        else:
            facts.append([_title(key), _text(value)])
    return [*found, {"facts": facts}] if facts else found


def _items(key: str, values: Sequence[Any], texts: Texts) -> Iterator[dict[str, Any]]:
    sources = _sources(key, values, texts)
    checked = QUOTED_FROM.get(key, "contexts")
    for value in values:
        if isinstance(value, dict):
            yield _item(value, checked, sources, texts)
        else:
            yield {"text": _text(value)}


def _sources(key: str, values: Sequence[Any], texts: Texts) -> tuple[str, ...]:
    """The text that the statements of a list were taken from: all from the same, that in which most are found."""
    candidates = SAID_IN.get(key, ())
    if len(candidates) < 2:
        return candidates
    heads = [head for value in values if isinstance(value, dict) and (head := _head(value)[1])]
    return (max(candidates, key=lambda source: sum(bool(said_in(head, texts, (source,))) for head in heads)),)


def _item(value: dict[str, Any], checked: str, sources: Sequence[str], texts: Texts) -> dict[str, Any]:
    head_key, head = _head(value)
    verdict, good, word = _verdict(value)
    quote = value.get("quote") or (head if head_key == "span" and "chunk" in value else None)
    if head is None and "value" in value:  # one of several judgings
        head_key, head = "value", _text(value["value"])
    item: dict[str, Any] = {
        "text": head,
        "good": good,
        "verdict": word,
        "why": value.get("reason") or value.get("why"),
        "said": (place := said_in(head, texts, sources)) and place.to_list() if head else None,
        "confidence": value.get("confidence"),
    }
    if isinstance(quote, str) and quote.strip():
        item |= _quoted(quote, value, checked, texts)
    chunks = value.get("chunks")
    if chunk_numbers := [one for one in chunks or () if type(one) is int]:
        item["chunks"] = chunk_numbers
    elif head is None and type(value.get("chunk")) is int:
        item["of_chunk"] = value["chunk"]
    told = TOLD | {head_key, verdict}
    facts = [[_title(key), _text(one)] for key, one in value.items() if key not in told and one is not None]
    item["facts"] = facts
    return {name: one for name, one in item.items() if one not in (None, [], "")}


def _quoted(quote: str, value: Mapping[str, Any], checked: str, texts: Texts) -> dict[str, Any]:
    """A quote, and whether it stands where the judge says."""
    if value.get("quote_found") is False:
        return {"quote": quote, "state": "missing"}
    place = place_of(
        checked, texts.get(checked, ()), value.get("chunk"), value.get("start"), value.get("end"), quote
    )
    if place is None:  # the judge says no place, or a wrong one
        found = find_quote(quote, texts.get(checked, ()))
        place = in_units(checked, texts[checked], found) if found else None
    if place is None:
        return {"quote": quote, "state": "missing" if texts.get(checked) else "unchecked"}
    return {"quote": quote, "state": "found", "at": place.to_list()}


def _head(value: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """What an item is about, with its key."""
    return next(((key, value[key]) for key in HEAD_KEYS if isinstance(value.get(key), str)), (None, None))


def _verdict(value: Mapping[str, Any]) -> tuple[str | None, bool | None, str | None]:
    """The key of an item's verdict, whether it is good news, and what to call it."""
    for key in (*BAD_WHEN_TRUE, *GOOD_WHEN_TRUE):
        verdict = value.get(key)
        if isinstance(verdict, bool):
            words = VERDICTS.get(key, (key.replace("_", " "), f"not {key.replace('_', ' ')}"))
            return key, verdict is not (key in BAD_WHEN_TRUE), words[not verdict]
    return None, None, None


def _call(value: Any, key: str) -> dict[str, Any]:
    """A tool call, with the list it is in as its verdict."""
    word = {"matched": "made as expected", "missed": "expected, not made", "not_expected": "not expected"}[
        key
    ]
    return {"text": call_text(value), "good": CALLS[key], "verdict": word, "code": True}


def call_text(call: Any) -> str:
    """A tool call as code: `find(id=1)`."""
    if not isinstance(call, Mapping) or not isinstance(call.get("args"), Mapping):
        return _text(call)
    arguments = ", ".join(f"{name}={_text(value)}" for name, value in call["args"].items())
    return f"{call.get('name')}({arguments})"


def _title(key: Any) -> str:
    words = str(key).replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _text(value: Any) -> str:
    """A value of evidence in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_text(one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(map(_text, value)) if value else "none"
    return "–" if value is None else str(value)
