#!/usr/bin/env python3
"""Fake OpenAI-compatible server (standard library only, one asyncio process).

  fake_server.py [--port 0] [--latency-ms 50] [--rate429 0] [--rate500 0] [--malformed 0] [--hang 0] ...

Prints one line `PORT <n>` once it listens.  Serves
  POST /v1/chat/completions   tool calls, response_format json_schema/json_object, schema-in-the-prompt, plain text; n>1
  POST /v1/embeddings         float and base64 encodings, deterministic unit vectors
  GET  /stats                 counters;   GET /log  one record a chat/embedding request (with --log)
  POST /reset                 zero the counters; a JSON body changes any setting (latency_ms, rate429, list_len, ...)

Answers are a valid instance of whatever JSON schema the request carries: lists are list_len long,
booleans true, integers 1 (0 for *noncommittal*), clipped into their bounds; enums take the first
value (or "1" when offered).  So verdict lists agree with the statement lists that produced them.
Faults are drawn with a seeded generator in request order: 429 (with Retry-After when --retry-after
is set), 500, malformed (half of the JSON text, cut), hang (no answer for hang_s seconds).
Tokens are counted as characters / 4 (tiktoken needs a download).
"""

import argparse, asyncio, base64, hashlib, json, os, random, re, struct, sys, time

DEC = json.JSONDecoder()


class State:
    def __init__(self, a):
        self.cfg = {
            "latency_ms": a.latency_ms,
            "emb_latency_ms": a.emb_latency_ms,
            "jitter_ms": a.jitter_ms,
            "rate429": a.rate429,
            "rate500": a.rate500,
            "malformed": a.malformed,
            "hang": a.hang,
            "hang_s": a.hang_s,
            "retry_after": a.retry_after,
            "list_len": a.list_len,
            "emb_dim": a.emb_dim,
            "log": a.log,
            "max_conc": a.max_conc,
            "text": a.text,
            "rpm": 0,
            "markers": [],
            "faults_on_embeddings": False,
        }
        self.seed = a.seed
        self.reset()

    def reset(self):
        self.rng = random.Random(self.seed)
        self.n = dict(
            chat=0,
            choices=0,
            embed_requests=0,
            embed_texts=0,
            ok=0,
            s429=0,
            s500=0,
            malformed=0,
            hang=0,
            aborted=0,
            prompt_tokens=0,
            completion_tokens=0,
            embed_tokens=0,
            prompt_chars=0,
            no_schema=0,
            connections=0,
        )
        self.cur = self.peak = self.cur_all = self.peak_all = 0
        self.busy = 0.0
        self.t_first = self.t_last = None
        self.records = []
        self.windows = []


def resolve(schema, root):
    seen = 0
    while isinstance(schema, dict) and "$ref" in schema and seen < 20:
        node = root
        for part in schema["$ref"].lstrip("#/").split("/"):
            node = node.get(part, {}) if isinstance(node, dict) else {}
        schema, seen = node, seen + 1
    return schema if isinstance(schema, dict) else {}


TAG = ""  # short hash of the prompt, put into every generated string: other prompts get other statements


def make(schema, root, name="", n=3, depth=0, idx=0):
    s = resolve(schema, root)
    if depth > 12:
        return None
    if "const" in s:
        return s["const"]
    if "enum" in s:
        return "1" if "1" in s["enum"] else s["enum"][0]
    for k in ("anyOf", "oneOf"):
        if k in s:
            opts = [resolve(o, root) for o in s[k]]
            opts = [o for o in opts if o.get("type") != "null"] or opts
            return make(opts[0], root, name, n, depth + 1, idx)
    if "allOf" in s:
        merged = {}
        for o in s["allOf"]:
            merged.update(resolve(o, root))
        return make(merged, root, name, n, depth + 1, idx)
    t = s.get("type")
    if isinstance(t, list):
        t = next((x for x in t if x != "null"), "null")
    if t is None and "properties" in s:
        t = "object"
    if t == "object":
        props = s.get("properties") or {}
        if props:
            return {k: make(v, root, k, n, depth + 1, idx) for k, v in props.items()}
        ap = s.get("additionalProperties")
        if isinstance(ap, dict):
            return {f"key{i + 1}": make(ap, root, f"key{i + 1}", n, depth + 1, i) for i in range(n)}
        return {}
    if t == "array":
        k = n
        if "maxItems" in s:
            k = min(k, s["maxItems"])
        if name == "chunks":  # which chunks support a statement: the first, which is always there
            k = 1
        k = max(k, s.get("minItems", 0))
        if "prefixItems" in s:
            return [make(x, root, name, n, depth + 1, i) for i, x in enumerate(s["prefixItems"])]
        return [make(s.get("items", {"type": "string"}), root, name, n, depth + 1, i) for i in range(k)]
    if t in ("integer", "number"):
        v = 0 if "noncommittal" in name.lower() else (2 if name.lower() == "rating" else 1)
        if name.lower() in (
            "number",
            "id",
            "index",
            "chunks",
        ):  # items that refer to numbered input: 1, 2, 3, ...
            v = idx + 1
        lo, hi = s.get("minimum", s.get("exclusiveMinimum")), s.get("maximum", s.get("exclusiveMaximum"))
        if lo is not None:
            v = max(v, lo)
        if hi is not None:
            v = min(v, hi)
        return v if t == "integer" else float(v)
    if t == "boolean":
        return "noncommittal" not in name.lower()
    if t == "null":
        return None
    return f"{name or 'text'} number {idx + 1} of the fake judge {TAG}"


