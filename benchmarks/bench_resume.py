"""Kill a run with SIGKILL at random moments, resume it, and see that nothing is lost, scored twice or paid twice.

    python benchmarks/bench_resume.py [--kills 20] [--rows 150] [--seed 1]

The judge is the fake server of this folder, asked through the OpenAI SDK. Each process is killed between 0 and 0.6 s after
its journal is open; then the run goes on to its end. Prints, and exits with 1 if a promise is broken: cells scored and how
often each, judge calls answered by the server, calls in the journal and how often each, calls lost to the kills (at most
the calls in flight, `max_workers` a kill).
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

WORKERS = 8
HERE = Path(__file__).parent


def rows(count: int) -> list[dict[str, Any]]:
    """Rows that differ."""
    return [
        {
            "user_input": f"How long is pier {number}?",
            "response": f"Pier {number} is {number} m long.",
            "reference": f"Pier {number} is {number} m long.",
            "retrieved_contexts": [
                f"Pier {number} is {number} m long.",
                "It rained.",
                "Ferries leave at ten.",
            ],
        }
        for number in range(count)
    ]


def child(folder: str, count: int, url: str) -> None:
    """Run, or go on."""
    from openai import AsyncOpenAI

    from ragas import evaluate
    from ragas.engine.run_config import RunConfig
    from ragas.llms import llm_factory
    from ragas.metrics.collections import ContextPrecision, ContextRecall, Faithfulness

    llm = llm_factory("gpt-4o-mini", client=AsyncOpenAI(base_url=url, api_key="x"))
    evaluate(
        rows(count),
        [Faithfulness(llm=llm), ContextRecall(llm=llm), ContextPrecision(llm=llm)],
        run=Path(folder),
        run_config=RunConfig(max_workers=WORKERS),
        show_progress=False,
    )


def lines(journal: Path) -> list[dict[str, Any]]:
    """The whole lines of a journal."""
    return [json.loads(line) for line in journal.read_bytes().rpartition(b"\n")[0].splitlines()]


def main() -> int:
    """Kill, resume, count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--rows", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", nargs=3)
    options = parser.parse_args()
    if options.child:
        child(options.child[0], int(options.child[1]), options.child[2])
        return 0
    draw = random.Random(options.seed)
    server = subprocess.Popen(
        [sys.executable, str(HERE / "fake_server.py"), "--latency-ms", "60"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    port = int(server.stdout.readline().split()[1])
    url = f"http://127.0.0.1:{port}/v1"
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "run"
        journal = folder / "journal.jsonl"
        command = [sys.executable, __file__, "--child", str(folder), str(options.rows), url]
        kills, moments = 0, []
        while kills < options.kills:
            before = journal.stat().st_size if journal.exists() else -1
            process = subprocess.Popen(command)
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and process.poll() is None:
                if (journal.stat().st_size if journal.exists() else -1) > before:
                    break
                time.sleep(0.005)
            time.sleep(draw.uniform(0, 0.6))
            if process.poll() is not None:
                break  # it was done: no more moments to kill it at
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
            moments.append(sum(line["kind"] == "cell" for line in lines(journal)))
        subprocess.run(command, check=True)
        found = lines(journal)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/stats") as reply:
        answered = json.load(reply)["ok"]
    server.terminate()
    cells = Counter((line["row"], line["metric"]) for line in found if line["kind"] == "cell")
    calls = Counter(line["key"] for line in found if line["kind"] == "call")
    statuses = Counter(line["status"] for line in found if line["kind"] == "cell")
    lost = answered - len(calls)
    wanted = options.rows * 3
    print(f"kills: {kills}, with so many of {wanted} cells finished: {', '.join(map(str, moments))}")
    print(f"cells: {len(cells)} of {wanted}, each {set(cells.values())} times, {dict(statuses)}")
    print(f"calls in the journal: {len(calls)}, each {set(calls.values())} times")
    print(f"calls the server answered: {answered}; lost in flight: {lost}, at most {kills * WORKERS}")
    kept = (
        len(cells) == wanted
        and set(cells.values()) == {1}
        and set(calls.values()) == {1}
        and 0 <= lost <= kills * WORKERS
        and set(statuses) == {"scored"}
    )
    print("promise kept" if kept else "PROMISE BROKEN")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
