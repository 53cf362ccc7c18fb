"""AG-UI: the events of an agent as messages, an agent's endpoint called for a row, its answer as a sample."""

from __future__ import annotations

from ragas.integrations.ag_ui_endpoint import AGUIEvent, call_ag_ui_endpoint
from ragas.integrations.ag_ui_events import (
    AGUIEventCollector,
    convert_messages_snapshot,
    convert_to_ragas_messages,
)
from ragas.integrations.ag_ui_messages import convert_messages_to_ag_ui
from ragas.integrations.ag_ui_rows import (
    MISSING_CONTEXT_PLACEHOLDER,
    MISSING_RESPONSE_PLACEHOLDER,
    build_sample,
    extract_contexts,
    extract_response,
    extract_tool_calls,
    run_ag_ui_row,
)

__all__ = [
    "MISSING_CONTEXT_PLACEHOLDER",
    "MISSING_RESPONSE_PLACEHOLDER",
    "AGUIEvent",
    "AGUIEventCollector",
    "build_sample",
    "call_ag_ui_endpoint",
    "convert_messages_snapshot",
    "convert_messages_to_ag_ui",
    "convert_to_ragas_messages",
    "extract_contexts",
    "extract_response",
    "extract_tool_calls",
    "run_ag_ui_row",
]
