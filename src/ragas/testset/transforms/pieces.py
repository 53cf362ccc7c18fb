"""Cut a text into pieces of so many tokens."""

from __future__ import annotations

import re
from typing import Any

from ragas.engine.token_estimate import estimated_tokens
from ragas.exceptions import ConfigurationError


def pieces(text: str, most: int, tokenizer: Any = None) -> list[str]:
    """`text` in pieces of at most `most` tokens, which together are the text.

    Without a tokenizer tokens are estimated, and a piece ends after a space where there is one.
    """
    if most < 1:
        raise ConfigurationError(f"max_token_limit must be at least 1, not {most!r}.")
    if tokenizer is not None:
        tokens = tokenizer.encode(text)
        return [tokenizer.decode(tokens[at : at + most]) for at in range(0, len(tokens), most)]
    found: list[str] = []
    piece: list[str] = []
    size = 0
    for word in _words(text, most):
        tokens_of = max(1, estimated_tokens(word))
        if piece and size + tokens_of > most:
            found.append("".join(piece))
            piece, size = [], 0
        piece.append(word)
        size += tokens_of
    return [*found, "".join(piece)] if piece else found


def _words(text: str, most: int) -> list[str]:
    """Words with the space after them; one that is too long by itself is cut."""
    parts: list[str] = []
    for word in re.findall(r"\s*\S+\s*|\s+", text):
        if 2 * len(word) <= most or estimated_tokens(word) <= most:  # no character is more than two tokens
            parts.append(word)
        else:
            parts += [word[at : at + most] for at in range(0, len(word), most)]
    return parts
