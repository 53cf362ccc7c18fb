"""From a question to SQL: by rules, or by a model when MODEL names one."""

from __future__ import annotations

import os
import re

from database import SCHEMA
from pydantic import BaseModel

from ragas.llms import llm_factory

MODEL = os.environ.get("MODEL")  # such as openai:gpt-4o-mini

PROMPT = """Write one SQLite query that answers the question. The tables:
{schema}
Question: {question}"""


class Query(BaseModel):
    """What the model replies."""

    sql: str


def to_sql(question: str) -> str:
    """A query for the question."""
    if MODEL:
        return llm_factory(MODEL).generate(PROMPT.format(schema=SCHEMA, question=question), Query).sql
    return by_rules(question)


def by_rules(question: str) -> str:
    """What stands in for a model: it knows a few forms of questions, and is wrong about sums."""
    island = next((name for name in ("Isla Verde", "Roca") if name in question), None)
    where = f" WHERE island = '{island}'" if island else ""
    if re.search("how many trips", question, re.IGNORECASE):
        return f"SELECT COUNT(*) FROM trips{where}"
    if re.search("price|cost", question, re.IGNORECASE):
        return f"SELECT DISTINCT price FROM trips{where}"
    if re.search("seats", question, re.IGNORECASE):
        return f"SELECT COUNT(*) FROM bookings JOIN trips ON trips.id = bookings.trip{where}"
    if re.search("who", question, re.IGNORECASE):
        return f"SELECT DISTINCT passenger FROM bookings JOIN trips ON trips.id = bookings.trip{where}"
    return f"SELECT leaves FROM trip{where}"
