"""The generator under the path earlier versions had. New code takes `ragas.testset`."""

from ragas.testset.generator import TestsetGenerator

RAGAS_TESTSET_GENERATION_GROUP_NAME = "ragas testset generation"

__all__ = ["RAGAS_TESTSET_GENERATION_GROUP_NAME", "TestsetGenerator"]
