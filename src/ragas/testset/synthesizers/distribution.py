"""Which kinds of questions a test set has, and in what shares."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, isfinite
from typing import Any

from ragas.exceptions import ConfigurationError, InputError
from ragas.llms.adapt import as_judge
from ragas.llms.local import LocalJudge
from ragas.testset.graph import KnowledgeGraph
from ragas.testset.synthesizers.base import BaseSynthesizer

QueryDistribution = list[tuple[BaseSynthesizer, float]]
"""Synthesizers with their shares."""


def default_query_distribution(
    llm: Any,
    kg: KnowledgeGraph | None = None,
    llm_context: str | None = None,
    *,
    language: str | None = None,
    seed: int = 42,
) -> QueryDistribution:
    """Single-hop specific, multi-hop abstract and multi-hop specific questions in equal shares.

    With a graph, without those that it holds nothing for. A judge that writes nothing, as the embedded one, gets the
    questions that are made by rules.

    Raises:
        ConfigurationError: the graph holds nothing for any of them.
    """
    from ragas.testset.synthesizers.multi_hop import (
        MultiHopAbstractQuerySynthesizer,
        MultiHopSpecificQuerySynthesizer,
    )
    from ragas.testset.synthesizers.rules import RuleBasedQuerySynthesizer
    from ragas.testset.synthesizers.single_hop import SingleHopSpecificQuerySynthesizer

    judge = as_judge(llm)
    kinds: Sequence[type[Any]] = (
        (RuleBasedQuerySynthesizer,)
        if isinstance(judge, LocalJudge)
        else (
            SingleHopSpecificQuerySynthesizer,
            MultiHopAbstractQuerySynthesizer,
            MultiHopSpecificQuerySynthesizer,
        )
    )
    made = [kind(llm=judge, llm_context=llm_context, language=language, seed=seed) for kind in kinds]
    able = made if kg is None else [one for one in made if _finds_anything(one, kg)]
    if not able:
        raise ConfigurationError(
            f"{kg!r} holds nothing to make questions from: {', '.join(one.name for one in made)} found no fitting node. "
            "Nodes need the property 'page_content'; multi-hop questions need relationships, which the default "
            "transforms make."
        )
    return [(one, 1 / len(able)) for one in able]


def _finds_anything(synthesizer: Any, kg: KnowledgeGraph) -> bool:
    try:
        return bool(synthesizer.get_node_clusters(kg))
    except ValueError:  # how a search says that there is nothing to search
        return False


def calculate_split_values(probs: Sequence[float], n: int) -> tuple[list[int], list[int]]:
    """For each share of `n` the whole number above it, and the sums of these so far."""
    split = [ceil(n * share) for share in probs]
    return split, [sum(split[: at + 1]) for at in range(len(split))]


def whole_shares(shares: Sequence[float], n: int) -> list[int]:
    """`n` in whole numbers by these shares, exactly `n` in all; what is left over goes to the largest remainders.

    Raises:
        InputError: a share is negative or no number, or all are 0.
    """
    total = sum(shares)
    if not shares or not isfinite(total) or total <= 0 or min(shares) < 0:
        raise InputError(
            f"The shares {list(shares)} must be positive numbers, as in [(synthesizer, 0.5), ...]."
        )
    exact = [n * share / total for share in shares]
    whole = [floor(one) for one in exact]
    by_remainder = sorted(range(len(shares)), key=lambda at: (whole[at] - exact[at], at))
    for at in by_remainder[: n - sum(whole)]:
        whole[at] += 1
    return whole
