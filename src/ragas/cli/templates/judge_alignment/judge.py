"""The judge and the prompts to ask it with: a model when RAGAS_LLM names one, else a function that stands in for it."""

from __future__ import annotations

import json
import os
import re

PROMPTS = {
    "first": "Does the response fit the notes?\nResponse: {response}\nNotes: {notes}",
    "second": "Pass the response only if it says everything the notes ask for.\nResponse: {response}\nNotes: {notes}",
}


def stand_in(prompt: str) -> str:
    """Looks for the notes in the response: for all of them where the prompt asks for everything, else for any."""
    response, notes = re.search(r"Response: (.*)\nNotes: (.*)", prompt).groups()
    there = [note.lower() in response.lower() for note in notes.split(", ")]
    passes = all(there) if "everything" in prompt else any(there)
    reason = f"{sum(there)} of {len(there)} notes found"
    return json.dumps({"reason": reason, "value": "pass" if passes else "fail"})


JUDGE = os.environ.get("RAGAS_LLM") or stand_in
