"""What a file has of earlier versions: each name, call and column with its replacement, and the edits that make it."""

from __future__ import annotations

import ast
import importlib
import warnings
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from ragas.cli import migrate_names as names
from ragas.cli.migrate_calls import ByHand, construction, evaluate_calls, score_call, unwrapped
from ragas.cli.migrate_code import Code, Edit, Finding, Name, applied
from ragas.cli.migrate_columns import columns_in
from ragas.cli.migrate_flow import compared
from ragas.cli.migrate_gone import CRITIQUE, FIRST_METRICS, GONE, aspects
from ragas.cli.migrate_imports import Symbol, write_import
from ragas.cli.migrate_signs import attributes, first_attribute, texts, type_check
from ragas.cli.migrate_testset import generators
from ragas.metrics import _REPLACED_BY, collections

REPLACED = _REPLACED_BY | FIRST_METRICS
"""Old metrics of any generation, and what stands for them; with parentheses for ready-made ones."""
ROOTS = frozenset({"ragas", "ragas_experimental"})
MIGHT = b"ragas"
"""A file without this word is not looked at."""


def find(source: bytes, *, importable: bool = True) -> list[Finding]:
    """Everything of earlier versions in a source in UTF-8, in its order. The edits of all together can be made.

    Args:
        importable: whether other files may import what it holds; a notebook's they cannot.

    Raises:
        InputError: it is no Python that can be read.
    """
    if MIGHT not in source:
        return []
    code = Code(source)
    imported = list(code.imports())
    if not any(_root(one) in ROOTS for one in imported) and not code.every("ImportStar"):
        return []
    plan = _Plan(code)
    for one in imported:
        plan.take(one)
    plan.finish()
    columns = columns_in(code, importable=importable)
    found = [*plan.findings, *evaluate_calls(code), *columns, *generators(code, imported)]
    found.sort(key=lambda one: one.line)
    return _that_parse(source, [*dict.fromkeys(found)])


def edits_of(found: Iterable[Finding]) -> list[Edit]:
    """The edits of all findings."""
    return [edit for one in found for edit in one.edits]


def _that_parse(source: bytes, found: list[Finding]) -> list[Finding]:
    """The findings, left to the reader where their edits meet or what they make is no Python."""
    try:
        ast.parse(applied(source, edits_of(found)).decode("utf-8"))
    except (ValueError, SyntaxError):
        why = "by hand: the file is too unusual to be rewritten"
        return [one if one.by_hand else Finding(one.line, one.old, f"{one.new} ({why})") for one in found]
    return found


