"""What a judge's answers depend on besides its name: its address and what is sent with every question."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from ragas.engine.canonical import canonical


def judge_settings(judge: Any) -> str | None:
    """A short fingerprint of a judge's address, parameters, mode and system prompt; None where there are none to tell.

    Two judges of the same name with other settings have other fingerprints. No key is in it.
    """
    endpoint = getattr(judge, "endpoint", None)
    if endpoint is None:
        return None
    parts = {
        "url": getattr(endpoint, "url", ""),
        "parameters": dict(getattr(endpoint, "parameters", None) or {}),
        "mode": getattr(judge, "mode", None),
        "system_prompt": getattr(judge, "system_prompt", None),
    }
    text = json.dumps(canonical(parts), sort_keys=True, ensure_ascii=False)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
