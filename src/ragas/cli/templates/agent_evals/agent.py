"""An agent that works out arithmetic with tools, one call a step.

It stands in for a model that decides which tool to call. To use yours, return the messages it exchanged.
"""

from __future__ import annotations

import ast

from ragas.messages import AIMessage, HumanMessage, ToolCall, ToolMessage

TOOLS = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a // b,  # a fault for the evaluation to find: it should be a / b
}
NAMES = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide"}

Messages = list[HumanMessage | AIMessage | ToolMessage]


def run(expression: str) -> tuple[float, Messages]:
    """The result of an expression, and the conversation that led to it."""
    messages: Messages = [HumanMessage(content=f"What is {expression}?")]

    def value(node: ast.expr) -> float:
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            return node.value
        if not isinstance(node, ast.BinOp) or type(node.op) not in NAMES:
            raise ValueError(f"no tool for {ast.unparse(node)}")
        arguments = {"a": value(node.left), "b": value(node.right)}
        name = NAMES[type(node.op)]
        result = TOOLS[name](**arguments)
        messages.append(AIMessage(content="", tool_calls=[ToolCall(name=name, args=arguments)]))
        messages.append(ToolMessage(content=str(result)))
        return result

    result = value(ast.parse(expression, mode="eval").body)
    messages.append(AIMessage(content=f"{expression} is {result}."))
    return result, messages
