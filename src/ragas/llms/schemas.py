"""The JSON schema of a reply: as pydantic states it, as strict structured output takes it, as a prompt shows it."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from pydantic import BaseModel

Schema = dict[str, Any]

# What OpenAI's strict mode refuses. The reply is validated by the model class itself, so a dropped bound still holds.
_BEYOND_STRICT = frozenset({"minLength", "maxLength", "default", "title", "examples", "uniqueItems"})
_NOT_STRICT = frozenset({"patternProperties", "prefixItems", "allOf", "not", "if", "dependentRequired"})


@lru_cache(maxsize=1024)
def schema_of(model: type[BaseModel]) -> Schema:
    """The model's JSON schema. Shared between callers: read it, do not change it."""
    return model.model_json_schema()


@lru_cache(maxsize=1024)
def strict_schema_of(model: type[BaseModel]) -> Schema | None:
    """The schema for strict structured output, or None where strict mode cannot express it (free-form keys)."""
    schema = schema_of(model)
    if schema.get("type") != "object":
        return None
    strict = _strict(schema)
    return strict if isinstance(strict, dict) else None


def _strict(node: Any, *, names: bool = False) -> Any:
    """A strict copy of a schema node, None when there is none. With `names`, the keys are property names."""
    if isinstance(node, list):
        items = [_strict(item) for item in node]
        return None if any(item is None for item in items) else items
    if not isinstance(node, dict):
        return node
    if names:
        members = {name: _strict(child) for name, child in node.items()}
        return None if any(child is None for child in members.values()) else members
    if "$ref" in node:
        return {"$ref": node["$ref"]}
    if _NOT_STRICT & node.keys():
        return None
    copy: Schema = {}
    for key, child in node.items():
        if key in _BEYOND_STRICT:
            continue
        key = "anyOf" if key == "oneOf" else key
        if key in {"enum", "const", "required", "discriminator"}:
            if key != "discriminator":
                copy[key] = child
            continue
        value = _strict(child, names=key in {"properties", "$defs"})
        if value is None and child is not None:
            return None
        copy[key] = value
    if copy.get("type") == "object":
        if copy.get("additionalProperties") not in (None, False) or "properties" not in copy:
            return None
        copy["additionalProperties"] = False
        copy["required"] = list(copy["properties"])
    return copy


@lru_cache(maxsize=1024)
def instruction(model: type[BaseModel]) -> str:
    """How to answer, for a model whose provider does not enforce a schema."""
    schema = json.dumps(_without_titles(schema_of(model)), ensure_ascii=False, separators=(",", ":"))
    return (
        "Answer with one JSON object and nothing else: no explanation around it, no code fence. "
        f"It must fit this JSON schema:\n{schema}"
    )


def _without_titles(node: Any, *, names: bool = False) -> Any:
    """The schema without the titles pydantic derives from names: they cost tokens and say nothing new."""
    if isinstance(node, list):
        return [_without_titles(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        key: child
        if key in {"enum", "const", "default"}
        else _without_titles(child, names=key in {"properties", "$defs"})
        for key, child in node.items()
        if names or key != "title"
    }
