"""The judge: a model when RAGAS_LLM names one, else a function that stands in for it."""

from __future__ import annotations

import json
import os
import re


def stand_in(prompt: str) -> str:
    """Passes an answer that has every thing the notes name, and fails one that says None. It compares words only."""
    response, notes = re.search(r"Response: (.*)\nNotes: (.*)", prompt).groups()
    lacking = [note for note in notes.split(", ") if note.lower() not in response.lower()]
    if "None" in response:
        lacking.append("a value instead of None")
    reason = f"lacks {', '.join(lacking)}" if lacking else "has all of it"
    return json.dumps({"reason": reason, "value": "fail" if lacking else "pass"})


JUDGE = os.environ.get("RAGAS_LLM") or stand_in
