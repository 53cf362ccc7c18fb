"""Evaluations inside what people run them in: threads, uvloop, a web server, a notebook; with a real SDK's client."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from ragas import EvaluationResult, aevaluate, evaluate
from ragas.llms import llm_factory
from ragas.llms.judge import Judge
from ragas.metrics.collections import Faithfulness
from tests.servers.openai import OpenAIServer
from tests.servers.server import Answer, Recorded

ROWS = [
    {
        "user_input": f"When does ferry {n} leave?",
        "response": f"Ferry {n} leaves.",
        "retrieved_contexts": ["c"],
    }
    for n in range(6)
]
EXPECTED = [0.5 if n == 3 else 1.0 for n in range(6)]
HANGING_TICKER = 0.5
"""Seconds between two ticks of a 50 ms ticker that say that the loop stood still; busy test machines stall a little."""


class Ferries(OpenAIServer):
    """Two statements a response, both supported, except that of ferry 3 only one is."""

    def improvise(self, request: Recorded) -> Answer:
        said = request.body["messages"][-1]["content"]
        if request.body["response_format"]["json_schema"]["name"] == "Statements":
            number = said.rpartition("Ferry ")[2][0]
            return {"statements": [f"It is ferry {number}.", "It leaves."]}
        flags = [True, "ferry 3" not in said]
        verdicts = [
            {"number": n, "reason": "so", "supported": flag, "quote": "", "chunks": [1] if flag else []}
            for n, flag in enumerate(flags, 1)
        ]
        return {"verdicts": verdicts}


@pytest.fixture
def server() -> Iterator[Ferries]:
    with Ferries() as running:
        yield running


@pytest.fixture
def judge(server: Ferries) -> Judge:
    from openai import AsyncOpenAI

    return llm_factory("gpt-4o-mini", client=AsyncOpenAI(base_url=server.url, api_key="k"))


def scores(judge: Judge) -> list[Any]:
    result = evaluate(ROWS, [Faithfulness(llm=judge)], show_progress=False)
    assert isinstance(result, EvaluationResult)
    return result["faithfulness"]


async def ascores(judge: Judge) -> list[Any]:
    result = await aevaluate(ROWS, [Faithfulness(llm=judge)], show_progress=False)
    assert isinstance(result, EvaluationResult)
    return result["faithfulness"]


def test_eight_threads_share_a_client(judge: Judge) -> None:
    """One async client serves eight threads at once, behind the sync door and on loops of their own."""
    found: list[list[Any]] = []

    def work(number: int) -> None:
        found.append(asyncio.run(ascores(judge)) if number % 2 else scores(judge))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found == [EXPECTED] * 8


def test_uvloop(judge: Judge) -> None:
    """Both doors inside a coroutine that uvloop runs."""
    uvloop = pytest.importorskip("uvloop")

    async def both() -> tuple[list[Any], list[Any]]:
        return await ascores(judge), scores(judge)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(both()) == (EXPECTED, EXPECTED)


def test_a_fastapi_handler(judge: Judge) -> None:
    """Five requests at once get right values, and the server's loop stays responsive."""
    fastapi = pytest.importorskip("fastapi")
    httpx = pytest.importorskip("httpx")
    app = fastapi.FastAPI()

    @app.get("/score")
    async def score() -> list[Any]:
        return await ascores(judge)

    async def serve() -> tuple[list[Any], float]:
        pauses: list[float] = []

        async def tick() -> None:
            while True:
                before = time.monotonic()
                await asyncio.sleep(0.05)
                pauses.append(time.monotonic() - before)

        ticker = asyncio.ensure_future(tick())
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://app") as client:
            replies = await asyncio.gather(*(client.get("/score") for _ in range(5)))
        ticker.cancel()
        return [reply.json() for reply in replies], max(pauses, default=0.0)

    replies, pause = asyncio.run(serve())
    assert replies == [EXPECTED] * 5
    assert pause < HANGING_TICKER


def test_a_jupyter_kernel(server: Ferries) -> None:
    """In a notebook's cells both doors work, the sync one though a loop is running there."""
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    setup = f"""
import json
from openai import AsyncOpenAI
from ragas import aevaluate, evaluate
from ragas.llms import llm_factory
from ragas.metrics.collections import Faithfulness

rows = json.loads({json.dumps(ROWS)!r})
metric = Faithfulness(llm=llm_factory("gpt-4o-mini", client=AsyncOpenAI(base_url={server.url!r}, api_key="k")))
"""
    cells = [
        setup + "print(json.dumps(evaluate(rows, [metric], show_progress=False)['faithfulness']))",
        "print(json.dumps((await aevaluate(rows, [metric], show_progress=False))['faithfulness']))",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    asyncio.run(nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").async_execute())
    for cell in notebook.cells:
        assert [json.loads(output["text"]) for output in cell.outputs] == [EXPECTED]
