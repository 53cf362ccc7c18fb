#!/usr/bin/env python3
"""An evaluation against a server that misbehaves, beside the same one against a server that does not.

  VENV/bin/python bench_faults.py [--rows 200] [--timeout-s 1] [--seeds 7,8,9] [--json out.json]

Faults per chat request: --p429 0.20 (429 with Retry-After), --pmal 0.05 (half of the JSON text), --phang 0.02 (never
answers). Metrics: faithfulness and context recall through evaluate() with llm_factory(AsyncOpenAI), RunConfig(timeout).
`asked_s` is what the server asked to wait, over all refusals, shared by the workers. `bound_s` = 2 x the wall time
without faults + asked_s. `lost` counts cells without a score, `order` says whether row n of the result is row n of the data.
Runs with Ragas 0.4.3, too: the statements are the same. There, hangs end at the timeout of the client, which is set to
the same value.
"""

import argparse, json, sys, warnings

warnings.simplefilter("ignore")
import common as C
from bench_eval import rows


def child(n, url, timeout_s, client_timeout_s):
    from openai import AsyncOpenAI
    from ragas import EvaluationDataset, evaluate
    from ragas.llms import llm_factory
    from ragas.metrics import context_recall, faithfulness
    from ragas.run_config import RunConfig

    data = rows(n)
    own = {"timeout": client_timeout_s} if client_timeout_s else {}
    llm = llm_factory("gpt-4o-mini", client=AsyncOpenAI(base_url=url, api_key="x", **own))
    config = RunConfig(timeout=timeout_s) if timeout_s else RunConfig()
    out = {}
    with C.Meter() as m:
        try:
            result = evaluate(
                EvaluationDataset.from_list(data),
                metrics=[faithfulness, context_recall],
                llm=llm,
                run_config=config,
                show_progress=False,
            )
        except Exception as error:
            out["error"] = f"{type(error).__name__}: {str(error)[:200]}"
    if "error" not in out:
        frame = result.to_pandas()
        out["lost"] = int(frame[["faithfulness", "context_recall"]].isna().sum().sum())
        out["order"] = list(frame["user_input"]) == [row["user_input"] for row in data]
        usage = getattr(result, "usage", None) or {}
        out["runner"] = usage.get("runner")
    print(json.dumps({**out, **m.dict()}))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--rows", type=int, default=200)
    ap.add_argument("--latency-ms", type=float, default=50)
    ap.add_argument("--p429", type=float, default=0.20)
    ap.add_argument("--retry-after-s", type=float, default=1)
    ap.add_argument("--pmal", type=float, default=0.05)
    ap.add_argument("--phang", type=float, default=0.02)
    ap.add_argument("--timeout-s", type=float, default=1, help="RunConfig(timeout=...); 0: its default")
    ap.add_argument(
        "--client-timeout-s", type=float, default=0, help="AsyncOpenAI(timeout=...); 0: its default"
    )
    ap.add_argument("--workers", type=int, default=16, help="what RunConfig() has")
    ap.add_argument("--seeds", default="7")
    ap.add_argument("--case-limit-s", type=int, default=600)
    ap.add_argument("--json")
    ap.add_argument("--child", nargs=4)
    a = ap.parse_args()
    if a.child:
        n, url, timeout_s, client_timeout_s = a.child
        return child(int(n), url, float(timeout_s), float(client_timeout_s))
    machine, out, clean = C.machine(), [], None
    faulty = {"rate429": a.p429, "malformed": a.pmal, "hang": a.phang, "retry_after": a.retry_after_s}
    none = dict.fromkeys(faulty, 0)
    cases = [("none", none, 7)] + [("faults", faulty, int(seed)) for seed in a.seeds.split(",")]
    with C.FakeServer("--latency-ms", a.latency_ms) as s:
        for name, faults, seed in cases:
            s.reset(**faults, seed=seed)
            args = ["--child", a.rows, s.url, a.timeout_s, a.client_timeout_s]
            rc, v, err = C.run_child(
                [str(C.HERE / "bench_faults.py"), *map(str, args)], timeout=a.case_limit_s
            )
            st = s.stats()
            row = v or {"error": f"rc {rc}: " + (err.strip().splitlines() or ["?"])[-1][:200]}
            row = {"case": name, "seed": seed, **row}
            row.update({key: st[key] for key in ("chat", "ok", "s429", "malformed", "hang")})
            row["asked_s"] = round(st["s429"] * faults["retry_after"] / a.workers, 1)
            if name == "none":
                clean = row.get("wall_s")
            elif clean:
                row["bound_s"] = round(2 * clean + row["asked_s"], 1)
            out.append(row)
            print(json.dumps(row), file=sys.stderr, flush=True)
    columns = "case seed wall_s bound_s asked_s cpu_s lost order chat s429 malformed hang load1 error"
    C.table(out, columns.split(), f"{a.rows} rows x 2 metrics, timeout {a.timeout_s:g} s")
    C.save(a.json, {"machine": machine, "versions": C.versions(), "settings": vars(a), "rows": out})


if __name__ == "__main__":
    main()
