"""SQL equivalence: do two queries return the same?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ragas.llms.adapt import ask
from ragas.metrics.base import BaseMetric
from ragas.metrics.positional import by_position
from ragas.metrics.result import MetricResult
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.sql import EQUIVALENCE, SQLComparison


@by_position("llm", "name")
@dataclass(eq=False, repr=False)
class SQLSemanticEquivalence(BaseMetric):
    """Whether two SQL queries return the same rows, whatever their wording; 1.0 if they do, else 0.0.

    Use it when you have reference queries and no database to run them on.

    Formula: the judge explains both queries and then decides. The queries are read, not run; `DataCompyScore`
    compares results.

    Inputs: `response`, a query, `reference`, the query that is right, and, optional, `reference_contexts`, the database
    schema. Range: 0 or 1, higher is better.
    Judge calls: 1. Empty inputs: an empty query is not applicable.

    >>> from ragas.testing import ScriptedJudge
    >>> judge = ScriptedJudge([{"response_explanation": "names of active users",
    ...                         "reference_explanation": "names of active users", "equivalent": True}])
    >>> SQLSemanticEquivalence(llm=judge).score(
    ...     response="SELECT name FROM users WHERE active = 1",
    ...     reference="SELECT u.name FROM users u WHERE u.active = true").value
    1.0
    """

    llm: Any = None
    name: str = field(default="sql_semantic_equivalence", kw_only=True)
    equivalence_prompt: JudgePrompt = field(default=EQUIVALENCE, kw_only=True)

    async def ascore(
        self, response: str, reference: str, reference_contexts: list[str] | None = None
    ) -> MetricResult:
        """Score one query against its reference."""
        schema = "\n".join(reference_contexts or ())
        data = {"response query": response, "reference query": reference}
        data |= {"schema": schema} if schema.strip() else {}
        found = await ask(self.judge, self.equivalence_prompt.render(data), SQLComparison)
        reason = f"Response: {found.response_explanation}\nReference: {found.reference_explanation}"
        return MetricResult(float(found.equivalent), reason, {"output": found.model_dump()})
