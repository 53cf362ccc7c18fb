"""The traces of Amazon Bedrock's agents, as messages and as rows of retrieval."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ragas.exceptions import InputError
from ragas.integrations.bedrock_prompts import messages_of_prompt
from ragas.integrations.content import arguments_of, text_of, tool_call
from ragas.schema.complaints import shown
from ragas.schema.messages import AIMessage, AnyMessage, ToolCall, ToolMessage

STEPS = "orchestrationTrace"


def convert_to_ragas_messages(traces: Iterable[Mapping[str, Any]]) -> list[AnyMessage]:
    """The conversation of an agent's traces: what was asked, the tools called and their answers, the final response.

    Action groups, knowledge bases, code and other agents count as tools. `traces` are the `trace` parts of the events
    that `invoke_agent(..., enableTrace=True)` streams, in order.

    Raises:
        InputError: something is not a trace; names its index.

    Example:
        >>> said = {"trace": {"orchestrationTrace": {"observation": {"finalResponse": {"text": "At ten."}}}}}
        >>> [message.content for message in convert_to_ragas_messages([said])]
        ['At ten.']
    """
    traces = list(traces) if not isinstance(traces, (str, Mapping)) else traces
    found: list[AnyMessage] = []
    traced = False
    for index, step in _steps(traces):
        place = f"trace {index}"
        if not found:
            found.extend(_asked(step, place))
        if invoked := _part(step, "invocationInput", place):
            found.append(AIMessage(content="", tool_calls=_calls(invoked, place) or None))
        observed = _part(step, "observation", place)
        found.extend(_observed(observed, place))
        traced = traced or bool(invoked or observed)
    if traced:
        return [one for one in found if not _says_nothing(one)]
    # The steps themselves were not traced: all that is known is what the model was handed last.
    at, last = get_last_orchestration_value(traces, "modelInvocationInput")
    return extract_messages_from_model_invocation({"modelInvocationInput": last}) if at is not None else found


def get_last_orchestration_value(traces: Iterable[Mapping[str, Any]], key: str) -> tuple[int | None, Any]:
    """Where the last step that has `key` stands among the traces, and what it has there; `(None, None)` without one."""
    found: tuple[int | None, Any] = (None, None)
    for index, step in _steps(traces):
        if key in step:
            found = index, step[key]
    return found


def extract_messages_from_model_invocation(model_inv: Mapping[str, Any]) -> list[AnyMessage]:
    """The messages that a step handed to its model, which are the whole conversation so far. The system's are left out.

    Raises:
        InputError: the step holds no input of a model.
    """
    given = model_inv.get("modelInvocationInput")
    prompt = given.get("text") if isinstance(given, Mapping) else None
    if not isinstance(prompt, str):
        raise InputError(f"the step has no modelInvocationInput with a text: {shown(model_inv)}.")
    return messages_of_prompt(prompt)


def extract_kb_trace(traces: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A row for each look-up in a knowledge base: `user_input` (what was looked up), `retrieved_contexts`, `response`.

    The response is the final one that follows the look-up; a row that none follows has None there.
    """
    rows: list[dict[str, Any]] = []
    asked: list[str] = []
    open_rows: list[dict[str, Any]] = []
    for index, step in _steps(traces):
        place = f"trace {index}"
        look_up = _part(_part(step, "invocationInput", place), "knowledgeBaseLookupInput", place)
        if look_up:
            asked.append(text_of(look_up.get("text"), place))
        observed = _part(step, "observation", place)
        if "knowledgeBaseLookupOutput" in observed:
            output = _part(observed, "knowledgeBaseLookupOutput", place)
            row = {
                "user_input": asked.pop(0) if asked else "",  # look-ups are answered in their order
                "retrieved_contexts": list(_references(output, place)),
                "response": None,
            }
            rows.append(row)
            open_rows.append(row)
        if final := _part(observed, "finalResponse", place):
            for row in open_rows:
                row["response"] = text_of(final.get("text"), place)
            open_rows.clear()
    return rows


