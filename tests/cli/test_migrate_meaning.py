"""`ragas migrate` changes no value that a program can see: on programs put together at random."""

from __future__ import annotations

import copy
import importlib.util
import textwrap
import warnings
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.skipif(importlib.util.find_spec("libcst") is None, reason="libcst is not installed")

READ_BY_RAGAS = [
    "seen.append(EvaluationDataset.from_list(rows).to_list())",
    "seen.append(len(rows))",
    "seen.append(evaluate(rows, [ExactMatch()], show_progress=False)['exact_match'])",
]
READ_BY_OTHERS = [
    "seen.append(rows[0]['question'])",
    "seen.append(sorted(rows[0]))",
    "seen.append([dict(row) for row in rows])",
    "seen.append(str(rows))",
    "other = rows\nseen.append(other[0].get('answer'))",
    "seen.append((lambda: rows[0].get('question'))())",
    "seen.append(locals().get('rows', [{}])[0].get('question'))",
    "seen.append(evaluate(rows, [ExactMatch()], column_map={'response': 'answer', 'reference': 'ground_truth'}, "
    "show_progress=False)['exact_match'])",
]
PLACES = {
    "module": "{body}",
    "function": "def score():\n{inside}\nscore()",
    "nested": "def score():\n    def inner():\n{deeper}\n    return inner()\nscore()",
    "class": "class A:\n{inside}\n    def asked(self): return self.rows[0].get('question')\nseen.append(A().asked())",
}
COLUMNS = """
from ragas import EvaluationDataset, evaluate
from ragas.metrics.collections import ExactMatch
seen = []
"""
METRICS = """
from ragas.metrics import context_recall, faithfulness
seen = []
def ours(): return [faithfulness]
class Setup: metrics = [faithfulness, context_recall]
metrics = [faithfulness, context_recall]
by_name = {"f": faithfulness}
"""
OF_METRICS = [
    "seen.append([one.name for one in metrics])",
    "seen.append({name: one.name for name, one in by_name.items()})",
    "seen.append(by_name['f'].name + metrics[0].name)",
    "for number, one in enumerate(ours()): seen.append((number, one.name))",
    "seen.append(by_name['f'] in metrics)",
    "seen.append(any(one is by_name['f'] for one in metrics))",
    "for one in metrics: seen.append(one == by_name['f'])",
    "def same(a, b): return a is b\nseen.append(same(metrics[0], by_name['f']))",
    "seen.append(ours()[0] is metrics[0])",
    "seen.append(ours() == metrics[:1])",
    "def places(wanted, of=[context_recall]): return [place for place, one in enumerate(of) if one == wanted]\n"
    "seen.append(places(metrics[1]))",
    "seen.append(len({*metrics, *by_name.values()}))",
    "seen.append(len(dict.fromkeys(metrics + ours())))",
    "seen.append(Setup.metrics[0] in metrics)",
    "for one in ours():\n    try: seen.append(metrics.index(one))\n    except ValueError: seen.append(None)",
    "more = []\nmore.append(by_name['f'])\nseen.append(more == ours())",
    "chosen = ours()[0] if seen else metrics[0]\nseen.append(chosen is not by_name['f'])",
]


def values(source: str) -> dict[str, Any]:
    """What a program has seen, and what others could import from it."""
    namespace: dict[str, Any] = {"__name__": "program"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(source, "program", "exec"), namespace)
    return {name: copy.deepcopy(namespace.get(name)) for name in ("seen", "rows")}


def migrated(source: str) -> str:
    from ragas.cli.migrate_code import applied
    from ragas.cli.migrate_find import edits_of, find

    return applied(source.encode(), edits_of(find(source.encode()))).decode()


@settings(max_examples=60)
@given(
    st.sampled_from(sorted(PLACES)),
    st.lists(st.sampled_from(READ_BY_RAGAS), min_size=1, max_size=2),
    st.lists(st.sampled_from(READ_BY_OTHERS), max_size=1),
    st.booleans(),
)
def test_columns(place: str, ragas: Sequence[str], others: Sequence[str], whole: bool) -> None:
    """Rows hold the columns that code looks for; where only Ragas reads them, they are renamed."""
    row = '{"question": "When?", "answer": "At ten.", "ground_truth": "At ten."}'
    made = f"rows = [{row}]" if whole else f"row = {row}\nrows = [row, row]"
    body = "\n".join([made, *ragas, *others])
    inside, deeper = textwrap.indent(body, "    "), textwrap.indent(body, "        ")
    source = COLUMNS + PLACES[place].format(body=body, inside=inside, deeper=deeper)
    if place == "class" and others and ("lambda" in body or "for row" in body):
        return  # names of a class body cannot be seen in there
    new = migrated(source)
    assert values(new) == values(source)
    assert (new != source) == (place in ("function", "nested") and not others)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(OF_METRICS), min_size=1, max_size=3, unique=True))
def test_ready_made_metrics(uses: Sequence[str]) -> None:
    """One that is compared stays one object; one that is only passed on and asked for its name is rewritten."""
    source = METRICS + "\n".join(uses)
    new = migrated(source)
    assert values(new) == values(source)
    if all(one in OF_METRICS[:4] for one in uses):
        assert "Faithfulness()" in new
