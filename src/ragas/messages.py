"""Messages of a conversation, under the import path Ragas has always had."""

from ragas.schema.messages import AIMessage, HumanMessage, Message, ToolCall, ToolMessage

__all__ = ["AIMessage", "HumanMessage", "Message", "ToolCall", "ToolMessage"]
