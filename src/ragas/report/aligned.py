"""Lines of figures under each other, as wide as they are and no wider."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

GAPS = ("  ", " ")


def aligned(lines: Sequence[Sequence[Text]], width: int, right: frozenset[int] = frozenset()) -> list[Text]:
    """Each line as one text, its cells under those of the others; the columns in `right` end under each other.

    Empty if that needs more than `width`.
    """
    for gap in GAPS:
        made = _aligned(lines, right, gap)
        if max(line.cell_len for line in made) <= width:
            return made
    return []


def _aligned(lines: Sequence[Sequence[Text]], right: frozenset[int], gap: str) -> list[Text]:
    widths = [max(cell.cell_len for cell in column) for column in zip(*lines, strict=True)]
    made = []
    for cells in lines:
        parts = []
        for number, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            blank = Text(" " * (width - cell.cell_len))
            parts.append(blank + cell if number in right else cell + blank)
        line = Text(gap).join(parts)
        line.rstrip()
        made.append(line)
    return made


def one_line(text: str, longest: int) -> str:
    """Text of the data as it may stand in a terminal: without line breaks and control characters, and cut."""
    plain = " ".join("".join(" " if ord(one) < 32 or ord(one) == 127 else one for one in text).split())
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"
