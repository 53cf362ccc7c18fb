"""Names for runs nobody named."""

from __future__ import annotations

import random
import re

from ragas.experiment.names import MemorableNames, memorable_names


def test_names_are_two_words() -> None:
    """An adjective and a scientist, and Python's own generator stays as it was."""
    state = random.getstate()
    assert re.fullmatch(r"[a-z]+_[a-z]+", memorable_names.generate_name())
    assert random.getstate() == state


def test_names_are_given_once() -> None:
    """However many are asked for; when the words run short, numbers help."""
    names = MemorableNames()
    given = names.generate_unique_names(300)
    assert len(set(given)) == 300
    assert not set(MemorableNames().generate_unique_names(20)) & {"x"}


def test_taken_names_are_avoided() -> None:
    """A name that is in use is not given; after a hundred collisions a number is appended."""

    class All:
        def __contains__(self, name: object) -> bool:
            return str(name).count("_") == 1

    assert re.fullmatch(r"[a-z]+_[a-z]+_\d{4}", MemorableNames().generate_unique_name(All()))  # type: ignore[arg-type]
