"""How a metric is trained; the definitions are in `ragas.optimizers.config`."""

from ragas.optimizers.config import DEFAULT_OPTIMIZER_CONFIG, DemonstrationConfig, InstructionConfig

__all__ = ["DEFAULT_OPTIMIZER_CONFIG", "DemonstrationConfig", "InstructionConfig"]
