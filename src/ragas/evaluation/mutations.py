"""Ways to spoil a good sample, and to change it so that nothing is spoiled: pure functions of a row.

A mutator takes a row (a dict of columns) and a source of chance, and gives the changed columns with what was done, or
None where the row offers nothing to change. The row itself is never changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

Row = Mapping[str, Any]
Changed = tuple[dict[str, Any], str]
"""The columns that changed, and what was done in words."""

CITATION = re.compile(r"\[\d+(?:\s?[,–-]\s?\d+)*\]|\((?:source|see|cf\.)[^()]{0,200}\)", re.IGNORECASE)
NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?![\w])")
END = re.compile(r"(?<=[.!?])(?=\s)|\n")
"""Where a sentence ends, apart from the end of the text."""
NAME = re.compile(r"\b[A-ZÀ-ÖØ-Þ][\w'’-]+(?: [A-ZÀ-ÖØ-Þ][\w'’-]+)*")
VERB = re.compile(
    r"\b(is|are|was|were|can|could|will|would|must|may|might|should|has|have|had|does|do|did)\b(?!\s+not\b|n't)",
    re.IGNORECASE,
)
NOT = re.compile(r"\bnot\b|n't\b", re.IGNORECASE)
CUT_VERB = re.compile(r"\b([Cc])a\b(?=\s)|\b([Ww])o\b(?=\s)")
"""What is left of a verb without its n't."""
LEAD_IN = re.compile(r"[\W_]*here(?:['’]s| is| are)\b[^:\n]*(?::\s*|$)", re.IGNORECASE)
"""What only says that something follows: "Here are the figures:"."""
INVENTED = "It was first described by Marta Velden in 1873."
COURTESY = "I hope this helps!"
WORD = re.compile(r"\w{4,}")


@dataclass(frozen=True)
class Mutator:
    """One way to change a row. `column` is what it changes; `harmless` ones should move no score."""

    name: str
    column: str
    does: str
    change: Callable[[Row, Random], Changed | None]
    harmless: bool = False


# -- the answer -------------------------------------------------------------------------------------------------------


def drop_citation(row: Row, chance: Random) -> Changed | None:
    """Leave out the citations of one sentence: [1], (see page 4)."""
    text = row.get("response") or ""
    found = list(CITATION.finditer(text))
    if not found:
        return None
    one = chance.choice(found)
    return {"response": text[: one.start()].rstrip() + text[one.end() :]}, f"left out {one[0]!r}"


def flip_number(row: Row, chance: Random) -> Changed | None:
    """Put another number of the same form in the place of one."""
    text = row.get("response") or ""
    found = list(NUMBER.finditer(CITATION.sub(lambda one: " " * len(one[0]), text)))
    if not found:
        return None
    one = chance.choice(found)
    digits = [place for place, sign in enumerate(one[0]) if sign.isdigit()]
    place = digits[0] if len(digits) < 3 else chance.choice(digits[:2])
    others = [digit for digit in "123456789" if digit != one[0][place]]
    new = one[0][:place] + chance.choice(others) + one[0][place + 1 :]
    return {"response": text[: one.start()] + new + text[one.end() :]}, f"{one[0]} became {new}"


def swap_entity(row: Row, chance: Random) -> Changed | None:
    """Put another name of the sample in the place of one."""
    text = row.get("response") or ""
    found = [one for one in NAME.finditer(text) if not _begins_sentence(text, one.start())]
    known = dict.fromkeys(
        one[0]
        for source in [text, *(row.get("retrieved_contexts") or []), row.get("reference") or ""]
        for one in NAME.finditer(source)
        if not _begins_sentence(source, one.start())
    )
    chance.shuffle(found)
    for one in found:
        words = set(one[0].lower().split())
        others = [name for name in known if not words & set(name.lower().split())]
        if others:
            new = chance.choice(others)
            changed = re.sub(rf"(?<!\w){re.escape(one[0])}(?!\w)", lambda _, new=new: new, text)
            return {"response": changed}, f"{one[0]!r} became {new!r}"
    return None


