"""Peak memory of a run over streamed rows, against their number.

    python benchmarks/bench_memory.py [--rows 1000,10000,100000]

Each size runs in a process of its own: rows come from a generator, two metrics (one of strings, one judged in two
calls a row by a function) are scored, everything is kept in the run's folder, and the means are taken at the end.
Prints rows, seconds, peak resident memory in MB, its ratio to the smallest size, and the size of the folder.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def rows(count: int) -> Iterator[dict[str, Any]]:
    """Rows of about a kilobyte."""
    for number in range(count):
        fact = f"Pier {number} is {number % 977} m long and was built in {1800 + number % 220}. "
        yield {
            "user_input": f"How long is pier {number}?",
            "response": fact,
            "reference": fact if number % 3 else "Nobody knows.",
            "retrieved_contexts": [fact * 4, "The ferry leaves at ten. " * 10, "It rained. " * 20],
        }


def judge(prompt: str) -> str:
    """Two statements of any text, both supported."""
    if "verdicts" in prompt:
        verdicts = [{"number": n, "reason": "stated", "supported": True} for n in (1, 2)]
        return json.dumps({"verdicts": verdicts})
    return json.dumps({"statements": ["The pier is long.", "The pier is old."]})


def child(count: int) -> None:
    """One run; prints its figures as JSON."""
    from ragas import evaluate
    from ragas.engine.run_config import RunConfig
    from ragas.metrics.collections import ExactMatch, Faithfulness

    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        started = time.perf_counter()
        result = evaluate(
            rows(count),
            [ExactMatch(), Faithfulness(llm=judge)],
            run=run,
            run_config=RunConfig(max_workers=16),
            show_progress=False,
        )
        totals = result.aggregate()
        seconds = time.perf_counter() - started
        size = sum(file.stat().st_size for file in run.iterdir())
    assert all(total.n_scored == count for total in totals.values()), totals
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"rows": count, "seconds": seconds, "peak_mb": peak, "folder_mb": size / 1e6}))


def main() -> None:
    """Run every size and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", default="1000,10000,100000")
    parser.add_argument("--child", type=int)
    options = parser.parse_args()
    if options.child:
        child(options.child)
        return
    print("| rows | seconds | peak MB | ratio | folder MB |\n|---:|---:|---:|---:|---:|")
    first = None
    for count in map(int, options.rows.split(",")):
        command = [sys.executable, __file__, "--child", str(count)]
        told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        first = first or told["peak_mb"]
        print(
            f"| {count:,} | {told['seconds']:.1f} | {told['peak_mb']:.0f} | {told['peak_mb'] / first:.2f} "
            f"| {told['folder_mb']:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
