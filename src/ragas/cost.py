"""Tokens and prices; the definitions are in `ragas.schema.token_usage` and `ragas.legacy.cost`."""

from ragas.legacy.cost import (
    CostCallbackHandler,
    TokenUsageParser,
    get_token_usage_for_anthropic,
    get_token_usage_for_azure_ai,
    get_token_usage_for_bedrock,
    get_token_usage_for_openai,
)
from ragas.schema.token_usage import TokenUsage

__all__ = [
    "CostCallbackHandler",
    "TokenUsage",
    "TokenUsageParser",
    "get_token_usage_for_anthropic",
    "get_token_usage_for_azure_ai",
    "get_token_usage_for_bedrock",
    "get_token_usage_for_openai",
]
