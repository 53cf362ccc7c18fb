"""Tokenizers, with encodings that are made here."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import ragas
from ragas import BaseTokenizer, HuggingFaceTokenizer, TiktokenWrapper, get_tokenizer
from ragas.exceptions import MissingDependencyError
from ragas.tokenizers import DEFAULT_TOKENIZER, get_default_tokenizer
from ragas.utils import num_tokens_from_string


def letters() -> Any:
    """A tiktoken encoding of single bytes and one pair."""
    from tiktoken import Encoding

    ranks = {bytes([value]): value for value in range(256)} | {b"at": 256}
    return Encoding(
        "letters", pat_str=r"\w+|\W", mergeable_ranks=ranks, special_tokens={"<|endoftext|>": 257}
    )


def words() -> Any:
    """A tokenizer of the package tokenizers that knows four words and marks the beginning of a text."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    known = {"[UNK]": 0, "[CLS]": 1, "at": 2, "ten": 3}
    made = Tokenizer(models.WordLevel(known, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.TemplateProcessing(single="[CLS] $A", special_tokens=[("[CLS]", 1)])
    return made


def test_tiktoken() -> None:
    """Tokens are those of the encoding, and give the text back."""
    tokenizer = TiktokenWrapper(letters())
    assert tokenizer.encode("at") == [256]
    assert tokenizer.decode([256, 33]) == "at!"
    assert tokenizer.count_tokens("at at") == 3
    assert num_tokens_from_string("at at", tokenizer=tokenizer) == 3


def test_special_tokens_are_text() -> None:
    """A document that quotes a special token is counted like any other."""
    tokenizer = TiktokenWrapper(letters())
    assert tokenizer.decode(tokenizer.encode("<|endoftext|>")) == "<|endoftext|>"


def test_nothing_is_loaded_before_it_is_used() -> None:
    """Making tokenizers needs neither network nor tiktoken."""
    code = (
        "import sys, ragas; from ragas.tokenizers import DEFAULT_TOKENIZER\n"
        "ragas.get_tokenizer(); ragas.get_tokenizer(model_name='gpt-4o'); ragas.TiktokenWrapper()\n"
        "assert 'tiktoken' not in sys.modules and 'tokenizers' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_encodings_are_found_by_name_and_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a name it is o200k_base; a name wins over a model."""
    import tiktoken

    asked: list[str] = []

    def note(name: str) -> Any:
        asked.append(name)
        return letters()

    monkeypatch.setattr(tiktoken, "get_encoding", note)
    monkeypatch.setattr(tiktoken, "encoding_for_model", lambda name: note(f"of {name}"))
    get_default_tokenizer.cache_clear()
    for tokenizer in (
        DEFAULT_TOKENIZER,
        get_tokenizer(encoding_name="cl100k_base", model_name="gpt-4o"),
        get_tokenizer(model_name="gpt-4o"),
    ):
        assert tokenizer.decode(tokenizer.encode("at ten")) == "at ten"
    get_default_tokenizer.cache_clear()
    assert asked == ["o200k_base", "cl100k_base", "of gpt-4o"]


def test_hugging_face() -> None:
    """Tokenizers of both packages work, and marks of beginning and end are not counted."""

    class OfTransformers:
        def encode(self, text: str, add_special_tokens: bool = True) -> list[int]:
            return [1] * add_special_tokens + [len(word) for word in text.split()]

        def decode(self, tokens: list[int]) -> str:
            return "decoded"

    tokenizer = HuggingFaceTokenizer(words())
    assert tokenizer.encode("at ten") == [2, 3]
    assert tokenizer.decode([2, 3]) == "at ten"
    assert HuggingFaceTokenizer(OfTransformers()).encode("at ten") == [2, 3]
    assert HuggingFaceTokenizer(OfTransformers()).decode([2]) == "decoded"


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither object nor name, an unknown kind and a missing package are errors that say what to do."""
    with pytest.raises(ValueError, match="needs tokenizer= or model_name="):
        get_tokenizer("huggingface")
    with pytest.raises(ValueError, match="Unknown tokenizer_type 'spacy'"):
        get_tokenizer("spacy")
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    with pytest.raises(MissingDependencyError, match="pip install tiktoken"):
        get_tokenizer().encode("at")


def test_a_tokenizer_of_ones_own() -> None:
    """Two methods make a tokenizer, which the steps that read documents take."""
    from ragas.testset.transforms import SummaryExtractor

    class Letters(BaseTokenizer):
        def encode(self, text: str) -> list[int]:
            return [ord(letter) for letter in text]

        def decode(self, tokens: list[int]) -> str:
            return "".join(map(chr, tokens))

    assert Letters().count_tokens("At ten.") == 7
    extractor = SummaryExtractor(llm="local", tokenizer=Letters())
    assert extractor.split_text_by_token_limit("At ten.", 4) == ["At t", "en."]


def test_names_at_the_top() -> None:
    """The four names of 0.4.3 are names of ragas."""
    names = {"BaseTokenizer", "HuggingFaceTokenizer", "TiktokenWrapper", "get_tokenizer"}
    assert names <= {*ragas.__all__}
