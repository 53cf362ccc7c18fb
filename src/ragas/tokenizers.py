"""Tokenizers; the definitions are in `ragas.engine.tokenizers`."""

from ragas.engine.tokenizers import (
    DEFAULT_TOKENIZER,
    BaseTokenizer,
    HuggingFaceTokenizer,
    TiktokenWrapper,
    get_default_tokenizer,
    get_tokenizer,
)

__all__ = [
    "DEFAULT_TOKENIZER",
    "BaseTokenizer",
    "HuggingFaceTokenizer",
    "TiktokenWrapper",
    "get_default_tokenizer",
    "get_tokenizer",
]
