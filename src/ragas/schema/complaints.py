"""What is wrong with a value, in our words: what stands there, what belongs there, what to do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from ragas.schema.columns import LISTS

SHOWN = 80
"""How many characters of a wrong value an error message shows."""


NO_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""What steers a terminal or turns the order of characters around: control characters but newline and tab."""


def printable(text: str) -> str:
    """`text` for a terminal: what would steer it is written out, as in `\\x1b[31m`.

    Data can hold sequences that move the cursor, rename the window or hide what follows.
    """
    if text.isprintable():
        return text
    return NO_TEXT.sub(lambda found: repr(found[0])[1:-1], text.replace("\r\n", "\n"))


def shown(value: object) -> str:
    """`value` as an error message shows it: not longer than a line."""
    try:
        text = repr(value)
    except ValueError:  # a number of more digits than Python is ready to write
        text = f"a very long {type(value).__name__}"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def in_our_words(error: ValidationError) -> ValidationError:
    """The error with our words for each complaint and without addresses of pages about pydantic."""
    complaints = error.errors(include_url=False)
    return ValidationError.from_exception_data(
        error.title,
        [
            InitErrorDetails(
                # The text goes in as a value, because braces in a template are places to fill.
                type=PydanticCustomError(one["type"], "{said}", {"said": complaint(one)}),
                loc=one["loc"],
                input=one["input"],
            )
            for one in complaints
        ],
    )


def complaint(details: Mapping[str, Any]) -> str:
    """What one of pydantic's complaints says, in our words."""
    value, said = details["input"], str(details["msg"]).removeprefix("Value error, ")
    match details["type"]:
        case "missing":
            return "is missing."
        case "list_type" if isinstance(value, str) and details["loc"][:1] and details["loc"][0] in LISTS:
            advice = (
                'In a CSV file a list is JSON, such as ["one", "two"]; EvaluationDataset.from_csv(path) reads it.'
                if value.lstrip().startswith("[")
                else f"Put it in a list: [{shown(value)}]."
            )
            return f"the text {shown(value)} stands where a list belongs. {advice}"
        case "string_type":
            return f"found {shown(value)} ({type(value).__name__}) where a text belongs."
        case "value_error":
            return said
    return f"{shown(value)} does not fit ({said})."
