"""Tests of questions that point at a text."""

from __future__ import annotations

import pytest

from ragas.testset.quality_pointing import points_at_text


@pytest.mark.parametrize(
    "question",
    [
        "What does the text say about cars?",
        "According to the passage, when does it sail?",
        "What does the document say about honey?",
        "As described in the source, when did it open?",
        "In context 2, how long is tea steeped?",
        "Based on the information provided, how long does it take?",
        "According to the provided documents, who founded it?",
        "Which one is mentioned above?",
        "How many kinds does the author name?",
        "Laut dem Text, wann wurde sie gebaut?",
        "Was steht im Text über Bienen?",
        "Selon le texte, quand a-t-elle ouvert ?",
        "D'après l'extrait, quand a-t-elle ouvert ?",
        "Según el texto, ¿cuándo abrió?",
        "De acordo com o documento, quando abriu?",
        "Secondo il testo, quando ha aperto?",
        "Wanneer opende hij volgens de tekst?",
        "Kiedy otwarto ją według tekstu?",
        "Когда он открылся согласно тексту?",
        "根据本文,它什么时候开放?",
        "本文によると、いつ開きましたか。",
        "본문에 따르면 언제 열렸습니까?",
    ],
)
def test_questions_that_point_at_their_text(question: str) -> None:
    """In the languages most test sets are in, with or without an article."""
    assert points_at_text(question)


@pytest.mark.parametrize(
    "question",
    [
        "When must the document be signed?",
        "Where is the source code kept?",
        "What information does a pilot need?",
        "Which documents are needed for a visa?",
        "What does section 5 of the Water Act regulate?",
        "According to the Water Act, who pays?",
        "How is a name put in text mode?",
        "How many pages has the logbook?",
        "Laut Gesetz, wann verfällt der Anspruch?",
        "Wie viele Abschnitte hat die Strecke?",
        "Selon la loi, quand expire-t-il ?",
        "Según Ada Wren, ¿cuándo abrió?",
    ],
)
def test_questions_about_texts_that_are_the_subject(question: str) -> None:
    """Documents, sources and information may be what is asked about."""
    assert not points_at_text(question)
