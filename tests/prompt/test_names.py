"""Every name that Ragas 0.4.3 has in `ragas.prompt`, `ragas.losses`, `ragas.config` and `ragas.optimizers` is there."""

from __future__ import annotations

from importlib import import_module

import pytest

NAMES = {
    "ragas.prompt": (
        "BasePrompt BoolIO StringIO StringPrompt PydanticPrompt ExampleStore FewShotPydanticPrompt "
        "InMemoryExampleStore PromptMixin InputModel OutputModel ImageTextPrompt ImageTextPromptValue Prompt "
        "DynamicFewShotPrompt SimpleExampleStore SimpleInMemoryExampleStore"
    ),
    "ragas.prompt.metrics": "BasePrompt",
    "ragas.prompt.metrics.base_prompt": "BasePrompt",
    "ragas.prompt.base": "BasePrompt StringPrompt StringIO BoolIO",
    "ragas.prompt.pydantic_prompt": "PydanticPrompt InputModel OutputModel",
    "ragas.prompt.few_shot_pydantic_prompt": "ExampleStore InMemoryExampleStore FewShotPydanticPrompt",
    "ragas.prompt.multi_modal_prompt": "ImageTextPrompt ImageTextPromptValue",
    "ragas.prompt.simple_prompt": "Prompt",
    "ragas.prompt.dynamic_few_shot": "DynamicFewShotPrompt SimpleExampleStore SimpleInMemoryExampleStore",
    "ragas.losses": "Loss MSELoss BinaryMetricLoss",
    "ragas.config": "DEFAULT_OPTIMIZER_CONFIG DemonstrationConfig InstructionConfig",
    "ragas.optimizers": "Optimizer GeneticOptimizer DSPyOptimizer",
    "ragas.optimizers.base": "Optimizer",
    "ragas.optimizers.genetic": "GeneticOptimizer",
    "ragas.optimizers.dspy_optimizer": "DSPyOptimizer",
    "ragas.optimizers.utils": "hamming_distance",
}


@pytest.mark.parametrize("module", NAMES)
def test_names_are_where_they_were(module: str) -> None:
    """Each name can be imported from its old path."""
    found = import_module(module)
    assert [name for name in NAMES[module].split() if not hasattr(found, name)] == []


@pytest.mark.parametrize("package", ["ragas.prompt", "ragas.optimizers"])
def test_doors_list_what_they_show(package: str) -> None:
    """`__all__` is what `dir` shows, sorted, and every name of it loads."""
    found = import_module(package)
    assert sorted(found.__all__) == found.__all__ == sorted(dir(found))
    assert all(getattr(found, name) is not None for name in found.__all__)
