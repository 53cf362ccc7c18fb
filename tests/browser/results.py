"""Results for the tests of the report page: every kind of evidence, hostile texts, conversations, many rows."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ragas import EvaluationDataset, EvaluationResult
from ragas.engine.journal import Exchange
from ragas.schema.cells import Cell, MetricInfo

CAUTION = "small model; check what it says"
SCRIPT = "<script>window.broken = 1</script><img src=x onerror='window.broken = 2'>"
CLOSING = '</script></textarea><!-- "quoted" & \u2028 \\u003c ]]>'
RTL = "هل يمكنني إلغاء الطلب؟ \u202eabc\u202c"
EMOJI = "🦊🦊 The fox 𝒔leeps at noon. 👩‍👩‍👧 It wakes at dusk."
HALF = "half a character: \ud83d."
HUGE = "Lorem ipsum. " * 80_000 + "needle in the haystack"

FAITHFULNESS = MetricInfo(
    "faithfulness",
    (0.0, 1.0),
    judge="gpt-test",
    caution=CAUTION,
    signature={"prompt": "v1", "judge": "gpt-test"},
)
RELEVANCY = MetricInfo("answer_relevancy", (0.0, 1.0), judge="gpt-test", embeddings="embed-test")
FACTS = MetricInfo("factual_correctness", (0.0, 1.0), judge="gpt-test")
NOISE = MetricInfo("noise_sensitivity", (0.0, 1.0), higher_is_better=False, judge="gpt-test")
TONE = MetricInfo("tone", ("polite", "neutral", "<b>rude</b>"), judge="gpt-test")
LENGTH = MetricInfo("length")

USAGE: dict[str, Any] = {
    "calls": 42,
    "cached_calls": 3,
    "unknown_calls": 1,
    "unpriced_calls": 1,
    "input_tokens": 25_097,
    "output_tokens": 3_757,
    "cached_tokens": 1_024,
    "reasoning_tokens": 512,
    "cost": 0.18184,
    "judge_calls": 38,
    "embedding_calls": 4,
    "by_metric": {
        "faithfulness": {
            "calls": 20,
            "cached_calls": 3,
            "input_tokens": 12_000,
            "output_tokens": 900,
            "cost": 0.07,
        },
        "tone": {
            "calls": 4,
            "cached_calls": 0,
            "unknown_calls": 4,
            "input_tokens": None,
            "output_tokens": None,
            "cost": None,
        },
        "length": {"calls": 0, "cached_calls": 0, "input_tokens": None, "output_tokens": None, "cost": None},
    },
    "by_model": {
        "gpt-test": {
            "calls": 38,
            "cached_calls": 3,
            "input_tokens": 25_000,
            "output_tokens": 3_757,
            "cost": 0.18,
        },
        "embed-test": {
            "calls": 4,
            "cached_calls": 0,
            "input_tokens": 97,
            "output_tokens": 0,
            "cost": 0.00184,
        },
    },
}
RUN = {
    "id": "7d3f", "name": None, "version": "0.5.0", "started": "2026-03-04T05:06:07+00:00", "seconds": 83.4
}  # fmt: skip


def statement(
    text: str, supported: bool, contexts: Sequence[str], quote: str | None = None, **more: Any
) -> dict[str, Any]:
    """A statement as the judges of ragas leave it in the traces."""
    found: dict[str, Any] = {"statement": text, "supported": supported, **more}
    if quote is not None:
        place = next(((chunk, one.find(quote)) for chunk, one in enumerate(contexts) if quote in one), None)
        found |= {"quote": quote, "quote_found": place is not None}
        if place is not None:
            found |= {"chunk": place[0], "start": place[1], "end": place[1] + len(quote)}
    return found


def output(**evidence: Any) -> dict[str, Any]:
    """Traces with this evidence."""
    return {"output": evidence}


def _row(
    question: str, response: str, contexts: list[str], **cells: Cell
) -> tuple[dict[str, Any], dict[str, Cell]]:
    sample = {
        "user_input": question,
        "response": response,
        "retrieved_contexts": contexts,
        "reference": "It wakes at dusk.",
        "id": question[:8],
    }
    return sample, cells


def everything() -> EvaluationResult:
    """A result with every status, verdict and kind of evidence, and with texts that try to be markup."""
    fox = [EMOJI, "Foxes are shy."]
    nothing = Cell(None, "not_applicable", cause="The response makes no statement of fact.")
    timeout = Cell(None, "failed", cause="gpt-test gave no answer within 180 s.", error="JudgeTimeoutError")
    polite, length = Cell("polite", "scored", reason="It thanks."), Cell(12.0, "scored")
    rows = [
        _row(
            "When does the fox sleep?",
            "The fox sleeps at noon. It wakes at dusk. It eats gold.",
            fox,
            faithfulness=Cell(
                1 / 3,
                "scored",
                reason='1 of 3 statements supported. Not supported: "It eats gold".',
                traces=output(
                    statements=[
                        statement("It wakes at dusk.", True, fox, "It wakes at dusk.", reason="Said so.", confidence=0.9),
                        statement("The fox sleeps at noon.", False, fox, "The fox naps at noon.", reason="Made up."),
                        statement("It eats gold.", False, fox, reason="Nothing on food."),
                    ]
                ),
                seconds=1.25,
                usage={"calls": 2, "input_tokens": 900, "output_tokens": 80, "cost": 0.0123},
            ),
            answer_relevancy=Cell(
                0.61,
                "scored",
                reason="Questions the response would answer, 0.61 similar on average.",
                traces=output(
                    questions=[
                        {"question": "When does the fox rest?", "noncommittal": False, "similarity": 0.9134},
                        {"question": "Who knows?", "noncommittal": True, "similarity": 0.3012},
                    ],
                    mean_similarity=0.61,
                ),
            ),
            factual_correctness=Cell(
                0.5,
                "scored",
                reason="Precision 0.50.",
                traces=output(
                    response_claims=[
                        statement("It wakes at dusk.", True, ["It wakes at dusk."], "wakes at dusk"),
                        statement("It eats gold.", False, []),
                    ],
                    precision=0.5,
                ),
            ),
            noise_sensitivity=Cell(
                0.5,
                "scored",
                reason="1 of 2 statements wrong and taken from relevant chunks.",
                traces=output(statements=[{"statement": "It eats gold.", "in_reference": False, "chunks": [1], "misled": True, "reason": "no"}]),
            ),
            tone=polite,
            length=length,
        ),
        _row(
            SCRIPT,
            CLOSING,
            [SCRIPT, CLOSING],
            faithfulness=Cell(0.0, "scored", reason=SCRIPT, traces=output(statements=[statement(CLOSING, False, [CLOSING], CLOSING, reason=SCRIPT)])),
            answer_relevancy=timeout,
            factual_correctness=Cell(None, "failed", cause=SCRIPT, error="ReplyError"),
            noise_sensitivity=nothing,
            tone=Cell("<b>rude</b>", "scored", reason="It shouts."),
            length=length,
        ),
        _row(
            RTL,
            HALF,
            [],
            faithfulness=nothing,
            answer_relevancy=timeout,
            factual_correctness=Cell(None, "skipped", cause="this judge cannot"),
            noise_sensitivity=nothing,
            tone=polite,
            length=Cell(7.0, "scored"),
        ),
        _row(
            "Where is the needle?",
            HUGE,
            [HUGE],
            faithfulness=Cell(
                1.0,
                "scored",
                reason="All statements are supported.",
                traces=output(statements=[statement("needle in the haystack", True, [HUGE], "needle in the haystack")]),
            ),
            answer_relevancy=timeout,
            factual_correctness=Cell(1.0, "scored"),
            noise_sensitivity=Cell(0.0, "scored"),
            tone=Cell("neutral", "scored"),
            length=Cell(1_040_022.0, "scored"),
        ),
    ]  # fmt: skip
    dataset = EvaluationDataset.from_list([sample for sample, _ in rows])
    metrics = [FAITHFULNESS, RELEVANCY, FACTS, NOISE, TONE, LENGTH]
    return EvaluationResult(dataset, [cells for _, cells in rows], metrics, USAGE, RUN)


def exchanges(row: int) -> list[Exchange]:
    """The judge calls of `everything()`: two for the first row."""
    if row:
        return []
    return [
        Exchange(0, "faithfulness", "gpt-test", f"Split this: {SCRIPT}", '{"statements": []}', 1.5, {"input_tokens": 120, "output_tokens": 9}),
        Exchange(0, "tone", "gpt-test", "Is it polite?", "yes", None, None),
    ]  # fmt: skip


def conversations() -> EvaluationResult:
    """A conversation with tool calls, as made and as expected."""
    calls = [{"name": "find", "args": {"id": 1, "day": "Mon"}}, {"name": "mail", "args": {"to": "a@b.c"}}]
    messages = [
        {"type": "human", "content": "Is room 1 free on Monday?"},
        {"type": "ai", "content": "I shall look.", "tool_calls": calls},
        {"type": "tool", "content": "room 1: free"},
        {"type": "ai", "content": "It is free."},
    ]
    dataset = EvaluationDataset.from_list(
        [{"user_input": messages, "reference": "It is free.", "reference_tool_calls": calls[:1]}]
    )
    missed = {"name": "book", "args": {"id": 1}}
    cell = Cell(
        0.5,
        "scored",
        reason="1 of 2 expected calls made.",
        traces=output(matched=calls[:1], missed=[missed], not_expected=calls[1:]),
    )
    return EvaluationResult(dataset, [{"tool_call_f1": cell}], [MetricInfo("tool_call_f1", (0.0, 1.0))])


def many(rows: int, *, seed: int = 0, shift: float = 0.0, words: int = 90) -> EvaluationResult:
    """A result with many rows; `words` is the length of each of the four contexts."""
    random_ = random.Random(seed)
    syllables = [
        f"{a}{b}{c}" for a in ("ka", "lo", "mi", "ne") for b in ("ra", "so", "ti") for c in ("", "ven", "mon")
    ]

    def text(length: int) -> str:
        return " ".join(random_.choices(syllables, k=length)).capitalize() + "."

    pool = [text(words) for _ in range(200)]
    samples, cells = [], []
    metrics = [FAITHFULNESS, RELEVANCY, MetricInfo("context_recall", (0.0, 1.0), judge="gpt-test"), MetricInfo("polite", (0, 1), judge="gpt-test")]  # fmt: skip
    for row in range(rows):
        contexts = random_.sample(pool, 4)
        quote = contexts[1].split(".")[0][:60]
        samples.append({"user_input": f"Question {row}: {text(8)}", "response": text(words // 2), "reference": text(words // 4), "retrieved_contexts": contexts, "id": f"q{row}"})  # fmt: skip
        scores = [min(1.0, max(0.0, random_.betavariate(5, 2) + shift)) for _ in range(3)]
        evidence = output(statements=[statement(text(9), random_.random() < score, contexts, quote, reason=text(6)) for score in scores])  # fmt: skip
        failed = Cell(
            None, "failed", cause="gpt-test gave no answer within 180 s.", error="JudgeTimeoutError"
        )
        cells.append(
            {
                info.name: failed
                if random_.random() < 0.01
                else Cell(score, "scored", reason=text(14), traces=evidence)
                for info, score in zip(metrics, [*scores, float(random_.random() < 0.8)], strict=True)
            }
        )
    return EvaluationResult(
        EvaluationDataset.from_list(samples), cells, metrics, None, RUN | {"name": "many rows"}
    )
