"""What labels of people mean: words that say good or bad, and which of a metric's values a label is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

GOOD = {"accept", "accepted", "correct", "faithful", "good", "grounded", "ok", "pass", "passed", "right"}
GOOD |= {"supported", "true", "y", "yes"}
BAD = {"bad", "fail", "failed", "false", "hallucinated", "incorrect", "n", "no", "reject", "rejected"}
BAD |= {"unfaithful", "ungrounded", "unsupported", "wrong"}

_TURNING = {"non", "not", "never", "none", "without"}
_AROUND = " \t\n.,;:!?\"'`*_()[]"


def sense(label: Any) -> bool | None:
    """Whether a label says good or bad; None where it says neither.

    >>> sense("Yes"), sense("failed"), sense(True), sense("purple")
    (True, False, True, None)
    """
    if isinstance(label, bool):
        return label
    word = label.strip().casefold() if isinstance(label, str) else None
    return True if word in GOOD else False if word in BAD else None


def written(label: Any, allowed: Sequence[Any]) -> Any:
    """The one of `allowed` that a label names, but for case, white space, punctuation around it, and numbers as text.

    None where there is no such one, or several.

    >>> written(" No  Issue.", ["no issue", "yes"]), written("2", [1, 2, 3]), written("no", ["no issue", "yes"])
    ('no issue', 2, None)
    """
    ways: tuple[Callable[[Any], Any], ...] = (str, _folded, _bare, as_number)
    for plain in ways:
        is_it = plain(label)
        alike = [] if is_it is None else [one for one in allowed if plain(one) == is_it]
        if len(alike) == 1:
            return alike[0]
    return None


def meant(label: Any, allowed: Sequence[Any]) -> Any:
    """The one of `allowed` that a label names or, where it names none, the only one that says good or bad as it does.

    That is so where another one says the contrary and no other has a word of either in it. Of two values, 1 and 0 say
    good and bad too. None in every other case: nothing is guessed.

    >>> meant("Yes", ["pass", "fail"]), meant(0, ["pass", "fail"]), meant("true", ["pass", "fail", "unsure"])
    ('pass', 'fail', 'pass')
    >>> meant("no", ["no issue", "yes"]), meant("good", ["no issue", "yes"]), meant(1, ["hallucinated", "clean"])
    (None, None, None)
    """
    named = written(label, allowed)
    if named is not None:
        return named
    of_two = len(allowed) == 2
    said = _says(label, of_two)
    senses = [_says(one, of_two) for one in allowed]
    unclear = any(_touches(one) for one, its in zip(allowed, senses, strict=True) if its is None)
    if said is None or unclear or senses.count(said) != 1 or (not said) not in senses:
        return None
    return allowed[senses.index(said)]


def refusal(where: str, label: Any, metric: str, expected: str) -> str:
    """What is said of a label that is none of a metric's values."""
    return f"{where}: {label!r:.80} is no value of {metric!r}; allowed is {expected}."


def as_number(value: Any) -> float | None:
    """The number that a value is, or is the text of; truth values are none."""
    try:
        number = None if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if number is not None and isfinite(number) else None


def _says(value: Any, of_two: bool) -> bool | None:
    number = as_number(value) if of_two else None
    return number == 1.0 if number in (0.0, 1.0) else sense(value)


def _touches(value: Any) -> bool:
    """Whether a word of good, bad or turning stands in a value that is none itself, as in "no issue"."""
    return any(word in GOOD | BAD | _TURNING for word in re.findall(r"\w+", str(value).casefold()))


def _folded(value: Any) -> str:
    return " ".join(str(value).split()).casefold()


def _bare(value: Any) -> str:
    return _folded(value).strip(_AROUND)
