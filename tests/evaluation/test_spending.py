"""What a run has cost: all that was ever paid for it, each call once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ragas import EvaluationResult, evaluate
from ragas.engine.request import RawReply
from ragas.engine.run_config import RunConfig
from ragas.engine.tokens import Usage
from ragas.llms.model_judge import ModelJudge
from ragas.metrics.base import Metric
from ragas.metrics.collections import AnswerRelevancy, AspectCritic, Faithfulness
from ragas.testing import HashEmbeddings, ScriptedJudge

pytestmark = pytest.mark.filterwarnings("ignore:Some cells could not be scored:UserWarning")

CALL = 0.15
"""Dollars of a call of a million tokens."""


class Provider:
    """Answers at once, a million tokens a call; a row in `broken` gets no verdict."""

    provider, model, url = "openai", "gpt-4o-mini", "http://127.0.0.1/v1"

    def __init__(self, *broken: int) -> None:
        self.parameters: dict[str, Any] = {}
        self.broken = broken
        self.sent = 0

    async def send(self, messages: Any, reply: Any, *, max_tokens: int | None = None) -> RawReply:
        self.sent += 1
        if any(f"Pier {row}." in str(messages) for row in self.broken):
            return RawReply("I cannot say.", Usage(1_000_000, 0), "stop", self.model)
        verdict = {"reason": "It is.", "verdict": True}
        return RawReply(json.dumps(verdict), Usage(1_000_000, 0), "stop", self.model)


CRITICS = [AspectCritic(name=name, definition=f"Is it {name}?") for name in ("kind", "short")]


def judged(
    provider: Provider, run: Path, metrics: Sequence[Metric] = CRITICS, rows: int = 3, **settings: Any
) -> dict[str, Any]:
    """What the run is said to have cost, by the result and by its folder alike."""
    result = evaluate(
        [{"user_input": f"Pier {row}?", "response": f"Pier {row}."} for row in range(rows)],
        metrics,
        llm=ModelJudge(provider),
        run=run,
        run_config=RunConfig(max_workers=2),
        show_progress=False,
        **settings,
    )
    assert isinstance(result, EvaluationResult)
    usage = result.usage
    assert usage is not None
    assert EvaluationResult.load(run).usage == usage
    assert sum(total["calls"] for total in usage["by_metric"].values()) == usage["calls"]
    return usage


def test_a_cell_that_was_scored_again_costs_both_times(tmp_path: Path) -> None:
    """However often the run is called once more, with nothing left to do."""
    provider = Provider(1)
    assert judged(provider, tmp_path / "run")["cost"] == pytest.approx(provider.sent * CALL)
    assert provider.sent > 6, "a reply that holds no verdict is asked for again"
    provider.broken = ()
    for again in ({"retry_failed": True}, {}, {"retry_failed": True}, {}):
        usage = judged(provider, tmp_path / "run", **again)
        assert (usage["calls"], usage["cost"]) == (provider.sent, pytest.approx(provider.sent * CALL))


def test_a_failed_cell_that_is_scored_again_is_asked_for_again(tmp_path: Path) -> None:
    """The reply that could not be used is not taken from the journal once more; rows that are done are left alone."""
    provider = Provider(1)
    judged(provider, tmp_path / "run")
    provider.broken, before = (), provider.sent
    judged(provider, tmp_path / "run", retry_failed=True)
    assert provider.sent == before + len(CRITICS)
    assert EvaluationResult.load(tmp_path / "run")["kind"] == [1.0] * 3


class Halfway(Provider):
    """Finds what an answer states, and while it is broken has no verdict on it."""

    async def send(self, messages: Any, reply: Any, *, max_tokens: int | None = None) -> RawReply:
        self.sent += 1
        said: dict[str, Any] = {"statements": ["It is."]}
        if "verdicts" in reply.model_fields:
            said = {"verdicts": [{"number": 1, "reason": "so", "supported": True}]} if not self.broken else {}
        if "verdict" in reply.model_fields:
            said = {"reason": "so", "verdict": True}
        return RawReply(json.dumps(said), Usage(1_000_000, 0), "stop", self.model)


def test_no_step_of_a_failed_cell_is_recalled(tmp_path: Path) -> None:
    """Scored again, it is asked for from the beginning, also where more is left to do in its row: what failed may have been
    led astray by its first reply."""
    row = {"user_input": "Is it?", "response": "It is.", "retrieved_contexts": ["It is."]}

    def scores(provider: Halfway, *more: Metric, **settings: Any) -> Any:
        return evaluate(
            [row],
            [Faithfulness(), *more],
            llm=ModelJudge(provider),
            run=tmp_path / "run",
            show_progress=False,
            **settings,
        )

    scores(Halfway(0))
    mended = Halfway()
    assert scores(mended, CRITICS[0], retry_failed=True)["faithfulness"] == [1.0]
    assert mended.sent == 3


def killed(run: Path, copy: Path, lines: int) -> int:
    """The run as it would be, killed after so many lines of its journal; gives how many calls are in them."""
    copy.mkdir(parents=True)
    kept = (run / "journal.jsonl").read_bytes().splitlines(keepends=True)[:lines]
    (copy / "journal.jsonl").write_bytes(b"".join(kept))
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    for name in ("rows", "cells", "failed", "usage", "ended"):
        manifest.pop(name, None)
    (copy / "manifest.json").write_text(json.dumps(manifest | {"state": "running"}), encoding="utf-8")
    return sum(json.loads(line)["kind"] in ("call", "embedded") for line in kept)


@pytest.mark.parametrize("retry_failed", [False, True])
def test_killed_at_any_line_nothing_is_lost_or_counted_twice(tmp_path: Path, retry_failed: bool) -> None:
    """A run with a failure and a retry, cut off after each line in turn and gone on with, under each of both calls."""
    provider = Provider(1)
    whole = tmp_path / "whole"
    judged(provider, whole, repeats=2)
    provider.broken = (2,)
    judged(provider, whole, repeats=2, retry_failed=True)
    for lines in range(1 + len((whole / "journal.jsonl").read_bytes().splitlines())):
        run = tmp_path / f"{lines}"
        before = killed(whole, run, lines)
        after = Provider(0)
        for _ in range(2):
            usage = judged(after, run, repeats=2, retry_failed=retry_failed)
            paid = before + after.sent
            assert (usage["calls"], usage["cost"]) == (paid, pytest.approx(paid * CALL)), lines
            assert usage["cached_calls"] == 0, "what is taken up again was not shared"


def test_what_a_call_about_fewer_rows_or_metrics_leaves_aside_counts(tmp_path: Path) -> None:
    """Calls of a cell that broke off belong to the run, whether or not the next call comes to that cell."""
    whole = tmp_path / "whole"
    judged(Provider(), whole, repeats=3)
    lines = (whole / "journal.jsonl").read_bytes().splitlines()
    first_cell = next(number for number, line in enumerate(lines) if json.loads(line)["kind"] == "cell")
    before = killed(whole, tmp_path / "run", first_cell)
    assert before > 2
    provider = Provider()
    fewer = judged(provider, tmp_path / "run", CRITICS[:1], rows=1, repeats=3)
    assert fewer["calls"] == before + provider.sent
    assert judged(provider, tmp_path / "run", repeats=3)["calls"] == before + provider.sent
    assert before + provider.sent == 18, "and no call that was answered is sent again"


def embedded_by_us(texts: list[str]) -> list[list[float]]:
    """Embeddings that are a function."""
    return HashEmbeddings().embed_texts(texts)


def test_embeddings_of_a_cell_that_broke_off_count(tmp_path: Path) -> None:
    """They are asked for again, as vectors are not kept: both times are told."""
    asked = {"question": "Where?", "noncommittal": False}
    judge = ScriptedJudge(lambda prompt, response_model: {"questions": [asked] * 3})

    def relevancy(run: Path) -> int:
        result = evaluate(
            [{"user_input": f"Pier {row}?", "response": f"Pier {row}."} for row in range(2)],
            [AnswerRelevancy()],
            llm=judge,
            embeddings=embedded_by_us,
            run=run,
            show_progress=False,
        )
        assert isinstance(result, EvaluationResult)
        assert result.usage is not None
        return int(result.usage["embedding_calls"])

    whole = tmp_path / "whole"
    embedded = relevancy(whole)
    assert embedded > 0
    lines = (whole / "journal.jsonl").read_bytes().splitlines()
    for cut in range(len(lines)):
        run = tmp_path / f"{cut}"
        before = killed(whole, run, cut)
        left = 2 - sum(json.loads(line)["kind"] == "cell" for line in lines[:cut])
        assert relevancy(run) == before + left * embedded // 2
        assert relevancy(run) == before + left * embedded // 2
