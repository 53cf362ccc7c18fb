"""The smallest thing that fits a JSON schema, for a server that must answer something."""

from __future__ import annotations

from typing import Any


def instance_of(schema: dict[str, Any], root: dict[str, Any] | None = None) -> Any:
    """A value that fits: lists of one, first enum members, true, 1, "text"."""
    root = root or schema
    if "$ref" in schema:
        node: Any = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            node = node[part]
        return instance_of(node, root)
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return instance_of(schema[key][0], root)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    match str(schema.get("type", "object")).lower():
        case "object":
            return {name: instance_of(child, root) for name, child in schema.get("properties", {}).items()}
        case "array":
            return [instance_of(schema.get("items", {"type": "string"}), root)]
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case _:
            return "text"
