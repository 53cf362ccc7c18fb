"""First-generation accounting: parsers of token counts, and a LangChain callback that adds them up."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ragas.engine.token_counts import token_count, token_counts
from ragas.schema.token_usage import Price, TokenUsage, cost_of

TokenUsageParser = Callable[[Any], TokenUsage]
"""Reads the tokens from a LangChain `LLMResult` or `ChatResult`."""


def get_token_usage_for_openai(llm_result: Any) -> TokenUsage:
    """Tokens of an OpenAI result; zeros when it tells none."""
    return _of_output(llm_result)


def get_token_usage_for_azure_ai(llm_result: Any) -> TokenUsage:
    """Tokens of an Azure AI result; zeros when it tells none."""
    return _of_output(llm_result)


def get_token_usage_for_anthropic(llm_result: Any) -> TokenUsage:
    """Tokens of an Anthropic result, all its messages together; zeros when it tells none."""
    return _of_messages(llm_result, "model")


def get_token_usage_for_bedrock(llm_result: Any) -> TokenUsage:
    """Tokens of a Bedrock result, all its messages together; zeros when it tells none."""
    return _of_messages(llm_result, "model_id")


def _of_output(result: Any) -> TokenUsage:
    """What stands beside the messages, else what stands in them."""
    output: Mapping[str, Any] = getattr(result, "llm_output", None) or {}
    usage = token_counts(output.get("token_usage") or output.get("usage"))
    if usage is None:
        return _of_messages(result, "model_name")
    model = output.get("model_name") or output.get("model") or ""
    return TokenUsage(usage.input_tokens or 0, usage.output_tokens or 0, str(model))


def _of_messages(result: Any, key: str) -> TokenUsage:
    read = written = 0
    model = ""
    for message in _messages(result):
        told: Mapping[str, Any] = getattr(message, "response_metadata", None) or {}
        usage = token_counts(told) or token_counts(getattr(message, "usage_metadata", None))
        if usage is not None:
            read += usage.input_tokens or 0
            written += usage.output_tokens or 0
        names = (told.get(name) for name in (key, "model_name", "model", "model_id"))
        model = model or next((str(name) for name in names if name), "")
    return TokenUsage(read, written, model)


def _messages(result: Any) -> Iterator[Any]:
    """The messages of an `LLMResult` (a list of completions for each prompt) or a `ChatResult` (one list)."""
    for completions in getattr(result, "generations", None) or ():
        for one in completions if isinstance(completions, list) else [completions]:
            message = getattr(one, "message", None)
            if message is not None:
                yield message


class CostCallbackHandler:
    """A LangChain callback that adds up the tokens of every call: `model.invoke(..., config={"callbacks": [handler]})`.

    `evaluate()` needs none: it counts usage by itself. `unknown_calls` counts the calls of which the parser told
    nothing.
    """

    # What LangChain asks of a callback handler.
    raise_error = False
    run_inline = True
    ignore_llm = False
    ignore_chat_model = True
    ignore_chain = True
    ignore_agent = True
    ignore_retriever = True
    ignore_retry = True
    ignore_custom_event = True

    def __init__(self, token_usage_parser: TokenUsageParser) -> None:
        self.token_usage_parser = token_usage_parser
        self.usage_data: list[TokenUsage] = []
        self.unknown_calls = 0
        self._lock = threading.Lock()

    def on_llm_start(self, *args: Any, **kwargs: Any) -> None:
        """Nothing is known yet."""

    def on_llm_new_token(self, *args: Any, **kwargs: Any) -> None:
        """Counted when the reply is whole."""

    def on_llm_error(self, *args: Any, **kwargs: Any) -> None:
        """A failed call tells no tokens."""

    def on_llm_end(self, response: Any, **kwargs: Any) -> None:
        """Count a reply."""
        told = self.token_usage_parser(response)
        read, written = token_count(told.input_tokens), token_count(told.output_tokens)
        with self._lock:
            if read or written:
                self.usage_data.append(TokenUsage(read, written, told.model))
            else:
                self.unknown_calls += 1

    def total_tokens(self) -> TokenUsage | list[TokenUsage]:
        """The tokens of all calls: one sum, or one a model where there were several.

        Warns when some calls told nothing.

        Raises:
            ValueError: no call told its tokens.
        """
        with self._lock:
            data, unknown = list(self.usage_data), self.unknown_calls
        if not data:
            raise ValueError(
                f"No tokens are known: {unknown} calls ended and the parser found no usage in them."
                if unknown
                else "No tokens are known: no call has ended. Is the handler among the callbacks?"
            )
        if unknown:
            warnings.warn(
                f"{unknown} of {unknown + len(data)} calls told no tokens and are not in the sum.",
                stacklevel=2,
            )
        sums: dict[str, TokenUsage] = {}
        for one in data:
            sums[one.model] = sums[one.model] + one if one.model in sums else one
        return next(iter(sums.values())) if len(sums) == 1 else list(sums.values())

    def total_cost(
        self,
        cost_per_input_token: float | None = None,
        cost_per_output_token: float | None = None,
        per_model_costs: Mapping[str, Price] | None = None,
    ) -> float:
        """The price of all calls in US dollars, at prices a token for all models or for each.

        Raises:
            ValueError: there are no prices, or none for some model; or no tokens are known.
        """
        if cost_per_input_token is None and cost_per_output_token is None and not per_model_costs:
            raise ValueError("No prices: give cost_per_input_token, or per_model_costs={model: (in, out)}.")
        cost = cost_of(self.total_tokens(), cost_per_input_token, cost_per_output_token, per_model_costs)
        assert cost is not None  # total_tokens has raised where nothing is known
        return cost