def negate_sentence(row: Row, chance: Random) -> Changed | None:
    """Say the opposite in one sentence that states something: put a "not" after its verb, or take one away."""
    text = row.get("response") or ""
    found = [
        (start, end)
        for start, end in map(partial(_stating, text), _sentences(text))
        if NOT.search(text, start, end) or VERB.search(text, start, end)
    ]
    if not found:
        return None
    start, end = chance.choice(found)
    sentence = text[start:end]
    there = NOT.search(sentence)
    if there:
        new = sentence[: there.start()].rstrip() + sentence[there.end() :]
        new = CUT_VERB.sub(_whole_verb, new) if there[0].lower() == "n't" else new
    else:
        new = VERB.sub(lambda verb: f"{verb[0]} not", sentence, count=1)
    said = f"{' '.join(sentence.split())!r} became {' '.join(new.split())!r}"
    return {"response": text[:start] + new + text[end:]}, said


def invent_sentence(row: Row, chance: Random) -> Changed | None:
    """Add a sentence that nothing supports."""
    text = (row.get("response") or "").rstrip()
    return ({"response": f"{text} {INVENTED}"}, f"added {INVENTED!r}") if text else None


def drop_sentence(row: Row, chance: Random) -> Changed | None:
    """Leave out one sentence of several."""
    text = row.get("response") or ""
    found = [(start, end) for start, end in _sentences(text) if len(text[start:end].split()) > 2]
    if len(found) < 2:
        return None
    start, end = chance.choice(found)
    left = " ".join(filter(None, [text[:start].rstrip(" "), text[end:].lstrip(" ")]))
    return {"response": left}, f"left out {' '.join(text[start:end].split())!r}"


def add_courtesy(row: Row, chance: Random) -> Changed | None:
    """Add a sentence that says nothing."""
    text = (row.get("response") or "").rstrip()
    return ({"response": f"{text} {COURTESY}"}, f"added {COURTESY!r}") if text else None


# -- what was retrieved -----------------------------------------------------------------------------------------------


def drop_context(row: Row, chance: Random) -> Changed | None:
    """Leave out the context that has most words of the answer, or of the reference where there is one."""
    contexts = row.get("retrieved_contexts") or []
    if len(contexts) < 2:
        return None
    best = _best_context(row)
    return {"retrieved_contexts": [*contexts[:best], *contexts[best + 1 :]]}, f"left out context {best + 1}"


def bury_context(row: Row, chance: Random) -> Changed | None:
    """Move the context that has most words of the answer to the end."""
    contexts = row.get("retrieved_contexts") or []
    best = _best_context(row) if contexts else 0
    if best >= len(contexts) - 1:
        return None
    moved = [*contexts[:best], *contexts[best + 1 :], contexts[best]]
    return {"retrieved_contexts": moved}, f"moved context {best + 1} to the end"


# -- tool calls -------------------------------------------------------------------------------------------------------


def remove_tool_call(row: Row, chance: Random) -> Changed | None:
    """Take one tool call away, with the answer of the tool."""
    messages = deepcopy(list(row.get("user_input") or [])) if isinstance(row.get("user_input"), list) else []
    calls = _calls(messages)
    if not calls:
        return None
    place, number = chance.choice(calls)
    removed = messages[place]["tool_calls"].pop(number)
    if place + 1 + number < len(messages) and messages[place + 1 + number].get("type") == "tool":
        del messages[place + 1 + number]
    return {"user_input": messages}, f"took away the call of {removed['name']}"


def alter_tool_argument(row: Row, chance: Random) -> Changed | None:
    """Call a tool with another value."""
    messages = deepcopy(list(row.get("user_input") or [])) if isinstance(row.get("user_input"), list) else []
    open_to = [
        (place, number, name)
        for place, number in _calls(messages)
        for name in messages[place]["tool_calls"][number].get("args") or {}
    ]
    if not open_to:
        return None
    place, number, name = chance.choice(open_to)
    call = messages[place]["tool_calls"][number]
    before = call["args"][name]
    call["args"][name] = _other(before)
    return {"user_input": messages}, f"{call['name']}: {name} {before!r} became {call['args'][name]!r}"


