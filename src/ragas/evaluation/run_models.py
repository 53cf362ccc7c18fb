"""The models of a run: which metric gets which, and what is said of a metric and its models in the result."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from ragas._version import version
from ragas.embeddings.adapt import as_embedder
from ragas.embeddings.default import default_embedder
from ragas.engine.code_identity import object_hash
from ragas.engine.object_settings import fields_of
from ragas.evaluation.scorers import SampleScorer, Scorer
from ragas.exceptions import ConfigurationError
from ragas.llms.adapt import as_judge
from ragas.llms.default import default_judge
from ragas.llms.identity import judge_settings
from ragas.llms.local import LocalJudge
from ragas.metrics.base import BaseMetric, Models, no_embeddings
from ragas.schema.cells import MetricInfo

if TYPE_CHECKING:
    from ragas.embeddings.embedder import Embedder
    from ragas.llms.judge import Judge


def models_of(scorers: Sequence[Scorer], llm: Any, embeddings: Any) -> Models:
    """The judge and the embedder of the run, built only if some metric has none of its own."""
    judge: Judge | None = None
    embedder: Embedder | None = None
    if any(one.needs_judge and getattr(one.metric, "llm", None) is None for one in scorers):
        judge = as_judge(llm) if llm is not None else default_judge(announce=True)
    if any(one.needs_embeddings and getattr(one.metric, "embeddings", None) is None for one in scorers):
        embedder = as_embedder(embeddings) if embeddings is not None else default_embedder(judge)
    return Models(judge, embedder)


def models_asked(scorers: Sequence[Scorer], models: Models) -> list[Judge | Embedder]:
    """Every judge and embedder that the metrics will ask, each once."""
    asked: list[Judge | Embedder | None] = []
    for scorer in scorers:
        if scorer.needs_judge:
            own = getattr(scorer.metric, "llm", None)
            asked.append(models.judge if own is None else as_judge(own))
        if scorer.needs_embeddings:
            own = getattr(scorer.metric, "embeddings", None)
            asked.append(models.embedder if own is None else as_embedder(own))
    return list({id(one): one for one in asked if one is not None}.values())


def check_embeddings(scorers: Sequence[Scorer], models: Models) -> None:
    """Refuse, before a judge is asked and paid, a metric that would find no embeddings in the end.

    Raises:
        ConfigurationError: says which metric, and how to get embeddings.
    """
    for scorer in scorers:
        own = getattr(scorer.metric, "embeddings", None)
        judge = getattr(scorer.metric, "llm", None) or models.judge
        answers = not scorer.needs_judge or not isinstance(
            judge, LocalJudge
        )  # else the metric is skipped anyway
        if scorer.needs_embeddings and own is None and models.embedder is None and answers:
            raise ConfigurationError(no_embeddings(scorer.column))


def lend(scorers: Sequence[Scorer], llm: Any, embeddings: Any, models: Models) -> None:
    """Lend the run's models to first-generation metrics that look for them in their own fields.

    They get the objects the user gave, or wrappers of these with the methods they were written for. A copy of the metric gets them: the
    user's own stays as it was, and runs at the same time do not share it.
    """
    for scorer in scorers:
        if not isinstance(scorer, SampleScorer):
            continue
        wanted = {
            "llm": models.judge if llm is None or isinstance(llm, str) else llm,
            "embeddings": models.embedder
            if embeddings is None or isinstance(embeddings, str)
            else embeddings,
        }
        lacking = {
            name: model
            for name, model in wanted.items()
            if model is not None and getattr(scorer.metric, name, model) is None
        }
        if lacking:
            scorer.metric = copy(scorer.metric)
            for name, model in lacking.items():
                setattr(scorer.metric, name, model)


def info_of(scorer: Scorer, models: Models, repeats: int) -> MetricInfo:
    """What is said of a metric wherever its scores are: with what they depend on, the code of the user's included."""
    metric = scorer.metric
    judge = (getattr(metric, "llm", None) or models.judge) if scorer.needs_judge else None
    embedder = (getattr(metric, "embeddings", None) or models.embedder) if scorer.needs_embeddings else None
    if isinstance(metric, BaseMetric):
        # Fields are in the signature, models are told below; what else a user's class holds is in the hash.
        told = {*fields_of(type(metric)), "llm", "embeddings"}
        signature, source = metric.signature(), object_hash(metric, without=told)
    else:
        signature, source = {"metric": type(metric).__name__}, object_hash(metric)
    if source:
        signature = signature | {"source": source}
    if scorer.unread:
        signature = signature | {"columns left out": scorer.unread}
    if settings := judge_settings(judge):
        signature = signature | {"judge_settings": settings}
    if repeats > 1:
        signature = signature | {"repeats": repeats}
    return MetricInfo(
        name=scorer.column,
        allowed_values=getattr(metric, "allowed_values", None),
        higher_is_better=getattr(metric, "higher_is_better", True),
        judge=model_name(judge),
        caution=getattr(judge, "caution", None),
        embeddings=model_name(embedder),
        signature=signature
        | {"judge": model_name(judge), "embeddings": model_name(embedder), "version": version},
    )


def model_name(model: Any) -> str | None:
    """What a judge or an embedder is called in a result; None for none."""
    return None if model is None else str(getattr(model, "name", "") or type(model).__name__)
