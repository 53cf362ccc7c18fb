"""Tests of arguments that are looked at before anything is asked."""

from __future__ import annotations

from typing import Any

import pytest

from ragas.testing import HashEmbeddings
from ragas.testset import TestsetGenerator
from ragas.testset.synthesizers import SingleHopSpecificQuerySynthesizer
from tests.testset.scripted import TOPICS, CountedJudge

JUDGE = CountedJudge()
OWN = SingleHopSpecificQuerySynthesizer(llm=JUDGE)


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"query_distribution": "single"}, r"query_distribution='single' is no list"),
        (
            {"query_distribution": [("single", 1.0)]},
            r"query_distribution\[0\]=\('single', 1.0\) has no synthesizer",
        ),
        ({"query_distribution": [(type(OWN), 1.0)]}, r"query_distribution\[0\]=.* has a class"),
        ({"query_distribution": [(OWN, 1.0), OWN]}, r"query_distribution\[1\]=.* is no pair"),
        ({"query_distribution": [(OWN, "1")]}, r"query_distribution\[0\]=.* has a share that is no number"),
        ({"query_distribution": [(OWN, -1.0)]}, r"shares \[-1.0\] must be positive numbers"),
        ({"query_distribution": [(OWN, 0.0)]}, "must be positive numbers"),
        (
            {"seed": 2},
            r"seed=2 is no argument of this call. It is an argument of TestsetGenerator\(seed=...\)",
        ),
        ({"unanswerabel": 0.1}, r"unanswerabel=0.1 is no argument of this call. Did you mean unanswerable\?"),
        ({"nonsense": 1}, r"nonsense=1 is no argument of this call. There are adversarial, budget"),
        ({"rehearsal_of": 1}, "rehearsal_of=1 is no argument"),
        ({"unanswerable": "a"}, "unanswerable='a' is a share between 0 and 1"),
        ({"adversarial": float("nan")}, "adversarial=nan is a share between 0 and 1"),
        ({"unanswerable": True}, "unanswerable=True is a share"),
        ({"num_personas": "two"}, "num_personas='two' must be a whole number of at least 0"),
        ({"num_personas": -1}, "num_personas=-1 must be"),
        ({"budget": "a"}, "budget='a': give a positive number"),
        ({"run_config": {"timeout": 5}}, r"run_config=\{'timeout': 5\} is no RunConfig"),
        ({"transforms": ["x"]}, "'x' is no transformation"),
    ],
)
def test_wrong_arguments_cost_nothing(settings: dict[str, Any], complaint: str) -> None:
    """Argument and value are named, and the judge was not asked."""
    generator = TestsetGenerator(JUDGE, HashEmbeddings())
    with pytest.raises(ValueError, match=complaint):
        generator.generate_with_documents(list(TOPICS.values()), 4, show_progress=False, **settings)
    assert not JUDGE.calls


@pytest.mark.parametrize(
    ("people", "complaint"),
    [
        ("Ada", "persona_list='Ada' is no list"),
        (["Ada"], r"persona_list\[0\]='Ada' is no Persona"),
        ([{"name": "Ada", "role_description": "Reads."}], r"persona_list\[0\]=\{'name': 'Ada'"),
    ],
)
def test_people_are_personas(people: Any, complaint: str) -> None:
    """Names and dicts are refused before the documents are read."""
    generator = TestsetGenerator(JUDGE, HashEmbeddings(), persona_list=people)
    with pytest.raises(ValueError, match=complaint):
        generator.generate_with_documents(list(TOPICS.values()), 4, show_progress=False)
    assert not JUDGE.calls


def test_the_graph_is_asked_with_the_same_arguments() -> None:
    """`generate` names a wrong keyword in the same words."""
    with pytest.raises(ValueError, match=r"seed=2 is no argument of this call"):
        TestsetGenerator(JUDGE, HashEmbeddings()).generate(4, seed=2)
