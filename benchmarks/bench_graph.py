#!/usr/bin/env python3
"""Knowledge graphs of growing size: relationship builders, searches, files.

python benchmarks/bench_graph.py [--ops cosine,jaccard,...] [--sizes 200,1500] [--limit-s 60] [--json new.json]
python benchmarks/bench_graph.py --tables new.json[,more.json] [--old old.json] [--others new.json:old.json]
    [--out benchmarks/graph.md]

Each (operation, size) runs in a fresh process; sizes grow until one takes longer than the limit. It runs under Ragas
0.4.3 too, and its address space is limited. The growth is log(t2/t1)/log(n2/n1) of CPU time between the last two sizes: 1 is linear, 2 quadratic.
"""

import argparse, asyncio, gc, hashlib, json, math, os, random, resource, sys, tempfile, time, warnings
from pathlib import Path

warnings.simplefilter("ignore")
import common as C

# operation: (what it is, sizes)
OPS = {
    "product": (
        "all cosines of n vectors of 384 numbers, in blocks of 1024, and nothing else",
        [1000, 2000, 4000],
    ),
    "cosine": ("CosineSimilarityBuilder, 384 numbers, about 10 relationships a node", [1000, 2000, 4000]),
    "cosine-dense": ("the same, half of the pairs over the threshold", [500, 1000, 2000]),
    "jaccard": ("JaccardSimilarityBuilder, 8 entities a node", [500, 1000, 4000]),
    "overlap": ("OverlapScoreBuilder, 8 entities a node", [200, 500, 1000, 2000, 4000]),
    "pairs-30": ("find_two_nodes_single_rel, 30 % of the pairs linked", [200, 500, 1500]),
    "n-clusters-30": ("find_n_indirect_clusters(100), 30 % of the pairs linked", [50, 100, 200, 500, 1500]),
    "clusters-30": ("find_indirect_clusters, 30 % of the pairs linked", [50, 100, 200, 500, 1500]),
    "clusters-sparse": ("find_indirect_clusters, communities of 20", [1000, 4000, 16000]),
    "clusters-clique": (
        "find_n_indirect_clusters(50), n nodes all linked, paths through all of them",
        [7, 8, 9, 10, 11, 14],
    ),
    "save": ("save, 384 numbers a node", [1000, 4000, 8000]),
    "load": ("load, 384 numbers a node", [1000, 4000, 8000]),
    "remove-node": ("remove_node, 100 times", [1000, 4000]),
    "get-by-id": ("get_node_by_id, every node", [1000, 4000, 16000]),
}


