"""Test sets under the path earlier versions had. New code takes `ragas.testset`."""

from ragas.testset.testset import Testset, TestsetPacket, TestsetSample

__all__ = ["Testset", "TestsetPacket", "TestsetSample"]
