"""The prompt class of metrics under the import path of earlier versions."""

from ragas.prompt.pydantic_prompt import InputModel, OutputModel
from ragas.prompt.pydantic_prompt import PydanticPrompt as BasePrompt
from ragas.prompt.utils import get_all_strings, update_strings

__all__ = ["BasePrompt", "InputModel", "OutputModel", "get_all_strings", "update_strings"]