def kg(n, emb=0, ents=0, rel="none", dense=False):
    import numpy as np
    from ragas.testset.graph import KnowledgeGraph, Node, NodeType, Relationship

    r, g = random.Random(1), np.random.default_rng(1)
    centers = g.normal(size=(max(2, n // 20), emb)) if emb else None
    base = g.normal(size=emb) if emb else None
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = [
        "".join(r.choice(letters) for _ in range(r.randrange(5, 14))).title() for _ in range(max(80, 2 * n))
    ]
    nodes = []
    for i in range(n):
        p = {"page_content": f"text of node {i} " * 20}
        if emb and dense:
            p["embedding"] = (base + (0.3 if i % 10 < 7 else 6) * g.normal(size=emb)).tolist()
        elif emb:
            p["embedding"] = (centers[i % len(centers)] + 0.2 * g.normal(size=emb)).tolist()
        if ents:
            p["entities"] = r.sample(names, ents)
        nodes.append(Node(properties=p, type=NodeType.CHUNK))
    k = KnowledgeGraph(nodes=nodes)
    gc.disable()  # building the graph is no part of the measure
    pairs = []
    if rel == "sparse":  # communities of 20, about 2 edges a node
        for i in range(n):
            for _ in range(2):
                j = i // 20 * 20 + r.randrange(20)
                if j != i and j < n:
                    pairs.append((i, j))
    elif rel == "30":
        pairs = [(i, j) for i in range(n) for j in range(i + 1, n) if r.random() < 0.3]
    elif rel == "clique":
        pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    k.relationships.extend(
        Relationship(
            source=nodes[a], target=nodes[b], type="sim", properties={"sim": 0.9}, bidirectional=True
        )
        for a, b in pairs
    )
    gc.enable()
    return k


def operation(op, n):
    """What is measured, as a function that returns what it made."""
    from ragas.testset.graph import KnowledgeGraph

    if op == "product":
        import numpy as np

        v = np.array([x.properties["embedding"] for x in kg(n, emb=384).nodes])
        v /= np.linalg.norm(v, axis=1, keepdims=True)
        return lambda: sum(
            float((v[a : a + 1024] @ v[b : b + 1024].T)[0, 0])
            for a in range(0, n, 1024)
            for b in range(0, n, 1024)
        )
    if op in ("cosine", "cosine-dense"):
        from ragas.testset.transforms.relationship_builders.cosine import CosineSimilarityBuilder as Builder

        k = kg(n, emb=384, dense=op != "cosine")
        return lambda: asyncio.run(Builder(threshold=0.8).transform(k))
    if op in ("jaccard", "overlap"):
        from ragas.testset.transforms.relationship_builders import traditional as T

        k = kg(n, ents=8)
        builder = T.JaccardSimilarityBuilder(threshold=0.1) if op == "jaccard" else T.OverlapScoreBuilder()
        return lambda: asyncio.run(builder.transform(k))
    if op.endswith("-30"):
        k = kg(n, rel="30")
        return {
            "pairs-30": lambda: k.find_two_nodes_single_rel(),
            "n-clusters-30": lambda: k.find_n_indirect_clusters(100),
            "clusters-30": lambda: k.find_indirect_clusters(),
        }[op]
    if op == "clusters-sparse":
        k = kg(n, rel="sparse")
        return lambda: k.find_indirect_clusters()
    if op == "clusters-clique":
        k = kg(n, rel="clique")
        return lambda: k.find_n_indirect_clusters(50, depth_limit=n)
    if op == "remove-node":
        k = kg(n, rel="sparse")
        return lambda: [k.remove_node(v) for v in list(k.nodes[:100])]
    if op == "get-by-id":
        k = kg(n)
        return lambda: [k.get_node_by_id(x.id) for x in k.nodes]
    k, path = kg(n, emb=384, rel="sparse"), os.path.join(tempfile.mkdtemp(), "kg.json")
    if op == "save":
        return lambda: (k.save(path), range(os.path.getsize(path)))[1]
    k.save(path)
    return lambda: KnowledgeGraph.load(path).nodes


def fingerprint(found, op):
    """Clusters as places in the graph, to tell whether two runs found the same."""
    if not op.endswith("-30") or op.startswith("pairs"):
        return None
    words = [
        node.properties["page_content"].split()[3]
        for cluster in found
        for node in sorted(cluster, key=lambda node: int(node.properties["page_content"].split()[3]))
    ]
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:8]


def child(op, n, memory_gb):
    resource.setrlimit(resource.RLIMIT_AS, (int(memory_gb * 2**30), int(memory_gb * 2**30)))
    try:
        measured(op, n)
    except MemoryError:  # its traceback may not fit either
        os.write(2, f"\nover {memory_gb:g} GB\n".encode())
        os._exit(1)


def measured(op, n):
    run = operation(op, n)
    if "clusters" in op:  # importing a package on first use is no part of the measure
        try:
            kg(20, rel="sparse").find_indirect_clusters()
        except Exception:
            pass
    if op.startswith("cosine"):
        import numpy as np

        np.ones((300, 300)) @ np.ones((300, 300))
    with C.Meter() as m:
        out = run()
    size = len(out) if hasattr(out, "__len__") else 1
    print(json.dumps({**m.dict(), "result": size, "same": fingerprint(out, op)}))


def measure(a):
    mach, out, begun = C.machine(), [], time.time()
    for op in a.ops.split(","):
        prev = None
        for n in a.sizes or OPS[op][1]:
            if time.time() - begun > a.budget_s:
                out.append({"op": op, "n": n, "error": "not run"})
                break
            runs = []
            for _ in range(a.repeats):
                rc, v, err = C.run_child(
                    [str(C.HERE / "bench_graph.py"), "--memory-gb", str(a.memory_gb), "--child", op, str(n)],
                    timeout=a.limit_s + 30,
                )
                runs.append((rc, v, err))
                if not (v and "wall_s" in v) or v["wall_s"] > 20:
                    break
            row = {"op": op, "n": n}
            good = [v for _, v, _ in runs if v and "wall_s" in v]
            if good:
                v = min(good, key=lambda one: one["cpu_s"])
                row.update(
                    wall_s=min(one["wall_s"] for one in good),
                    cpu_s=v["cpu_s"],
                    peak_mb=v["peak_rss_mb"],
                    grew_mb=round(v["peak_rss_mb"] - v["rss_before_mb"], 1),
                    result=v["result"],
                )
                marks = {one["same"] for one in good}
                if len(good) > 1 and None not in marks:
                    row["same"] = len(marks) == 1
                if prev and prev[1] > 0.02 and v["cpu_s"] > 0.02:
                    row["growth"] = round(math.log(v["cpu_s"] / prev[1]) / math.log(n / prev[0]), 2)
                prev = (n, v["cpu_s"])
            else:
                rc, _, err = runs[-1]
                row["error"] = (
                    f"stopped after {a.limit_s + 30:.0f} s"
                    if rc == 124
                    else (err.strip().splitlines() or ["?"])[-1][:60]
                )
            out.append(row)
            print(row, file=sys.stderr, flush=True)
            C.save(a.json, {"machine": mach, "versions": C.versions(), "rows": out})
            if "error" in row and not row["error"].startswith("IndexError"):
                break
            if row.get("wall_s", 0) > a.limit_s:
                break
    C.table(
        out,
        ["op", "n", "wall_s", "cpu_s", "growth", "grew_mb", "peak_mb", "result", "same", "error"],
        "graphs",
    )


def read(names):
    """The rows of result files by operation and size, later files over earlier ones; and the machine."""
    about, rows = {}, {}
    for name in filter(None, names.split(",")):
        about = json.loads(Path(name).read_text())
        rows.update({(r["op"], r["n"]): r for r in about["rows"] if r.get("error") != "not run"})
    return about, rows


def tables(a):
    new, at = read(a.tables)
    _, beside = read(a.old or "")
    lines = [
        "# Knowledge graphs",
        "",
        "CPU seconds by number of nodes, in a fresh process each, the graph made beforehand; the best of two where it is short.",
        "*grows* is the exponent between the last two sizes: 1 is linear, 2 quadratic. *adds* is the memory that it takes at its",
        "peak, the result included. An empty field was not measured. The seconds in the first table are wall time.",
        "",
        "Made by `benchmarks/bench_graph.py`.",
        "",
    ]
    ratio = at["cosine", 4000]["cpu_s"] / at["product", 4000]["cpu_s"]
    lines += ["| what | asked | measured |", "|---|---|---|"]
    lines += [f"| cosine builder on 4,000 nodes, of one blocked product of all pairs | 1.5 | {ratio:.2f} |"]
    for op in ("jaccard", "overlap"):
        both = [n for n in OPS[op][1] if n <= 1000 and "cpu_s" in beside.get((op, n), {}) and (op, n) in at]
        if both:
            n = max(both)
            times = beside[op, n]["cpu_s"] / at[op, n]["cpu_s"]
            lines += [f"| {op} builder on {n:,} nodes, faster than 0.4.3 | 20 times | {times:.0f} times |"]
    for op in ("pairs-30", "n-clusters-30", "clusters-30"):
        r, o = at[op, 1500], beside.get((op, 1500), {})
        same = {True: ", the same from two builds with other ids", None: "", False: ", NOT the same"}[
            r.get("same")
        ]
        lines += [
            f"| {OPS[op][0].split(',')[0]}, 1,500 nodes, 30 % of the pairs linked | 60 s, 2 GB | "
            f"{r['wall_s']:.1f} s, {r['peak_mb'] / 1024:.2f} GB with the graph{same}{old_search(r, o)} |"
        ]
    lines += ["", "| operation | nodes | 0.5 | grows | adds MB | result | 0.4.3 | adds MB | result |"]
    lines += ["|---|---|---|---|---|---|---|---|---|"]
    for op, (what, sizes) in OPS.items():
        for n in sizes:
            r, o = at.get((op, n), {}), beside.get((op, n), {})
            if not (r or o):
                continue
            cell = lambda x: seconds(x["cpu_s"]) if "cpu_s" in x else reason(x)
            lines.append(
                f"| {what if n == sizes[0] else ''} | {n:,} | {cell(r)} | {r.get('growth', '') if n == sizes[-1] else ''} | "
                f"{r.get('grew_mb', '')} | {shown(r, op)} | {cell(o)} | {o.get('grew_mb', '')} | {shown(o, op)} |"
            )
    m = new["machine"]
    if a.others:
        lines += ["", *others(*a.others.split(":"))]
    lines += [
        "",
        f"{m['cores']} cores ({m['cpu']}) with about ten other processes on them, Python {m['python']}, numpy {new['versions'].get('numpy')}.",
        "`find_indirect_clusters` gives at most 20,000 clusters unless asked for more. Scores, files and clusters of 0.4.3",
        "differ where [its rules](../docs/knowledge-graph.md) do, so the results do too: where 30 % of the pairs are linked,",
        "its `find_indirect_clusters` comes back with nothing at any size. A run was stopped after 300 s or at 8 GB; only",
        "0.4.3's search for paths through 11 nodes was.",
        "",
    ]
    text = "\n".join(lines)
    Path(a.out).write_text(text) if a.out else print(text)


def old_search(r, o):
    """How 0.4.3 did in the same search, in words."""
    if "cpu_s" not in o:
        return f"; 0.4.3: {reason(o)}" if o else ""
    return (
        f"; 0.4.3: {o['cpu_s'] / r['cpu_s']:.1f} times the CPU time, {o['peak_mb'] / 1024:.2f} GB, "
        f"{o['result']:,} found where 0.5 finds {r['result']:,}"
    )


OTHERS = {
    "cosine": "CosineSimilarityBuilder",
    "cosine-dense": "the same, half of the pairs over the threshold",
    "jaccard": "JaccardSimilarityBuilder",
    "overlap": "OverlapScoreBuilder",
    "clusters-sparse": "find_indirect_clusters, communities of 20",
    "clusters-dense": "find_indirect_clusters, one community, 30 relationships a node",
    "clusters-depth": "find_indirect_clusters, 40 cliques of 12, by depth",
    "n-clusters-dense": "find_n_indirect_clusters(50), one community, 30 relationships a node",
    "two-nodes": "find_two_nodes_single_rel, communities of 20",
    "save": "save",
    "load": "load",
    "remove-node": "remove_node, 100 times",
    "get-by-id": "get_node_by_id, every node",
}
"""Of a benchmark with the same operations on graphs of other kinds and sizes."""


def others(new, old):
    """A table of ratios from the results of that other benchmark."""
    (_, at), (_, beside) = read(new), read(old)
    yield "The same operations in graphs of other kinds and sizes, up to 60 s each. Under 0.05 s no ratio is given."
    yield ""
    yield "| operation | nodes | 0.5 | 0.4.3 | times faster | result | of 0.4.3 |"
    yield "|---|---|---|---|---|---|---|"
    last = ""
    for op, n in dict.fromkeys([*at, *beside]):
        r, o = at.get((op, n), {}), beside.get((op, n), {})
        cell = lambda x: seconds(x["cpu_s"]) if "cpu_s" in x else reason(x)
        both = "cpu_s" in r and "cpu_s" in o and max(r["cpu_s"], o["cpu_s"]) >= 0.05
        times = f"{o['cpu_s'] / max(r['cpu_s'], 0.001):.1f}" if both else ""
        what, last = ("" if op == last else OTHERS.get(op, op)), op
        yield f"| {what} | {n:,} | {cell(r)} | {cell(o)} | {times} | {shown(r, op)} | {shown(o, op)} |"


def seconds(value):
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


def reason(row):
    text = row.get("error", "")
    if text.startswith(("stopped", "over 8 GB")):
        return text
    if text.startswith("not run, "):
        return text.removeprefix("not run, ").replace("by growth", "by its growth, not run")
    return "out of time" if text.startswith("over") else "fails" if text and text != "not run" else ""


def shown(row, op):
    if "result" not in row or op == "product":
        return ""
    return f"{row['result'] / 1e6:.0f} MB" if op == "save" else f"{row['result']:,}"


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--ops", default=",".join(OPS))
    ap.add_argument("--sizes", type=lambda text: [int(one) for one in text.split(",")])
    ap.add_argument("--limit-s", type=float, default=60)
    ap.add_argument("--memory-gb", type=float, default=8, help="address space of a process")
    ap.add_argument("--budget-s", type=float, default=900, help="start nothing new after this")
    ap.add_argument("--repeats", type=int, default=2)
    ap.add_argument("--json")
    ap.add_argument("--child", nargs=2)
    ap.add_argument("--tables")
    ap.add_argument("--old")
    ap.add_argument("--others")
    ap.add_argument("--out")
    a = ap.parse_args()
    if a.child:
        return child(a.child[0], int(a.child[1]), a.memory_gb)
    return tables(a) if a.tables else measure(a)


if __name__ == "__main__":
    main()
