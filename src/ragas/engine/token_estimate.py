"""How many tokens a text will be, without the model's tokenizer."""

from __future__ import annotations

import re
from functools import lru_cache
from math import ceil

# Tokenizers differ; what they share is that common words are one token, figures go by threes, and scripts beside the
# Latin one take about a token a character or two.
_PIECES = re.compile(
    r"(?P<word> ?[A-Za-z]+)"
    r"|(?P<digits>\d+)"
    r"|(?P<dense>[\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+)"
    r"|(?P<hangul>[\uac00-\ud7af]+)"
    r"|(?P<letters> ?[^\W\d_A-Za-z](?:[^\W\d_]|[\u0300-\u036f\u0900-\u0dff])*)"
    r"|(?P<space>\s+)"
    r"|(?P<signs>[^\w\s]+|_)"
)
_WHOLE = 10
"""Letters that one token holds, of a word in English: longer ones are split."""
_MEMORY = 512
_LONGEST = 20_000


def estimated_tokens(text: str) -> int:
    """About how many tokens a language model's tokenizer makes of a text; within a tenth for English prose."""
    if len(text) > _LONGEST:
        return sum(estimated_tokens(text[at : at + _LONGEST]) for at in range(0, len(text), _LONGEST))
    return _counted(text)


@lru_cache(maxsize=_MEMORY)
def _counted(text: str) -> int:
    count = 0.0
    for piece in _PIECES.finditer(text):
        length = piece.end() - piece.start()
        match piece.lastgroup:
            case "word":
                count += 1 if length <= _WHOLE else length / 6
            case "digits":
                count += ceil(length / 3)
            case "dense":
                count += length * 0.85
            case "hangul":
                count += length * 1.9
            case "letters":
                count += max(1.0, length / 3.5)
            case "space":
                count += length > 1 or piece[0] != " "
            case _:
                count += ceil(length / 3)
    return ceil(count)
