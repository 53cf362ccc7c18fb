"""What a user's functions read, found without running any of it."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from ragas.engine.code_identity import object_parts, uses

USING = """
import users_rules.strict
from users_rules import strict as named

def by_package(r): return users_rules.strict.check(r)
def by_name(r): return named.check(r)
def inside(r):
    from users_rules.strict import check
    return check(r)
def inside_whole(r):
    import users_rules.strict as rules
    return rules.check(r)
def inside_from_package(r):
    from users_rules import strict
    return strict.check(r)
"""


def used(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What each function of a module reads that uses a package with this text."""
    (folder / "users_rules").mkdir(parents=True)
    (folder / "users_rules" / "__init__.py").write_text("")
    (folder / "users_rules" / "strict.py").write_text(text)
    (folder / "users_using.py").write_text(USING)
    with monkeypatch.context() as patch:
        patch.syspath_prepend(str(folder))
        try:
            using = importlib.import_module("users_using")
            return {name: uses(one) for name, one in vars(using).items() if type(one) is type(used)}
        finally:
            for name in [one for one in sys.modules if one.startswith("users_")]:
                del sys.modules[name]


def test_functions_of_a_users_package_count_however_they_are_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the package, by a name, and inside the function."""
    texts = ["def check(r): return 1\n", "def check(r): return 1\n", "def check(r): return 0\n"]
    one, same, other = (used(tmp_path / str(at), text, monkeypatch) for at, text in enumerate(texts))
    assert one == same
    assert len(one) == 5
    assert all(one[name] != other[name] for name in one)


def test_what_is_imported_when_it_is_called_is_the_same_before_and_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is imported to find it out."""
    (tmp_path / "users_late.py").write_text("LIMIT = 3\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    def late() -> Any:
        import users_late  # type: ignore[import-not-found]  # made above

        return users_late.LIMIT

    before = uses(late)
    assert list(before) == ["import users_late"]
    assert "users_late" not in sys.modules
    assert late() == 3
    assert uses(late) == before
    del sys.modules["users_late"]


def test_a_class_of_a_library_has_one_name_whoever_hands_it_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packages that put their own name into a class they did not write change nothing."""
    timeout = httpx.Timeout(5)
    before = object_parts(timeout)
    monkeypatch.setattr(httpx.Timeout, "__module__", "pydantic")
    assert object_parts(timeout) == before
