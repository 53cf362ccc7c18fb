"""Promises of `ragas.engine.runner` and of the attempts behind it."""

import asyncio
import logging
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel

from ragas.engine.attempts import (
    CONNECTION_ATTEMPTS,
    FIRST_CONTACT_ATTEMPTS,
    SILENT_AFTER,
    SILENT_ATTEMPTS,
    TIMEOUT_ATTEMPTS,
)
from ragas.engine.cache import CacheInterface, SQLiteCache
from ragas.engine.event_loop import run_sync
from ragas.engine.limiter import PAUSE_AFTER
from ragas.engine.run_config import RunConfig
from ragas.engine.runner import RawReply, Request, Runner, current_runner, use_runner
from ragas.engine.usage import Usage, use_cell
from ragas.exceptions import JudgeCallError, JudgeTimeoutError, ReplyError

FAST = RunConfig(max_wait=0.001)


class HTTPError(Exception):
    def __init__(
        self, status: int, message: str = "said the server", retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.status_code = status
        headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
        self.response = SimpleNamespace(status_code=status, headers=headers)


class Script:
    """A provider that gives the outcomes it is told, the last one for ever."""

    def __init__(self, *outcomes: Any) -> None:
        self.outcomes = list(outcomes)
        self.sent = 0

    async def __call__(self) -> Any:
        await asyncio.sleep(0)
        outcome = self.outcomes[min(self.sent, len(self.outcomes) - 1)]
        self.sent += 1
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome


def request(text: str = "hi", **changes: Any) -> Request:
    fields: dict[str, Any] = {
        "provider": "openai",
        "endpoint": "chat",
        "model": "m",
        "parameters": {},
        "messages": text,
        **changes,
    }
    return Request(**fields)


def text_of(reply: RawReply) -> str:
    return reply.text


def ask(runner: Runner, script: Callable[[], Awaitable[Any]], text: str = "hi", **changes: Any) -> str:
    return asyncio.run(runner.call(request(text, **changes), script, text_of))


def test_a_call_returns_what_parse_makes() -> None:
    """The reply goes through `parse`, sync or async, and its usage is booked to the cell."""
    runner = Runner()

    async def parse_later(reply: RawReply) -> int:
        await asyncio.sleep(0)
        return len(reply.text)

    async def main() -> int:
        with use_cell(3, "faithfulness"):
            return await runner.call(request(), Script(RawReply("abc", Usage(10, 2))), parse_later)

    assert asyncio.run(main()) == 3
    assert runner.ledger.by_cell(3, "faithfulness").input_tokens == 10
    assert runner.stats.sent == 1


def test_the_same_request_is_sent_once() -> None:
    """Equal requests at the same time and later in the run are sent once; each caller gets its own object."""

    class Answer(BaseModel):
        items: list[int]

    runner = Runner()
    script = Script(RawReply('{"items": [1]}', Usage(10, 2)))

    async def one() -> Answer:
        return await runner.call(request(), script, lambda reply: Answer.model_validate_json(reply.text))

    async def main() -> list[Answer]:
        return [*await asyncio.gather(*(one() for _ in range(4))), await one()]

    answers = asyncio.run(main())
    assert script.sent == 1
    assert len({id(answer) for answer in answers}) == 5
    assert runner.stats.shared == 4
    assert (runner.ledger.total().calls, runner.ledger.total().cached_calls) == (1, 4)
    assert runner.ledger.total().input_tokens == 10
    ask(runner, script, sample=1)
    assert script.sent == 2


def test_the_default_runner_forgets() -> None:
    """Outside of a run, the same request later is a new call; at the same time it is sent once."""
    script = Script(RawReply("x"))

    async def main() -> None:
        runner = current_runner()
        await asyncio.gather(*(runner.call(request("default"), script, text_of) for _ in range(3)))
        await runner.call(request("default"), script, text_of)

    asyncio.run(main())
    assert script.sent == 2
    assert current_runner() is current_runner()


def test_use_runner() -> None:
    """Inside the block, also in tasks and behind sync doors, the runner is the current one."""
    runner = Runner()

    async def seen() -> Runner:
        return current_runner()

    with use_runner(runner) as inside:
        assert inside is runner
        assert run_sync(seen()) is runner
    assert current_runner() is not runner


@pytest.mark.parametrize("own", [False, True])
def test_replies_are_cached_once_parsed(tmp_path: Path, own: bool) -> None:
    """A reply is stored when its parsing succeeded, and a later run sends nothing; of the run or of the judge."""
    cache = SQLiteCache(tmp_path / "c.sqlite")
    script = Script(RawReply("bad"), RawReply("7", Usage(10, 1)))

    def parse(reply: RawReply) -> int:
        if reply.text == "bad":
            raise ReplyError(reply=reply.text)
        return int(reply.text)

    def run() -> tuple[Runner, Any]:
        runner = Runner(cache=None if own else cache)
        call = runner.call(request(), script, parse, cache=cache if own else None)
        return runner, asyncio.run(call)

    with pytest.raises(ReplyError):
        run()
    assert len(cache) == 0
    assert run()[1] == 7
    later, value = run()
    assert value == 7
    assert script.sent == 2
    assert later.stats.cache_hits == 1
    assert later.ledger.total().cached_calls == 1
    assert later.ledger.total().input_tokens is None
    cache.close()


def test_a_stored_reply_that_no_longer_fits_is_replaced(tmp_path: Path) -> None:
    """A cached reply that cannot be parsed is asked for again and overwritten."""
    cache = SQLiteCache(tmp_path / "c.sqlite")
    cache.set(request().key(), RawReply("old").to_dict())
    runner = Runner(cache=cache)
    value = asyncio.run(runner.call(request(), Script(RawReply("5")), lambda reply: int(reply.text)))
    assert value == 5
    assert cache.get(request().key())["text"] == "5"
    cache.close()


@pytest.mark.parametrize("stored", [[], 5, {}, {"text": 5}, {"text": "a", "usage": "b"}, "bytes"])
def test_one_bad_entry_does_not_switch_the_cache_off(tmp_path: Path, stored: Any) -> None:
    """It is a miss and overwritten; later runs find the reply, and other entries stay in use."""
    cache = SQLiteCache(tmp_path / "c.sqlite")
    key = request("a").key()
    cache.set(key, stored)
    if stored == "bytes":
        with sqlite3.connect(tmp_path / "c.sqlite") as connection:
            connection.execute("UPDATE replies SET value = ?", (b"{not json",))
        connection.close()
    script = Script(RawReply("x"))
    for _ in range(2):
        runner = Runner(cache=cache)
        assert ask(runner, script, "a") == "x"
        assert ask(runner, script, "b") == "x"
    assert script.sent == 2
    assert cache.get(key)["text"] == "x"
    cache.close()


def test_a_broken_cache_costs_no_cell(caplog: pytest.LogCaptureFixture) -> None:
    """When the cache fails, the run says so once and goes on without it."""

    class Broken(CacheInterface):
        def get(self, key: str) -> Any:
            raise OSError("disk gone")

        def set(self, key: str, value: Any) -> None:
            raise OSError("disk gone")

        def has_key(self, key: str) -> bool:
            return False

    runner = Runner(cache=Broken())
    with caplog.at_level(logging.WARNING, "ragas.engine"):
        assert ask(runner, Script(RawReply("x")), "a") == "x"
        assert ask(runner, Script(RawReply("x")), "b") == "x"
    assert caplog.text.count("disk gone") == 1


@pytest.mark.parametrize("status", [408, 429, 500, 503])
def test_passing_failures_are_tried_again(status: int) -> None:
    """Failures that can pass are tried again and counted."""
    runner = Runner(FAST)
    script = Script(HTTPError(status), HTTPError(status), RawReply("at last"))
    assert ask(runner, script) == "at last"
    assert (runner.stats.sent, runner.stats.retries) == (3, 2)
    assert runner.stats.rate_limited == (2 if status in {429, 503} else 0)


@pytest.mark.parametrize(
    ("status", "says"),
    [
        (401, "openai.*'m', HTTP 401.*does not accept the key.*OPENAI_API_KEY"),
        (403, "does not allow this call"),
        (404, "does not know this model.*Check the model's name and base_url"),
        (400, "refused the request.*said the server"),
        (422, "refused the request"),
        (402, "quota is used up"),
    ],
)
def test_lasting_failures_are_not(status: int, says: str) -> None:
    """Failures that will not pass are sent once, and the error says who, what and what to do."""
    runner = Runner(FAST)
    original = HTTPError(status)
    script = Script(original)
    with pytest.raises(JudgeCallError, match=says) as caught:
        ask(runner, script)
    assert script.sent == 1
    assert caught.value.__cause__ is original


def test_a_wrong_key_is_not_shown() -> None:
    """The provider's words about a wrong key, which may repeat it, are not in the message."""
    with pytest.raises(JudgeCallError) as caught:
        ask(Runner(FAST), Script(HTTPError(401, "Incorrect API key provided: sk-abcdef")))
    assert "sk-abcdef" not in str(caught.value)


def test_attempts_end() -> None:
    """After `max_retries` attempts the error says how often it was tried; the next call of the run starts afresh."""
    runner = Runner(RunConfig(max_retries=4, max_wait=0.001))
    script = Script(HTTPError(503))
    with pytest.raises(JudgeCallError, match=r"HTTP 503.*4 times in a row"):
        ask(runner, script)
    assert script.sent == 4
    assert runner.stats.given_up == 1


def test_a_used_up_quota_is_final() -> None:
    """A 429 for an empty account is sent once."""
    script = Script(HTTPError(429, "You exceeded your current quota, code: insufficient_quota"))
    with pytest.raises(JudgeCallError, match="plan and billing"):
        ask(Runner(FAST), script)
    assert script.sent == 1


def test_programming_errors_pass_unchanged() -> None:
    """A bug in the sending code is neither tried again nor dressed up."""
    script = Script(TypeError("unexpected keyword"))
    with pytest.raises(TypeError, match="unexpected keyword"):
        ask(Runner(FAST), script)
    assert script.sent == 1


def test_narrow_exception_types() -> None:
    """With narrower `exception_types`, exactly those are tried again, causes included."""
    config = RunConfig(max_retries=3, max_wait=0.001, exception_types=(KeyError,))
    script = Script(KeyError("x"), RawReply("ok"))
    assert ask(Runner(config), script) == "ok"
    script = Script(HTTPError(503))
    with pytest.raises(JudgeCallError):
        ask(Runner(config), script)
    assert script.sent == 1
    wrapped = RuntimeError("wrapped")
    wrapped.__cause__ = KeyError("inner")
    script = Script(wrapped, RawReply("ok"))
    one_type = RunConfig(max_retries=3, max_wait=0.001, exception_types=KeyError)
    assert ask(Runner(one_type), script) == "ok"


def test_retry_after_is_waited_for() -> None:
    """Twenty calls refused twice each with a waiting time all succeed, in order, never more than the cap at once."""
    runner = Runner(RunConfig(max_workers=4))
    under_way = peak = 0
    refused: dict[int, list[float]] = {}
    too_early: list[int] = []

    async def send(row: int) -> RawReply:
        nonlocal under_way, peak
        under_way += 1
        peak = max(peak, under_way)
        try:
            await asyncio.sleep(0)
            times = refused.setdefault(row, [])
            if times and time.monotonic() - times[-1] < 0.02:
                too_early.append(row)
            if len(times) < 2:
                times.append(time.monotonic())
                raise HTTPError(429, retry_after=0.02)
            return RawReply(str(row))
        finally:
            under_way -= 1

    async def main() -> list[str]:
        return await asyncio.gather(
            *(runner.call(request(str(row)), lambda r=row: send(r), text_of) for row in range(20))
        )

    assert asyncio.run(main()) == [str(row) for row in range(20)]
    assert peak <= 4
    assert too_early == []
    assert runner.stats.retries == 40
    assert runner.stats.rate_limited == 40
    assert runner.stats.waited == runner.stats.waited_for_limits >= 40 * 0.02


def test_a_wait_of_hours_is_not_waited_for() -> None:
    """A server that asks to come back in an hour ends the call at once, and says so."""
    script = Script(HTTPError(429, retry_after=3600))
    with pytest.raises(JudgeCallError, match="asks to wait 3600 s, longer than this run waits"):
        ask(Runner(FAST), script)
    assert script.sent == 1


def test_a_wait_of_hours_holds_up_no_other_call() -> None:
    """Calls of the same model that start afterwards are sent at once: only a wait that is kept pauses the model."""
    runner = Runner(RunConfig(max_workers=1, max_wait=0.001))

    async def main() -> str:
        for _ in range(PAUSE_AFTER):
            with pytest.raises(JudgeCallError, match="asks to wait 3600 s"):
                await runner.call(request(), Script(HTTPError(429, retry_after=3600)), text_of)
        return await runner.call(request("next"), Script(RawReply("ok")), text_of)

    assert asyncio.run(asyncio.wait_for(main(), 5)) == "ok"


def test_an_unreachable_server_is_given_up_soon() -> None:
    """A server that never answered gets few attempts, then one a call; one that had answered gets some more."""
    refused = ConnectionRefusedError("refused")
    runner = Runner(FAST)
    first = Script(refused)
    with pytest.raises(JudgeCallError, match=r"could not be reached.*Check that the server runs"):
        ask(runner, first, "a")
    second = Script(refused)
    with pytest.raises(JudgeCallError):
        ask(runner, second, "b")
    assert (first.sent, second.sent) == (FIRST_CONTACT_ATTEMPTS, 1)

    runner = Runner(FAST)
    ask(runner, Script(RawReply("x")), "a")
    later = Script(refused)
    with pytest.raises(JudgeCallError):
        ask(runner, later, "b")
    assert later.sent == CONNECTION_ATTEMPTS


def test_the_real_sdk_at_a_closed_port() -> None:
    """The OpenAI SDK at a port where nothing listens gives an error with the address and the advice."""
    import socket

    openai = pytest.importorskip("openai")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    async def main() -> None:
        async with openai.AsyncOpenAI(
            api_key="k", base_url=f"http://127.0.0.1:{port}/v1", max_retries=0
        ) as client:

            async def send() -> RawReply:
                await client.chat.completions.create(model="m", messages=[{"role": "user", "content": "hi"}])
                return RawReply("")

            await Runner(FAST).call(request(), send, text_of)

    with pytest.raises(
        JudgeCallError, match=rf"could not be reached at http://127\.0\.0\.1:{port}/v1/chat/completions"
    ):
        asyncio.run(main())


@pytest.mark.parametrize(("max_retries", "sent"), [(1, 1), (2, 2), (10, 2)])
def test_the_deadline(max_retries: int, sent: int) -> None:
    """Where nothing is ever answered, a call that hangs ends at its deadline and is tried at most twice."""
    runner = Runner(RunConfig(timeout=0.01, max_retries=max_retries, max_wait=0.001))
    count = 0

    async def hang() -> RawReply:
        nonlocal count
        count += 1
        await asyncio.Event().wait()
        return RawReply("")

    with pytest.raises(JudgeTimeoutError, match=r"no answer within 0\.01 s.*RunConfig\(timeout=…\)"):
        ask(runner, hang)
    assert count == sent
    assert runner.stats.timeouts == sent


def test_a_hanging_call_among_answered_ones_is_tried_more_often() -> None:
    """A server that answers others has lost this call: four attempts; one that has fallen silent gets two again."""
    runner = Runner(RunConfig(timeout=0.01, max_wait=0.001))
    count = 0

    async def hang() -> RawReply:
        nonlocal count
        count += 1
        await asyncio.Event().wait()
        return RawReply("")

    def attempts_at(text: str) -> int:
        before = count
        with pytest.raises(JudgeTimeoutError):
            ask(runner, hang, text)
        return count - before

    ask(runner, Script(RawReply("x")), "first")
    asked = [attempts_at(str(n)) for n in range(SILENT_AFTER // TIMEOUT_ATTEMPTS)]
    assert set(asked) == {TIMEOUT_ATTEMPTS}
    assert attempts_at("silent") == SILENT_ATTEMPTS
    ask(runner, Script(RawReply("x")), "again")
    assert attempts_at("last") == TIMEOUT_ATTEMPTS


@pytest.mark.parametrize("before", [3, 6])
def test_refusals_before_a_hang_are_no_hangs(before: int) -> None:
    """A call that was refused a few times and then hangs or loses its connection once is tried again."""
    runner = Runner(RunConfig(timeout=0.05, max_wait=0.001))
    outcomes: list[Any] = [HTTPError(429)] * before + ["hang", ConnectionError("reset"), RawReply("done")]

    async def send() -> RawReply:
        outcome = outcomes.pop(0)
        if outcome == "hang":
            await asyncio.Event().wait()
        if isinstance(outcome, Exception):
            raise outcome
        assert isinstance(outcome, RawReply)
        return outcome

    limiter = runner.limiters.for_model(("openai", "m"))
    limiter.answered = True
    assert ask(runner, send) == "done"


def test_the_deadline_starts_when_the_call_starts() -> None:
    """Waiting for a slot does not count: many calls behind a cap of one all succeed though their sum is over it."""
    runner = Runner(RunConfig(timeout=5, max_workers=1))
    clock = 0

    async def send() -> RawReply:
        nonlocal clock
        clock += 1
        await asyncio.sleep(0)
        return RawReply(str(clock))

    async def main() -> list[str]:
        limiter = runner.limiters.for_model(("openai", "m"))
        await limiter.enter()
        runner.config.timeout = 0.3
        calls = asyncio.gather(*(runner.call(request(str(n)), send, text_of) for n in range(5)))
        await asyncio.sleep(0.4)
        limiter.leave()
        return await calls

    assert asyncio.run(main()) == ["1", "2", "3", "4", "5"]
    assert runner.stats.timeouts == 0


def test_one_hanging_call_holds_up_no_other() -> None:
    """Of ten calls one hangs, swallowing its cancellation: nine have results, the tenth is a timeout."""
    runner = Runner(RunConfig(timeout=0.5, max_retries=1, max_workers=2))
    release = asyncio.Event()

    async def send(row: int) -> RawReply:
        if row == 7:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                await release.wait()
        return RawReply(str(row))

    async def main() -> list[Any]:
        calls = (runner.call(request(str(row)), lambda r=row: send(r), text_of) for row in range(10))
        results = await asyncio.gather(*calls, return_exceptions=True)
        release.set()
        return results

    results = asyncio.run(main())
    assert isinstance(results.pop(7), JudgeTimeoutError)
    assert results == [str(row) for row in range(10) if row != 7]


def test_a_blocked_thread_does_not_keep_the_process() -> None:
    """A judge that blocks its thread for ten minutes is a timeout, and the process ends at once."""
    program = """
        import time
        from ragas.engine.event_loop import call_in_thread, run_sync
        from ragas.engine.run_config import RunConfig
        from ragas.engine.runner import Runner
        from ragas.exceptions import JudgeTimeoutError

        async def main():
            runner = Runner(RunConfig(timeout=0.05, max_retries=1))
            await runner.guard("k", lambda: call_in_thread(time.sleep, 600))

        try:
            run_sync(main())
        except JudgeTimeoutError:
            print("timed out")
    """
    result = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (result.stdout, result.stderr, result.returncode) == ("timed out\n", "", 0)


def test_guard_limits_and_shares() -> None:
    """A foreign judge runs under the cap; the same question is asked once, and each caller owns the result."""
    runner = Runner(RunConfig(max_workers=2))
    under_way = peak = sent = 0

    async def judge() -> list[int]:
        nonlocal under_way, peak, sent
        sent += 1
        under_way += 1
        peak = max(peak, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return [1]

    async def main() -> None:
        await asyncio.gather(*(runner.guard(("judge", n), judge) for n in range(10)))
        again = await runner.guard(("judge", 3), judge)
        again.append(2)
        assert await runner.guard(("judge", 3), judge) == [1]
        await runner.guard(None, judge)
        await runner.guard({"not": "hashable"}, judge)

    asyncio.run(main())
    assert peak == 2
    assert sent == 12
    assert runner.ledger.total().unknown_calls == 12
    assert runner.ledger.total().cached_calls == 2


def test_guard_passes_errors_unchanged() -> None:
    """A foreign judge's own error reaches the caller as it is, and so does its last one when attempts end."""
    bug = Script(RuntimeError("my judge broke"))
    with pytest.raises(RuntimeError, match="my judge broke"):
        asyncio.run(Runner(FAST).guard("k", bug))
    assert bug.sent == 1

    network = Script(ConnectionError("first"), ConnectionError("second"))
    with pytest.raises(ConnectionError, match="second"):
        asyncio.run(Runner(RunConfig(max_retries=2, max_wait=0.001)).guard("k", network))
    assert network.sent == 2

    passing = Script(ConnectionError("first"), "fine")
    assert asyncio.run(Runner(FAST).guard("k", passing)) == "fine"


def test_guard_reads_usage_and_books_nothing_twice() -> None:
    """Usage is read where the caller can; a foreign judge that asks through the runner is not booked a second time."""
    runner = Runner()
    asyncio.run(runner.guard("a", Script("x"), model="mine", usage=lambda result: Usage(5, len(result))))
    assert runner.ledger.by_model()["mine"].output_tokens == 1

    async def wraps() -> str:
        return await runner.call(request("inner"), Script(RawReply("x", Usage(1, 1))), text_of)

    asyncio.run(runner.guard("b", wraps, model="wrapper"))
    assert set(runner.ledger.by_model()) == {"mine", "m"}
    assert runner.ledger.total().unknown_calls == 0


def test_a_judge_inside_a_judge_does_not_wait_for_itself() -> None:
    """With one worker, a foreign judge that asks through the runner still gets its answer, and errors are retried once."""
    runner = Runner(RunConfig(max_workers=1, max_retries=3, max_wait=0.001))
    inner = Script(HTTPError(500))

    async def wraps() -> str:
        return await runner.call(request(), inner, text_of)

    with pytest.raises(JudgeCallError):
        asyncio.run(asyncio.wait_for(runner.guard("k", wraps), 10))
    assert inner.sent == 3


def test_once() -> None:
    """Made once for all who ask, at the same time and later."""
    runner = Runner()
    script = Script("made")

    async def main() -> list[str]:
        return [
            *await asyncio.gather(*(runner.once("k", script) for _ in range(3))),
            await runner.once("k", script),
        ]

    assert asyncio.run(main()) == ["made"] * 4
    assert script.sent == 1
    assert runner.ledger.total().calls == 0


def test_several_loops_at_once() -> None:
    """Eight threads with loops of their own use one runner."""
    runner = Runner(RunConfig(max_workers=3))
    results: list[str] = []

    async def main() -> list[str]:
        calls = (runner.call(request(str(n)), Script(RawReply(str(n))), text_of) for n in range(10))
        return await asyncio.gather(*calls)

    def work() -> None:
        results.append("".join(asyncio.run(main())))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert results == ["0123456789"] * 8


def test_long_waits_are_told() -> None:
    """Whoever watches the run is told of a long wait."""
    notes: list[str] = []

    async def main() -> None:
        told = asyncio.Event()
        progress = SimpleNamespace(note=lambda note: (notes.append(note), told.set()))
        runner = Runner(progress=progress)  # type: ignore[arg-type]
        call = asyncio.ensure_future(runner.call(request(), Script(HTTPError(429, retry_after=20)), text_of))
        await told.wait()
        call.cancel()

    asyncio.run(asyncio.wait_for(main(), 10))
    assert notes == ["openai (model 'm'): overload, waiting 20 s"]


def test_spans() -> None:
    """A tracer sees a span around each call that is sent, one of somebody else's judge as well."""
    from contextlib import nullcontext

    from ragas.engine.tracing import use_tracer

    seen: list[tuple[str, dict[str, object]]] = []

    class Tracer:
        def span(self, name: str, **attributes: object) -> nullcontext[None]:
            seen.append((name, attributes))
            return nullcontext()

    with use_tracer(Tracer()):
        ask(Runner(), Script(RawReply("x")))
        asyncio.run(Runner().guard(None, Script("yes"), model="theirs"))
    ask(Runner(), Script(RawReply("x")))
    assert seen == [
        ("ragas.call", {"provider": "openai", "model": "m", "endpoint": "chat"}),
        ("ragas.call", {"provider": "", "model": "theirs", "endpoint": "judge"}),
    ]
