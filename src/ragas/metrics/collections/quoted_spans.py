"""Quoted spans: does what the response quotes stand in the contexts?"""

from __future__ import annotations

from dataclasses import dataclass, field

from ragas.metrics.base import BaseMetric
from ragas.metrics.positional import by_position
from ragas.metrics.quoted_spans import Sources, quoted_spans
from ragas.metrics.result import MetricResult
from ragas.metrics.wording import counted, listed


@by_position("name", "casefold", "min_span_words")
@dataclass(eq=False, repr=False)
class QuotedSpansAlignment(BaseMetric):
    """How much of what the response quotes stands word for word in the retrieved contexts.

    Use it when responses quote their sources, and a quote must be true to the letter.

    Formula: quoted spans found / quoted spans. A span stands between matching quote marks (" “ „ « ‘ ' ` 「 and their
    like) in one paragraph and has at least `min_span_words` words; it is found if one context holds it as whole words.
    Spacing does not count, nor the kind of quote mark inside, nor punctuation before the closing one; case counts
    only with `casefold=False`.

    Inputs: `response`, `retrieved_contexts`. Range: 0 to 1, higher is better. Judge calls: none.
    Empty inputs: a response that quotes nothing is 1.0; with quotes and no contexts it is 0.0.
    Settings: `casefold` leaves capitals out of account; `min_span_words` is how many words make a quote.

    >>> QuotedSpansAlignment().score(
    ...     response='The notice says "platform 2 is closed" and "use the north exit".',
    ...     retrieved_contexts=["Platform 2 is closed until May."]).reason
    '1 of 2 quoted spans found in the contexts. Not found: "use the north exit".'
    """

    name: str = field(default="quoted_spans_alignment", kw_only=True)
    casefold: bool = field(default=True, kw_only=True)
    min_span_words: int = field(default=3, kw_only=True)

    async def ascore(self, response: str, retrieved_contexts: list[str]) -> MetricResult:
        """Score one response against the contexts it was made from."""
        spans = quoted_spans(response, self.min_span_words)
        if not spans:
            reason = f"The response quotes nothing of {counted(self.min_span_words, 'word')} or more."
            return MetricResult(1.0, reason, {"output": {"spans": [], "matched": 0, "total": 0}})
        sources = Sources(retrieved_contexts, self.casefold)
        rows = []
        for span in spans:
            place = sources.find(span)
            where = {"chunk": place.chunk, "start": place.start, "end": place.end} if place else {}
            rows.append({"span": span, "found": place is not None} | where)
        missed = [span for span, row in zip(spans, rows, strict=True) if not row["found"]]
        matched = len(spans) - len(missed)
        reason = f"{matched} of {counted(len(spans), 'quoted span')} found in the contexts."
        if missed:
            reason += f" Not found: {listed(missed)}."
        evidence = {"spans": rows, "matched": matched, "total": len(spans)}
        return MetricResult(matched / len(spans), reason, {"output": evidence})
