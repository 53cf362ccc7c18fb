"""The prompt class of metrics under the import path of earlier versions."""

from ragas.prompt.pydantic_prompt import PydanticPrompt as BasePrompt

__all__ = ["BasePrompt"]
