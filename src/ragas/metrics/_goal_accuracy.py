"""Kept for import paths."""

from ragas.legacy.metrics_judged import AgentGoalAccuracyWithoutReference, AgentGoalAccuracyWithReference

__all__ = ["AgentGoalAccuracyWithReference", "AgentGoalAccuracyWithoutReference"]
