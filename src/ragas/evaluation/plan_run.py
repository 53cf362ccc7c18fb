"""Run metrics over data with stand-ins for all models, and add up what they would take."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from inspect import Parameter, signature
from math import inf
from typing import TYPE_CHECKING, Any

from ragas.engine.executor import stream
from ragas.engine.ledger import Ledger, use_cell
from ragas.engine.run_config import RunConfig
from ragas.engine.runner import Runner, use_runner
from ragas.engine.tokens import Usage
from ragas.engine.usage import price
from ragas.evaluation.plan_figures import Figures, MetricPlan, Plan
from ragas.evaluation.plan_models import EMBEDDED
from ragas.evaluation.scorers import Sample, Scorer
from ragas.exceptions import EmptyInputError, UnsupportedStepError
from ragas.metrics.base import Models, use_models
from ragas.metrics.decorator import CustomMetric

if TYPE_CHECKING:
    from ragas.engine.cache import CacheInterface

SECONDS_A_CALL = 0.8
SECONDS_A_TOKEN = 1 / 80
"""How long calls are taken to last: until the first token, and for each token of the reply."""
LEAST = (0.9, 0.5)
MOST = (1.25, 2.0)
"""How much of the tokens in and out, as planned, there may be in the end."""

ESTIMATE = (
    "Tokens in are counted on the real prompts, tokens out are an estimate: a statement a sentence, a reason of one "
    "sentence. The range is for half to twice as many. Retries and repaired replies come on top."
)
REASONING = (
    "{} thinks before it answers: the tokens of its thoughts are paid as output and are not in the plan."
)
_THINKS = re.compile(r"(?:^|[:/])(?:o\d|gpt-(?:[5-9]|\d{2})|codex|deepseek-reasoner)(?![a-z])")


@dataclass
class Books(Ledger):
    """A ledger that also keeps what each model was sent, to price it at other numbers of tokens."""

    spent: dict[tuple[str, str], Usage] = field(default_factory=dict)
    from_cache: int = 0
    """Calls that the cache answered."""

    def record(self, model: str, provider: str, usage: Usage | None, **more: Any) -> None:
        """Book one call."""
        super().record(model, provider, usage, **more)
        if usage is not None and not more.get("cached"):
            before = self.spent.get((model, provider))
            self.spent[model, provider] = usage if before is None else before + usage

    def cost(self, factors: tuple[float, float]) -> float | None:
        """What it costs when there are so many times the tokens in and out."""
        costs = [
            price(model, provider, _times(usage, factors)) for (model, provider), usage in self.spent.items()
        ]
        known = [cost for cost in costs if cost is not None]
        return sum(known) if known or not costs else None


def _times(usage: Usage, factors: tuple[float, float]) -> Usage:
    return Usage(
        round((usage.input_tokens or 0) * factors[0]),
        round((usage.output_tokens or 0) * factors[1]),
        requests=usage.requests,
        cost=usage.cost,
    )


@dataclass
class Planner:
    """Runs metrics over samples with stand-ins, and scales what they take."""

    models: Models
    config: RunConfig
    cache: CacheInterface | None
    samples: Sequence[Sample]
    scale: float
    seconds_per_call: float | None
    notes: Sequence[str] = ()
    """What is to be said first."""

    async def plan(self, scorers: Sequence[Scorer], rows: int) -> Plan:
        """Every metric alone, then all together."""
        metrics = [await self._alone(scorer) for scorer in scorers]
        able = [scorer for scorer, one in zip(scorers, metrics, strict=True) if one.figures is not None]
        books, _, _ = await self._run(able)
        judges = dict.fromkeys(one.judge for one in metrics if one.judge)
        notes = []
        if self.scale != 1 and len(self.samples) < rows:
            notes.append(f"Counted on {len(self.samples):,} of {rows:,} rows, spread evenly, and scaled up.")
        if any(one.figures and one.figures.output_tokens for one in metrics):
            notes.append(ESTIMATE)
        notes += [REASONING.format(judge) for judge in judges if _THINKS.search(judge)]
        return Plan(
            metrics, self._figures(books) if able else None, rows, len(self.samples), (*self.notes, *notes)
        )

    async def _alone(self, scorer: Scorer) -> MetricPlan:
        metric = scorer.metric
        judge = (getattr(metric, "llm", None) or self.models.judge) if scorer.needs_judge else None
        embedder = (
            (getattr(metric, "embeddings", None) or self.models.embedder) if scorer.needs_embeddings else None
        )
        names = (getattr(judge, "name", None), getattr(embedder, "name", None))
        if why := not_run(scorer):
            return MetricPlan(scorer.column, None, *names, note=why)
        books, failures, skipped = await self._run([scorer])
        if failures.total() == len(self.samples) and not books.total().calls:
            return MetricPlan(scorer.column, None, *names, note=failures.most_common(1)[0][0])
        failures += skipped
        note = "; ".join(f"{count} of {len(self.samples)} rows: {cause}" for cause, count in failures.items())
        return MetricPlan(scorer.column, self._figures(books), *names, note=note)

    async def _run(self, scorers: Sequence[Scorer]) -> tuple[Books, Counter[str], Counter[str]]:
        """Score the rows with stand-ins; gives the books, what went wrong how often, and what was skipped."""
        books = Books()
        failures: Counter[str] = Counter()
        skipped: Counter[str] = Counter()
        config = RunConfig(timeout=self.config.timeout, max_retries=1, max_workers=self.config.max_workers)

        async def score(numbered: tuple[int, Sample]) -> None:
            row, sample = numbered
            for scorer in scorers:
                try:
                    with use_cell(row, scorer.column):
                        await scorer.score(sample)
                except EmptyInputError:
                    pass
                except UnsupportedStepError as error:
                    skipped[f"skipped, {error}"] += 1
                except Exception as error:  # noqa: BLE001  a metric of anybody's; its failure is what is told
                    failures[_said(error)] += 1

        runner = Runner(config, self.cache, books)
        with use_runner(runner), use_models(self.models):
            limit = self.config.max_workers if self.config.max_workers > 0 else 16
            async for _, failed in stream(enumerate(self.samples), score, limit=limit):
                if isinstance(failed, BaseException):
                    raise failed
        books.from_cache = runner.stats.cache_hits
        return books, failures, skipped

    def _figures(self, books: Books) -> Figures:
        total = books.total()
        calls = self._scaled(total.calls)
        read, written = self._scaled(total.input_tokens), self._scaled(total.output_tokens)
        bounds = [books.cost(factors) for factors in (LEAST, MOST)]
        cost = 0.0 if not total.calls else total.cost
        if total.unpriced_calls and not cost:
            cost = None  # what is known of it is what costs nothing
        slow = any(provider == "local" for _, provider in books.spent)  # a model file on this machine
        quick = sum(usage.requests for (_, provider), usage in books.spent.items() if provider == EMBEDDED)
        return Figures(
            judge_calls=self._scaled(total.judge_calls),
            embedding_calls=self._scaled(total.embedding_calls),
            cached_calls=self._scaled(books.from_cache),
            input_tokens=read,
            output_tokens=written,
            cost=None if cost is None else cost * self.scale,
            cost_range=None
            if bounds[0] is None or bounds[1] is None
            else (bounds[0] * self.scale, bounds[1] * self.scale),
            unpriced_calls=self._scaled(total.unpriced_calls),
            seconds=None
            if slow and self.seconds_per_call is None
            else self._seconds(calls - self._scaled(quick), read, written),
        )

    def _scaled(self, count: int | None) -> int:
        return round((count or 0) * self.scale)

    def _seconds(self, calls: int, read: int, written: int) -> float:
        """How long it takes with as many calls at once, and no more of them a minute, as the settings say."""
        if not calls:
            return 0.0
        each = self.seconds_per_call
        if each is None:
            each = SECONDS_A_CALL + written / calls * SECONDS_A_TOKEN
        workers = min(self.config.max_workers if self.config.max_workers > 0 else inf, calls)
        limits: tuple[tuple[int, int | None], ...] = (
            (calls, getattr(self.config, "requests_per_minute", None)),
            (read + written, getattr(self.config, "tokens_per_minute", None)),
        )
        waits: list[float] = [60 * amount / most for amount, most in limits if most]
        return max([each * calls / workers, each, *waits])


def not_run(scorer: Scorer) -> str:
    """Why the code of a metric is not run; empty if it is."""
    metric = scorer.metric
    if isinstance(metric, CustomMetric):
        taken = signature(metric).parameters
        models = [taken[name] for name in ("llm", "embeddings") if name in taken]
        if not models or any(one.default is not Parameter.empty for one in models):
            return "a function of your own is not run, since what it asks by itself would be sent"
    elif not scorer.ours and not (scorer.needs_judge or scorer.needs_embeddings):
        return "a metric of your own without llm or embeddings is not run, since what it asks by itself would be sent"
    return ""


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
