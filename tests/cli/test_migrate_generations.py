"""`ragas migrate` on code of the first generations: what is rewritten, and what is told for the rest."""

from __future__ import annotations

import ast
import importlib.util

import pytest

from ragas.cli.migrate_gone import FIRST_METRICS, GONE, aspects
from tests.cli.test_migrate import LEFT_ALONE, SAMPLE, find, migrated, run

pytestmark = pytest.mark.skipif(importlib.util.find_spec("libcst") is None, reason="libcst is not installed")

GENERATOR = """from ragas.testset.generator import TestsetGenerator
from ragas.testset.evolutions import simple, reasoning, multi_context

generator = TestsetGenerator.from_langchain(
    writer,  # writes
    critic_llm=critic,
    embeddings=embeddings,
)
testset = generator.generate_with_langchain_docs(
    documents,
    test_size=10,
    distributions={simple: 0.5, reasoning: 0.25, multi_context: 0.25},
    is_async=True,
)
"""


def test_generators_get_the_arguments_of_today() -> None:
    """A first-generation generator is made of the same models, and asked for as many questions; shares are told of."""
    new = migrated(GENERATOR)
    assert (
        "TestsetGenerator(\n    llm=writer,  # writes\n    verifier=critic,\n    embedding_model=embeddings,\n)"
        in new
    )
    assert "testset_size=10," in new
    assert "is_async" not in new
    told = {one.old: one.new for one in find(GENERATOR) if one.by_hand}
    assert (
        "query_distribution=[(SingleHopSpecificQuerySynthesizer(llm=llm), 0.5)"
        in told["generate_with_langchain_docs(distributions=)"]
    )
    assert told["ragas.testset.evolutions.simple"].startswith("SingleHopSpecificQuerySynthesizer")
    assert migrated(new) == new
    assert {one.old for one in find(new)} == set(told)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "TestsetGenerator.from_langchain(a, b, c)",
            "TestsetGenerator(llm=a, verifier=b, embedding_model=c)",
        ),
        (
            "TestsetGenerator.with_openai(generator_llm='gpt-4o', embeddings='e')",
            "TestsetGenerator(llm='openai:gpt-4o', embedding_model='openai:e')",
        ),
        (
            "TestsetGenerator.from_langchain(a, b, c).generate(test_size=3)",
            "TestsetGenerator(llm=a, verifier=b, embedding_model=c).generate(testset_size=3)",
        ),
    ],
)
def test_generators_of_every_kind_are_rewritten(old: str, new: str) -> None:
    """Models by position, models by their names at OpenAI, and a generator that is used at once."""
    head = "from ragas.testset import TestsetGenerator\nfrom ragas.testset.evolutions import simple\nx = "
    assert migrated(f"{head}{old}\n") == f"{head}{new}\n"


@pytest.mark.parametrize(
    "line",
    [
        "TestsetGenerator.with_openai()",
        "TestsetGenerator.with_openai(generator_llm=name, embeddings=other)",
        "TestsetGenerator.from_langchain(generator_llm=a, embeddings=b, docstore=c)",
        "TestsetGenerator.from_langchain(*models, embeddings=b)",
        "make().generate_with_langchain_docs(docs, test_size=3)",
    ],
)
def test_generators_that_cannot_be_rewritten_are_told(line: str) -> None:
    """Where a model or a setting has no counterpart, the line and what stands for it are told, and nothing is touched."""
    source = f"from ragas.testset.generator import TestsetGenerator\nx = {line}\n"
    (found,) = find(source)
    assert (found.line, found.by_hand) == (2, True)
    assert migrated(source) == source


def test_generators_of_today_are_passed_over() -> None:
    """What is of today already is not touched, however it is made."""
    source = "from ragas.testset import TestsetGenerator\nx = TestsetGenerator.from_langchain(a, b)\nx.generate(testset_size=3)\n"
    assert find(source) == []


@pytest.mark.parametrize("old", [*FIRST_METRICS, *aspects()])
def test_metrics_of_the_first_generation_become_those_of_today(old: str) -> None:
    """What only the first generation had is written as what stands for it, and works."""
    home = "ragas.metrics" if old == "context_utilization" else "ragas.metrics.critique"
    called = "AspectCritique(name='x', definition='Is it?')" if old == "AspectCritique" else old
    new = migrated(f"{SAMPLE}from {home} import {old}\nvalues = [{called}]\n")
    (metric,) = run(new, strict=True)
    assert metric.name == ("x" if old == "AspectCritique" else old)
    assert getattr(metric, "definition", "") == aspects().get(old, getattr(metric, "definition", ""))
    assert find(new) == []


@pytest.mark.parametrize("name", sorted(GONE))
def test_every_name_that_is_gone_has_a_hint(name: str) -> None:
    """An import of a gone module or name is told with its line and what to do."""
    source = f"import ragas\nfrom {name}.anything import Anything\nprint(Anything)\n"
    hints = [one for one in find(source) if one.line == 2]
    assert hints
    assert all(one.by_hand and one.new != "not in this version" for one in hints)


def test_column_maps_have_the_columns_of_today() -> None:
    """The columns that `column_map` is given for are renamed; the user's own are not."""
    source = "from ragas import evaluate\nevaluate(rows, column_map={'question': 'answer', 'contexts': 'c'}, in_ci=True)\n"
    assert migrated(source).splitlines()[1] == (
        "evaluate(rows, column_map={'user_input': 'answer', 'retrieved_contexts': 'c'})"
    )


@pytest.mark.parametrize("source", [*LEFT_ALONE.values(), GENERATOR])
def test_rewriting_twice_is_rewriting_once(source: str) -> None:
    """What has been rewritten is Python, and is not rewritten again."""
    once = migrated(source)
    ast.parse(once)
    assert migrated(once) == once
