"""The prompt that compares two SQL queries, and the model of its reply."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ragas.prompt.judge_prompt import JudgePrompt


class SQLComparison(BaseModel):
    """What two queries return, and whether it is the same."""

    response_explanation: str = Field(description="what the response query returns, in one sentence")
    reference_explanation: str = Field(description="what the reference query returns, in one sentence")
    equivalent: bool


EQUIVALENCE = JudgePrompt(
    name="compare_sql",
    instruction=(
        "Explain what each of the two SQL queries returns, using the schema if there is one. Then decide: equivalent "
        "is true if both return the same rows and values for every possible content of the tables. Layout, letter "
        "case of keywords, aliases, the order of joins, and spellings of the same condition (active = 1, active = "
        "true, where the column is boolean) make no difference. A different column, table, condition, aggregate or "
        "limit does."
    ),
    reply=SQLComparison,
)
