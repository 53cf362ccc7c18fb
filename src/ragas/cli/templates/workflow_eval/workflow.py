"""A workflow of three steps for tickets: what is it about, what does it name, what do we answer.

Each step is a function of its own, so that each can be replaced by a model, and evaluated.
"""

from __future__ import annotations

import re

TOPICS = {
    "billing": ("invoice", "charged", "refund", "price"),
    "bug": ("crash", "error", "broken", "fails"),
    "question": ("how", "where", "can"),
}


def classify(ticket: str) -> str:
    """The topic of a ticket."""
    words = re.findall(r"\w+", ticket.lower())
    return max(TOPICS, key=lambda topic: sum(word in TOPICS[topic] for word in words))


def extract(ticket: str) -> dict[str, str | None]:
    """The version and the order that a ticket names."""
    version = re.search(r"\b\d+\.\d+(?:\.\d+)?\b", ticket)
    order = re.search(r"#(\d+)", ticket)
    return {"version": version and version[0], "order": order and order[1]}


def respond(topic: str, fields: dict[str, str | None]) -> str:
    """What is answered."""
    if topic == "billing":
        return f"We are looking into order {fields['order']} and will refund what was charged by mistake."
    if topic == "bug":
        return f"Sorry about that. We can reproduce it in version {fields['version']} and work on a fix."
    return "The manual has a page on this."


def run(ticket: str) -> dict[str, object]:
    """All three steps."""
    topic = classify(ticket)
    fields = extract(ticket)
    return {"topic": topic, "fields": fields, "response": respond(topic, fields)}
