"""Tests of what a test set has cost, over all processes that worked on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragas.engine.journal import Journal
from ragas.engine.ledger import use_cell
from ragas.engine.tokens import Usage
from ragas.testing import HashEmbeddings
from ragas.testset import Testset, TestsetGenerator
from ragas.testset.generator_usage import Spending
from tests.testset.scripted import TOPICS, CountedJudge


def test_what_earlier_processes_paid_counts(tmp_path: Path) -> None:
    """`whole` has every call that was paid, embeddings included; the ledger itself those of this process."""
    journal = Journal(tmp_path)
    first = Spending(journal)
    with use_cell(metric="questions"):
        first.record("gpt-4o-mini", "openai", Usage(100, 10))
    first.record("text-embedding-3-small", "openai", Usage(50, 0), kind="embedding")
    first.record("gpt-4o-mini", "openai", Usage(100, 10), cached=True)
    journal.close()
    journal = Journal(tmp_path)
    second = Spending(journal)
    second.record("gpt-4o-mini", "openai", None)
    journal.close()
    told = second.told()
    assert (told["judge_calls"], told["embedding_calls"], told["input_tokens"]) == (2, 1, 150)
    assert told["unknown_calls"] == 1
    assert told["cost"] == pytest.approx(first.told()["cost"])
    now = told["paid_now"]
    assert (now["judge_calls"], now["embedding_calls"], now["input_tokens"]) == (1, 0, None)
    assert set(second.whole.by_metric()) == {"questions", ""}
    assert Spending().told()["calls"] == 0


def _made(judge: CountedJudge, run: Path | None) -> Testset:
    return TestsetGenerator(judge, HashEmbeddings()).generate_with_documents(
        list(TOPICS.values()), 4, run=run, show_progress=False
    )


@pytest.mark.parametrize("fails_after", [3, 12, 25])
def test_a_resumed_set_tells_both(tmp_path: Path, fails_after: int) -> None:
    """`usage` is what the whole set took; `paid_now` what this process sent, and how many answers it found."""
    whole = _made(CountedJudge(), None).usage
    assert whole is not None
    with pytest.raises(PermissionError):
        _made(CountedJudge().failing_after(fails_after), tmp_path)
    again = CountedJudge()
    usage = _made(again, tmp_path).usage
    assert usage is not None
    assert usage["judge_calls"] == whole["judge_calls"] == usage["paid_now"]["judge_calls"] + fails_after
    assert usage["paid_now"]["judge_calls"] == again.calls.total()
    assert usage["paid_now"]["recalled_calls"] == fails_after
    assert usage["cached_calls"] == whole["cached_calls"]
    finished = _made(CountedJudge(), tmp_path).usage
    assert finished is not None
    assert finished["judge_calls"] == whole["judge_calls"]
    assert finished["paid_now"]["calls"] == 0
    assert finished["paid_now"]["recalled_calls"] == whole["judge_calls"]


def test_what_is_free_is_no_known_price() -> None:
    """Beside calls without a price, embeddings that cost nothing make no price of the whole; priced ones do."""
    spending = Spending()
    spending.record("local", "embedded", Usage(50, 0), kind="embedding")
    assert spending.told()["cost"] == 0
    spending.record("some-unpriced", "openai", Usage(100, 10))
    assert spending.told()["cost"] is None
    assert spending.told()["unpriced_calls"] == 1
    spending.record("gpt-4o-mini", "openai", Usage(100, 10))
    assert spending.told()["cost"] > 0
