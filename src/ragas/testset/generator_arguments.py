"""What a generator is called with, looked at before anything is asked and paid."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from numbers import Real
from typing import Any

from ragas.engine.run_config import RunConfig
from ragas.exceptions import InputError
from ragas.testset.persona import Persona

_SYNTHESIZER = ("generate_scenarios", "generate_sample")


def check_names(given: Mapping[str, Any], known: Collection[str], of_generator: Collection[str]) -> None:
    """Refuse keywords that a call does not take.

    Raises:
        InputError: there is one; says what it may have been meant to be.
    """
    for name, value in given.items():
        if name in known:
            continue
        close = get_close_matches(name, known, n=1)
        if name in of_generator:
            hint = f"It is an argument of TestsetGenerator({name}=...)."
        else:
            hint = f"Did you mean {close[0]}?" if close else f"There are {', '.join(sorted(known))}."
        raise InputError(f"{name}={_shown(value)} is no argument of this call. {hint}")


def check_share(name: str, value: Any) -> None:
    """Refuse what is no share.

    Raises:
        InputError: it is no number from 0 to 1.
    """
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 <= float(value) <= 1:
        raise InputError(f"{name}={_shown(value)} is a share between 0 and 1.")


def check_count(name: str, value: Any, least: int) -> None:
    """Refuse what is no count.

    Raises:
        InputError: it is no whole number, or below `least`.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InputError(f"{name}={_shown(value)} must be a whole number of at least {least}.")


def check_distribution(distribution: Any) -> None:
    """Refuse what are no synthesizers with shares.

    Raises:
        InputError: one is no pair, no synthesizer, or has no share; says which.
    """
    how = "Give pairs of a synthesizer and its share: [(SingleHopSpecificQuerySynthesizer(llm=judge), 1.0)]."
    if isinstance(distribution, str) or not isinstance(distribution, Sequence):
        raise InputError(f"query_distribution={_shown(distribution)} is no list. {how}")
    for at, one in enumerate(distribution):
        place = f"query_distribution[{at}]={_shown(one)}"
        if not isinstance(one, tuple | list) or len(one) != 2:
            raise InputError(f"{place} is no pair. {how}")
        synthesizer, share = one
        if isinstance(synthesizer, type):
            raise InputError(f"{place} has a class, where an instance is needed. {how}")
        if not all(callable(getattr(synthesizer, name, None)) for name in _SYNTHESIZER):
            raise InputError(f"{place} has no synthesizer. {how}")
        if isinstance(share, bool) or not isinstance(share, Real):
            raise InputError(f"{place} has a share that is no number. {how}")


def check_personas(personas: Any) -> None:
    """Refuse what are no people.

    Raises:
        InputError: one is no `Persona`; says which.
    """
    how = "Give Persona(name=..., role_description=...)."
    if isinstance(personas, str) or not isinstance(personas, Sequence):
        raise InputError(f"persona_list={_shown(personas)} is no list. {how}")
    for at, one in enumerate(personas):
        if not isinstance(one, Persona):
            raise InputError(f"persona_list[{at}]={_shown(one)} is no Persona. {how}")


def check_run_config(run_config: Any) -> None:
    """Refuse what is no `RunConfig`.

    Raises:
        InputError: it is something else.
    """
    if not isinstance(run_config, RunConfig):
        raise InputError(f"run_config={_shown(run_config)} is no RunConfig(timeout=..., max_workers=...).")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]}…"