def _steps(traces: Iterable[Mapping[str, Any]]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The orchestration steps with their index. A trace may come as the event, as its `trace`, or as the part in it."""
    if isinstance(traces, (str, Mapping)):
        raise InputError(f"traces is {shown(traces)}, not a list of traces.")
    for index, trace in enumerate(traces):
        inner: Any = trace
        for _ in range(2):
            if isinstance(inner, Mapping) and STEPS not in inner and isinstance(inner.get("trace"), Mapping):
                inner = inner["trace"]
        if not isinstance(inner, Mapping):
            raise InputError(f"trace {index} is {shown(trace)}, not a dict.")
        step = inner.get(STEPS)
        if isinstance(step, Mapping):
            yield index, step


def _part(step: Mapping[str, Any], name: str, place: str) -> Mapping[str, Any]:
    part = step.get(name)
    if part is None:
        return {}
    if not isinstance(part, Mapping):
        raise InputError(f"{place}: {name} is {shown(part)}, not a dict.")
    return part


def _asked(step: Mapping[str, Any], place: str) -> list[AnyMessage]:
    """What the first step hands to the model: what was asked, and what was said before that."""
    prompt = _part(step, "modelInvocationInput", place).get("text")
    return messages_of_prompt(prompt) if isinstance(prompt, str) else []


def _calls(invoked: Mapping[str, Any], place: str) -> list[ToolCall]:
    """The tools that one step calls."""
    calls = []
    if action := _part(invoked, "actionGroupInvocationInput", place):
        name = action.get("function") or action.get("apiPath") or action.get("actionGroupName")
        arguments = _parameters(action.get("parameters"))
        for media in _part(_part(action, "requestBody", place), "content", place).values():
            arguments |= _parameters(media)
        calls.append(tool_call(name, arguments, place))
    if look_up := _part(invoked, "knowledgeBaseLookupInput", place):
        calls.append(tool_call("knowledge_base", {"query": look_up.get("text")}, place))
    if code := _part(invoked, "codeInterpreterInvocationInput", place):
        calls.append(tool_call("code_interpreter", {"code": code.get("code")}, place))
    if other := _part(invoked, "agentCollaboratorInvocationInput", place):
        said = _part(other, "input", place).get("text")
        calls.append(tool_call(other.get("agentCollaboratorName") or "agent", {"input": said}, place))
    return calls


def _parameters(parameters: Any) -> dict[str, Any]:
    """Parameters, each with its name and value, as arguments."""
    if isinstance(parameters, Sequence) and not isinstance(parameters, str):
        named = [one for one in parameters if isinstance(one, Mapping) and "name" in one]
        return {str(one["name"]): one.get("value") for one in named}
    return arguments_of(parameters)


def _observed(observed: Mapping[str, Any], place: str) -> Iterator[AnyMessage]:
    """What came back: from a tool, or as the final response."""
    if "actionGroupInvocationOutput" in observed:
        yield ToolMessage(
            content=text_of(_part(observed, "actionGroupInvocationOutput", place).get("text"), place)
        )
    if "knowledgeBaseLookupOutput" in observed:
        output = _part(observed, "knowledgeBaseLookupOutput", place)
        yield ToolMessage(content="\n\n".join(_references(output, place)))
    if "codeInterpreterInvocationOutput" in observed:
        ran = _part(observed, "codeInterpreterInvocationOutput", place)
        yield ToolMessage(content=text_of(ran.get("executionOutput") or ran.get("executionError"), place))
    if "agentCollaboratorInvocationOutput" in observed:
        other = _part(_part(observed, "agentCollaboratorInvocationOutput", place), "output", place)
        yield ToolMessage(content=text_of(other.get("text"), place))
    if final := _part(observed, "finalResponse", place):
        yield AIMessage(content=text_of(final.get("text"), place))


def _references(output: Mapping[str, Any], place: str) -> Iterator[str]:
    """The text of what was found; a picture stands as `[image]`."""
    references = output.get("retrievedReferences")
    if references is not None and not isinstance(references, (list, tuple)):
        raise InputError(f"{place}: retrievedReferences is {shown(references)}, not a list.")
    for reference in references or ():
        content = reference.get("content") if isinstance(reference, Mapping) else None
        if isinstance(content, Mapping) and content.get("text") is None:
            kind = str(content.get("type", "")).lower()
            yield f"[{kind}]" if kind and kind not in ("text", "row") else text_of(content.get("row"), place)
        else:
            yield text_of([content], place)


def _says_nothing(message: AnyMessage) -> bool:
    return isinstance(message, AIMessage) and not message.content and not message.tool_calls
