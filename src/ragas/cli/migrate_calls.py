"""Calls of old metrics, wrappers and `evaluate` as edits; what cannot be said by edits alone is a reason why not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from ragas.cli import migrate_names as names
from ragas.cli.migrate_code import Code, Edit, Finding
from ragas.metrics import collections
from ragas.metrics.inputs import inputs_of
from ragas.schema.samples import MultiTurnSample, SingleTurnSample


class ByHand(Exception):
    """Why something cannot be rewritten."""


def construction(code: Code, call: Any, old: str, new: str) -> list[Edit]:
    """The arguments of an old metric's call as those of the new one; its own name is not touched.

    Raises:
        ByHand: an argument has no counterpart.
    """
    known = {one.name for one in fields(getattr(collections, new))} - {"allowed_values"}
    positions = names.OLD_POSITIONS.get(old, ())
    edits: list[Edit] = []
    given: set[str] = set()
    dropped: list[int] = []
    for place, argument in enumerate(call.args):
        if argument.star:
            raise ByHand("its arguments are unpacked")
        if argument.keyword is None:
            if place >= len(positions):
                raise ByHand("its first argument is a dict of columns, which the new class does not take")
            keyword = positions[place]
            at = code.start(argument)
            edits.append(Edit(at, at, f"{keyword}="))
        else:
            keyword = argument.keyword.value
            if keyword in names.OLD_SETTINGS:
                at = argument.keyword
                edits.append(Edit(code.start(at), code.end(at), names.OLD_SETTINGS[keyword]))
                keyword = names.OLD_SETTINGS[keyword]
            elif keyword in names.WITHOUT_EFFECT:
                dropped.append(place)
                continue
        if keyword not in known:
            raise ByHand(f"the new class has no {keyword}")
        given.add(keyword)
    edits += without(code, call, dropped)
    added = []
    if "name" not in given and old in names.OLD_DEFAULT_NAMES:
        added.append(f'name="{names.OLD_DEFAULT_NAMES[old]}"')
    if old in names.UNBOUNDED:
        added.append("allowed_values=None")
    if added:
        kept = [place for place in range(len(call.args)) if place not in dropped]
        text = ", ".join(added)
        if kept:
            at = code.end(call.args[kept[-1]])
            edits.append(Edit(at, at, f", {text}"))
        else:
            edits.append(Edit(_opening(code, call), _opening(code, call), text))
    return edits


def _opening(code: Code, call: Any) -> int:
    """The place behind the parenthesis that opens a call's arguments."""
    before, parenthesis, _ = code.between(code.end(call.func), code.end(call)).partition("(")
    return code.end(call.func) + len(f"{before}{parenthesis}".encode())


def without(code: Code, call: Any, dropped: Sequence[int]) -> list[Edit]:
    """Take arguments out of a call, with their commas.

    Raises:
        ByHand: one does something, or a comment stands there.
    """
    edits = []
    for place in dropped:
        argument = call.args[place]
        if not code.is_a(argument.value, "Name", "Attribute", "Integer", "Float", "SimpleString"):
            raise ByHand(f"{argument.keyword.value}= may do something")
        later = [other for other in range(place + 1, len(call.args)) if other not in dropped]
        earlier = [other for other in range(place) if other not in dropped]
        if later:
            edit = Edit(code.start(argument), code.start(call.args[place + 1]), "")
        elif earlier:
            edit = Edit(code.end(call.args[place - 1]), code.end(argument), "")
        else:
            after = place + 1 < len(call.args)
            end = code.start(call.args[place + 1]) if after else code.end(argument)
            edit = Edit(code.start(argument), end, "")
            if not after and code.is_a(argument.comma, "Comma"):
                raise ByHand("take its arguments out")
        if "#" in code.between(edit.start, edit.end):
            raise ByHand("a comment stands there")
        edits.append(edit)
    return edits


