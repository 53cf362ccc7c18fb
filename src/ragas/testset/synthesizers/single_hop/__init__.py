"""Questions that one passage answers."""

from ragas.testset.synthesizers.single_hop.base import SingleHopQuerySynthesizer, SingleHopScenario
from ragas.testset.synthesizers.single_hop.specific import SingleHopSpecificQuerySynthesizer

__all__ = ["SingleHopQuerySynthesizer", "SingleHopScenario", "SingleHopSpecificQuerySynthesizer"]
