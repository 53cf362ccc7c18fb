"""Traces of Langfuse and MLflow are read back, or it is said why not."""

from __future__ import annotations

import asyncio
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from ragas.integrations import tracing
from ragas.integrations.tracing import MLflowTrace, add_query_param, langfuse, mlflow, observe, sync_trace


class Client:
    """Langfuse's client, as far as it is used: the trace is there after some reads."""

    def __init__(self, pages: list[list[str]], *, absent: int = 0, current: str | None = None) -> None:
        self.pages, self.absent, self.current = pages, absent, current
        self.reads = self.flushes = 0
        self.api = SimpleNamespace(observations=SimpleNamespace(get_many=self.get_many))

    def flush(self) -> None:
        self.flushes += 1

    def get_current_trace_id(self) -> str | None:
        return self.current

    def get_trace_url(self, *, trace_id: str) -> str | None:
        return f"https://langfuse.test/trace/{trace_id}" if self.current else None

    def get_many(self, *, trace_id: str, cursor: str | None, **options: Any) -> Any:
        self.reads += 1
        if self.reads <= self.absent:
            return SimpleNamespace(data=[], meta=SimpleNamespace(cursor=None))
        number = int(cursor or 0)
        following = str(number + 1) if number + 1 < len(self.pages) else None
        data = [SimpleNamespace(name=name) for name in self.pages[number]]
        return SimpleNamespace(data=data, meta=SimpleNamespace(cursor=following))


def test_a_trace_is_waited_for_and_read_whole() -> None:
    """What is pending is sent first; pages are followed; observations are found by name."""
    client = Client([["retrieve", "answer"], ["retrieve"]], absent=2, current="t1")
    trace = asyncio.run(sync_trace(delay=0, client=client))
    assert (trace.id, client.flushes) == ("t1", 1)
    assert [len(trace.observations), len(trace.filter("retrieve")), trace.filter("none")] == [3, 2, []]
    assert trace.get_url() == "https://langfuse.test/trace/t1"


def test_traces_of_langfuse_3_are_read() -> None:
    """Where the API has whole traces, they are taken, and an error at first is tried again."""
    answers = iter([RuntimeError("404"), SimpleNamespace(id="t1", observations=[SimpleNamespace(name="a")])])

    def get(trace_id: str) -> Any:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    client = Client([])
    client.api = SimpleNamespace(trace=SimpleNamespace(get=get))
    assert len(asyncio.run(sync_trace("t1", delay=0, client=client)).filter("a")) == 1


def test_a_trace_that_never_comes_is_an_error() -> None:
    """No empty trace is made up."""
    with pytest.raises(ValueError, match="no trace 't1' after 3 attempts"):
        asyncio.run(sync_trace("t1", max_retries=3, delay=0, client=Client([[]], absent=9)))
    with pytest.raises(ValueError, match="No trace id found"):
        asyncio.run(sync_trace(client=Client([])))
    with pytest.raises(ValueError, match="tells no address"):
        langfuse.LangfuseTrace(SimpleNamespace(id="t1")).get_url()


def test_without_langfuse_functions_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """`@observe` and `@observe(...)` change nothing; a trace to read is an error that says what to install."""
    monkeypatch.setitem(sys.modules, "langfuse", None)

    @observe
    def one() -> int:
        return 1

    @observe(name="two")
    async def two() -> int:
        return 2

    assert (one(), asyncio.run(two())) == (1, 2)
    with pytest.raises(ValueError, match="No trace id found: langfuse is not installed"):
        asyncio.run(sync_trace())


def test_with_langfuse_its_decorator_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings are handed on."""
    fake = ModuleType("langfuse")
    fake.observe = lambda func, **settings: (func, settings)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "langfuse", fake)
    found: Any = observe(name="x")
    assert found == (None, {"name": "x"})


def test_parameters_are_added_to_addresses() -> None:
    """A parameter of the same name is replaced, the others and the fragment stay, values are escaped."""
    assert add_query_param("http://h/p", "a", 1) == "http://h/p?a=1"
    assert add_query_param("http://h/p?a=0&b=&c=2#f", "a", "x&y") == "http://h/p?b=&c=2&a=x%26y#f"


def mlflow_of(trace_id: str | None, trace: Any) -> ModuleType:
    """MLflow, as far as it is used."""
    fake = ModuleType("mlflow")
    fake.get_last_active_trace_id = lambda: trace_id  # type: ignore[attr-defined]
    fake.get_trace = lambda id: trace  # type: ignore[attr-defined]
    return fake


def test_the_last_trace_of_mlflow_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its spans are found by name; its address needs MLFLOW_HOST."""
    spans = [SimpleNamespace(name="a"), SimpleNamespace(name="b")]
    info = SimpleNamespace(trace_id="tr-1", experiment_id="3")
    found = SimpleNamespace(info=info, data=SimpleNamespace(spans=spans))
    monkeypatch.setitem(sys.modules, "mlflow", mlflow_of("tr-1", found))
    trace = asyncio.run(mlflow.sync_trace())
    assert isinstance(trace, MLflowTrace)
    assert trace.get_filter("a") == spans[:1]
    monkeypatch.delenv("MLFLOW_HOST", raising=False)
    with pytest.raises(ValueError, match="MLFLOW_HOST environment variable is not set"):
        trace.get_url()
    monkeypatch.setenv("MLFLOW_HOST", "http://127.0.0.1:5000/")
    assert trace.get_url().startswith("http://127.0.0.1:5000/#/experiments/3?")
    assert "tr-1" in trace.get_url()


@pytest.mark.parametrize(
    ("module", "said"),
    [
        (None, "No active trace found: mlflow is not installed"),
        (mlflow_of(None, None), "No active trace found"),
        (mlflow_of("tr-1", None), "Trace not found"),
    ],
)
def test_a_missing_trace_of_mlflow_is_an_error(
    module: ModuleType | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error says what is missing."""
    monkeypatch.setitem(sys.modules, "mlflow", module)
    with pytest.raises(ValueError, match=said):
        asyncio.run(mlflow.sync_trace())


def test_names_are_listed() -> None:
    """Every name of the package is there."""
    assert sorted(tracing.__all__) == tracing.__all__ == dir(tracing)
    for name in tracing.__all__:
        assert getattr(tracing, name) is not None
