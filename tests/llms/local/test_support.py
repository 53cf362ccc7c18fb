"""Evidence for a statement, and what it says about support."""

from __future__ import annotations

import random

import pytest

from ragas.llms.local import support
from ragas.llms.local.evidence import gather
from ragas.llms.local.passages import Passages
from ragas.llms.local.sentences import statements
from ragas.llms.local.support import describe

OFFICE = [
    "The leave policy grants 20 days of paid leave per year. Carry-over is limited to 5 days.",
    "Employees must not smoke in the building. The Delhi office opened in 1999 and has 1,280 staff.",
]


@pytest.mark.parametrize(
    ("true", "false", "contexts"),
    [
        (
            "Employees get 20 days of paid leave per year.",
            "Employees get 25 days of paid leave per year.",
            OFFICE,
        ),
        ("The Delhi office has 1280 staff.", "The Delhi office has 400 staff.", OFFICE),
        ("The Delhi office has 1 280 staff.", "The Mumbai office has 1 280 staff.", OFFICE),
        ("Employees must not smoke in the building.", "Employees may smoke in the building.", OFFICE),
        ("Carry-over is limited to 5 days.", "Carry-over is limited to 5 weeks.", OFFICE),
        ("Half of it is 50%.", "Half of it is 60%.", ["Half of it is 50 percent."]),
        ("The fee was increased in 2020.", "The fee was decreased in 2020.", ["The fee increased in 2020."]),
        (
            "Die Frist beträgt 3 Monate.",
            "Die Frist beträgt keine 3 Monate.",
            ["Die Frist beträgt drei Monate zum Quartal."],
        ),
        ("La garantie est de 24 mois.", "La garantie est de 12 mois.", ["La garantie dure 24 mois."]),
        ("列车三点二十分到达苏州。", "列车三点二十分到达上海。", ["列车在下午三点二十分到达苏州。"]),
        ("北京是中国的首都。", "北京不是中国的首都。", ["北京是中国的首都。"]),
        ("Это стоит 50 рублей.", "Это не стоит 50 рублей.", ["Билет стоит 50 рублей."]),
    ],
)
def test_altered_facts_score_lower(true: str, false: str, contexts: list[str]) -> None:
    """A changed figure, name, unit, direction or negation costs the support the true sentence has."""
    assert support(true, contexts) >= 0.5 > support(false, contexts)


def test_nothing_to_check_against() -> None:
    """Without contexts nothing is supported; without content words nothing can be said."""
    assert support("The fee is 20.", []) < 0.1
    assert support("The fee is 20.", [""]) < 0.1
    assert support("No.", ["The fee is 20."]) == 0.5


@pytest.mark.parametrize(
    "answer", ["Yes.", "Yes, it is.", "It is.", "No.", "No, it is not.", "Never.", "Maybe."]
)
def test_short_answers_need_contexts_that_speak_of_the_question(answer: str) -> None:
    """Neither a yes nor a no is supported by contexts about something else."""
    (statement,) = statements(answer, "Is the museum open on Mondays?")
    assert support(statement, ["Bananas are yellow."]) < 0.01


def test_a_no_is_supported_where_the_contexts_deny_it() -> None:
    """A no is supported by a denial, a yes by a sentence that says so; where neither stands, nothing can be said."""
    asked = "Is the museum open on Mondays?"
    says, denies = ["The museum is open on Mondays."], ["The museum is not open on Mondays."]
    for yes in ("Yes", "Yes, it is"):
        assert support(f"{yes}: {asked}", says) > 0.8 > 0.4 > support(f"{yes}: {asked}", denies)
    for no in ("No", "No, it is not", "Never"):
        assert support(f"{no}: {asked}", denies) > 0.8 > 0.2 > support(f"{no}: {asked}", says)
    assert support(f"No: {asked}", ["The museum was built in 1911. Mondays are quiet in open halls."]) == 0.5
    assert support("No: Isn't it due on Mondays?", ["It is due on Mondays."]) <= 0.5


def test_reason_of_a_no() -> None:
    """The reason says whether the contexts deny what was asked."""
    statement = "No: Is the museum open on Mondays?"
    assert "no denial was found beside these words" in describe(
        gather(statement, Passages(["The museum is open."]))
    )
    assert "'not' stands only" in describe(
        gather(statement, Passages(["The museum is not open on Mondays."]))
    )


def test_abbreviations_of_names() -> None:
    """Initials stand for the name they abbreviate."""
    assert support("It launched in the US.", ["It launched in the United States."]) > 0.5
    assert support("J.K. Rowling wrote it.", ["J. K. Rowling wrote it."]) > 0.5


def test_misplaced_names() -> None:
    """A name that the contexts hold beside other words is noticed."""
    context = "The Oberoi family is known for its hotels. The head office of the other company is in Delhi, a large city."
    assert gather("The Delhi family is known for its hotels.", Passages([context])).misplaced
    assert not gather("The Oberoi family is known for its hotels.", Passages([context])).misplaced


def test_reason_names_the_deciding_words() -> None:
    """The reason says what was found where, and what was not."""
    reason = describe(gather("The Delhi office has 400 staff.", Passages(OFFICE)))
    assert "'Delhi'" in reason
    assert "chunk 2" in reason
    assert "'400' not found" in reason


def test_same_input_same_number() -> None:
    """The judge is deterministic, also when the contexts come in another order."""
    first = support("The Delhi office has 1280 staff.", OFFICE)
    shuffled = random.Random(1).sample(OFFICE, len(OFFICE))
    assert first == support("The Delhi office has 1280 staff.", OFFICE)
    assert abs(first - support("The Delhi office has 1280 staff.", shuffled)) < 1e-9


@pytest.mark.parametrize(
    ("asked", "says", "denies"),
    [
        (
            "Is the museum open on Monday?",
            "The museum is open on Mondays.",
            "The museum is closed on Mondays.",
        ),
        ("Can I bring my dog?", "Dogs are allowed in the building.", "Dogs are not allowed in the building."),
        (
            "Does the plan cover dental?",
            "The plan has dental cover.",
            "There is no dental cover in the plan.",
        ),
    ],
)
def test_a_no_is_never_surer_where_the_contexts_say_yes(asked: str, says: str, denies: str) -> None:
    """By an opposite, by a negation, by a no before the word."""
    assert support(f"No: {asked}", [denies]) >= support(f"No: {asked}", [says])
    assert support(f"No: {asked}", ["Open" if "open" in asked else "No"]) <= 0.5


def test_an_opposite_denies() -> None:
    assert support("No: Is the museum open on Monday?", ["The museum is closed on Mondays."]) > 0.8
    assert support("No: Open?", ["Closed."]) <= 1


def test_a_perhaps_is_not_supported() -> None:
    """By nothing, for it says nothing; where the contexts speak of something else it is as poor as a yes."""
    for answer in ("Maybe", "It could be"):
        assert support(f"{answer}: Is Elvis a singer?", ["Elvis was a singer."]) == 0.5
        assert support(f"{answer}: Is Elvis a singer?", ["Bananas are yellow."]) < 0.1