def schemas_in_text(text):
    """JSON-schema objects written out in a prompt, in order."""
    out, i = [], 0
    if '"properties"' not in text and '"type"' not in text:
        return out
    while True:
        i = text.find("{", i)
        if i < 0:
            return out
        # cheap look-ahead: a schema's first keys come close to the brace
        try:
            obj, end = DEC.raw_decode(text, i)
        except ValueError:
            i += 1
            continue
        if (
            isinstance(obj, dict)
            and ("properties" in obj or "$defs" in obj or ("$ref" in obj))
            and ("type" in obj or "$defs" in obj or "properties" in obj)
        ):
            out.append(obj)
        i = end


def text_of(messages):
    parts = []
    for m in messages:
        c = m.get("content")
        if isinstance(c, str):
            parts.append(c)
        elif isinstance(c, list):
            parts.extend(x.get("text", "") for x in c if isinstance(x, dict))
    return "\n".join(parts)


CACHE = {}


def answer(body, st):
    """-> (message dict, finish_reason, schema title, content text)"""
    global TAG
    n = st.cfg["list_len"]
    TAG = hashlib.sha1(text_of(body.get("messages", [])).encode()).hexdigest()[:6]
    tools = body.get("tools") or [{"function": f} for f in body.get("functions") or []]
    if tools:
        fn = tools[0]["function"]
        tc = body.get("tool_choice")
        if isinstance(tc, dict) and "function" in tc:
            fn = next((t["function"] for t in tools if t["function"]["name"] == tc["function"]["name"]), fn)
        args = json.dumps(make(fn.get("parameters", {}), fn.get("parameters", {}), n=n))
        return "tool", fn["name"], args
    rf = body.get("response_format") or {}
    text = text_of(body.get("messages", []))
    if rf.get("type") == "json_schema":
        sc = rf["json_schema"].get("schema", {})
        return "text", rf["json_schema"].get("name") or sc.get("title", "?"), json.dumps(make(sc, sc, n=n))
    found = None
    # instructor's JSON mode and both of the peer's prompt styles write the schema into a message
    for m in body.get("messages", []):
        if m.get("role") == "system":
            hits = schemas_in_text(text_of([m]))
            if hits:
                found = hits[-1]
                break
    if found is None:
        hits = schemas_in_text(text)
        found = hits[-1] if hits else None
    if found is not None:
        i = text.rfind('"output_string"')
        if (
            i >= 0 and '"prompt_value"' in text
        ):  # the peer's repair prompt: a good judge returns the repaired JSON as a string
            try:
                inner = schemas_in_text(DEC.raw_decode(text, text.rfind("{", 0, i))[0]["prompt_value"])
                fixed = json.dumps(make(inner[-1], inner[-1], n=n))
                return "text", "repair", json.dumps({next(iter(found.get("properties", {"text": 0}))): fixed})
            except (ValueError, KeyError, IndexError):
                pass
        return "text", found.get("title", "?"), json.dumps(make(found, found, n=n))
    st.n["no_schema"] += 1
    if rf.get("type") == "json_object":
        return "text", "json_object", json.dumps({"text": "fake", "verdict": 1})
    return "text", "plain", st.cfg["text"]


def vector(text, dim):
    h = hashlib.sha256(text.encode()).digest()
    r = random.Random(h)
    v = [r.random() + 0.1 for _ in range(dim)]
    s = sum(x * x for x in v) ** 0.5
    return [x / s for x in v]


