#!/usr/bin/env python3
"""What an evaluation costs beyond the provider's SDK: CPU a judge call, and how near the wall time is to its bound.

  VENV/bin/python bench_overhead.py [--rows 1000] [--workers 16,64] [--latency-ms 50] [--json out.json]

Four metrics (faithfulness, context precision, context recall, answer relevancy)
through evaluate() with llm_factory(AsyncOpenAI) are set beside the SDK alone: the very same request bodies sent by
`client.chat.completions.create`, as many at once. Both in a fresh process.
  added_ms   (CPU of evaluate() - CPU of the SDK alone) a judge call
  bound_s    the larger of: requests x latency / workers, CPU of evaluate()
Embeddings are made of word hashes in the process, so that all requests are judge calls. Their CPU counts as ours.
"""

import argparse, asyncio, json, sys, warnings

warnings.simplefilter("ignore")
import common as C
from bench_eval import rows


def evaluation(n, url, workers):
    """A function that evaluates n rows."""
    from openai import AsyncOpenAI
    from ragas import RunConfig, evaluate
    from ragas.llms import llm_factory
    from ragas.metrics import collections as MC
    from ragas.testing import HashEmbeddings

    judge = llm_factory("gpt-4o-mini", client=AsyncOpenAI(base_url=url, api_key="x"))
    metrics = [
        MC.Faithfulness(llm=judge),
        MC.ContextPrecisionWithReference(llm=judge),
        MC.ContextRecall(llm=judge),
        MC.AnswerRelevancy(llm=judge, embeddings=HashEmbeddings()),
    ]
    data = rows(n)
    return lambda: evaluate(data, metrics, run_config=RunConfig(max_workers=workers), show_progress=False)


def bodies_of(run):
    """The request bodies a run sends."""
    from ragas.llms.openai_compatible import OpenAICompatible

    bodies, make = [], OpenAICompatible._body

    def keep(self, *args):
        bodies.append(make(self, *args))
        return bodies[-1]

    OpenAICompatible._body = keep
    try:
        run()
    finally:
        OpenAICompatible._body = make
    return bodies


async def replay(bodies, url, workers):
    from openai import AsyncOpenAI

    async with AsyncOpenAI(base_url=url, api_key="x", max_retries=0) as client:
        left = iter(bodies)

        async def work():
            for body in left:
                await client.chat.completions.create(**body)

        await asyncio.gather(*(work() for _ in range(workers)))


def child(kind, n, workers, url):
    out = {"kind": kind}
    if kind == "sdk":
        bodies = bodies_of(evaluation(n, url, workers))
        asyncio.run(replay(bodies[:50], url, workers))
        with C.Meter() as m:
            asyncio.run(replay(bodies, url, workers))
        out["calls"] = len(bodies)
    else:
        evaluation(10, url, workers)()
        run = evaluation(n, url, workers)
        with C.Meter() as m:
            result = run()
        out["calls"] = result.usage["runner"]["sent"]
        out["lost"] = len(result.failures())
    print(json.dumps({**out, **m.dict()}))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--rows", type=int, default=1000)
    ap.add_argument("--workers", default="16,64")
    ap.add_argument("--latency-ms", type=float, default=50)
    ap.add_argument("--json")
    ap.add_argument("--child", nargs=4)
    a = ap.parse_args()
    if a.child:
        return child(a.child[0], int(a.child[1]), int(a.child[2]), a.child[3])
    machine, out = C.machine(), []
    with C.FakeServer("--latency-ms", a.latency_ms) as s:
        for workers in map(int, a.workers.split(",")):
            got = {}
            for kind in ("sdk", "evaluate"):
                s.reset()
                args = ["--child", kind, a.rows, workers, s.url]
                rc, v, err = C.run_child([str(C.HERE / "bench_overhead.py"), *map(str, args)], timeout=600)
                if not v:
                    sys.exit(f"{kind}: rc {rc}\n{err}")
                got[kind] = v
                print(json.dumps(v), file=sys.stderr, flush=True)
            sdk, ours = got["sdk"], got["evaluate"]
            latency_s = ours["calls"] * a.latency_ms / 1000 / workers
            bound = max(latency_s, ours["cpu_s"])
            out.append(
                {
                    "workers": workers,
                    "calls": ours["calls"],
                    "cpu_ms": round(1000 * ours["cpu_s"] / ours["calls"], 2),
                    "sdk_cpu_ms": round(1000 * sdk["cpu_s"] / sdk["calls"], 2),
                    "added_ms": round(
                        1000 * (ours["cpu_s"] / ours["calls"] - sdk["cpu_s"] / sdk["calls"]), 2
                    ),
                    "wall_s": ours["wall_s"],
                    "latency_s": round(latency_s, 2),
                    "cpu_s": ours["cpu_s"],
                    "wall/bound": round(ours["wall_s"] / bound, 2),
                    "lost": ours["lost"],
                    "load1": ours["load1"],
                }
            )
    C.table(out, list(out[0]), f"{a.rows} rows x 4 metrics, latency {a.latency_ms:g} ms")
    C.save(a.json, {"machine": machine, "versions": C.versions(), "rows": out})


if __name__ == "__main__":
    main()
