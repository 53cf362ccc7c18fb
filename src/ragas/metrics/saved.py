"""Metrics of yours to and from JSON files, in the format of version 0.4.3."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ragas.prompt import saved
from ragas.prompt.few_shot import DynamicFewShotPrompt
from ragas.prompt.simple import Prompt, pairs

if TYPE_CHECKING:
    from ragas.metrics.llm_metric import LLMMetric

Metric = TypeVar("Metric", bound="LLMMetric")


def save(metric: LLMMetric, path: str | Path | None) -> None:
    """Write a metric: to `path`, into the folder `path`, or to `./<name>.json`; `.gz` compresses.

    Raises:
        ValueError: there is no prompt, or the file cannot be written.
    """
    if metric.prompt is None:
        raise ValueError(f"Cannot save metric {metric.name!r}: it has no prompt")
    if metric._response_model is not None:
        warnings.warn("the response model of your own cannot be saved: pass it to load().", stacklevel=3)
    if getattr(metric.prompt, "embedding_model", None) is not None:
        warnings.warn("embedding_model cannot be saved: pass it to load().", stacklevel=3)
    content = {
        "format_version": saved.FORMAT_VERSION,
        "metric_type": type(metric).__name__,
        "name": metric.name,
        "prompt": metric.prompt.to_dict(),
        "config": {"allowed_values": _plain(metric.allowed_values)},
        "response_model_info": saved.model_info(metric.response_model),
    }
    saved.write(_target(metric.name, path), content, "metric")


def load(metric_class: type[Metric], path: str | Path, embedding_model: Any = None) -> Metric:
    """The metric that a file holds.

    Raises:
        ValueError: the file cannot be read, or holds another kind of metric.
    """
    content = saved.read(path, "metric")
    kind = content.get("metric_type")
    if kind != metric_class.__name__:
        raise ValueError(f"Cannot load metric: {str(path)!r} holds a {kind}, not a {metric_class.__name__}")
    version = content.get("format_version")
    if version != saved.FORMAT_VERSION:
        warnings.warn(
            f"{str(path)!r} has format {version!r}, not {saved.FORMAT_VERSION!r}; it is read as well as possible.",
            stacklevel=4,
        )
    try:
        return metric_class(
            content["name"],
            _allowed(content["config"]["allowed_values"]),
            _prompt(content["prompt"], embedding_model),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"Cannot load metric from {str(path)!r}: {error!r} is wrong in it") from error


def _target(name: str, path: str | Path | None) -> Path:
    target = Path() if path is None else Path(path)
    if target.is_dir():
        return target / f"{name}.json"
    return target if target.suffix else target.with_name(f"{target.name}.json")


def _plain(allowed: Any) -> Any:
    if isinstance(allowed, range):
        return {"start": allowed.start, "stop": allowed.stop, "step": allowed.step}
    return list(allowed) if isinstance(allowed, tuple) else allowed


def _allowed(plain: Any) -> Any:
    return range(plain["start"], plain["stop"], plain["step"]) if isinstance(plain, dict) else plain


def _prompt(content: Any, embedding_model: Any) -> Prompt:
    if isinstance(content, str):
        return Prompt(content)
    if content["type"] != DynamicFewShotPrompt.kind:
        return Prompt(content["instruction"], pairs(content))
    if embedding_model is None:
        warnings.warn(
            "This metric was saved with an embedding_model; without one the examples added last are shown.",
            stacklevel=5,
        )
    return DynamicFewShotPrompt(
        content["instruction"],
        pairs(content),
        embedding_model=embedding_model,
        max_similar_examples=content.get("max_similar_examples", 3),
        similarity_threshold=content.get("similarity_threshold", 0.7),
    )
