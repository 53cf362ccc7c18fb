"""Synthesizers: what makes questions of one kind from a knowledge graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragas._lazy import door

if TYPE_CHECKING:
    from ragas.testset.synthesizers.base import BaseScenario, BaseSynthesizer, QueryLength, QueryStyle
    from ragas.testset.synthesizers.distribution import QueryDistribution, default_query_distribution
    from ragas.testset.synthesizers.multi_hop import (
        MultiHopAbstractQuerySynthesizer,
        MultiHopQuerySynthesizer,
        MultiHopScenario,
        MultiHopSpecificQuerySynthesizer,
    )
    from ragas.testset.synthesizers.rules import RuleBasedQuerySynthesizer
    from ragas.testset.synthesizers.single_hop import (
        SingleHopQuerySynthesizer,
        SingleHopScenario,
        SingleHopSpecificQuerySynthesizer,
    )
    from ragas.testset.synthesizers.special import AdversarialQuerySynthesizer, UnanswerableQuerySynthesizer

_HOME = {
    "AdversarialQuerySynthesizer": "ragas.testset.synthesizers.special",
    "BaseScenario": "ragas.testset.synthesizers.base",
    "BaseSynthesizer": "ragas.testset.synthesizers.base",
    "MultiHopAbstractQuerySynthesizer": "ragas.testset.synthesizers.multi_hop",
    "MultiHopQuerySynthesizer": "ragas.testset.synthesizers.multi_hop",
    "MultiHopScenario": "ragas.testset.synthesizers.multi_hop",
    "MultiHopSpecificQuerySynthesizer": "ragas.testset.synthesizers.multi_hop",
    "QueryDistribution": "ragas.testset.synthesizers.distribution",
    "QueryLength": "ragas.testset.synthesizers.base",
    "QueryStyle": "ragas.testset.synthesizers.base",
    "RuleBasedQuerySynthesizer": "ragas.testset.synthesizers.rules",
    "SingleHopQuerySynthesizer": "ragas.testset.synthesizers.single_hop",
    "SingleHopScenario": "ragas.testset.synthesizers.single_hop",
    "SingleHopSpecificQuerySynthesizer": "ragas.testset.synthesizers.single_hop",
    "UnanswerableQuerySynthesizer": "ragas.testset.synthesizers.special",
    "default_query_distribution": "ragas.testset.synthesizers.distribution",
}

__all__ = [
    "AdversarialQuerySynthesizer",
    "BaseScenario",
    "BaseSynthesizer",
    "MultiHopAbstractQuerySynthesizer",
    "MultiHopQuerySynthesizer",
    "MultiHopScenario",
    "MultiHopSpecificQuerySynthesizer",
    "QueryDistribution",
    "QueryLength",
    "QueryStyle",
    "RuleBasedQuerySynthesizer",
    "SingleHopQuerySynthesizer",
    "SingleHopScenario",
    "SingleHopSpecificQuerySynthesizer",
    "UnanswerableQuerySynthesizer",
    "default_query_distribution",
]

__getattr__, __dir__ = door(__name__, _HOME)
