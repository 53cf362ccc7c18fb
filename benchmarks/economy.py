"""Judge calls and prompt tokens of seven metrics on one sample: 5 chunks, lists of 6 (statements, claims).

    PYTHON benchmarks/economy.py

Runs on any package named ragas: metric after metric through the collections API, and, where evaluate() takes these
metrics, all seven in one run. The server is `fake_server.py`; it counts a token as four characters.
"""

from __future__ import annotations

import asyncio
import json
import logging
import warnings
from typing import Any

import common
from bench_eval import clients, para

NAMES = (
    "Faithfulness",
    "ContextPrecision",
    "ContextRecall",
    "AnswerRelevancy",
    "FactualCorrectness",
    "AnswerCorrectness",
    "NoiseSensitivity",
)
SAMPLE = {
    "user_input": f"Why do {para(0, 0, 10)}?",
    "response": ". ".join(para(1, k, 20) for k in range(6)) + ".",
    "reference": ". ".join(para(2, k, 20) for k in range(3)) + ".",
    "retrieved_contexts": [f"Chunk {c}: {para(3, c, 70)}." for c in range(5)],
}
COLUMNS = {
    "Faithfulness": ("user_input", "response", "retrieved_contexts"),
    "ContextPrecision": ("user_input", "reference", "retrieved_contexts"),
    "ContextRecall": ("user_input", "retrieved_contexts", "reference"),
    "AnswerRelevancy": ("user_input", "response"),
    "FactualCorrectness": ("response", "reference"),
    "AnswerCorrectness": ("user_input", "response", "reference"),
    "NoiseSensitivity": ("user_input", "response", "reference", "retrieved_contexts"),
}


def made(name: str, llm: Any, embeddings: Any) -> Any:
    """The metric of that name with its models."""
    from ragas.metrics import collections

    settings = {"llm": llm}
    if name in ("AnswerRelevancy", "AnswerCorrectness"):
        settings["embeddings"] = embeddings
    return getattr(collections, name)(**settings)


def main() -> None:
    """Measure and print."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    rows = []
    with common.FakeServer("--latency-ms", 1, "--list-len", 6) as server:
        llm, embeddings = clients(server.url)

        async def alone() -> None:
            for name in NAMES:
                server.reset(list_len=5 if name == "ContextPrecision" else 6)
                metric = made(name, llm, embeddings)
                await metric.ascore(**{column: SAMPLE[column] for column in COLUMNS[name]})
                rows.append({"metric": name, **counted(server)})

        asyncio.run(alone())
        rows.append(
            {"metric": "sum", **{key: sum(row[key] for row in rows) for key in ("calls", "prompt_tokens")}}
        )
        try:
            from ragas import EvaluationDataset, evaluate

            server.reset(list_len=6)
            metrics = [made(name, llm, embeddings) for name in NAMES]
            evaluate(EvaluationDataset.from_list([SAMPLE]), metrics, show_progress=False)
            rows.append({"metric": "all in one run", **counted(server)})
        except TypeError as error:
            print(f"evaluate() does not take these metrics: {error}")
    common.table(rows, ["metric", "calls", "prompt_tokens"], "judge calls and prompt tokens of one sample")
    print(json.dumps(rows))


def counted(server: Any) -> dict[str, int]:
    """What the server has seen since the last reset."""
    stats = server.stats()
    return {"calls": stats["chat"], "prompt_tokens": stats["prompt_tokens"]}


if __name__ == "__main__":
    main()
