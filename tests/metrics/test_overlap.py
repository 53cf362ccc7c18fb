"""Overlap of two texts against the reference implementations."""

from __future__ import annotations

from collections import Counter

import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st

from ragas.metrics.overlap import (
    BLEU_SETTINGS,
    CHRF_SETTINGS,
    UnicodeWords,
    bleu,
    checked_settings,
    chrf,
    rouge,
)

SCRIPTS = (
    "The ferry leaves.",
    "hi",
    "",
    "?!",
    "你好，世界",
    "ひらがなカタカナ",
    "สวัสดี",
    "हिन्दी भाषा",
    "Café à Zürich",
    "👍🏽",
)
sentences = st.lists(
    st.sampled_from(["the", "ferry", "leaves", "at", "nine", ".", ",", "7:40", "Isla"]), max_size=9
).map(" ".join)


@pytest.mark.parametrize("text", SCRIPTS)
@pytest.mark.parametrize("spacing", ["{}", "  {}\n"])
def test_identical_texts_are_exactly_one(text: str, spacing: str) -> None:
    """In any script, of any length, and whatever the spacing."""
    other = spacing.format(text)
    assert bleu(text, other, {}).value == 1.0
    assert chrf(text, other, {}).value == 1.0
    for kind in ("rouge1", "rouge2", "rougeL", "rougeLsum"):
        assert rouge(text, other, kind, "fmeasure").value == 1.0


@settings(max_examples=40)
@given(sentences, sentences)
def test_bleu_and_chrf_are_those_of_sacrebleu(reference: str, response: str) -> None:
    """Whole text against whole text, as sacrebleu scores one sentence."""
    if reference.split() == response.split():
        return
    expected = sacrebleu.sentence_bleu(response, [reference], use_effective_order=True).score / 100
    assert bleu(reference, response, {}).value == pytest.approx(expected, abs=1e-9)
    expected = sacrebleu.sentence_chrf(response, [reference]).score / 100
    assert chrf(reference, response, {}).value == pytest.approx(expected, abs=1e-9)


def test_bleu_of_chinese_is_that_of_the_chinese_tokenizer() -> None:
    """Without a tokenizer setting, Chinese is scored character by character."""
    expected = sacrebleu.sentence_bleu(
        "今天天气不错", ["今天天气很好"], tokenize="zh", use_effective_order=True
    )
    assert bleu("今天天气很好", "今天天气不错", {}).value == pytest.approx(expected.score / 100)


def test_settings_under_both_names() -> None:
    """sacrebleu's function and class names are known; others are refused."""
    assert checked_settings({"use_effective_order": False}, BLEU_SETTINGS) == {"effective_order": False}
    assert checked_settings({"remove_whitespace": False}, CHRF_SETTINGS) == {"whitespace": True}
    assert checked_settings(None, BLEU_SETTINGS) == {}
    with pytest.raises(TypeError, match=r"no setting 'tokeniser'.*tokenize"):
        checked_settings({"tokeniser": "zh"}, BLEU_SETTINGS)


def test_the_signature_says_how_it_was_scored() -> None:
    """sacrebleu's signature is among the facts."""
    assert "tok:13a" in bleu("a", "b", {}).facts["signature"]
    assert "nw:2" in chrf("a", "b", {"word_order": 2}).facts["signature"]


@settings(max_examples=40)
@given(sentences, sentences)
def test_both_tokenizers_agree_on_ascii(reference: str, response: str) -> None:
    """An ASCII text has the same words beside a text of another script."""
    words = UnicodeWords()
    from rouge_score_rs.tokenizers import DefaultTokenizer

    plain = DefaultTokenizer(use_stemmer=True)
    text = f"{reference} don't 3.50 snake_case x-y {response}"
    assert words.tokenize(text) == plain.tokenize(text)


def test_words_of_other_scripts() -> None:
    """Vowel signs stay, ideographs stand alone, apostrophes part, the English words among them are stemmed."""
    words = UnicodeWords().tokenize
    assert words("हिन्दी भाषा") == ["हिन्दी", "भाषा"]
    assert words("你好 ferries") == ["你", "好", "ferri"]
    assert words("L’été d'hiver") == ["l", "été", "d", "hiver"]


@given(sentences, sentences)
def test_rouge1_by_counting(reference: str, response: str) -> None:
    """ROUGE-1 is the F score of the shared words, counted."""
    words = UnicodeWords().tokenize
    wanted, given_ = Counter(words(reference)), Counter(words(response))
    shared = (wanted & given_).total()
    if reference.split() != response.split():
        expected = 2 * shared / (wanted.total() + given_.total()) if shared else 0.0
        assert rouge(reference, response, "rouge1", "fmeasure").value == pytest.approx(expected)


def test_rouge_l_is_the_longest_common_subsequence() -> None:
    """Precision over the response's words, recall over the reference's."""
    found = rouge("a b c d", "a x c", "rougeL", "recall")
    assert found.value == 0.5
    assert found.facts["precision"] == pytest.approx(2 / 3)
