"""The split of shares under the path earlier versions had. New code takes `ragas.testset.synthesizers.distribution`."""

from ragas.testset.synthesizers.distribution import calculate_split_values

__all__ = ["calculate_split_values"]
