"""`TokenUsage`: tokens of one model, added and priced by hand."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class TokenUsage:
    """Tokens read and written, by one model."""

    input_tokens: int
    output_tokens: int
    model: str = ""

    def __add__(self, other: TokenUsage) -> TokenUsage:
        """Both together.

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
            self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens, self.model
        )

    def is_same_model(self, other: TokenUsage) -> bool:
        """Whether both are of one model."""
        return self.model == other.model

    def cost(self, cost_per_input_token: float, cost_per_output_token: float | None = None) -> float:
        """The price at these rates a token; one rate alone counts for both."""
        per_output = cost_per_input_token if cost_per_output_token is None else cost_per_output_token
        return self.input_tokens * cost_per_input_token + self.output_tokens * per_output
