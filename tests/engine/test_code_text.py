"""The text of a function's code."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ragas.engine.code_text import text_of


def exec_of(source: str) -> Any:
    """The text of a function `f` that no file holds."""
    space: dict[str, Any] = {}
    exec(source, space)
    return text_of(space["f"].__code__)


def module(file: Path, text: str) -> ModuleType:
    file.write_text(text)
    made = ModuleType("rules")
    exec(compile(text, str(file), "exec"), made.__dict__)
    return made


def test_two_functions_in_a_line_have_a_text_each() -> None:
    """Lambdas are told by what they say, wherever they stand."""
    pair: list[Callable[[int], bool]] = [lambda n: n > 1, lambda n: n < 1]
    assert [text_of(one.__code__) for one in pair] == ["lambda n: n > 1", "lambda n: n < 1"]
    starred: Any = lambda a, /, b, *c, d, **e: (a, b, c, d, e)  # noqa: E731  it is about lambdas
    assert text_of(starred.__code__) == "lambda a, /, b, *c, d, **e: (a, b, c, d, e)"
    by_name: Any = lambda *, a: a  # noqa: E731
    assert text_of(by_name.__code__) == "lambda *, a: a"


def test_functions_with_an_assert_have_a_text_under_pytest() -> None:
    """Pytest compiles them otherwise, and the same script is one without it."""

    def checking(text: str) -> bool:
        assert text
        return True

    assert text_of(checking.__code__).startswith("def checking")


def test_functions_without_a_file_are_told_by_what_they_were_compiled_to() -> None:
    """With the version of Python, in which that is what it is."""
    assert exec_of("def f(): return 1") == exec_of("def f():  return 1")
    assert exec_of("def f(): return 1")["python"] == f"{sys.version_info.major}.{sys.version_info.minor}"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def f(): return 1", "def f(): return 2"),
        ("def f(): return 1", "def f(): return True"),
        ("def f(): return 1.5", "def f(): return 2.5"),
        ("def f(): return 1j", "def f(): return 2j"),
        ("def f(): return b'a'", "def f(): return b'b'"),
        ("def f(): return (1, 2)", "def f(): return (1, 3)"),
        ("def f(r): return r in {1, 2}", "def f(r): return r in {1, 3}"),
        ("def f(*r): return r", "def f(**r): return r"),
        ("def f(r): return r", "def f(*, r): return r"),
        ("f = lambda a: a + 1", "f = lambda a: a - 1"),
        ("def f(): return lambda: 1", "def f(): return lambda: 2"),
    ],
)
def test_all_of_what_was_compiled_counts(one: str, other: str) -> None:
    """Constants of every kind, and how arguments are taken."""
    assert exec_of(one) == exec_of(one) != exec_of(other)


def test_a_file_that_was_edited_after_the_import_does_not_speak_for_the_code(tmp_path: Path) -> None:
    """Only where its text is that of the code that runs; elsewhere the code speaks for itself."""
    file = tmp_path / "rules.py"
    text = "def kept(r):\n    return r\n\n\ndef edited(r):\n    return len(r) < 10\n"
    rules = module(file, text)
    file.write_text("# moved\n\n" + text.replace("10", "300"))
    assert text_of(rules.kept.__code__) == "def kept(r):\n    return r\n"
    assert "compiled" in text_of(rules.edited.__code__)
    file.write_text("this is no Python")
    again = module(tmp_path / "other.py", text)
    (tmp_path / "other.py").write_text("this is no Python")
    assert text_of(again.edited.__code__) == text_of(rules.edited.__code__)


def test_a_function_stays_the_same_when_its_file_is_edited_later(tmp_path: Path) -> None:
    """Its text is read once."""
    text = "def rule(r):\n    return len(r) < 10\n"
    rules = module(tmp_path / "rules.py", text)
    assert text_of(rules.rule.__code__) == text
    (tmp_path / "rules.py").write_text(text.replace("10", "300"))
    assert text_of(rules.rule.__code__) == text


def test_what_was_compiled_is_the_same_in_every_process() -> None:
    """Whatever the order of sets there."""
    program = (
        "from ragas.engine.code_text import compiled\n"
        "print(compiled((lambda r: r in {'a', 'b', 'c', 'd', ('e', 1)}).__code__))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(said) == 1
