"""Questions that take several passages to answer."""

from ragas.testset.synthesizers.multi_hop.abstract import MultiHopAbstractQuerySynthesizer
from ragas.testset.synthesizers.multi_hop.base import MultiHopQuerySynthesizer, MultiHopScenario
from ragas.testset.synthesizers.multi_hop.specific import MultiHopSpecificQuerySynthesizer

__all__ = [
    "MultiHopAbstractQuerySynthesizer",
    "MultiHopQuerySynthesizer",
    "MultiHopScenario",
    "MultiHopSpecificQuerySynthesizer",
]
