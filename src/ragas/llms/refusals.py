"""What endpoints turned out not to take, remembered for the rest of the process."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Mode = Literal["native", "tool", "object", "prompt"]
"""How a structured reply is asked for: the provider enforces the schema, as a forced tool call, as any JSON object
with the schema in the prompt, or in the prompt alone."""

_UNSUPPORTED = re.compile(
    r"unsupported|not supported|n[o']t support|does not work|unrecognized|unrecognised|unknown|unexpected|not permitted"
    r"|not allowed|no longer|deprecated|extra inputs|is not available",
    re.IGNORECASE,
)
_FORMAT = re.compile(
    r"response_format|json_schema|json_object|structured.?output|output_config|output_format|responseJsonSchema"
    r"|response_?schema|guided|json mode|response_?mime_?type",
    re.IGNORECASE,
)
_TOOL = re.compile(r"tool_choice|tool use|tools?\b|function.?call", re.IGNORECASE)
_BAD_SCHEMA = re.compile(r"invalid schema|schema .*(too|invalid|not)|additionalProperties", re.IGNORECASE)
_RENAMED = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
_ORDER: list[Mode] = ["native", "tool", "object", "prompt"]
_NEXT: dict[Mode, Mode] = {"native": "object", "tool": "prompt", "object": "prompt"}


@dataclass
class Known:
    """What one model at one endpoint does not take."""

    parameters: dict[str, str | None] = field(default_factory=dict)
    """Parameter to what it is sent as instead, None: left out."""
    mode: Mode | None = None
    modes: dict[str, Mode] = field(default_factory=dict)
    """For reply models whose schema the endpoint refuses."""


_known: dict[tuple[str, str], Known] = {}


def known(url: str, model: str) -> Known:
    """What is known about `model` at `url` so far."""
    return _known.setdefault((url, model), Known())


def forget() -> None:
    """Forget everything, as in a new process."""
    _known.clear()


def status_of(error: BaseException) -> int | None:
    """The HTTP status an SDK's error carries."""
    for name in ("status_code", "status", "code"):
        value = getattr(error, name, None)
        if isinstance(value, int):
            return value
    response = getattr(error, "response", None)
    value = getattr(response, "status_code", None)
    return value if isinstance(value, int) else None


def learn(
    error: BaseException,
    sent: Mapping[str, Any],
    *,
    mode: Mode,
    reply: str,
    at: Known,
    label: str,
    tools: bool = False,
) -> bool:
    """Learn from a refused request; True when a changed one is worth sending.

    A parameter is dropped (or renamed) only when the endpoint says that it does not know it; a bad value stays the
    caller's error.
    """
    if status_of(error) not in (400, 404, 422):
        return False
    said = f"{error} {getattr(error, 'body', '')}"
    if parameter := _parameter(error, said, sent):
        if parameter in at.parameters:
            return True  # another call learned it while this one was on its way
        for name, instead in at.parameters.items():
            if instead == parameter:  # the new name is not taken either
                at.parameters[name] = None
        other = _RENAMED.get(parameter)
        instead = other if other is not None and other not in sent and other in said else None
        at.parameters[parameter] = instead
        done = f"sent as {instead!r}" if instead else "left out"
        warnings.warn(
            f"{label} does not take {parameter!r}; it is {done} from now on.",
            UserWarning,
            stacklevel=2,
        )
        return True
    if mode == "prompt" or not (_FORMAT.search(said) or (tools and _TOOL.search(said))):
        return False
    following: Mode = "tool" if tools and mode == "native" else _NEXT[mode]
    if _BAD_SCHEMA.search(said):
        at.modes[reply] = following
    else:
        # A call that was on its way longer must not undo what a later one learned.
        if at.mode is None or _ORDER.index(following) > _ORDER.index(at.mode):
            at.mode = following
    return True


def _parameter(error: BaseException, said: str, sent: Mapping[str, Any]) -> str | None:
    """The parameter of ours that the error is about, if it says that the parameter is not supported."""
    if not _UNSUPPORTED.search(said):
        return None
    named = getattr(error, "param", None)
    if isinstance(named, str) and named in sent:
        return named
    for name in sorted(sent, key=len, reverse=True):
        if re.search(rf"(?<![\w.]){re.escape(name)}(?![\w])", said):
            return name
    return None
