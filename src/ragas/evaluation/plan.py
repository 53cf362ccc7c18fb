"""plan() and aplan(): say what a run will take before anything is sent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragas.embeddings.default import default_embedder
from ragas.engine.event_loop import run_sync
from ragas.engine.run_config import RunConfig
from ragas.evaluation.defaults import as_source, default_metrics
from ragas.evaluation.plan_figures import Plan
from ragas.evaluation.plan_models import ReadOnly, StandIns, StepStandIn, named_embedder, named_judge
from ragas.evaluation.plan_run import Planner, not_run
from ragas.evaluation.scorers import Sample, SampleScorer, Scorer, as_scorers, check_columns
from ragas.exceptions import ConfigurationError, InputError, MissingDependencyError
from ragas.llms.default import default_judge
from ragas.llms.local import LocalJudge
from ragas.metrics.base import Models, no_embeddings
from ragas.metrics.wording import counted
from ragas.schema.dataset import EvaluationDataset
from ragas.schema.samples import MultiTurnSample
from ragas.schema.stream import SampleStream

if TYPE_CHECKING:
    from ragas.embeddings.embedder import Embedder
    from ragas.engine.cache import CacheInterface
    from ragas.llms.judge import Judge

SAMPLE = 100
"""Rows looked at unless told otherwise."""


async def aplan(
    dataset: Any,
    metrics: Sequence[Any] | None = None,
    llm: Any = None,
    embeddings: Any = None,
    *,
    run_config: RunConfig | None = None,
    column_map: dict[str, str] | None = None,
    limit: int | None = None,
    sample: int = SAMPLE,
    repeats: int = 1,
    cache: CacheInterface | str | Path | bool | None = None,
    seconds_per_call: float | None = None,
) -> Plan:
    """What evaluating `dataset` with `metrics` will take: calls, tokens, money and time, without sending anything.

    The metrics run over the data with stand-ins for all models. These answer every prompt at once, with as many
    statements as the text has sentences and a verdict for every numbered item, and count tokens. A function of your
    own is not run unless it takes its `llm` or `embeddings` from the run, and is listed as unknown; so is a metric
    that fails.

    Of an iterator, whose end nobody knows, the first `limit` rows are taken, or without that the first `sample` rows,
    and the figures are for these. They are gone from it then: make a new one for the run.

    Args:
        dataset, metrics, llm, embeddings, column_map: as for `evaluate`. A model may be named without its key.
        run_config: as for the run: `max_workers` decides how long it takes.
        limit: the run will score only the first rows.
        sample: how many rows, spread evenly, are looked at; the figures are scaled up.
        repeats: how often the run will judge each cell.
        cache: the judge cache of the run: what it holds is not paid again. Nothing is written to it.
        seconds_per_call: how long a call takes; by default 0.8 s and 1/80 s a token of the reply.

    Raises:
        InputError: the dataset is empty, or lacks a column that a metric needs.
        TypeError: something in `metrics` is not a metric.
        ConfigurationError: the judge or the embeddings are named or set up wrongly.
    """
    if sample < 1 or repeats < 1:
        raise ConfigurationError(f"sample={sample!r} and repeats={repeats!r} must be at least 1.")
    if limit is not None and limit < 1:
        raise ConfigurationError(f"limit={limit!r} must be at least 1.")
    data = as_source(dataset, column_map)
    rows, notes = _rows(data, limit, sample)
    if not rows:
        raise InputError("The dataset is empty: there is nothing to plan.")
    scorers = as_scorers(metrics, default_metrics)
    check_columns(scorers, [*data.features(), *data.extra_columns], isinstance(rows[0], MultiTurnSample))
    stand_ins = StandIns()
    models = _models(scorers, llm, embeddings, stand_ins)
    for scorer in scorers:
        _check_embeddings(scorer, models)
        _lend(scorer, models, stand_ins)
    chosen = _spread(rows, sample)
    planner = Planner(
        models,
        run_config or RunConfig(),
        _cache(cache),
        chosen,
        len(rows) / len(chosen) * repeats,
        seconds_per_call,
        notes,
    )
    return await planner.plan(scorers, len(rows))


def plan(
    dataset: Any,
    metrics: Sequence[Any] | None = None,
    llm: Any = None,
    embeddings: Any = None,
    *,
    run_config: RunConfig | None = None,
    column_map: dict[str, str] | None = None,
    limit: int | None = None,
    sample: int = SAMPLE,
    repeats: int = 1,
    cache: CacheInterface | str | Path | bool | None = None,
    seconds_per_call: float | None = None,
) -> Plan:
    """`aplan` from code that is not async."""
    return run_sync(
        aplan(
            dataset,
            metrics,
            llm,
            embeddings,
            run_config=run_config,
            column_map=column_map,
            limit=limit,
            sample=sample,
            repeats=repeats,
            cache=cache,
            seconds_per_call=seconds_per_call,
        )
    )


def _rows(
    data: EvaluationDataset | SampleStream, limit: int | None, sample: int
) -> tuple[list[Sample], list[str]]:
    """The rows of the run, and what must be said of them: a stream may have more than are taken here."""
    if isinstance(data, EvaluationDataset):
        return list(data.samples)[:limit], []
    stream = iter(data)
    rows = list(islice(stream, sample if limit is None else limit))
    if limit is not None or next(stream, None) is None:
        return rows, []
    return rows, [
        f"The figures are for the first {counted(len(rows), 'row')} of a stream, which has more. "
        "Say how many the run will score with limit."
    ]


def _spread(rows: Sequence[Sample], count: int) -> list[Sample]:
    """`count` rows at equal distances, the first and the last among them."""
    if count >= len(rows):
        return list(rows)
    if count == 1:
        return [rows[len(rows) // 2]]
    return [rows[round(number * (len(rows) - 1) / (count - 1))] for number in range(count)]


def _models(scorers: Sequence[Scorer], llm: Any, embeddings: Any, stand_ins: StandIns) -> Models:
    """Stand-ins for the judge and the embedder of the run."""
    judge: Judge | None = None
    embedder: Embedder | None = None
    if any(one.needs_judge and getattr(one.metric, "llm", None) is None for one in scorers):
        judge = _judge(llm, stand_ins)
    if any(one.needs_embeddings and getattr(one.metric, "embeddings", None) is None for one in scorers):
        embedder = _embedder(embeddings, stand_ins)
    return Models(judge, embedder)


def _check_embeddings(scorer: Scorer, models: Models) -> None:
    """Refuse what the run would refuse: a metric without embeddings, unless its judge skips it anyway.

    Raises:
        ConfigurationError: says which metric, and how to get embeddings.
    """
    own = getattr(scorer.metric, "llm", None) or models.judge
    skipped = scorer.needs_judge and isinstance(own, (LocalJudge, StepStandIn))
    lacking = models.embedder is None and getattr(scorer.metric, "embeddings", None) is None
    if scorer.needs_embeddings and lacking and not skipped:
        raise ConfigurationError(no_embeddings(scorer.column))


def _judge(llm: Any, stand_ins: StandIns) -> Judge:
    if not isinstance(llm, str):
        return stand_ins.judge(default_judge() if llm is None else llm)
    try:
        return stand_ins.judge(llm)
    except (ConfigurationError, MissingDependencyError):
        # No key, or no SDK: nothing will be sent, and the name is enough.
        from ragas.llms.factory import ALIASES, is_provider

        provider, colon, model = llm.partition(":")
        if colon and model and is_provider(provider.lower()):
            return named_judge(ALIASES.get(provider.lower(), provider.lower()), model)
        if not colon and re.match(r"gpt-|o\d|chatgpt-", llm):
            return named_judge("openai", llm)
        raise


def _embedder(embeddings: Any, stand_ins: StandIns) -> Embedder | None:
    if embeddings is None:
        found = default_embedder()
        return None if found is None else stand_ins.embedder(found)
    try:
        return stand_ins.embedder(embeddings)
    except (ConfigurationError, MissingDependencyError):
        if isinstance(embeddings, str) and (named := re.fullmatch(r"(\w[\w-]*)[:/](.+)", embeddings)):
            from ragas.llms.factory import ALIASES, is_provider

            provider = named[1].lower()
            if is_provider(provider):
                return named_embedder(ALIASES.get(provider, provider), named[2])
        raise


def _lend(scorer: Scorer, models: Models, stand_ins: StandIns) -> None:
    """Put stand-ins in the place of a metric's own models, on a copy of it."""
    if not_run(scorer):
        return
    scorer.metric = stand_ins.metric(scorer.metric)
    if isinstance(scorer, SampleScorer):  # these look for models in their own fields
        for name, model in (("llm", models.judge), ("embeddings", models.embedder)):
            if model is not None and getattr(scorer.metric, name, model) is None:
                setattr(scorer.metric, name, model)


def _cache(cache: CacheInterface | str | Path | bool | None) -> CacheInterface | None:
    from ragas.evaluation.job import _cache as opened

    found = opened(cache)
    return None if found is None else ReadOnly(found)
