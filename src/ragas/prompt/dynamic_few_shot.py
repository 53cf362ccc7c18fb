"""DynamicFewShotPrompt and its stores under the import path Ragas has always had."""

from ragas.prompt.few_shot import DynamicFewShotPrompt, SimpleExampleStore, SimpleInMemoryExampleStore

__all__ = ["DynamicFewShotPrompt", "SimpleExampleStore", "SimpleInMemoryExampleStore"]