def score_call(code: Code, attribute: Any, new: str) -> list[Edit]:
    """`metric.single_turn_ascore(sample)` as `metric.ascore(column=sample.column, ...)` with its value.

    Raises:
        ByHand: it is not awaited on the spot, or what is given is no name and no sample written out.
    """
    call = code.parent(attribute)
    method = attribute.attr.value
    if not code.is_a(call, "Call") or call.func is not attribute:
        raise ByHand(f"{method} is not called here")
    if len(call.args) != 1 or call.args[0].keyword is not None or call.args[0].star:
        raise ByHand(f"{method} has other arguments than a sample")
    whole = call
    if names.SCORE_CALLS[method] == "ascore":
        whole = code.parent(call)
        if not code.is_a(whole, "Await"):
            raise ByHand(
                f"{method} is not awaited here: await {names.SCORE_CALLS[method]}(...) and take its value"
            )
    kind = MultiTurnSample if method.startswith("multi") else SingleTurnSample
    columns = [one.name for one in inputs_of(getattr(collections, new)) if one.name in kind.model_fields]
    edits = [Edit(code.start(attribute.attr), code.end(attribute.attr), names.SCORE_CALLS[method])]
    edits += _columns(code, call.args[0], columns)
    if whole is call or whole.lpar:
        at = code.end(whole) + sum(len(code.module.code_for_node(one)) for one in getattr(whole, "rpar", ()))
        return [*edits, Edit(at, at, ".value")]
    return [
        *edits,
        Edit(code.start(whole), code.start(whole), "("),
        Edit(code.end(whole), code.end(whole), ").value"),
    ]


def _columns(code: Code, argument: Any, columns: Sequence[str]) -> list[Edit]:
    sample = argument.value
    if _only_read(code, sample):
        text = ", ".join(f"{column}={code.text(sample)}.{column}" for column in columns)
        return [Edit(code.start(argument), code.end(argument), text)]
    made = code.full_name(sample.func) if code.is_a(sample, "Call") else None
    if made is None or made.rpartition(".")[2] not in ("SingleTurnSample", "MultiTurnSample"):
        raise ByHand("give the columns of the sample by name")
    keywords = [one.keyword.value if one.keyword else None for one in sample.args]
    if any(keyword not in columns for keyword in keywords) or not sample.args:
        raise ByHand(f"give only the columns {', '.join(columns)}, by name")
    opening, closing = code.start(sample), code.end(sample)
    begin = code.start(sample.args[0])
    end = code.end(sample.args[-1])
    if "#" in code.between(opening, begin) or "#" in code.between(end, closing):
        raise ByHand("give the columns of the sample by name")
    if code.is_a(argument.comma, "Comma") and code.is_a(sample.args[-1].comma, "Comma"):
        end = code.end(sample.args[-1])
    return [Edit(opening, begin, ""), Edit(end, closing, "")]


def _only_read(code: Code, node: Any) -> bool:
    """Whether an expression may be written several times: a name, or an attribute or an element of one."""
    if code.is_a(node, "Attribute"):
        return _only_read(code, node.value)
    if code.is_a(node, "Subscript"):
        places = [one.slice.value for one in node.slice if code.is_a(one.slice, "Index")]
        plain = len(places) == len(node.slice) and all(
            code.is_a(one, "Integer", "SimpleString") or _only_read(code, one) for one in places
        )
        return plain and _only_read(code, node.value)
    return code.is_a(node, "Name") and not node.lpar


def unwrapped(code: Code, call: Any, keyword: str) -> list[Edit]:
    """What a wrapper's call wraps, in its place.

    Raises:
        ByHand: it is given more than what it wraps, or stands where the bare thing may not.
    """
    if len(call.args) != 1 or call.args[0].star:
        raise ByHand("it has settings of its own")
    (argument,) = call.args
    if argument.keyword is not None and argument.keyword.value != keyword:
        raise ByHand("it has settings of its own")
    value = argument.value
    if not code.is_a(value, "Name", "Attribute", "Call", "Subscript"):
        raise ByHand("take what is inside")
    before, after = Edit(code.start(call), code.start(value), ""), Edit(code.end(value), code.end(call), "")
    if any("#" in code.between(edit.start, edit.end) for edit in (before, after)):
        raise ByHand("a comment stands there")
    return [before, after]


def evaluate_calls(code: Code) -> list[Finding]:
    """Arguments of `evaluate` that are not needed."""
    found = []
    for call in code.every("Call"):
        if code.full_name(call.func) not in names.EVALUATE:
            continue
        given = {one.keyword.value: place for place, one in enumerate(call.args) if one.keyword}
        places = [place for keyword, place in given.items() if keyword in names.NOT_NEEDED]
        old = ", ".join(f"{call.args[place].keyword.value}=" for place in places)
        if places:
            try:
                edits = tuple(without(code, call, places))
                found.append(Finding(code.line(call), f"evaluate({old})", "not needed", edits))
            except ByHand as why:
                found.append(Finding(code.line(call), f"evaluate({old})", f"not needed (by hand: {why})"))
        if "token_usage_parser" in given:
            told = "not needed where result.usage has counts (by hand)"
            found.append(Finding(code.line(call), "evaluate(token_usage_parser=)", told))
    return found
