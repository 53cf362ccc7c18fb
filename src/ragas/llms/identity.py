"""What a judge's answers depend on besides its name: its address, what is sent with every question, its code."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from ragas.engine.canonical import canonical
from ragas.engine.code_identity import object_parts
from ragas.engine.same import UNTOLD
from ragas.engine.user_code import is_users_class


def judge_settings(judge: Any) -> str | None:
    """A short fingerprint of a judge's address, parameters, mode, system prompt and code; None where there are none.

    Two judges of the same name with other settings have other fingerprints. Of a function and of a class of the user's
    the code is in it, with what it reads and how it is set. No key is in it.
    """
    parts = _endpoint_parts(judge) | _code_parts(judge)
    if not parts:
        return None
    text = json.dumps(canonical(parts), sort_keys=True, ensure_ascii=False)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _endpoint_parts(judge: Any) -> dict[str, Any]:
    endpoint = getattr(judge, "endpoint", None)
    if endpoint is None:
        return {}
    parameters = dict(getattr(endpoint, "parameters", None) or {})
    found = {
        "url": getattr(endpoint, "url", ""),
        "parameters": parameters,
        "mode": getattr(judge, "mode", None),
        "system_prompt": getattr(judge, "system_prompt", None),
    }
    if parameters.pop(UNTOLD, None) is not None:
        found["model"] = object_parts(getattr(endpoint, "_model", None))
    return found


def _code_parts(judge: Any) -> dict[str, Any]:
    """The code of a judge of the user's: a subclass of `Judge`, or an object with a judge's methods."""
    own = judge if is_users_class(type(judge)) else getattr(judge, "_model", None)
    return {"code": object_parts(own)} if is_users_class(type(own)) else {}
