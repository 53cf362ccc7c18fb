"""A result at a glance."""

from __future__ import annotations

import pytest

from ragas import EvaluationDataset
from ragas.schema import EvaluationResult, MetricInfo
from ragas.schema.overview import usage_text
from tests.schema.rows_of_cells import cell, every_status


def test_summary() -> None:
    """The summary has means with intervals and counts, judges, cautions, causes with rows, and usage."""
    assert every_status().summary() == (
        "metric        mean            95 % interval        cells                           judge\n"
        "faithfulness  0.7500          0.010 to 0.999       2 of 4 scored, 1 failed, 1 n/a  local\n"
        "tone          pass 2, fail 1  pass 0.208 to 0.939  3 of 4 scored, 1 skipped        gpt-4o-mini\n"
        "Caution, faithfulness: a support screen, not a judge\n"
        "faithfulness, 1 failed (row 2): JudgeTimeoutError: no answer before 180 s\n"
        "faithfulness, 1 not applicable (row 3): no statements\n"
        "tone, 1 skipped (row 3): this judge grades no tone\n"
        "12 judge calls, 4,500 tokens in, 300 out, $0.0123"
    )


@pytest.mark.parametrize(
    ("usage", "text"),
    [
        ({}, "nothing was sent to a model"),
        ({"runner": {"sent": 3}}, "3 calls tried, none answered"),
        ({"cached_calls": 2}, "nothing was sent to a model, 2 calls shared or from the cache"),
        ({"judge_calls": 1}, "1 judge call, tokens unknown, price unknown"),
        (
            {"judge_calls": 1, "cached_calls": 2000, "unknown_calls": 1, "output_tokens": 5},
            "1 judge call, 2,000 more shared or from the cache, unknown tokens in, 5 out, 1 call without usage, price unknown",
        ),
        (
            {
                "judge_calls": 3,
                "embedding_calls": 2,
                "input_tokens": 0,
                "output_tokens": 0,
                "cost": 0.0,
                "unpriced_calls": 2,
            },
            "3 judge calls, 2 embedding calls, 0 tokens in, 0 out, $0.0000, 2 calls without a price",
        ),
        (
            {
                "judge_calls": 1,
                "input_tokens": 9000,
                "output_tokens": 500,
                "cached_tokens": 8000,
                "reasoning_tokens": 300,
                "cost": 0.5,
            },
            "1 judge call, 9,000 tokens in (8,000 from the provider's cache), 500 out (300 of them reasoning), $0.5000",
        ),
    ],
)
def test_usage(usage: dict[str, float], text: str) -> None:
    """What no provider said is unknown, never 0."""
    assert usage_text(usage) == text


def test_html_is_escaped() -> None:
    """Nothing from data can be markup in a notebook."""
    info = MetricInfo("<b>m</b>", judge="<i>j</i>", caution='"><script>')
    dataset = EvaluationDataset.from_list([{"user_input": "q"}])
    html = EvaluationResult(dataset, [{info.name: cell("<u>")}], [info])._repr_html_()
    assert html.startswith("<table>")
    assert not any(tag in html for tag in ("<b>", "<i>", "<u>", "<script>"))
    assert "<td>1 of 1</td>" in html
