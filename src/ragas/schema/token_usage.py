"""`TokenUsage`: tokens of one model, added and priced by hand; and what the usage of a run comes to in it."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

from pydantic import BaseModel, SkipValidation

from ragas.exceptions import InputError

Price = float | tuple[float, float]
"""US dollars a token: one for both ways, or one for tokens read and one for tokens written."""


class TokenUsage(BaseModel):
    """Tokens read and written, by one model; None where nobody told how many."""

    # Taken as given: a parser may tell what is no count, and whoever counts says so with the model's name.
    input_tokens: SkipValidation[int | None] = None
    output_tokens: SkipValidation[int | None] = None
    model: str = ""

    def __init__(
        self, input_tokens: int | None = None, output_tokens: int | None = None, model: str = ""
    ) -> None:
        super().__init__(input_tokens=input_tokens, output_tokens=output_tokens, model=model)

    def __add__(self, other: TokenUsage) -> TokenUsage:
        """Both together. What is unknown of one of them is left out of the sum.

        Raises:
            ValueError: the models differ.
        """
        if not isinstance(other, TokenUsage):
            return NotImplemented
        if not self.is_same_model(other):
            raise ValueError(
                f"Tokens of {self.model!r} and {other.model!r} cannot be added: their prices differ."
            )
        return TokenUsage(
            _sum(self.input_tokens, other.input_tokens),
            _sum(self.output_tokens, other.output_tokens),
            self.model,
        )

    def is_same_model(self, other: TokenUsage) -> bool:
        """Whether both are of one model."""
        return self.model == other.model

    def cost(self, cost_per_input_token: float, cost_per_output_token: float | None = None) -> float:
        """The price at these rates a token; one rate alone counts for both.

        Raises:
            ValueError: no tokens are known, or a rate is no price.
        """
        if self.input_tokens is None and self.output_tokens is None:
            raise ValueError(f"No tokens of {self.model or 'the model'!r} are known, so they have no price.")
        per_output = cost_per_input_token if cost_per_output_token is None else cost_per_output_token
        for rate in (cost_per_input_token, per_output):
            if not 0 <= rate < inf:
                raise InputError(f"A price is a number of dollars a token and at least 0, not {rate!r}.")
        return (self.input_tokens or 0) * cost_per_input_token + (self.output_tokens or 0) * per_output


def tokens_of(usage: Mapping[str, Any]) -> TokenUsage | list[TokenUsage]:
    """The judge's tokens in the usage of a run; a list where several models judged."""
    judges = [
        TokenUsage(total.get("input_tokens"), total.get("output_tokens"), model)
        for model, total in (usage.get("by_model") or {}).items()
        if total.get("judge_calls")
    ]
    if len(judges) > 1:
        return judges
    return judges[0] if judges else TokenUsage(usage.get("input_tokens"), usage.get("output_tokens"))


def cost_of(
    tokens: TokenUsage | list[TokenUsage],
    per_input: float | None = None,
    per_output: float | None = None,
    per_model: Mapping[str, Price] | None = None,
) -> float | None:
    """What tokens cost at one's own prices: a model's in `per_model`, else those for all. None if no tokens are known.

    Raises:
        InputError: there is no price for some model.
    """
    if per_output is not None and per_input is None:
        raise InputError("There is a price for output tokens and none for input: give cost_per_input_token.")
    parts = tokens if isinstance(tokens, list) else [tokens]
    priced = {one.model: _rates(one.model, per_input, per_output, per_model) for one in parts}
    known = [one for one in parts if one.input_tokens is not None or one.output_tokens is not None]
    return sum(one.cost(*priced[one.model]) for one in known) if known else None


def _rates(
    model: str, per_input: float | None, per_output: float | None, per_model: Mapping[str, Price] | None
) -> tuple[float, float | None]:
    listed = (per_model or {}).get(model)
    if listed is not None:
        return listed if isinstance(listed, tuple) else (listed, None)
    if per_input is None or per_model:
        raise InputError(
            f"There is no price for {model!r} in per_model_costs, which has {', '.join(per_model or ()) or 'none'}. "
            f"Add it: per_model_costs={{{model!r}: (dollars a token read, dollars a token written)}}."
        )
    return per_input, per_output


def _sum(left: int | None, right: int | None) -> int | None:
    if left is None:
        return right
    return left if right is None else left + right
