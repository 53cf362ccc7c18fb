"""First-generation test set generators as those of today."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ragas.cli.migrate_calls import ByHand, without
from ragas.cli.migrate_code import Code, Edit, Finding, Name
from ragas.cli.migrate_gone import DISTRIBUTIONS

HOMES = frozenset({"ragas.testset.TestsetGenerator", "ragas.testset.generator.TestsetGenerator"})
OF_MODELS = frozenset({"from_langchain", "from_llama_index"})
OF_NAMES = frozenset({"from_default", "with_openai"})
"""What made a generator of the names of models of OpenAI."""
PARTS = ("llm", "verifier", "embedding_model")
"""What the positional arguments of the first generation are called today."""
SETTINGS = {"generator_llm": "llm", "critic_llm": "verifier", "embeddings": "embedding_model"}
GENERATE = frozenset({"generate", "generate_with_langchain_docs", "generate_with_llamaindex_docs"})
NOW = "TestsetGenerator(llm=..., verifier=..., embedding_model=...)"
NAMED = 'TestsetGenerator(llm="openai:MODEL", embedding_model="openai:MODEL")'


def generators(code: Code, imported: Iterable[Name]) -> list[Finding]:
    """How generators of the first generation are made, and what they are asked for."""
    found: list[Finding] = []
    asked: set[int] = set()
    imported = list(imported)
    first = any(one.qualified.startswith("ragas.testset.evolutions") for one in imported)
    for name in imported:
        if name.qualified not in HOMES:
            continue
        for use in name.uses:
            made = _call_of(code, use)
            if made is None:
                attribute = code.parent(use)
                made = _call_of(code, attribute) if code.is_a(attribute, "Attribute") else None
                if made is None:
                    continue
                found += _making(code, use, attribute, made, first)
            for asking in _asked(code, made):
                asked.add(id(asking))
                found += _asking(code, asking)
    for call in code.every("Call"):
        if id(call) not in asked and code.is_a(call.func, "Attribute") and call.func.attr.value in GENERATE:
            found += [
                Finding(one.line, one.old, f"{one.new} (by hand: what it is called on cannot be seen)")
                for one in _asking(code, call)
                if not one.by_hand
            ]
    return found


def _call_of(code: Code, function: Any) -> Any:
    """The call of a function that is named here, None if it is named for something else."""
    call: Any = code.parent(function)
    return call if code.is_a(call, "Call") and call.func is function else None


def _making(code: Code, use: Any, attribute: Any, call: Any, first: bool) -> list[Finding]:
    """A generator that is made; `first` says that what is in the file besides is of the first generation."""
    maker = attribute.attr.value
    keywords = {one.keyword.value for one in call.args if one.keyword}
    old_way = keywords & SETTINGS.keys() or (first and len(call.args) == len(PARTS))
    if maker not in OF_NAMES and not (maker in OF_MODELS and old_way):
        return []
    old = f"TestsetGenerator.{maker}({', '.join(sorted(keywords & SETTINGS.keys()))})"
    now = NOW if maker in OF_MODELS else NAMED
    try:
        edits = [Edit(code.end(use), code.end(attribute), "")]
        for place, argument in enumerate(call.args):
            edits += _part(code, argument, place, named=maker in OF_NAMES)
        given = {SETTINGS.get(one.keyword.value) if one.keyword else "" for one in call.args}
        if maker in OF_NAMES and not {"llm", "embedding_model"} <= given:
            raise ByHand("it has models of its own for what is not given")
    except ByHand as why:
        return [Finding(code.line(call), old, f"{now} (by hand: {why})")]
    return [Finding(code.line(call), old, now, tuple(edits))]


def _part(code: Code, argument: Any, place: int, *, named: bool) -> Iterator[Edit]:
    if argument.star or (argument.keyword is None and place >= len(PARTS)):
        raise ByHand("it has settings of its own")
    if argument.keyword is None:
        yield Edit(code.start(argument), code.start(argument), f"{PARTS[place]}=")
    elif argument.keyword.value in SETTINGS:
        keyword = argument.keyword
        yield Edit(code.start(keyword), code.end(keyword), SETTINGS[keyword.value])
    else:
        raise ByHand(f"there is no {argument.keyword.value}")
    if named:
        if not code.is_a(argument.value, "SimpleString"):
            raise ByHand('write "openai:" before the names of its models')
        at = code.start(argument.value) + len(argument.value.prefix) + len(argument.value.quote)
        yield Edit(at, at, "openai:")


def _asked(code: Code, made: Any) -> Iterator[Any]:
    """The calls for a test set on a generator that a call made."""
    around = code.parent(made)
    holders = [made]
    if code.is_a(around, "Assign"):
        holders = [use for target in around.targets for use in _uses(code, target.target)]
    for holder in holders:
        attribute = code.parent(holder)
        if code.is_a(attribute, "Attribute") and attribute.attr.value in GENERATE:
            call = _call_of(code, attribute)
            if call is not None:
                yield call


def _uses(code: Code, target: Any) -> list[Any]:
    return (code.uses_of(target) or []) if code.is_a(target, "Name") else []


def _asking(code: Code, call: Any) -> list[Finding]:
    found = []
    method = call.func.attr.value
    given = {one.keyword.value: place for place, one in enumerate(call.args) if one.keyword}
    if "test_size" in given:
        keyword = call.args[given["test_size"]].keyword
        edit = Edit(code.start(keyword), code.end(keyword), "testset_size")
        found.append(Finding(code.line(keyword), f"{method}(test_size=)", "testset_size=", (edit,)))
    if "distributions" in given:
        argument = call.args[given["distributions"]]
        found.append(Finding(code.line(argument), f"{method}(distributions=)", DISTRIBUTIONS))
    if "is_async" in given:
        line = code.line(call.args[given["is_async"]])
        try:
            edits = tuple(without(code, call, [given["is_async"]]))
            found.append(Finding(line, f"{method}(is_async=)", "not needed", edits))
        except ByHand as why:
            found.append(Finding(line, f"{method}(is_async=)", f"not needed (by hand: {why})"))
    return found
