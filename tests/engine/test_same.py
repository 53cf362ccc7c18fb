"""An object as part of a key is told from every other one, also from those that get its address later."""

from __future__ import annotations

import gc
from typing import Any

from ragas.engine.same import Same, name_of_instance


class Thing:
    """Something that can be watched, and is equal to all others."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing)

    def __hash__(self) -> int:
        return 0


def test_an_object_is_the_same_as_itself_alone() -> None:
    one, other = Thing(), Thing()
    assert Same(one) == Same(one)
    assert hash(Same(one)) == hash(Same(one))
    assert Same(one) != Same(other)
    assert Same(one) != one


def test_no_later_object_gets_the_place_of_an_earlier_one() -> None:
    """A key keeps its object, so that its address is not given to another."""
    known = {}
    for number in range(200):
        known[Same(Thing())] = number
    assert len(known) == 200


def test_names_last_as_long_as_their_object() -> None:
    one, other = Thing(), Thing()
    assert name_of_instance(one) == name_of_instance(one)
    assert name_of_instance(one) != name_of_instance(other)
    names = set()
    for _ in range(200):
        passing: Any = Thing()
        names.add(name_of_instance(passing))
        del passing
        gc.collect(0)
    assert len(names) == 200


def test_what_cannot_be_watched_is_another_thing_each_time() -> None:
    assert name_of_instance(5) != name_of_instance(5)
