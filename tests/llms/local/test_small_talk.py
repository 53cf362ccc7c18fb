"""What is said out of politeness makes no statement."""

from __future__ import annotations

import pytest

from ragas.llms.local.sentences import statements
from ragas.llms.local.small_talk import is_small_talk, without_small_talk


@pytest.mark.parametrize(
    "sentence",
    [
        "Hello there!",
        "Thank you for reaching out.",
        "I hope this helps!",
        "Hope that answers your question!",
        "Please let me know if there is anything else you would like to know.",
        "If you need anything else, just ask!",
        "Don't hesitate to contact us.",
        "I’d be happy to help with anything else.",
        "Have a great day!",
        "Ich hoffe, das hilft Ihnen weiter.",
        "N'hésitez pas à demander.",
        "希望这对您有帮助。",
        "お役に立てれば幸いです。",
    ],
)
def test_courtesies_are_small_talk(sentence: str) -> None:
    """Greetings, thanks and closing phrases state nothing."""
    assert is_small_talk(sentence)
    assert statements(f"The pump runs at 9 bar. {sentence}") == ["The pump runs at 9 bar."]


@pytest.mark.parametrize(
    "sentence",
    [
        "If you have any questions, call 555 1234.",
        "Feel free to write to help@example.com.",
        "If you need any more memory, the board takes another module.",
        "You can contact support by email.",
        "The help desk is happy.",
        "Hope is a town in Derbyshire.",
    ],
)
def test_sentences_that_state_something_are_kept(sentence: str) -> None:
    """A polite sentence with a number or an address, and one that only begins like a courtesy, is a statement."""
    assert not is_small_talk(sentence)
    assert statements(sentence) == [sentence]


def test_a_courtesy_behind_a_line_without_a_full_stop_is_left_out() -> None:
    """What stands before it is the statement, as it would be without it."""
    plain = "- 1650 W\n- 1.8 l"
    assert statements(f"{plain} I hope this helps!") == statements(plain)
    assert (
        without_small_talk("Set the flag and let me know if it fails")
        == "Set the flag and let me know if it fails"
    )
