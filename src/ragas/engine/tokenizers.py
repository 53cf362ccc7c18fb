"""Tokenizers: what cuts a text into tokens and puts it together again.

Lengths are estimated where no tokenizer is given (`ragas.engine.token_estimate`), which needs no package and no download.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from importlib import import_module
from typing import Any

from ragas.exceptions import ConfigurationError, MissingDependencyError

DEFAULT_ENCODING = "o200k_base"


class BaseTokenizer(ABC):
    """A tokenizer: two methods are to be written, `encode` and `decode`.

    >>> class Words(BaseTokenizer):
    ...     def encode(self, text):
    ...         return [len(word) for word in text.split()]
    ...     def decode(self, tokens):
    ...         return " ".join("x" * token for token in tokens)
    >>> Words().count_tokens("It opens at ten.")
    4
    """

    @abstractmethod
    def encode(self, text: str) -> list[int]:
        """The tokens of a text."""

    @abstractmethod
    def decode(self, tokens: list[int]) -> str:
        """The text of tokens."""

    def count_tokens(self, text: str) -> int:
        """How many tokens a text has."""
        return len(self.encode(text))


class TiktokenWrapper(BaseTokenizer):
    """A tokenizer of tiktoken.

    Args:
        encoding: a `tiktoken.Encoding`; it needs no network.
        model_name: takes the encoding of this model of OpenAI.
        encoding_name: takes the encoding of this name; without any of the three it is "o200k_base". tiktoken fetches
            its file at the first use, unless it has it already.
    """

    def __init__(
        self, encoding: Any = None, model_name: str | None = None, encoding_name: str | None = None
    ) -> None:
        self._encoding = encoding
        self._model_name = model_name
        self._encoding_name = encoding_name

    @property
    def encoding(self) -> Any:
        """The `tiktoken.Encoding`, loaded when it is first asked for."""
        if self._encoding is None:
            tiktoken = _package("tiktoken", "TiktokenWrapper")
            if self._model_name is not None and self._encoding_name is None:
                self._encoding = tiktoken.encoding_for_model(self._model_name)
            else:
                self._encoding = tiktoken.get_encoding(self._encoding_name or DEFAULT_ENCODING)
        return self._encoding

    def encode(self, text: str) -> list[int]:
        """The tokens of a text; what reads like a special token is text."""
        tokens: list[int] = self.encoding.encode(text, disallowed_special=())
        return tokens

    def decode(self, tokens: list[int]) -> str:
        """The text of tokens."""
        text: str = self.encoding.decode(tokens)
        return text


class HuggingFaceTokenizer(BaseTokenizer):
    """A tokenizer of Hugging Face, of `transformers` or of `tokenizers`.

    Args:
        tokenizer: the object.
        model_name: loads it with `transformers`: a model's name, or a folder.

    Raises:
        ValueError: neither is given.
    """

    def __init__(self, tokenizer: Any = None, model_name: str | None = None) -> None:
        if tokenizer is None and model_name is None:
            raise ConfigurationError("HuggingFaceTokenizer needs tokenizer= or model_name=.")
        if tokenizer is None:
            auto = _package("transformers", "HuggingFaceTokenizer(model_name=...)").AutoTokenizer
            tokenizer = auto.from_pretrained(model_name)
        self.tokenizer = tokenizer

    def encode(self, text: str) -> list[int]:
        """The tokens of a text, without those that mark its beginning and end."""
        found = self.tokenizer.encode(text, add_special_tokens=False)
        return list(getattr(found, "ids", found))

    def decode(self, tokens: list[int]) -> str:
        """The text of tokens."""
        text: str = self.tokenizer.decode(tokens)
        return text


class _Default(BaseTokenizer):
    """The default tokenizer, looked up when it is used."""

    def encode(self, text: str) -> list[int]:
        return get_default_tokenizer().encode(text)

    def decode(self, tokens: list[int]) -> str:
        return get_default_tokenizer().decode(tokens)


DEFAULT_TOKENIZER: BaseTokenizer = _Default()


@cache
def get_default_tokenizer() -> TiktokenWrapper:
    """The tokenizer of "o200k_base", one for the process."""
    return TiktokenWrapper()


def get_tokenizer(
    tokenizer_type: str = "tiktoken", model_name: str | None = None, encoding_name: str | None = None
) -> BaseTokenizer:
    """A tokenizer by its kind: "tiktoken", or "huggingface" with a `model_name`.

    Raises:
        ValueError: the kind is unknown, or the name is missing.
    """
    if tokenizer_type == "tiktoken":
        return TiktokenWrapper(model_name=model_name, encoding_name=encoding_name)
    if tokenizer_type == "huggingface":
        return HuggingFaceTokenizer(model_name=model_name)
    raise ConfigurationError(f"Unknown tokenizer_type {tokenizer_type!r}. Use 'tiktoken' or 'huggingface'.")


def _package(name: str, purpose: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise MissingDependencyError(
            f"{purpose} needs the package {name!r}, which is not installed. Install it with: pip install {name}"
        ) from None