class _Plan:
    """The imported names of a file, and what is to become of each import statement."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.findings: list[Finding] = []
        self._symbols: list[Symbol] = []
        self._resolved: set[int] = set()
        """Where old methods are called on metrics that are known."""
        self._type_check = 0

    def take(self, name: Name) -> None:
        """Look at one imported name."""
        root = _root(name)
        if root.startswith("langchain"):
            self._langchain(name)
        if root == "ragas_experimental":
            self._note(name, GONE[root])
        if root != "ragas":
            return
        module, _, thing = name.qualified.rpartition(".")
        if thing in names.OLD_TYPES:
            self._type_check = self._type_check or type_check(self.code, name)
        if name.alias is None:
            self._module(name)
        elif thing in REPLACED and thing != "DistanceMeasure" and _holds_old_metrics(module):
            self._symbols.append(self._metric(name, thing))
        elif module in CRITIQUE and thing in aspects():
            self._symbols.append(self._aspect(name, thing))
        elif thing in names.WRAPPERS and module in names.WRAPPER_HOMES:
            self._symbols.append(self._wrapper(name, thing))
        elif name.qualified in names.RENAMED:
            self._symbols.append(self._renamed(name, names.RENAMED[name.qualified]))
        elif told := names.advice(name.qualified):
            self._note(name, told)
        elif not _exists(module, thing):
            self._note(name, names.advice(name.qualified, GONE) or "not in this version")

    def finish(self) -> None:
        """Settle what cannot be rewritten, then write the imports."""
        for statement in self.code.every("ImportFrom"):
            if self.code.is_a(statement.names, "ImportStar") and statement.module:
                module = self.code.dotted(statement.module)
                if _holds_old_metrics(module):
                    self.findings.append(
                        Finding(
                            self.code.line(statement),
                            f"{module}.*",
                            f"import each name from {names.METRICS_NOW}",
                        )
                    )
        left = self._old_calls_left()
        for symbol in self._symbols:
            if symbol.problem or symbol.module not in (names.METRICS_NOW, ""):
                continue
            if self._type_check:
                symbol.problem = f"line {self._type_check} asks for a type of earlier versions"
            elif not symbol.module and (line := first_attribute(self.code, names.WRAPPED_METHODS)):
                symbol.problem = f"line {line} asks for what only a wrapper has"
            if left and symbol.module == names.METRICS_NOW and not symbol.problem:
                symbol.problem = f"line {left} calls what only old metrics have"
        for statement in dict.fromkeys(one.name.statement for one in self._symbols):
            write_import(
                self.code, statement, [one for one in self._symbols if one.name.statement is statement]
            )
        for symbol in self._symbols:
            self._report(symbol)

    # -- kinds of names -------------------------------------------------------------------------------------------

    def _metric(self, name: Name, old: str) -> Symbol:
        replacement = REPLACED[old]
        new = replacement.removesuffix("()")
        symbol = Symbol(name, names.METRICS_NOW, new, replacement)
        try:
            self._check_free(name, new)
            if replacement.endswith("()"):
                self._check_unshared(name)
                self._check_not_compared(name)
            for use in name.uses:
                if replacement.endswith("()"):
                    symbol.edits += self._instance_use(use, old, new)
                else:
                    symbol.edits += self._class_use(symbol, use, old, new)
        except ByHand as why:
            symbol.problem = str(why)
        return symbol

    def _aspect(self, name: Name, old: str) -> Symbol:
        """A ready-made critic, with what it asks written out."""
        symbol = Symbol(name, names.METRICS_NOW, "AspectCritic", "AspectCritic()")
        try:
            self._check_free(name, "AspectCritic")
            self._check_unshared(name)
            self._check_not_compared(name)
            for use in name.uses:
                given = f'name="{old}", definition="{aspects()[old]}"'
                symbol.edits += self._instance_use(use, old, "AspectCritic", given)
        except ByHand as why:
            symbol.problem = str(why)
            symbol.shown = f'AspectCritic(name="{old}", definition="...")'
        return symbol

    def _instance_use(self, use: Any, old: str, new: str, given: str = "") -> list[Edit]:
        """A ready-made metric where it stands as a value."""
        parent = self.code.parent(use)
        reads_name = self.code.is_a(parent, "Attribute") and parent.attr.value == "name"
        if not reads_name and not self.code.is_a(parent, "Element", "Arg", "DictElement"):
            raise ByHand(f"line {self.code.line(use)} does more with it than pass it on")
        kept = names.OLD_DEFAULT_NAMES.get(old)
        given = given or (f'name="{kept}"' if kept else "")
        around = parent
        while given and around is not None:
            if self.code.is_a(around, "FormattedString"):
                raise ByHand(f"line {self.code.line(use)} has it inside a text")
            around = self.code.parent(around)
        return [Edit(self.code.start(use), self.code.end(use), f"{new}({given})")]

    def _check_unshared(self, name: Name) -> None:
        """Refuse to make several of a ready-made metric that is used more than once and may be changed in between."""
        passed = [one for one in name.uses if not self.code.is_a(self.code.parent(one), "Attribute")]
        if len(passed) < 2:
            return
        for use in passed:
            around = self.code.parent(use)
            call = self.code.parent(around) if self.code.is_a(around, "Arg") else None
            if call is not None and not (self.code.full_name(call.func) or "").startswith("ragas."):
                raise ByHand(f"line {self.code.line(use)} passes it to code that may change it")
        for target in self.code.every("AssignTarget"):
            if self.code.is_a(target.target, "Attribute") and target.target.attr.value in (
                "llm",
                "embeddings",
            ):
                raise ByHand(f"line {self.code.line(target)} may set it up")

    def _check_not_compared(self, name: Name) -> None:
        """Refuse to make anew what is compared: two of a metric are not the same object."""
        if line := compared(self.code, name.uses):
            raise ByHand(f"line {line} asks whether it is the same one")

    def _class_use(self, symbol: Symbol, use: Any, old: str, new: str) -> list[Edit]:
        """An old class where it is called."""
        call = self.code.parent(use)
        if not self.code.is_a(call, "Call") or call.func is not use or use.lpar:
            raise ByHand(f"line {self.code.line(use)} does more with it than call it")
        edits = construction(self.code, call, old, new)
        if not symbol.name.alias.asname:
            edits.append(Edit(self.code.start(use), self.code.end(use), new))
        around = self.code.parent(call)
        if self.code.is_a(around, "Attribute"):
            return edits + self._method(symbol, around, new)
        if self.code.is_a(around, "Assign"):
            for target in around.targets:
                edits += self._variable(symbol, target.target, new)
        elif self.code.is_a(around, "AnnAssign", "NamedExpr"):
            edits += self._variable(symbol, around.target, new)
        return edits

    def _variable(self, symbol: Symbol, target: Any, new: str) -> list[Edit]:
        """A variable that holds a metric: what is called on it must be there, or be rewritten."""
        if not self.code.is_a(target, "Name"):
            return []  # what is called on an attribute or an element is found by its name
        uses = self.code.uses_of(target)
        if uses is None:
            raise ByHand(f"{target.value} is assigned to more than once")
        edits: list[Edit] = []
        for use in uses:
            around = self.code.parent(use)
            if self.code.is_a(around, "Attribute") and around.value is use:
                edits += self._method(symbol, around, new)
        return edits

    def _method(self, symbol: Symbol, attribute: Any, new: str) -> list[Edit]:
        """What is asked of a metric of a known class."""
        method = attribute.attr.value
        line = self.code.line(attribute)
        if method in names.SCORE_CALLS:
            edits = score_call(self.code, attribute, new)
            self._resolved.add(self.code.start(attribute.attr))
            now = f".{names.SCORE_CALLS[method]}(column=...).value"
            symbol.calls.append(Finding(line, f".{method}(sample)", now, tuple(edits)))
            return []
        known = {one.name for one in fields(getattr(collections, new))}
        if self.code.is_a(self.code.parent(attribute), "AssignTarget") and method not in known:
            raise ByHand(f"line {line} sets {method}, which the new class does not have")
        if method in names.OLD_METHODS or method in ("ascore", "score"):
            raise ByHand(f"line {line} calls {method}, which the new class does not have in this form")
        return []

    def _wrapper(self, name: Name, old: str) -> Symbol:
        symbol = Symbol(name, "", "", f"{old}(model) -> model")
        try:
            for use in name.uses:
                call = self.code.parent(use)
                if not self.code.is_a(call, "Call") or call.func is not use:
                    raise ByHand(f"line {self.code.line(use)} does more with it than call it")
                symbol.edits += unwrapped(self.code, call, names.WRAPPERS[old])
                self._check_wrapped(call)
            if not name.uses or not name.alone:
                raise ByHand("it is not used here" if name.alone else "the name has several meanings here")
        except ByHand as why:
            symbol.problem = str(why)
        return symbol

    def _check_wrapped(self, call: Any) -> None:
        """Refuse to unwrap what is asked for more than to be passed on."""
        around = self.code.parent(call)
        if self.code.is_a(around, "Assign"):
            for target in around.targets:
                uses = self.code.uses_of(target.target) if self.code.is_a(target.target, "Name") else None
                if uses is None:
                    raise ByHand(f"line {self.code.line(call)} keeps it where its uses cannot be seen")
                for use in uses:
                    if self.code.is_a(self.code.parent(use), "Attribute"):
                        raise ByHand(f"line {self.code.line(use)} calls something on it")
        elif not self.code.is_a(around, "Arg", "Element", "DictElement"):
            raise ByHand(f"line {self.code.line(call)} does more with it than pass it on")

    def _renamed(self, name: Name, new: str) -> Symbol:
        module = name.qualified.rpartition(".")[0]
        symbol = Symbol(name, module, new, new)
        try:
            self._check_free(name, new)
            if not name.alias.asname:
                symbol.edits = [Edit(self.code.start(use), self.code.end(use), new) for use in name.uses]
        except ByHand as why:
            symbol.problem = str(why)
        return symbol

    def _check_free(self, name: Name, new: str) -> None:
        """Refuse a new name that means something else already, and an old one that others import from here."""
        if not name.alone:
            raise ByHand("the name has several meanings here")
        if not name.uses:
            raise ByHand("it is not used here; others may import it from here")
        if name.local != new and self.code.bound(new) and not self._imported_by_us(new):
            raise ByHand(f"{new} means something else here")

    def _imported_by_us(self, new: str) -> bool:
        """Whether all that is called so comes from Ragas' metrics, old or new."""
        scopes = [one for one in self.code.imports() if one.local == new]
        return bool(scopes) and all(
            one.qualified.rpartition(".")[0].startswith("ragas.metrics")
            and REPLACED.get(one.qualified.rpartition(".")[2], new).removesuffix("()") == new
            for one in scopes
        )

    # -- what only old metrics have -------------------------------------------------------------------------------

    def _old_calls_left(self) -> int:
        """The line where something is first asked for that only old metrics have, 0 if that is nowhere."""
        told = not any(one.problem for one in self._symbols)
        found = texts(self.code)
        for attribute in attributes(self.code, names.OLD_METHODS):
            method, line = attribute.attr.value, self.code.line(attribute)
            if self.code.start(attribute.attr) in self._resolved:
                continue
            found.append(line)
            if told and method in names.SCORE_CALLS:
                now = f"await metric.{names.SCORE_CALLS[method]}(column=...), and its .value"
                self.findings.append(Finding(line, f".{method}(sample)", now))
        return min(found, default=0)

    # -- reports --------------------------------------------------------------------------------------------------

    def _report(self, symbol: Symbol) -> None:
        line = self.code.line(symbol.name.statement)
        old = symbol.name.qualified
        new = f"{symbol.module}.{symbol.shown}" if symbol.module else symbol.shown
        if symbol.problem:
            self.findings.append(Finding(line, old, f"{new} (by hand: {symbol.problem})"))
            self.findings += [Finding(one.line, one.old, one.new) for one in symbol.calls]
        else:
            self.findings.append(Finding(line, old, new, tuple(symbol.edits), with_others=True))
            self.findings += symbol.calls

    def _note(self, name: Name, told: str) -> None:
        self.findings.append(Finding(self.code.line(name.statement), name.qualified, told))

    def _module(self, name: Name) -> None:
        """`import ragas.x`: what is reached through it."""
        told: dict[tuple[int, str], str] = {}
        for use in name.uses:
            whole = use
            while self.code.is_a(self.code.parent(whole), "Attribute"):
                whole = self.code.parent(whole)
                full = self.code.full_name(whole) or ""
                module, _, thing = full.rpartition(".")
                if _holds_old_metrics(module) and thing in REPLACED:
                    told[self.code.line(whole), full] = (
                        f"{names.METRICS_NOW}.{REPLACED[thing]} (by hand: import it from there)"
                    )
                elif thing in names.WRAPPERS and module in names.WRAPPER_HOMES:
                    told[self.code.line(whole), full] = f"{thing}(model) -> model (by hand)"
        for (line, full), new in told.items():
            self.findings.append(Finding(line, full, new))
        if name.qualified != "ragas" and not _exists(name.qualified, ""):
            known = names.ADVICE | GONE
            self._note(name, names.advice(name.qualified, known) or "not in this version")

    def _langchain(self, name: Name) -> None:
        thing = name.qualified.rpartition(".")[2]
        if thing in names.LANGCHAIN_OPENAI and name.qualified.startswith(names.OLD_LANGCHAIN):
            now = f'langchain_openai.{thing}, or no LangChain at all: llm="openai:..." (by hand)'
            self._note(name, now)


def _root(name: Name) -> str:
    return name.qualified.partition(".")[0]


def _holds_old_metrics(module: str) -> bool:
    """`ragas.metrics` and the private modules that had the classes."""
    return module in {"ragas.metrics", *CRITIQUE} or module.startswith("ragas.metrics._")


def _exists(module: str, thing: str) -> bool:
    """Whether a name can be imported from this version."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = importlib.import_module(module)
        except ImportError:
            return False
        if not thing or hasattr(found, thing):
            return True
        try:
            importlib.import_module(f"{module}.{thing}")
        except ImportError:
            return False
    return True
