"""Reply models the tests of this folder share."""

from __future__ import annotations

from pydantic import BaseModel


class Verdict(BaseModel):
    statement: int
    supported: bool


class Verdicts(BaseModel):
    verdicts: list[Verdict]


class Word(BaseModel):
    word: str