def rename_tool(row: Row, chance: Random) -> Changed | None:
    """Call another tool with the same arguments."""
    messages = deepcopy(list(row.get("user_input") or [])) if isinstance(row.get("user_input"), list) else []
    calls = _calls(messages)
    if not calls:
        return None
    place, number = chance.choice(calls)
    call = messages[place]["tool_calls"][number]
    others = sorted({messages[p]["tool_calls"][n]["name"] for p, n in calls} - {call["name"]})
    before, call["name"] = call["name"], chance.choice(others) if others else f"undo_{call['name']}"
    return {"user_input": messages}, f"called {call['name']} instead of {before}"


def repeat_tool_call(row: Row, chance: Random) -> Changed | None:
    """Make one tool call twice."""
    messages = deepcopy(list(row.get("user_input") or [])) if isinstance(row.get("user_input"), list) else []
    calls = _calls(messages)
    if not calls:
        return None
    place, number = chance.choice(calls)
    made = messages[place]["tool_calls"]
    made.insert(number, deepcopy(made[number]))
    return {"user_input": messages}, f"called {made[number]['name']} twice"


MUTATORS = (
    Mutator("drop_citation", "response", "a citation is left out", drop_citation),
    Mutator("flip_number", "response", "a number is another one", flip_number),
    Mutator("swap_entity", "response", "a name is another one of the sample", swap_entity),
    Mutator("negate_sentence", "response", "a sentence says the opposite", negate_sentence),
    Mutator("invent_sentence", "response", "an unsupported sentence is added", invent_sentence),
    Mutator("drop_sentence", "response", "a sentence is left out", drop_sentence),
    Mutator("drop_context", "retrieved_contexts", "the best context is left out", drop_context),
    Mutator("bury_context", "retrieved_contexts", "the best context comes last", bury_context),
    Mutator("remove_tool_call", "user_input", "a tool call is taken away", remove_tool_call),
    Mutator("alter_tool_argument", "user_input", "a tool is called with another value", alter_tool_argument),
    Mutator("rename_tool", "user_input", "another tool is called", rename_tool),
    Mutator("repeat_tool_call", "user_input", "a tool is called twice", repeat_tool_call),
    Mutator("add_courtesy", "response", "an empty courtesy is added", add_courtesy, harmless=True),
)


def _sentences(text: str) -> list[tuple[int, int]]:
    """Where each sentence begins and ends, blanks before it left out."""
    spans, start = [], 0
    for end in [*(one.end() for one in END.finditer(text)), len(text)]:
        sentence = text[start:end]
        if sentence.strip(" \n.!?"):
            spans.append((end - len(sentence.lstrip()), end))
        start = end
    return spans


def _stating(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """The part of a sentence that states something: what follows a lead-in, nothing of a question or a heading."""
    start, end = span
    if text[start:end].rstrip(" \n*_\"'”’)").endswith((":", "?")):
        return end, end
    lead_in = LEAD_IN.match(text, start, end)
    return (lead_in.end() if lead_in else start), end


def _begins_sentence(text: str, place: int) -> bool:
    before = text[:place].rstrip(" \t\"'“‘(*-")
    return not before or before[-1] in ".!?:\n"


def _whole_verb(cut: re.Match[str]) -> str:
    """The verb that loses letters before n't: can't, won't."""
    return f"{cut[1]}an" if cut[1] else f"{cut[2]}ill"


def _best_context(row: Row) -> int:
    wanted = set(WORD.findall(f"{row.get('reference') or row.get('response') or ''}".lower()))
    contexts = row.get("retrieved_contexts") or []
    shared = [len(wanted & set(WORD.findall(context.lower()))) for context in contexts]
    return shared.index(max(shared))


def _calls(messages: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """Where tool calls are: message and number."""
    return [
        (place, number)
        for place, message in enumerate(messages)
        for number in range(len(message.get("tool_calls") or ()))
    ]


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if isinstance(value, str):
        return f"{value}_2" if value else "other"
    return None if value is not None else "other"
