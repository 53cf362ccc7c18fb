"""The generator under the path earlier versions had. New code takes `ragas.testset`."""

from ragas.testset.generator import TestsetGenerator

__all__ = ["TestsetGenerator"]
