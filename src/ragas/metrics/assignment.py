"""The best one-to-one assignment of rows to columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf


def best_assignment(scores: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """The pairs (row, column), each row and column in at most one, whose scores have the greatest sum.

    `scores` has shape (rows, columns); min(rows, columns) pairs come back, ordered by row. Takes the time of
    rows x rows x columns (the Hungarian method by shortest augmenting paths).
    """
    if not scores or not scores[0]:
        return []
    if len(scores) > len(scores[0]):
        flipped = best_assignment([list(column) for column in zip(*scores, strict=True)])
        return sorted((row, column) for column, row in flipped)
    rows, columns = len(scores), len(scores[0])
    row_price, column_price = [0.0] * (rows + 1), [0.0] * (columns + 1)
    taken_by = [0] * (columns + 1)  # the row that has a column; rows and columns count from 1, 0 is nobody
    for row in range(1, rows + 1):
        taken_by[0] = row
        column = 0
        slack, came_from, seen = [inf] * (columns + 1), [0] * (columns + 1), [False] * (columns + 1)
        while taken_by[column]:
            seen[column] = True
            here = taken_by[column]
            step, nearest = inf, 0
            for other in range(1, columns + 1):
                if seen[other]:
                    continue
                cost = -scores[here - 1][other - 1] - row_price[here] - column_price[other]
                if cost < slack[other]:
                    slack[other], came_from[other] = cost, column
                if slack[other] < step:
                    step, nearest = slack[other], other
            for other in range(columns + 1):
                if seen[other]:
                    row_price[taken_by[other]] += step
                    column_price[other] -= step
                else:
                    slack[other] -= step
            column = nearest
        while column:  # hand the columns on along the path
            taken_by[column] = taken_by[came_from[column]]
            column = came_from[column]
    return sorted((row - 1, column - 1) for column, row in enumerate(taken_by) if column and row)
