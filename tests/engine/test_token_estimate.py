"""Estimates of tokens, against what a tokenizer counted."""

from __future__ import annotations

import json

import pytest

from ragas.engine.token_estimate import estimated_tokens
from ragas.llms.schemas import instruction
from ragas.prompt.fence import Lines
from ragas.prompt.steps import VERIFY, StatementVerdicts

PROMPT = VERIFY.render(
    {
        "chunk": ["The ferry to Isla Verde leaves at 07:40 from pier 3. It takes forty minutes."] * 3,
        "statements": Lines(["The ferry leaves at 07:40.", "It takes an hour."]),
    }
)
REPLY = json.dumps(
    {
        "verdicts": [
            {
                "number": number,
                "reason": "Chunk 2 says that the crossing takes forty minutes.",
                "supported": True,
                "quote": "The crossing takes 40 minutes.",
                "chunks": [2],
            }
            for number in range(1, 8)
        ]
    }
)
GERMAN = (
    "Die Fähre nach Isla Verde fährt um 7:40 Uhr ab. Die Überfahrt dauert vierzig Minuten, und die Fahrkarten müssen "
    "vor der Abfahrt am Schalter gekauft werden. Hunde sind an Bord erlaubt, wenn sie angeleint sind."
)
RUSSIAN = (
    "Паром до Исла-Верде отправляется в 7:40. Переправа занимает сорок минут, билеты нужно купить в кассе до "
    "отправления. Собаки допускаются на борт на поводке."
)
CHINESE = (
    "前往维尔德岛的渡轮于七点四十分出发。航程需要四十分钟，必须在出发前在售票处购买船票。狗必须拴绳才能登船。"
)
HINDI = "इस्ला वर्डे के लिए नौका सुबह 7:40 बजे निकलती है। यात्रा में चालीस मिनट लगते हैं और टिकट पहले खरीदना होगा।"


@pytest.mark.parametrize(
    ("text", "counted", "within"),
    [
        (PROMPT, 439, 0.1),
        (REPLY, 307, 0.1),
        (instruction(StatementVerdicts), 184, 0.2),
        (GERMAN, 51, 0.2),
        (RUSSIAN, 47, 0.2),
        (CHINESE, 47, 0.2),
        (HINDI, 36, 0.25),
    ],
)
def test_near_what_o200k_counts(text: str, counted: int, within: float) -> None:
    """Prompts, replies, schemas and other scripts, against counts of OpenAI's tokenizer o200k_base made beforehand."""
    assert estimated_tokens(text) == pytest.approx(counted, rel=within)


def test_long_and_empty() -> None:
    """Nothing is nothing, and a long text is the sum of its parts, nearly."""
    assert estimated_tokens("") == 0
    assert estimated_tokens(GERMAN * 500) == pytest.approx(estimated_tokens(GERMAN) * 500, rel=0.05)