class Server:
    def __init__(self, st):
        self.st = st
        self.vec = {}

    async def handle(self, rd, wr):
        st = self.st
        st.n["connections"] += 1
        try:
            while True:
                head = await rd.readuntil(b"\r\n\r\n")
                lines = head.split(b"\r\n")
                method, path, _ = lines[0].decode().split(" ", 2)
                size = 0
                for ln in lines[1:]:
                    if ln[:15].lower() == b"content-length:":
                        size = int(ln[15:])
                body = await rd.readexactly(size) if size else b""
                code, data, extra = await self.route(method, path, body)
                if code is None:
                    break
                wr.write(
                    b"HTTP/1.1 %d X\r\ncontent-type: application/json\r\ncontent-length: %d\r\n%s\r\n"
                    % (code, len(data), extra)
                    + data
                )
                await wr.drain()
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError, BrokenPipeError):
            pass
        finally:
            wr.close()

    async def route(self, method, path, body):
        st = self.st
        path = path.split("?")[0]
        if path == "/stats":
            d = dict(
                st.n,
                max_concurrency_chat=st.peak,
                max_concurrency=st.peak_all,
                busy_s=round(st.busy, 3),
                span_s=round((st.t_last or 0) - (st.t_first or 0), 3),
                cpu_s=round(time.process_time(), 3),
                cfg=st.cfg,
            )
            return 200, json.dumps(d).encode(), b""
        if path == "/log":
            return 200, json.dumps(st.records).encode(), b""
        if path == "/reset":
            st.reset()
            if body:
                d = json.loads(body)
                st.seed = d.pop("seed", st.seed)
                st.cfg.update(d)
                st.reset()
            return 200, b"{}", b""
        req = json.loads(body)
        now = time.monotonic()
        st.t_first = st.t_first or now
        chat = path.endswith("/chat/completions")
        st.cur_all += 1
        st.peak_all = max(st.peak_all, st.cur_all)
        if chat:
            st.cur += 1
            st.peak = max(st.peak, st.cur)
        try:
            return await (self.chat(req, body) if chat else self.embed(req))
        finally:
            st.cur_all -= 1
            if chat:
                st.cur -= 1
            st.t_last = time.monotonic()
            st.busy += st.t_last - now

    async def pause(self, ms):
        j = self.st.cfg["jitter_ms"]
        await asyncio.sleep(max(0.0, ms + (self.st.rng.uniform(-j, j) if j else 0)) / 1000)

    def fault(self):
        c, r = self.st.cfg, self.st.rng.random()
        for k in ("rate429", "rate500", "hang", "malformed"):
            if r < c[k]:
                return k
            r -= c[k]
        return None

    async def chat(self, req, raw):
        st, c = self.st, self.st.cfg
        st.n["chat"] += 1
        seq = st.n["chat"]
        f = self.fault()
        if c["rpm"]:  # a real limiter: at most rpm requests in any sliding minute (scaled by rpm_window_s)
            win = c.get("rpm_window_s", 60)
            t = time.monotonic()
            st.windows = [x for x in st.windows if t - x < win]
            if len(st.windows) >= c["rpm"]:
                f = "rate429"
            else:
                st.windows.append(t)
        text = text_of(req.get("messages", []))
        ptok = max(1, len(text) // 4)
        if f == "rate429":
            st.n["s429"] += 1
            await self.pause(min(5, c["latency_ms"]))
            extra = f"retry-after: {c['retry_after']:g}\r\n".encode() if c["retry_after"] else b""
            return (
                429,
                b'{"error":{"message":"Rate limit reached (fake)","type":"requests","code":"rate_limit_exceeded"}}',
                extra,
            )
        if f == "rate500":
            st.n["s500"] += 1
            await self.pause(c["latency_ms"])
            return 500, b'{"error":{"message":"server had an error (fake)","type":"server_error"}}', b""
        if f == "hang":
            st.n["hang"] += 1
            await asyncio.sleep(c["hang_s"])
            return None, b"", b""
        await self.pause(c["latency_ms"])
        key = hashlib.sha1(raw).digest()
        hit = CACHE.get((key, c["list_len"]))
        if hit is None:
            hit = answer(req, st)
            if len(CACHE) < 50000:
                CACHE[(key, c["list_len"])] = hit
        kind, title, out = hit
        n = int(req.get("n") or 1)
        if f == "malformed":
            st.n["malformed"] += 1
            out = out[: max(1, len(out) // 2)]
        ctok = max(1, len(out) // 4) * n
        st.n["ok"] += 1
        st.n["choices"] += n
        st.n["prompt_tokens"] += ptok
        st.n["prompt_chars"] += len(text)
        st.n["completion_tokens"] += ctok
        if c["log"]:
            st.records.append(
                {
                    "kind": "chat",
                    "seq": seq,
                    "title": title,
                    "sha": hashlib.sha1(text.encode()).hexdigest()[:16],
                    "n": n,
                    "prompt_tokens": ptok,
                    "completion_tokens": ctok,
                    "markers": [m for m in c["markers"] if m in text],
                    "temperature": req.get("temperature"),
                    "t": round(time.monotonic(), 4),
                }
            )
        if kind == "tool":
            msg = {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {"id": f"call_{seq}", "type": "function", "function": {"name": title, "arguments": out}}
                ],
            }
            fin = "tool_calls" if not isinstance(req.get("tool_choice"), dict) else "stop"
        else:
            msg, fin = {"role": "assistant", "content": out}, "stop"
        d = {
            "id": f"chatcmpl-{seq}",
            "object": "chat.completion",
            "created": 1700000000,
            "model": req.get("model", "fake"),
            "choices": [
                {"index": i, "message": msg, "finish_reason": fin, "logprobs": None} for i in range(n)
            ],
            "usage": {"prompt_tokens": ptok, "completion_tokens": ctok, "total_tokens": ptok + ctok},
            "system_fingerprint": "fake",
        }
        return 200, json.dumps(d).encode(), b""

    async def embed(self, req):
        st, c = self.st, self.st.cfg
        inp = req["input"]
        inp = [inp] if isinstance(inp, str) or (inp and isinstance(inp[0], int)) else inp
        st.n["embed_requests"] += 1
        st.n["embed_texts"] += len(inp)
        f = self.fault() if c["faults_on_embeddings"] else None
        if f == "rate429":
            st.n["s429"] += 1
            return 429, b'{"error":{"message":"Rate limit reached (fake)","type":"requests"}}', b""
        await self.pause(c["emb_latency_ms"] if c["emb_latency_ms"] >= 0 else c["latency_ms"])
        dim, data, tok = int(req.get("dimensions") or c["emb_dim"]), [], 0
        for i, x in enumerate(inp):
            k = x if isinstance(x, str) else "tok:" + ",".join(map(str, x))
            tok += max(1, len(k) // 4)
            v = self.vec.get((k, dim))
            if v is None:
                v = vector(k, dim)
                if len(self.vec) < 50000:
                    self.vec[(k, dim)] = v
            e = (
                base64.b64encode(struct.pack(f"<{dim}f", *v)).decode()
                if req.get("encoding_format") == "base64"
                else v
            )
            data.append({"object": "embedding", "index": i, "embedding": e})
            if c["log"]:
                st.records.append(
                    {
                        "kind": "embed",
                        "title": "embedding",
                        "sha": hashlib.sha1(k.encode()).hexdigest()[:16],
                        "n": 1,
                        "prompt_tokens": max(1, len(k) // 4),
                        "completion_tokens": 0,
                        "markers": [m for m in c["markers"] if m in k],
                    }
                )
        st.n["embed_tokens"] += tok
        st.n["ok"] += 1
        return (
            200,
            json.dumps(
                {
                    "object": "list",
                    "data": data,
                    "model": req.get("model", "fake"),
                    "usage": {"prompt_tokens": tok, "total_tokens": tok},
                }
            ).encode(),
            b"",
        )


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--port", type=int, default=0)
    ap.add_argument("--latency-ms", type=float, default=50)
    ap.add_argument("--emb-latency-ms", type=float, default=-1, help="-1: as --latency-ms")
    ap.add_argument("--jitter-ms", type=float, default=0)
    for f in ("rate429", "rate500", "malformed", "hang"):
        ap.add_argument(f"--{f}", type=float, default=0.0)
    ap.add_argument("--hang-s", type=float, default=3600)
    ap.add_argument("--retry-after", type=float, default=0)
    ap.add_argument("--list-len", type=int, default=3)
    ap.add_argument("--emb-dim", type=int, default=64)
    ap.add_argument("--max-conc", type=int, default=0)
    ap.add_argument("--text", default="2", help="answer when the request carries no schema")
    ap.add_argument("--seed", type=int, default=7)
    ap.add_argument("--log", action="store_true")
    a = ap.parse_args()
    srv = Server(State(a))

    async def run():
        s = await asyncio.start_server(srv.handle, "127.0.0.1", a.port, limit=2**24, backlog=2048)
        print("PORT", s.sockets[0].getsockname()[1], flush=True)
        parent = os.getppid()
        async with s:
            while os.getppid() == parent:  # end with the process that started it
                await asyncio.sleep(1)

    asyncio.run(run())


if __name__ == "__main__":
    main()
