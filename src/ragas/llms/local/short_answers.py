"""Answers that say nothing without their question: "Yes.", "No, it is not.", "Maybe." """

from __future__ import annotations

from ragas.llms.local.tokens import fold, tokenize
from ragas.llms.local.vocabulary import NEGATIONS, words

_AFFIRMING = words("yes yeah yep yup ja oui sí sì sim да 是 是的 はい 네 نعم हाँ हां true correct")
_DENYING = NEGATIONS | words("nope nah nein non nee いいえ 不 不是 아니요 아니오 false incorrect")
_AFFIRMS = frozenset(map(fold, _AFFIRMING))
_DENIES = frozenset(map(fold, _DENYING))
_OPEN = frozenset(map(fold, words("who whom whose what when where which why how")))
"""Begin questions that are not answered with yes or no."""
_UNSURE = frozenset(map(fold, words("maybe perhaps possibly probably might could")))
_ASKING = ("?", "？", "؟", ";")
_LONGEST = 80
"""Characters. A longer text says something."""
_MARKS = " \t\r\n.,;!。！।،"


def is_short_answer(text: str) -> bool:
    """Whether the text says yes, no or perhaps, or holds only words of grammar."""
    if len(text) > _LONGEST:
        return False
    if fold(text.strip(_MARKS)) in _AFFIRMS | _DENIES:
        return True
    tokens = tokenize(text)
    return bool(tokens) and not any(
        token.is_content and fold(token.text) not in _AFFIRMS | _DENIES for token in tokens
    )


def with_question(answer: str, question: str) -> str:
    """The short answer before the question it answers, as one statement.

    The answer stays as it is where the question takes no yes or no: "Never." to "When ...?".
    """
    asked = question.strip().rstrip(".!")
    first, *_ = [fold(token.text) for token in tokenize(asked)] or [""]
    if first in _OPEN:
        return answer
    return f"{answer.strip(_MARKS)}: {asked if asked.endswith(_ASKING) else f'{asked}?'}"


def question_of(statement: str) -> tuple[str, bool, bool]:
    """The question in a statement of `with_question`, whether it is denied, and whether the answer is a perhaps.

    An empty text in any other statement.
    """
    answer, colon, question = statement.partition(": ")
    if not colon or not statement.endswith(_ASKING) or not is_short_answer(answer):
        return "", False, False
    said = [fold(token.text) for token in tokenize(answer)] + [fold(answer)]
    denied = any(word in _DENIES or word.endswith("n't") for word in said)
    return question, denied, any(word in _UNSURE for word in said)
