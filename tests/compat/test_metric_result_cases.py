"""What version 0.4.3's MetricResult did, replayed on ours."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable
from typing import Any

import pytest

from ragas.metrics import MetricResult
from tests.compat.replay import Case, cases

# Operations that raised by oversight, and what they give now.
DIFFERENT: dict[str, Any] = {
    "base.MetricResult#39": 2,
    "base.MetricResult#40": 1,
    "base.MetricResult#41": 25,
    "base.MetricResult#48": True,
    "base.MetricResult#51": False,
    "base.MetricResult#52": True,
    "base.MetricResult#53": True,
    "base.MetricResult#54": True,
    "base.MetricResult#55": True,
    "base.MetricResult#72": -0.5,
    "base.MetricResult#76": 0.5,
    "base.MetricResult#88": True,
    "base.MetricResult#89": True,
    "base.MetricResult#90": True,
    "base.MetricResult#91": True,
    "base.MetricResult#92": True,
    "base.MetricResult#93": True,
    "base.MetricResult#94": True,
    "base.MetricResult#95": True,
    "base.MetricResult#100": 0,
}

BINARY: dict[str, Callable[[Any, Any], Any]] = {
    name: getattr(operator, name)
    for name in (
        *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"),
        *("eq", "ne", "lt", "le", "gt", "ge", "getitem", "contains"),
    )
}
UNARY: dict[str, Callable[[MetricResult], Any]] = {
    "bool": bool,
    "hash": lambda result: hash(result) == hash(MetricResult(result.value, "another reason")),
    "float": float,
    "int": int,
    "len": len,
    "list": list,
    "neg": operator.neg,
    "abs": abs,
    "repr": repr,
    "str": str,
    "copy": lambda result: equals(copy.copy(result), result),
    "deepcopy": lambda result: equals(copy.deepcopy(result), result),
    "to_dict": lambda result: result.to_dict(),
    "round": round,
    "upper": lambda result: result.upper(),
}
BUILTIN = {
    "TypeError": TypeError,
    "ValueError": ValueError,
    "ZeroDivisionError": ZeroDivisionError,
}


def equals(one: MetricResult, other: MetricResult) -> bool:
    return (one.value, one.reason, one.traces, one.status) == (
        other.value,
        other.reason,
        other.traces,
        other.status,
    )


def outcome(case: Case) -> Any:
    """What our result does in a recorded case."""
    result = MetricResult(**case["init"])
    inputs = case["inputs"]
    operation = inputs["op"]
    if operation == "construct":
        return result
    if operation in UNARY:
        return UNARY[operation](result)
    other = inputs["other"]
    if inputs["other_is_MetricResult"]:
        other = MetricResult(other)
    return BINARY[operation](other, result) if inputs["reflected"] else BINARY[operation](result, other)


@pytest.mark.parametrize("case", cases("base.MetricResult"), ids=lambda case: case["id"])
def test_recorded_operations(case: Case) -> None:
    """A result behaves as it did; operations that failed by oversight now work."""
    expected = case["expected"]
    if case["id"] in DIFFERENT:
        assert outcome(case) == DIFFERENT[case["id"]]
        return
    if "raises" in expected:
        with pytest.raises(BUILTIN[expected["raises"]]):
            outcome(case)
        return
    got = outcome(case)
    assert type(got).__name__ == expected["type"]
    if isinstance(got, MetricResult):
        assert (got.value, got.reason) == (expected["value"], expected["reason"])
        assert got.traces == expected.get("traces")
    else:
        assert got == expected["value"]
