"""Overlap of two texts against the reference implementations."""

from __future__ import annotations

from collections import Counter
from random import Random

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


@settings(max_examples=40)
@given(sentences, sentences)
def test_overlap_stays_in_range(reference: str, response: str) -> None:
    """Whatever the texts, every measure is in [0, 1], and exactly 1.0 for a text against itself."""
    for measure in (
        lambda a, b: bleu(a, b, {}).value,
        lambda a, b: chrf(a, b, {}).value,
        lambda a, b: rouge(a, b, "rouge1", "fmeasure").value,
        lambda a, b: rouge(a, b, "rougeL", "recall").value,
    ):
        assert 0.0 <= measure(reference, response) <= 1.0
        assert measure(reference, reference) == 1.0


@settings(max_examples=40)
@given(sentences, sentences, st.randoms(use_true_random=False))
def test_rouge1_knows_no_order_and_is_symmetric(reference: str, response: str, random: Random) -> None:
    """Unigrams are counted: words in another order count the same, and F1 is the same both ways."""
    words = response.split()
    random.shuffle(words)
    value = rouge(reference, response, "rouge1", "fmeasure").value
    if reference.split() not in (words, response.split()):  # equal texts are 1.0 by definition
        assert rouge(reference, " ".join(words), "rouge1", "fmeasure").value == pytest.approx(value)
    assert rouge(response, reference, "rouge1", "fmeasure").value == pytest.approx(value)


@settings(max_examples=40)
@given(st.lists(st.sampled_from(["tram", "ferry", "nine", "bus"]), min_size=1, max_size=6), st.data())
def test_recall_grows_with_what_is_said(words: list[str], data: st.DataObject) -> None:
    """One more word of the reference never lowers ROUGE recall."""
    said = data.draw(st.lists(st.sampled_from(["tram", "ferry", "moon"]), max_size=5))
    more = [*said, data.draw(st.sampled_from(words))]
    before, after = (
        rouge(" ".join(words), " ".join(text), "rouge1", "recall").value for text in (said, more)
    )
    assert after >= before
