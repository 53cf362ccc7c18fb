"""What is a key or a password, which is in no hash and is never shown, and what only sounds like one."""

from __future__ import annotations

import functools
import math
import re
from collections import Counter
from typing import Any

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

_PERSONAL = frozenset({"password", "passwd", "passphrase", "passcode", "pwd", "pin", "otp"})
_SURE = _PERSONAL | {
    "passwords",
    "credential",
    "credentials",
    "auth",
    "authorization",
    "bearer",
    "apikey",
    "apikeys",
}
_OF_KEYS = frozenset(
    {"api", "access", "secret", "private", "account", "subscription", "signing", "encryption"}
)
_OF_TOKENS = frozenset({"api", "access", "auth", "refresh", "session", "bearer"})
_OF_SECRETS = frozenset({"client", "api", "app"})
_SOUNDING = frozenset({"key", "keys", "token", "tokens", "secret", "secrets"})

_MANY, _DEEP = 100, 3
"""How many texts, and how deep in containers, may be keys; more are something else."""

_ISSUED = re.compile(
    r"(sk|pk|rk)[-_][\w-]{16,}|(ghp|gho|ghs|ghu|hf|npm|glpat|xox[abprs])[-_][\w-]{10,}|github_pat_\w{20,}"
    r"|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|(Bearer|Basic) [\w+/=.~-]{8,}"
)
"""What services issue and what is sent with it, whatever it is called."""


def is_credential(name: str, value: Any) -> bool:
    """Whether what stands under a name is a key or a password.

    A text is one if its name says so without doubt (`api_key`, `password`, `Authorization`), or if it looks like one and
    its name ends in `key`, `token` or `secret`, or if a service issues such texts. `answer_key = {"q1": "b"}` and
    `STOP_TOKEN = "#"` are none. Several texts are some if all of them are.
    """
    if type(value) is str and _ISSUED.fullmatch(value):
        return True
    sure, sounding = _name(name)
    if not (sure or sounding):
        return False
    if type(value) is int:
        return sure and _words(name)[-1] in _PERSONAL
    texts = _texts(value)
    if sure or not texts:
        return sure and texts is not None
    return all(_ISSUED.fullmatch(one) or _looks_made(one) for one in texts)


def sounds_secret(name: str) -> bool:
    """Whether a value of this name is better not shown."""
    return any(_name(name)) or bool({*_PERSONAL, *_SOUNDING}.intersection(_words(name)))


@functools.lru_cache(maxsize=4096)
def _name(name: str) -> tuple[bool, bool]:
    """Whether a name is without doubt that of a credential, and whether it may be that of one."""
    words = _words(name)
    last, before = (words[-1] if words else ""), (words[-2] if len(words) > 1 else "")
    kinds = {"key": _OF_KEYS, "token": _OF_TOKENS, "secret": _OF_SECRETS}
    return last in _SURE or before in kinds.get(last.removesuffix("s"), ()), last in _SOUNDING


def _words(name: str) -> list[str]:
    return [one.lower() for one in _WORDS.findall(name)]


def _texts(value: Any, depth: int = 0) -> list[str] | None:
    """The texts that are all a value is made of; None for a value of anything else. No value is no text."""
    kind = type(value)
    if value is None:
        return []
    if kind is str:
        return [value]
    if kind is bytes:
        return [value.decode("latin-1")]
    if kind in (list, tuple, set, frozenset, dict) and len(value) <= _MANY and depth < _DEEP:
        inside = [_texts(one, depth + 1) for one in (value.values() if kind is dict else value)]
        return None if None in inside else [text for one in inside for text in one or ()]
    return None


def _looks_made(text: str) -> bool:
    """Whether a text looks made by chance: long, in one piece, of letters and digits with few repetitions."""
    if len(text) < 20 or not re.fullmatch(r"[\w+/=.~-]+", text):
        return False
    if not (re.search("[0-9]", text) and re.search("[A-Za-z]", text)):
        return False
    shares = [count / len(text) for count in Counter(text).values()]
    return -sum(share * math.log2(share) for share in shares) >= 3
